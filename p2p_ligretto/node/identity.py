"""Who a node is, and who is at the other end of a link."""

from dataclasses import dataclass, field

from p2p_ligretto.replication.signing import Signer
from p2p_ligretto.replication.views import Member
from p2p_ligretto.wire.messages import Address


@dataclass(frozen=True, slots=True)
class NodeIdentity:
    """``peer`` is for good, ``incarnation`` of this start, ``disk`` of the data folder; ``signer`` signs for it."""

    peer: bytes
    incarnation: bytes
    disk: bytes
    signer: Signer


@dataclass(frozen=True, slots=True)
class LinkPeer:
    """What the handshake told. ``dialled``: this side dialled. ``address``: where the peer can be dialled, if known.

    ``host`` is the address at the other end, and ``binding`` what both ends know this link by and no other link has.
    """

    peer: bytes
    incarnation: bytes
    dialled: bool
    address: Address | None = None
    host: str = ""
    binding: bytes = b""


@dataclass(frozen=True, slots=True)
class SessionSeed:
    """What a node brings to a table: itself, its signer, its name, where its journal is, and its entropy (32 bytes)."""

    own: Member
    signer: Signer
    name: str
    journal: str
    entropy: bytes = field(repr=False)

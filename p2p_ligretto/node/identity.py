"""Who a node is, and who is at the other end of a link."""

from dataclasses import dataclass, field

from p2p_ligretto.replication.views import Member
from p2p_ligretto.wire.messages import Address


@dataclass(frozen=True, slots=True)
class NodeIdentity:
    """``peer`` is for good, ``incarnation`` of this start, ``disk`` of the data folder."""

    peer: bytes
    incarnation: bytes
    disk: bytes


@dataclass(frozen=True, slots=True)
class LinkPeer:
    """What the handshake told. ``dialled``: this side dialled. ``address``: where the peer can be dialled, if known."""

    peer: bytes
    incarnation: bytes
    dialled: bool
    address: Address | None = None


@dataclass(frozen=True, slots=True)
class SessionSeed:
    """What a node brings to a table: itself, the name it goes by, where its journal is, and its entropy (32 bytes)."""

    own: Member
    name: str
    journal: str
    entropy: bytes = field(repr=False)

"""What a node remembers durably, by key: where it is, how it has voted, and its dealing secret.

| key       | value        | written                                                  |
| --------- | ------------ | -------------------------------------------------------- |
| table     | Place        | when a session begins; forgotten when the node has left  |
| vote      | Vote         | before a promise or an acceptance is told to anybody     |
| dealing   | KeptSecret   | before the commitment to it, so before the first card    |
| peers     | KeptPeers    | when the addresses of who is needed at the table change  |
| code      | KeptCode     | when this node opens, or is let in to, a private table;  |
|           |              | it stays when the node leaves, for when it comes back    |
| disk      | 8 bytes      | when any of these is forgotten: goes into the disk id     |
"""

import hashlib
from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from p2p_ligretto.replication.effects import Vote
from p2p_ligretto.replication.identifiers import Hash, TableId
from p2p_ligretto.wire.messages import KnownPeer

TABLE: Final = "table"
VOTE: Final = "vote"
DEALING: Final = "dealing"
PEERS: Final = "peers"
CODE: Final = "code"
DISK: Final = "disk"

DISK_BYTES: Final = 8

T = TypeVar("T")


class Place(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The table this node is at, and the name of the journal of its log."""

    table: TableId
    journal: str


class KeptSecret(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The own secret and share of one deal (``TableState.deals``) in a match."""

    table: TableId
    match: int
    deal: int
    secret: Hash
    share: Hash


class KeptPeers(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where the others at a table may be reached: who starts again must not depend on discovery to find them."""

    table: TableId
    peers: tuple[KnownPeer, ...]


class KeptCode(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The code of the private table that was opened as ``table``: it stands in no event, so each member keeps it."""

    table: TableId
    code: str


def encode(value: Place | Vote | KeptSecret | KeptPeers | KeptCode) -> bytes:
    """The bytes to keep."""
    return msgspec.msgpack.encode(value)


def recall(remembered: Mapping[str, bytes], key: str, kind: type[T]) -> T | None:
    """What was kept under ``key``; None if nothing was, or nothing that this version can read."""
    kept = remembered.get(key)
    if kept is None:
        return None
    try:
        return msgspec.msgpack.decode(kept, type=kind)
    except msgspec.DecodeError:
        return None


def disk_id(folder: bytes, renewed: bytes) -> bytes:
    """The disk id to go by: that of the data folder until something that was written in it had to be forgotten.

    ``renewed`` is what is kept under ``DISK``, or nothing. Who may have forgotten a vote has no vote any more, and what
    tells the others is that its disk is another one.
    """
    return hashlib.sha256(folder + renewed).digest()[:DISK_BYTES] if renewed else folder

"""Events: what an author says, named, stamped and chained to what it said before.

The name of an event is (table, view, author, incarnation, seq). ``previous`` is the hash of the author's
previous event, or 32 zero bytes for the first of its incarnation, so an author has one chain and two
different events with one name are proof of a fork. ``payload`` is opaque here. ``signature`` is the author's
(``signing``); the hash leaves it out.
"""

import hashlib
from functools import lru_cache
from typing import Annotated, Final

import msgpack
from msgspec import Meta, Struct

from p2p_ligretto.replication.identifiers import Hash, Incarnation, PeerId, Sequence, TableId, TimeUs, ViewNumber

MAX_PAYLOAD_BYTES: Final = 4096
MAX_SIGNATURE_BYTES: Final = 96
"""A public key and what it signs with."""
KEPT_HASHES: Final = 256
NO_EVENT: Final = bytes(32)


class Event(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One entry of an author's chain. Its order key starts with (view, time)."""

    table: TableId
    view: ViewNumber
    author: PeerId
    incarnation: Incarnation
    seq: Sequence
    time: TimeUs
    previous: Hash
    payload: Annotated[bytes, Meta(max_length=MAX_PAYLOAD_BYTES)]
    signature: Annotated[bytes, Meta(max_length=MAX_SIGNATURE_BYTES)] = b""


@lru_cache(KEPT_HASHES)
def event_hash(event: Event) -> bytes:
    """SHA-256 of the MessagePack array of all fields but the signature, in the order of the class.

    The last few are kept: an event is checked, and put into a log then.
    """
    fields = [
        event.table,
        event.view,
        event.author,
        event.incarnation,
        event.seq,
        event.time,
        event.previous,
        event.payload,
    ]
    return hashlib.sha256(msgpack.packb(fields)).digest()

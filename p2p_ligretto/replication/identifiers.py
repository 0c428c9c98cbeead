"""Names and bounded numbers that go into events, views and messages, with the bounds that a decoder checks."""

from typing import Annotated, Final

from msgspec import Meta

PeerId = Annotated[bytes, Meta(min_length=16, max_length=16)]
"""First 16 bytes of SHA-256 of a node's public key."""

Incarnation = Annotated[bytes, Meta(min_length=8, max_length=8)]
"""Random per start of a node."""

DiskId = Annotated[bytes, Meta(min_length=8, max_length=8)]
"""Random per data folder: a node that comes back with another one has lost what it had written."""

TableId = Annotated[bytes, Meta(min_length=16, max_length=16)]
Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
"""SHA-256."""

HEAD_BYTES: Final = 16
HeadHash = Annotated[bytes, Meta(min_length=HEAD_BYTES, max_length=HEAD_BYTES)]
"""The first half of an event's hash, where it only tells which of two events of one number is meant."""

MAX_INTEGER: Final = 2**63 - 1
Sequence = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
"""Place in an author's chain: the first event has 1, so that 0 means none."""

TimeUs = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
"""Microseconds of table time."""

ViewNumber = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
END_OF_TIME: Final = MAX_INTEGER
"""The promise of a node that has said goodbye: it will never stamp again."""

MAX_MEMBERS: Final = 12

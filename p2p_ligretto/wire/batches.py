"""Many events to few messages: as many in each as a frame can carry."""

from collections.abc import Iterable, Iterator
from typing import Final

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.messages import MAX_EVENTS_PER_MESSAGE, Events
from p2p_ligretto.wire.framing import MAX_BODY_BYTES

_EVENT_BYTES: Final = 160
"""More than an event takes besides its payload and signature: 130 bytes of fields of fixed size, with their headers."""

_MESSAGE_BYTES: Final = 16
"""More than the tag and the header of the list take."""


def batches(events: Iterable[Event]) -> Iterator[Events]:
    """``events`` in their order, each message within its bounds and those of a frame."""
    batch: list[Event] = []
    room = MAX_BODY_BYTES - _MESSAGE_BYTES
    for event in events:
        size = _EVENT_BYTES + len(event.payload) + len(event.signature)
        if batch and (size > room or len(batch) == MAX_EVENTS_PER_MESSAGE):
            yield Events(tuple(batch))
            batch, room = [], MAX_BODY_BYTES - _MESSAGE_BYTES
        batch.append(event)
        room -= size
    if batch:
        yield Events(tuple(batch))

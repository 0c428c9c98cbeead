"""The total order of the log: (view, time, tie, author, seq).

The view sorts first because a view's events are closed before the next one's begin; within the open view events
sort by time. Only among equal times does the tie decide, which is a function of the state before them and of the
event, so it can hold a seed that the log itself made.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from p2p_ligretto.replication.events import Event

S = TypeVar("S")
Tie = Callable[[S, Event], bytes]
"""Smaller comes first. A function of the log alone: no field that an author chooses freely may enter it."""


def rough_key(event: Event) -> tuple[int, int, bytes, int]:
    """Sorts events but for ties: what is needed to find the place of an event among others."""
    return (event.view, event.time, event.author, event.seq)


def in_order(state: S, same_time: Sequence[Event], tie: Tie[S]) -> list[Event]:
    """Put events of one view and one time into their order; ``state`` is what was before them."""
    return sorted(same_time, key=lambda event: (tie(state, event), event.author, event.seq))

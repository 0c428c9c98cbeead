"""One copy of the shared state: final, and predicted beyond it.

``final`` is the fold of the final events. The tail holds the known events after it in their order, with the state
and the outcome after each, so that an event that comes late re-folds only what lies behind its place (rollback).
The replica knows nothing of what the events mean: ``apply`` and ``tie`` are given to it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.order import Tie, in_order, rough_key

S = TypeVar("S")
Apply = Callable[[S, Event], tuple[S, Any]]
"""The state after an event, and what came of it (any value that can be compared)."""


class Folded(Struct, Generic[S], frozen=True):
    """An event at its place: the state after it and what came of it."""

    event: Event
    state: S
    outcome: Any


class Replica(Generic[S]):
    """Final and predicted state of one log; all events given to it belong to the open view."""

    def __init__(self, state: S, apply: Apply[S], tie: Tie[S]) -> None:
        self.final = state
        self.predicted = state
        """The state after all events that are known."""
        self.rollbacks = 0
        """How often a late event changed what had come of another one."""
        self._apply = apply
        self._tie = tie
        self._tail: list[Folded[S]] = []

    @property
    def settled(self) -> bool:
        """Whether all that is known is final."""
        return not self._tail

    @property
    def tail(self) -> tuple[Folded[S], ...]:
        """The events that are not final, in their order."""
        return tuple(self._tail)

    def tail_events(self) -> Iterable[Event]:
        """The events of the tail, in their order."""
        return (folded.event for folded in self._tail)

    def insert(self, *events: Event) -> None:
        """Put events at their places and fold again from the first of them."""
        if not events:
            return
        times = [(folded.event.view, folded.event.time) for folded in self._tail]
        # Events of one time are put in order together: their order among themselves is the tie's.
        first = bisect_left(times, min((event.view, event.time) for event in events))
        behind = self._tail[first:]
        self._cut(first)
        self._fold([*events, *(folded.event for folded in behind)])
        before = {id(folded.event): folded.outcome for folded in behind}
        changed = sum(
            before[id(folded.event)] != folded.outcome for folded in self._tail[first:] if id(folded.event) in before
        )
        self.rollbacks += changed > 0

    def _cut(self, length: int) -> None:
        """Leave only the first events of the tail, to fold again from there."""
        del self._tail[length:]
        self.predicted = self._tail[-1].state if self._tail else self.final

    def _fold(self, events: list[Event]) -> None:
        events.sort(key=rough_key)
        start = 0
        while start < len(events):
            end = start + 1
            while end < len(events) and events[end].time == events[start].time:
                end += 1
            group = events[start:end]
            if len(group) > 1:
                group = in_order(self.predicted, group, self._tie)
            for event in group:
                self.predicted, outcome = self._apply(self.predicted, event)
                self._tail.append(Folded(event, self.predicted, outcome))
            start = end

    def finalise(self, count: int) -> tuple[Folded[S], ...]:
        """The first ``count`` events of the tail are final; returns them."""
        done = tuple(self._tail[:count])
        if done:
            self.final = done[-1].state
            del self._tail[:count]
        return done

    def keep_only(self, events: Iterable[Event]) -> None:
        """A view has ended: what is not among ``events`` is void. All that is left is about to be final."""
        kept = {id(event) for event in events}
        left = [folded.event for folded in self._tail if id(folded.event) in kept]
        if len(left) != len(self._tail):
            self._cut(0)
            self._fold(left)

    def change(self, transition: Callable[[S], S]) -> None:
        """Something that is no event and lies behind all final ones (a new view) changes the state."""
        assert not self._tail, "a view can only be installed behind all events of the one before"
        self.final = self.predicted = transition(self.final)

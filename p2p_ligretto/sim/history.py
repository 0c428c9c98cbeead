"""What is final at a table, as the first node that knew it had it: what all others are measured against.

The events of each view are in the order of the log, with the state after each. They are folded here once, from
nothing, whatever the nodes have made of them. Where the junior of two has gone on alone the history forks: what was
final in the open view is the same in both lineages, what comes after it is not.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from p2p_ligretto.node.fold import apply_view, in_lineage
from p2p_ligretto.node.seen import Seen, apply_event, tie_of
from p2p_ligretto.node.table import TableState
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import Forks
from p2p_ligretto.replication.order import in_order
from p2p_ligretto.replication.views import View

NOBODY = bytes(16)
_TIME = attrgetter("time")


@dataclass(slots=True)
class Chapter:
    """One view: ``states`` has one more than ``events``, the first being the table at its beginning.

    ``settled`` events were final while the view was open; the rest, if any, is final because of how it ended.
    """

    view: View
    states: list[TableState]
    events: list[Event] = field(default_factory=list)
    settled: int = 0

    def take(self, place: int, events: Iterable[Event], first: Callable[[Event, TableState], None]) -> str | None:
        """Somebody who had ``place`` final events of this view has these too; gives what is wrong with that.

        ``first`` is told of every event that is final here for the first time, with the state after it.
        """
        for _, same in groupby(sorted(events, key=_TIME), key=_TIME):
            group = list(same)
            ordered = in_order(Seen(self.states[place]), group, tie_of) if len(group) > 1 else group
            for event in ordered:
                if place == len(self.events):
                    if self.events and event.time < self.events[-1].time:
                        return f"an event of {event.time} us became final after one of {self.events[-1].time} us"
                    first(event, self._append(event))
                elif self.events[place] != event:
                    return f"two final events at place {place}: {_name(self.events[place])} and {_name(event)}"
                place += 1
        return None

    def _append(self, event: Event) -> TableState:
        seen, _ = apply_event(Seen(self.states[-1]), event, NOBODY, lambda *_: None)
        self.events.append(event)
        self.states.append(seen.table)
        return seen.table


class History:
    """All views of one table, by lineage and number; the view in which a lineage forked off is there for each."""

    def __init__(self) -> None:
        self._chapters: dict[tuple[bytes, int], Chapter] = {}

    def chapter(self, view: View, forks: Forks = ()) -> Chapter | None:
        """The chapter of ``view``; begun if it is the next one, None where another view has its number.

        ``forks``: for which the view before it put somebody out.
        """
        key = (view.lineage, view.number)
        chapter = self._chapters.get(key)
        if chapter is None:
            before = self._chapters.get((view.lineage, view.number - 1))
            begun = before.states[-1] if before is not None else TableState(view.lineage)
            put_out = frozenset(fork.author for fork in forks)
            first = apply_view(in_lineage(begun, view.lineage), frozenset(view.peers()), put_out)
            chapter = self._chapters[key] = Chapter(view, [first])
        return chapter if chapter.view == view else None

    def ending(self, view: View, following: View) -> Chapter | None:
        """The chapter of ``view`` as it is for who goes on with ``following``."""
        chapter = self.chapter(view)
        key = (following.lineage, view.number)
        if chapter is None or following.lineage == view.lineage:
            return chapter
        if key not in self._chapters:
            end = chapter.settled
            self._chapters[key] = Chapter(view, chapter.states[: end + 1], chapter.events[:end], end)
        return self._chapters[key]

    def has(self, view: View) -> bool:
        """Whether there is a chapter of that number."""
        return (view.lineage, view.number) in self._chapters

    def newest(self, lineage: bytes) -> int:
        """The number of the last view."""
        return max(number for each, number in self._chapters if each == lineage)


def _name(event: Event) -> str:
    return f"{event.author.hex()[:4]}#{event.seq} at {event.time} us"

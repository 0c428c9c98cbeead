"""When an event is final: nothing can come before it any more, and more than half of the view hold it.

An event is final when (a) its time is at or below the least promise over *all* members of the installed view, and
(b) more than half of the view hold it and all before it. A member's promise counts once its events up to the seq
that came with the promise are held here. An event is a promise by itself: its author holds it, and stamps no later
one at or below it. Promises and holdings are of one view; the next one starts anew.
"""

from collections.abc import Iterable
from operator import ge

from msgspec import Struct

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.views import View


class Standing(Struct, frozen=True):
    """What one member has let know: a promise that counts, one that waits for events, and what it holds."""

    promise: int
    waiting_promise: int
    waiting_seq: int
    have: tuple[int, ...]


class Finality:
    """The standings of the members of one view."""

    def __init__(self, view: View) -> None:
        self._view = view
        nothing = (0,) * len(view.members)
        self._standings = {peer: Standing(0, 0, 0, nothing) for peer in view.peers()}
        self.final = nothing
        """The seq of each member's last final event of this view, in its order; 0 where there is none."""

    def heard(self, peer: bytes, promise: int, last_seq: int, have: tuple[int, ...], log: Log) -> None:
        """A member's beat (or the own one); older ones than already heard change nothing."""
        known = self._standings.get(peer)
        if known is None or len(have) != len(self._view.members):
            return
        merged = tuple(map(max, known.have, have))
        counts, waiting_promise, waiting_seq = known.promise, known.waiting_promise, known.waiting_seq
        if promise > waiting_promise:
            waiting_promise, waiting_seq = promise, last_seq
        if counts < waiting_promise and log.head(peer).seq >= waiting_seq:
            counts = waiting_promise
        self._standings[peer] = Standing(counts, waiting_promise, waiting_seq, merged)

    def grown(self, newest: Event) -> None:
        """The log holds the events of an author up to ``newest``: what it promised with and before it counts now."""
        known, rank = self._standings[newest.author], self._view.rank(newest.author)
        assert rank is not None, "only members have standings"
        held = (*known.have[:rank], max(known.have[rank], newest.seq), *known.have[rank + 1 :])
        counts = max(known.promise, newest.time)
        if newest.seq >= known.waiting_seq:
            counts = max(counts, known.waiting_promise)
        waiting_promise = max(counts, known.waiting_promise)
        self._standings[newest.author] = Standing(counts, waiting_promise, known.waiting_seq, held)

    def least_promise(self) -> int:
        """No event at or below this time can come any more."""
        return min([standing.promise for standing in self._standings.values()])

    def promise_of(self, peer: bytes) -> int:
        """The promise of one member that counts."""
        return self._standings[peer].promise

    def holds(self, peer: bytes, have: tuple[int, ...]) -> bool:
        """Whether ``peer`` has let know that it holds all of ``have``."""
        return _covers(self._standings[peer].have, have)

    def count(self, tail: Iterable[Event]) -> int:
        """How many events at the head of ``tail`` (in their order, all after those marked final) are final."""
        promised = self.least_promise()
        needed = list(self.final)
        final = 0
        for number, event in enumerate(tail, 1):
            rank = self._view.rank(event.author)
            if event.time > promised or rank is None:
                break
            needed[rank] = event.seq
            # "It and all before it": whoever lacks an earlier event does not count for a later one.
            holders = sum(_covers(standing.have, needed) for standing in self._standings.values())
            if not self._view.is_majority(holders):
                break
            final = number
        return final

    def mark(self, events: Iterable[Event]) -> None:
        """These are final now and leave the tail."""
        final = list(self.final)
        for event in events:
            rank = self._view.rank(event.author)
            if rank is not None:
                final[rank] = event.seq
        self.final = tuple(final)


def _covers(have: tuple[int, ...], needed: list[int] | tuple[int, ...]) -> bool:
    return all(map(ge, have, needed))

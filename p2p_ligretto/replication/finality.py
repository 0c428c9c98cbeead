"""When an event is final: nothing can come before it any more, and more than half of the others hold it.

An event is final when (a) its time is at or below the least promise over *all* members of the installed view, and
(b) it and all before it are held by more than half of the members that did not make it, so with its maker by more than
half of the view; who says one thing to some and another to others would count for both. A member's promise counts once
its events up to the seq that came with the promise are held here; what it says it holds, once that is known to be the
very events that are held here. An event is a promise by itself: its author holds it, and stamps no later one at or
below it. Promises and holdings are of one view; the next one starts anew.
"""

from collections.abc import Iterable
from operator import ge

from msgspec import Struct

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Holding


class Standing(Struct, frozen=True):
    """What one member has let know: a promise that counts, one that waits for events, and what it holds."""

    promise: int
    waiting_promise: int
    waiting_seq: int
    have: tuple[int, ...]


class Finality:
    """The standings of the members of the open view of ``log``."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._view = log.view
        self._authors = log.view.peers()
        nothing = (0,) * len(log.view.members)
        self._standings = {peer: Standing(0, 0, 0, nothing) for peer in log.view.peers()}
        self._unproved: dict[bytes, dict[bytes, tuple[int, bytes]]] = {peer: {} for peer in log.view.peers()}
        """By author what members say they hold of it, seq and beginning of its hash, that is not held here yet."""
        self.final = nothing
        """The seq of each member's last final event of this view, in its order; 0 where there is none."""
        self._latest_us = 0
        """The time of the last final event of this view."""

    def heard(self, peer: bytes, promise: int, last_seq: int, holds: Iterable[Holding]) -> None:
        """A member's beat (or the own one); older ones than already heard change nothing.

        ``holds`` need not tell what was told before.
        """
        known = self._standings.get(peer)
        if known is None:
            return
        counts, waiting_promise, waiting_seq = known.promise, known.waiting_promise, known.waiting_seq
        if promise > waiting_promise:
            waiting_promise, waiting_seq = promise, last_seq
        if counts < waiting_promise and self._log.head(peer).seq >= waiting_seq:
            counts = waiting_promise
        held = self._proved(peer, known.have, holds)
        self._standings[peer] = Standing(counts, waiting_promise, waiting_seq, held)

    def _proved(self, peer: bytes, known: tuple[int, ...], holds: Iterable[Holding]) -> tuple[int, ...]:
        """What ``peer`` holds, as far as it is known to be what is held here; the rest is kept for later."""
        counts = list(known)
        for holding in holds:
            rank, seq = holding.rank, holding.seq
            if seq <= counts[rank]:
                continue
            author = self._authors[rank]
            if seq <= self._log.start(author).seq:
                # Of views that have ended all hold the same.
                counts[rank] = seq
                continue
            name = self._log.hash_at(author, seq)
            if name is None:
                self._unproved[author][peer] = (seq, holding.head)
            elif name.startswith(holding.head):
                counts[rank] = seq
        return tuple(counts)

    def grown(self, newest: Event) -> None:
        """The log holds the events of an author up to ``newest``: what it promised with and before it counts now."""
        author = newest.author
        self._holds(author, author, newest.seq)
        for peer, (seq, head) in list(self._unproved[author].items()):
            name = self._log.hash_at(author, seq)
            if name is not None:
                del self._unproved[author][peer]
                if name.startswith(head):
                    self._holds(peer, author, seq)
        known = self._standings[author]
        counts = max(known.promise, newest.time)
        if newest.seq >= known.waiting_seq:
            counts = max(counts, known.waiting_promise)
        waiting_promise = max(counts, known.waiting_promise)
        self._standings[author] = Standing(counts, waiting_promise, known.waiting_seq, known.have)

    def _holds(self, peer: bytes, author: bytes, seq: int) -> None:
        known, rank = self._standings[peer], self._view.rank(author)
        assert rank is not None, "only members have standings"
        if seq > known.have[rank]:
            have = (*known.have[:rank], seq, *known.have[rank + 1 :])
            self._standings[peer] = Standing(known.promise, known.waiting_promise, known.waiting_seq, have)

    def final_seq(self, peer: bytes) -> int:
        """The seq of the last final event of ``peer`` in this view, 0 if there is none."""
        rank = self._view.rank(peer)
        return 0 if rank is None else self.final[rank]

    def is_taken_back(self, kept: Iterable[Event], void: Iterable[Event]) -> bool:
        """Whether the end of the view leaves out what was final here, or may put something before it.

        So it is only where somebody has lied about what it promises, holds or has accepted (docs/security.md), or two
        events have one time.
        """
        before = (event for event in kept if event.time <= self._latest_us and not self._is_final(event))
        return any(before) or any(map(self._is_final, void))

    def _is_final(self, event: Event) -> bool:
        return event.seq <= self.final_seq(event.author)

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
            holders = [peer for peer, standing in self._standings.items() if _covers(standing.have, needed)]
            if not self._view.is_majority_of_others(len(holders) - (event.author in holders)):
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
                self._latest_us = event.time
        self.final = tuple(final)


def _covers(have: tuple[int, ...], needed: list[int] | tuple[int, ...]) -> bool:
    return all(map(ge, have, needed))

"""The log of a table: closed views with their events, and the chains of the open view.

Invariants:
- A chain holds an author's events of one view without a gap; the first has seq = cut + 1 and the hash of the
  author's event at the cut as ``previous`` (``NO_EVENT`` where there is none), whatever its incarnation.
- Times of one author strictly increase through all views.
- Two different events with one name are never both held: the second is proof of a fork.
- A closed view never changes.
- Neither a chain nor the whole grows beyond what an honest table can say (``MAX_CHAIN_BYTES``, ``MAX_LOG_BYTES``).
"""

import hashlib
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import Final

import msgpack
from msgspec import to_builtins

from p2p_ligretto.replication.events import MAX_PAYLOAD_BYTES, NO_EVENT, Event, event_hash
from p2p_ligretto.replication.identifiers import MAX_INTEGER
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.views import Decision, Proposal, View

MAX_EARLY_EVENTS: Final = 4096
"""Events beyond a gap that are kept until it is filled; further ones are fetched again later."""
MAX_LOG_BYTES: Final = 64 * 1024 * 1024
"""Of all events and views of a table, each reckoned at ``cost_of`` or ``VIEW_COST_BYTES``, so at no less than it takes
on the wire. Twelve players who each make 150 moves a round, of 100 bytes of content, fill it in some 100 rounds."""
MAX_CHAIN_BYTES: Final = 16 * 1024 * 1024
"""Of one author's events in all views: 300 rounds of 150 moves. So it takes several to fill a log."""
EVENT_OVERHEAD_BYTES: Final = 256
"""More than all fields of an event but its payload can take."""
VIEW_COST_BYTES: Final = 2_048
"""More than a view of twelve and the decision that ended it take."""
MAX_EVENT_TIME_US: Final = MAX_INTEGER // 2
"""No clock gets there, and whoever stamps after it still finds a number."""


class Place(Enum):
    """What became of an event that was offered to the log."""

    ADDED = "added"
    DUPLICATE = "duplicate"
    GAP = "gap"
    CLOSED_VIEW = "closed view"
    LATER_VIEW = "later view"


class Fork(Misconduct):
    """An author has said two different things under one name, if it has signed both; ``held`` is in the log."""

    def __init__(self, held: Event, other: Event) -> None:
        super().__init__("two different events with one name")
        self.held = held
        self.other = other


@dataclass(frozen=True, slots=True)
class Head:
    """The end of an author's chain."""

    seq: int = 0
    hash: bytes = NO_EVENT
    time: int = 0


NOTHING: Final = Head()


def cost_of(event: Event) -> int:
    """What an event is reckoned at, in bytes."""
    return EVENT_OVERHEAD_BYTES + len(event.payload)


@dataclass(frozen=True, slots=True)
class ClosedView:
    """A view that ended with ``decision``; ``events`` are each author's up to the cut, in chain order."""

    view: View
    decision: Decision
    events: tuple[Event, ...]


class Log:
    """All that was said at one table, as far as it is held here."""

    def __init__(self, table: bytes, view: View) -> None:
        self.opened = table
        """The table's first lineage."""
        self.view = view
        self.closed: list[ClosedView] = []
        self._closed_hash = bytes(32)
        self._start: dict[bytes, Head] = {}
        self._heads: dict[bytes, Head] = {}
        self._chains: dict[bytes, list[Event]] = {peer: [] for peer in view.peers()}
        self._early: dict[tuple[bytes, int], Event] = {}
        self._chain_bytes: Counter[bytes] = Counter()
        self._bytes = VIEW_COST_BYTES

    @property
    def table(self) -> bytes:
        """What events and messages call the table now: the lineage of the open view."""
        return self.view.lineage

    def head(self, author: bytes) -> Head:
        """The end of ``author``'s chain as it is held here, open view included."""
        return self._heads.get(author) or self._start.get(author) or NOTHING

    def start(self, author: bytes) -> Head:
        """The end of ``author``'s chain where the open view begins."""
        return self._start.get(author) or NOTHING

    def have(self) -> tuple[int, ...]:
        """The seq of each member's head, in the order of the view."""
        return tuple(self.head(peer).seq for peer in self.view.peers())

    def has_room(self, author: bytes, cost: int = EVENT_OVERHEAD_BYTES + MAX_PAYLOAD_BYTES) -> bool:
        """Whether an event of ``author`` that is reckoned at ``cost`` bytes, by default the longest, finds room."""
        return self._chain_bytes[author] + cost <= MAX_CHAIN_BYTES and self._bytes + cost <= MAX_LOG_BYTES

    def add(self, event: Event) -> tuple[Place, tuple[Event, ...]]:
        """Offer an event; returns its place and all events that are new now, in chain order.

        Raises Misconduct for an event that no honest author could have made.
        """
        if event.table != self.table:
            raise Misconduct("an event of another table")
        if event.view != self.view.number:
            return (Place.CLOSED_VIEW if event.view < self.view.number else Place.LATER_VIEW), ()
        member = self.view.member(event.author)
        if member is None or member.incarnation != event.incarnation:
            raise Misconduct("an event of somebody who is not a member of its view")
        head = self.head(event.author)
        if event.seq <= head.seq:
            self._check_same(event)
            return Place.DUPLICATE, ()
        if event.time > MAX_EVENT_TIME_US:
            raise Misconduct("an event at a time that no clock shows")
        if event.seq > head.seq + 1:
            if len(self._early) < MAX_EARLY_EVENTS:
                self._early[event.author, event.seq] = event
            return Place.GAP, ()
        fault = _fault_after(head, event)
        if fault is not None:
            raise Misconduct(fault)
        if not self.has_room(event.author, cost_of(event)):
            raise Misconduct("more events than any honest table holds")
        added = [event]
        self._append(event)
        while following := self._early.pop((event.author, added[-1].seq + 1), None):
            fits = self.has_room(event.author, cost_of(following))
            if not fits or _fault_after(self.head(event.author), following) is not None:
                # Who brought it is not known any more; what belongs here is fetched again.
                break
            self._append(following)
            added.append(following)
        return Place.ADDED, tuple(added)

    def _append(self, event: Event) -> None:
        self._chains[event.author].append(event)
        self._reckon(event, 1)
        self._heads[event.author] = Head(event.seq, event_hash(event), event.time)

    def _reckon(self, event: Event, sign: int) -> None:
        cost = sign * cost_of(event)
        self._chain_bytes[event.author] += cost
        self._bytes += cost

    def _check_same(self, event: Event) -> None:
        chain, start = self._chains[event.author], self.start(event.author)
        if event.seq <= start.seq:
            raise Misconduct("an event that its view can't hold: its seq was used before")
        if event_hash(chain[event.seq - start.seq - 1]) != event_hash(event):
            raise Fork(chain[event.seq - start.seq - 1], event)

    def events(self, author: bytes, first: int, last: int) -> tuple[Event, ...]:
        """The events of ``author`` in the open view with ``first`` <= seq <= ``last``, as far as they are held."""
        base = self.start(author).seq
        return tuple(self._chains.get(author, ())[max(0, first - base - 1) : max(0, last - base)])

    def closed_events(self, view: int, author: bytes, first: int, last: int) -> tuple[Event, ...]:
        """The same of a view that has ended: what its cut kept."""
        return tuple(
            event
            for closed in self.closed
            if closed.view.number == view
            for event in closed.events
            if event.author == author and first <= event.seq <= last
        )

    def beyond(self, have: tuple[int, ...]) -> tuple[Event, ...]:
        """All events of the open view that somebody with ``have`` lacks, each author's in chain order."""
        found: list[Event] = []
        for peer, seq in zip(self.view.peers(), have, strict=True):
            found.extend(self.events(peer, seq + 1, self.head(peer).seq))
        return tuple(found)

    def holds(self, cut: tuple[int, ...]) -> bool:
        """Whether the open view is held up to ``cut``."""
        return all(held >= wanted for held, wanted in zip(self.have(), cut, strict=True))

    def hash_to(self, proposal: Proposal) -> bytes:
        """Hash of the whole log up to the proposal's cut; ``holds(cut)`` must be true."""
        ends = []
        for peer, seq in zip(self.view.peers(), proposal.cut, strict=True):
            kept = self.events(peer, seq, seq)
            ends.append(event_hash(kept[0]) if kept else self.start(peer).hash)
        parts = [self._closed_hash, to_builtins(proposal, builtin_types=(bytes,)), ends]
        return hashlib.sha256(b"ligretto log" + msgpack.packb(parts)).digest()

    def close(self, decision: Decision) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
        """End the open view: what lies beyond the cut is void, the decided view is open.

        Returns the kept events of the view that ended and the void ones, in no particular order. The caller
        has to make sure that the log holds the cut and has the decided hash.
        """
        proposal = decision.proposal
        kept: list[Event] = []
        void: list[Event] = []
        closed_hash = self.hash_to(proposal)
        for peer, seq in zip(self.view.peers(), proposal.cut, strict=True):
            chain, base = self._chains[peer], self.start(peer).seq
            keep = chain[: max(0, seq - base)]
            kept.extend(keep)
            void.extend(chain[len(keep) :])
            if keep:
                self._start[peer] = Head(keep[-1].seq, event_hash(keep[-1]), keep[-1].time)
        for event in void:
            self._reckon(event, -1)
        self._bytes += VIEW_COST_BYTES
        self.closed.append(ClosedView(self.view, decision, tuple(kept)))
        self._closed_hash = closed_hash
        self.view = proposal.view
        self._heads = {}
        self._chains = {peer: [] for peer in self.view.peers()}
        self._early = {}
        return tuple(kept), tuple(void)


def _fault_after(head: Head, event: Event) -> str | None:
    """Why ``event`` can't be the next one of the chain that ends with ``head``."""
    if event.previous != head.hash:
        return "an event that does not continue its author's chain"
    if event.time <= head.time:
        return "an event that is not later than its author's previous one"
    return None

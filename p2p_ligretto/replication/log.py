"""The log of a table: closed views with their events, and the chains of the open view.

Invariants:
- A chain holds an author's events of one view without a gap; the first has seq = cut + 1 and the hash of the
  author's event at the cut as ``previous`` (``NO_EVENT`` where there is none), whatever its incarnation.
- Times of one author strictly increase through all views.
- Two events that contradict one another are never both held: with the second the first is proof of a fork.
- Of an author that has forked (``condemned``) nothing is taken in but what a view change asks for.
- A closed view never changes.
- Neither a chain nor the whole grows beyond what an honest table can say (``MAX_CHAIN_BYTES``, ``MAX_LOG_BYTES``).
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

import msgpack
from msgspec import Struct, to_builtins

from p2p_ligretto.replication.events import MAX_PAYLOAD_BYTES, NO_EVENT, Event, event_hash
from p2p_ligretto.replication.forks import Fork, ForkFound
from p2p_ligretto.replication.identifiers import HEAD_BYTES, MAX_INTEGER
from p2p_ligretto.replication.messages import Holding, holdings
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
    CONDEMNED = "its author has forked"


class Head(Struct, frozen=True):
    """The end of an author's chain."""

    seq: int = 0
    hash: bytes = NO_EVENT
    time: int = 0


NOTHING: Final = Head()


def cost_of(event: Event) -> int:
    """What an event is reckoned at, in bytes."""
    return EVENT_OVERHEAD_BYTES + len(event.payload)


def cost_of_end(decision: Decision) -> int:
    """What a view and the decision that ended it are reckoned at, in bytes."""
    forks = decision.proposal.forks
    return VIEW_COST_BYTES + sum(cost_of(event) for fork in forks for event in (fork.first, fork.second))


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
        self._hashes: dict[bytes, list[bytes]] = {peer: [] for peer in view.peers()}
        self.condemned: dict[bytes, Fork] = {}
        """Members of the open view that are known to have forked."""
        self._floors: dict[bytes, int] = {}
        """How much of the chain of each of them is not to be given up."""
        self._limits: dict[bytes, int] = {}
        """How much of it is wanted."""
        self._early: dict[tuple[bytes, int], Event] = {}
        self._chain_bytes: Counter[bytes] = Counter()
        self._bytes = VIEW_COST_BYTES
        self._have: tuple[int, ...] | None = None
        self._have_heads: tuple[bytes, ...] | None = None
        self._holdings: tuple[Holding, ...] | None = None

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
        if self._have is None:
            # Asked for with each beat that goes out or comes in, and changed by events only.
            heads = self._heads
            self._have = tuple([(heads.get(peer) or self.start(peer)).seq for peer in self.view.peers()])
        return self._have

    def heads(self) -> tuple[bytes, ...]:
        """Which event each member's head is, in the order of the view: the beginning of its hash."""
        if self._have_heads is None:
            heads = self._heads
            names = [(heads.get(peer) or self.start(peer)).hash for peer in self.view.peers()]
            self._have_heads = tuple([name[:HEAD_BYTES] for name in names])
        return self._have_heads

    def holdings(self) -> tuple[Holding, ...]:
        """Both together, of each member."""
        if self._holdings is None:
            self._holdings = holdings(self.have(), self.heads())
        return self._holdings

    def _grown_or_cut(self) -> None:
        self._have = self._have_heads = self._holdings = None

    def hash_at(self, author: bytes, seq: int) -> bytes | None:
        """The hash of the event of ``author`` with that seq; None if the open view does not hold it."""
        start = self.start(author)
        if seq == start.seq:
            return start.hash
        place = seq - start.seq - 1
        hashes = self._hashes.get(author, ())
        return hashes[place] if 0 <= place < len(hashes) else None

    def differing(self, holds: Iterable[Holding]) -> Iterator[tuple[bytes, int]]:
        """Author and seq of each of these that is another event of the open view than the one held here."""
        peers = self.view.peers()
        for holding in holds:
            peer, seq = peers[holding.rank], holding.seq
            held = self.hash_at(peer, seq) if seq > self.start(peer).seq else None
            if held is not None and held[:HEAD_BYTES] != holding.head and peer not in self.condemned:
                yield peer, seq

    def has_room(self, author: bytes, cost: int = EVENT_OVERHEAD_BYTES + MAX_PAYLOAD_BYTES) -> bool:
        """Whether an event of ``author`` that is reckoned at ``cost`` bytes, by default the longest, finds room."""
        return self._chain_bytes[author] + cost <= MAX_CHAIN_BYTES and self._bytes + cost <= MAX_LOG_BYTES

    def add(self, event: Event) -> tuple[Place, tuple[Event, ...]]:
        """Offer an event; returns its place and all events that are new now, in chain order.

        Raises Misconduct for an event that no honest author could have made, ForkFound where one event alone does not
        show it.
        """
        if event.table != self.table:
            raise Misconduct("an event of another table")
        if event.view != self.view.number:
            return (Place.CLOSED_VIEW if event.view < self.view.number else Place.LATER_VIEW), ()
        if not self.is_of_member(event):
            raise Misconduct("an event of somebody who is not a member of its view")
        head = self.head(event.author)
        if event.author in self.condemned and event.seq > self._limits[event.author]:
            return Place.CONDEMNED, ()
        if event.seq <= head.seq:
            self._check_same(event)
            return Place.DUPLICATE, ()
        if event.time > MAX_EVENT_TIME_US:
            raise Misconduct("an event at a time that no clock shows")
        if event.seq > head.seq + 1:
            if len(self._early) < MAX_EARLY_EVENTS:
                self._early[event.author, event.seq] = event
            return Place.GAP, ()
        self._check_follows(event)
        if not self.has_room(event.author, cost_of(event)):
            raise Misconduct("more events than any honest table holds")
        added = [event]
        self._append(event)
        while following := self._early.pop((event.author, added[-1].seq + 1), None):
            fits = self.has_room(event.author, cost_of(following))
            if not fits or not _follows(self.head(event.author), following):
                # Who brought it is not known any more; what belongs here is fetched again.
                break
            self._append(following)
            added.append(following)
        return Place.ADDED, tuple(added)

    def is_of_member(self, event: Event) -> bool:
        """Whether a member of the open view, the process that it is now, can have said it, in whatever view."""
        member = self.view.member(event.author)
        return member is not None and (event.table, event.incarnation) == (self.table, member.incarnation)

    def _append(self, event: Event) -> None:
        name = event_hash(event)
        self._chains[event.author].append(event)
        self._hashes[event.author].append(name)
        self._reckon(event, 1)
        self._heads[event.author] = Head(event.seq, name, event.time)
        self._grown_or_cut()

    def _reckon(self, event: Event, sign: int) -> None:
        cost = sign * cost_of(event)
        self._chain_bytes[event.author] += cost
        self._bytes += cost

    def _check_same(self, event: Event) -> None:
        chain, start = self._chains[event.author], self.start(event.author)
        if event.seq <= start.seq:
            raise Misconduct("an event that its view can't hold: its seq was used before")
        if event.author not in self.condemned and self.hash_at(event.author, event.seq) != event_hash(event):
            raise ForkFound(Fork(chain[event.seq - start.seq - 1], event))

    def _check_follows(self, event: Event) -> None:
        head, chain = self.head(event.author), self._chains[event.author]
        if event.previous != head.hash:
            if chain and event.author not in self.condemned:
                raise ForkFound(Fork(chain[-1], event))
            raise Misconduct("an event that does not continue its author's chain")
        if event.time <= head.time:
            raise Misconduct("an event that is not later than its author's previous one")

    # ---- forks

    def condemn(self, fork: Fork, floor: int) -> tuple[Event, ...]:
        """The author of ``fork``, a member, has forked: up to seq ``floor`` its chain stays, the rest is given up.

        Returns what is held no more.
        """
        author = fork.author
        self.condemned[author] = fork
        self._floors[author] = self._limits[author] = max(floor, self.start(author).seq)
        self._early = {name: event for name, event in self._early.items() if name[0] != author}
        return self.cut_back(author)

    def want(self, author: bytes, seq: int) -> None:
        """A view change asks for the chain of ``author`` up to ``seq``, whether it has forked or not."""
        if author in self.condemned:
            self._limits[author] = max(self._limits[author], seq)

    def cut_back(self, author: bytes) -> tuple[Event, ...]:
        """Give up what lies beyond the floor of the condemned ``author``; returns what is held no more."""
        chain, floor = self._chains[author], self._floors[author]
        kept = max(0, floor - self.start(author).seq)
        dropped = tuple(chain[kept:])
        for event in dropped:
            self._reckon(event, -1)
        del chain[kept:], self._hashes[author][kept:]
        if chain:
            self._heads[author] = Head(chain[-1].seq, self._hashes[author][-1], chain[-1].time)
        else:
            self._heads.pop(author, None)
        self._grown_or_cut()
        return dropped

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
            ends.append(self.hash_at(peer, seq) or self.start(peer).hash)
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
                self._start[peer] = Head(keep[-1].seq, self._hashes[peer][len(keep) - 1], keep[-1].time)
        for event in void:
            self._reckon(event, -1)
        self._bytes += cost_of_end(decision)
        self.closed.append(ClosedView(self.view, decision, tuple(kept)))
        self._closed_hash = closed_hash
        self.view = proposal.view
        self._heads = {}
        self._grown_or_cut()
        self._chains = {peer: [] for peer in self.view.peers()}
        self._hashes = {peer: [] for peer in self.view.peers()}
        self._early = {}
        # Who has forked is out now, unless this view was chosen before that was known.
        self.condemned = {peer: fork for peer, fork in self.condemned.items() if peer in self._chains}
        self._floors = {peer: self.start(peer).seq for peer in self.condemned}
        self._limits = dict(self._floors)
        return tuple(kept), tuple(void)


def _follows(head: Head, event: Event) -> bool:
    """Whether ``event`` can be the next one of the chain that ends with ``head``."""
    return event.previous == head.hash and event.time > head.time

"""Those whom this node feeds, whether it sits at the table or looks on itself: each node's part of the tree.

They count for nothing: no promise, no vote, no quorum knows them. Who is fed trusts its feeder for what is final, and
checks the rest itself: chains, cuts, and the hash of each decision.

Invariants:
- Nobody is fed by itself, over however many: a feeder knows the way from a member to it, and feeds nobody on it.
- A node feeds as many as it wants to (``Room``), and names these to whoever comes then. Only who can't have any of them
  is fed besides, up to a bound.
- How many look on is summed on the way up, and said each ``TELL_US`` at most.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.node.keeping_last import keep_last
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.replication.catch_up import chunks, handover
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import (
    MAX_FEEDERS,
    MAX_ONLOOKERS,
    MAX_PATH,
    AnyReplicationMessage,
    Commit,
    EventSent,
    Feeding,
    Settled,
    Watch,
    WatchRefused,
)
from p2p_ligretto.replication.views import Decision

TELL_US: Final = 1_000_000
MAX_WAITING: Final = 32
INSISTS: Final = 10
"""For so many counts somebody stays who says that others could not be had."""


@dataclass(frozen=True, slots=True)
class Room:
    """How many a node feeds: ``wanted`` gladly, ``most`` if others fail."""

    wanted: int
    most: int


AT_TABLE: Final = Room(1, 4)
"""Whoever sits at the table has to play: a hundred spectators must not cost it more than one does."""
LOOKING_ON: Final = Room(8, 12)
"""Five hundred are within three steps of the table; a laptop says eight times what is said at a table with ease."""


@dataclass(slots=True)
class _Fed:
    """One who is fed: how many look on over it, and whom it could not have when it came; for a while it is believed."""

    lost: frozenset[bytes]
    onlookers: int = 1
    believed: int = INSISTS
    """For so many counts more."""

    def may_have(self, names: Iterable[bytes]) -> bool:
        """Whether one of these may feed it, as far as it is known."""
        return not self.believed or not self.lost.intersection(names)


class Audience:
    """Whom one node feeds of one table. ``path`` leads from a member to this node; empty while it is not fed itself."""

    def __init__(self, table: bytes, outbox: Outbox, room: Room, path: tuple[bytes, ...], now: int = 0) -> None:
        self.peers: frozenset[bytes] = frozenset()
        self.path = path
        self.onlookers = 0
        """How many look on over this node, as it was last told on."""
        self.altogether = 0
        """How many look on at the table, as far as this node knows."""
        self._fed: dict[bytes, _Fed] = {}
        self._waiting: dict[bytes, Watch] = {}
        self._known: frozenset[bytes] = frozenset()
        self._table = table
        self._outbox = outbox
        self._room = room
        self._told_at = now - TELL_US

    # ---- who is fed

    def wait(self, peer: bytes, wish: Watch) -> None:
        """``peer`` wants to be fed by this node, which is not fed itself yet."""
        keep_last(self._waiting, peer, wish, MAX_WAITING)

    def waiting(self) -> Iterable[tuple[bytes, Watch]]:
        """Those who wait: from now on they don't."""
        waiting, self._waiting = self._waiting, {}
        return waiting.items()

    def waits(self, peer: bytes) -> bool:
        """Whether ``peer`` waits until this node is fed."""
        return peer in self._waiting

    def ask(
        self, peer: bytes, wish: Watch, log: Log, final: tuple[int, ...], elsewhere: tuple[bytes, ...] = ()
    ) -> None:
        """Feed ``peer`` from now on with what it lacks; or name who may: ``elsewhere``, or those who are fed here.

        Refused without a name it is where nobody is left to be named, and no more can be fed, or it feeds this node.
        """
        if peer not in self._fed:
            names = self._names(peer, frozenset(wish.lost), elsewhere)
            if wish.view > log.view.number:
                # It knows more than this node.
                self.refuse(peer)
                return
            if names or len(self._fed) >= self._room.most or peer in self.path or not 0 < len(self.path) < MAX_PATH:
                self.refuse(peer, names)
                return
        self._fed[peer] = _Fed(frozenset(wish.lost))
        self._peers_changed()
        self._tell_path((peer,))
        for message in _lacking(log, wish):
            self._outbox.send_on_links((peer,), message)
        self._outbox.send_on_links((peer,), Settled(log.table, log.view.number, final))

    def _names(self, peer: bytes, lost: frozenset[bytes], elsewhere: tuple[bytes, ...]) -> tuple[bytes, ...]:
        """Who may feed ``peer`` instead of this node, those with the fewest onlookers first; none if this node should.

        Who is named first counts as if it had one more, so that who come at once are not all sent to the same one.
        """
        if not self._fed:
            return tuple(each for each in elsewhere if each not in lost and each != peer)
        if len(self._fed) < self._room.wanted:
            return ()
        fewest = sorted(self._fed, key=lambda each: (self._fed[each].onlookers, each))
        names = [each for each in fewest if each not in lost and each != peer][:MAX_FEEDERS]
        if names:
            self._fed[names[0]].onlookers += 1
        return tuple(names)

    def refuse(self, peer: bytes, names: tuple[bytes, ...] = ()) -> None:
        """``peer`` is not fed, and may ask those with these names."""
        self._outbox.introduce((peer,), names)
        self._outbox.send_on_links((peer,), WatchRefused(self._table, feeders=names))

    def dismiss(self, peer: bytes) -> None:
        """``peer`` does not want to be fed any more."""
        self._waiting.pop(peer, None)
        if self._fed.pop(peer, None) is not None:
            self._peers_changed()

    def send_away(self, names: tuple[bytes, ...] = ()) -> None:
        """They have to look for another feeder, those of these ``names`` first."""
        for peer in list(self._fed):
            self._send_on(peer, names)

    def send_on(self, names: tuple[bytes, ...]) -> None:
        """Those of these ``names`` are to feed them, but for who could not have them."""
        for peer, fed in list(self._fed.items()):
            if fed.may_have(names):
                self._send_on(peer, names)

    def make_room(self) -> None:
        """Who came as others failed is to look whether they are back: this node feeds more than it wants to."""
        if len(self._fed) <= self._room.wanted:
            return
        most = sorted(self._fed, key=lambda peer: (self._fed[peer].onlookers, peer), reverse=True)
        kept, others = most[: self._room.wanted], most[self._room.wanted :]
        for peer in others:
            if self._fed[peer].may_have(kept):
                self._send_on(peer, tuple(reversed(kept)))

    def _send_on(self, peer: bytes, names: tuple[bytes, ...]) -> None:
        del self._fed[peer]
        self._peers_changed()
        self.refuse(peer, tuple(name for name in names if name != peer))

    def keep_linked(self, linked: frozenset[bytes]) -> None:
        """Whose link is gone looks for another feeder."""
        if not self.peers <= linked:
            self._fed = {peer: fed for peer, fed in self._fed.items() if peer in linked}
            self._peers_changed()

    def _peers_changed(self) -> None:
        self.peers = frozenset(self._fed)

    # ---- the way, and how many there are

    def follow(self, path: tuple[bytes, ...], known: frozenset[bytes] = frozenset()) -> None:
        """The way from a member to this node, and itself. ``known`` are others who could feed in its place."""
        if path != self.path or known != self._known:
            self.path, self._known = path, known
            self._tell_path(self.peers)

    def _tell_path(self, peers: Iterable[bytes]) -> None:
        peers = tuple(peers)
        if peers and self.path:
            # Whoever feeds may be gone a moment later: where the others are has to be known by then.
            self._outbox.introduce(peers, [*self.path[:-1], *sorted(self._known)])
            self._outbox.send_on_links(peers, Feeding(self._table, self.path, self.altogether))

    def looking_on(self, peer: bytes, onlookers: int) -> None:
        """So many look on over ``peer``."""
        if peer in self._fed:
            self._fed[peer].onlookers = onlookers

    @property
    def wake_at(self) -> int:
        """When ``is_due`` may be true."""
        return self._told_at + TELL_US if self._fed or self.onlookers else END_OF_TIME

    def is_due(self, now: int) -> bool:
        """Whether it is time to count and tell, if there is anything to tell."""
        return now >= self.wake_at

    def count(self, now: int) -> None:
        """Count those who look on over this node."""
        self.onlookers = min(MAX_ONLOOKERS, sum(fed.onlookers for fed in self._fed.values()))
        self._told_at = now
        for fed in self._fed.values():
            fed.believed = max(0, fed.believed - 1)

    def tell(self, altogether: int) -> None:
        """So many look on at the table."""
        if altogether != self.altogether:
            self.altogether = min(MAX_ONLOOKERS, altogether)
            if self.path:
                self._outbox.send_on_links(self.peers, Feeding(self._table, self.path, self.altogether))

    # ---- what is fed

    def feed_anew(self, log: Log, final: tuple[int, ...]) -> None:
        """Something that was fed is not held any more: begin with the whole log."""
        for message in handover(log) if self.peers else ():
            self._outbox.send_on_links(self.peers, message)
        self._outbox.send_on_links(self.peers, Settled(log.table, log.view.number, final))

    def held(self, event: Event) -> None:
        """An event is in the log."""
        if self.peers:
            self._outbox.send_on_links(self.peers, EventSent(event))

    def ended(self, view: int, decision: Decision) -> None:
        """A view has ended."""
        self._outbox.send_on_links(self.peers, Commit(self._table, view, decision))

    def settled(self, view: int, final: tuple[int, ...]) -> None:
        """Of the open view so much of each member's chain is final."""
        if self.peers:
            self._outbox.send_on_links(self.peers, Settled(self._table, view, final))


def _lacking(log: Log, wish: Watch) -> Iterator[AnyReplicationMessage]:
    """What brings who holds the log as in ``wish`` up to date; the whole log where that can't be told."""
    if log.condemned:
        # It may hold what is held here no more.
        return handover(log)
    if wish.view == log.view.number and len(wish.have) == len(log.view.members):
        return iter(tuple(chunks(log.beyond(wish.have))))
    places = [place for place, closed in enumerate(log.closed) if closed.view.number == wish.view]
    if len(places) != 1 or len(wish.have) != len(log.closed[places[0]].view.members):
        return handover(log)
    return _from(log, places[0], wish)


def _from(log: Log, place: int, wish: Watch) -> Iterator[AnyReplicationMessage]:
    """From the closed view at ``place`` on, of which what is in ``wish`` is held."""
    held = dict(zip(log.closed[place].view.peers(), wish.have, strict=True))
    for closed in log.closed[place:]:
        yield from chunks(event for event in closed.events if event.seq > held.get(event.author, 0))
        yield Commit(log.table, closed.view.number, closed.decision)
        # What it holds beyond the cut is void, and its numbers are used again.
        held = {}
    yield from chunks(log.beyond(tuple(log.start(peer).seq for peer in log.view.peers())))

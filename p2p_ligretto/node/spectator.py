"""Looking on at a table from a node without a seat there: fed by one node, and feeding others.

Invariants:
- A spectator counts for nothing and says nothing to the table; it asks one node at a time to be fed.
- Who feeds it sits at the table, or looks on and is fed itself; the way from the table never leads over this node.
- When its feeder goes, falls silent, or sends it on, it asks another one, and shows what it has until that one has
  handed over what is missing. Whom it feeds waits with it for a moment, and is sent away after ``ALONE_US``.
"""

from collections.abc import Container
from typing import Final

from p2p_ligretto.node.audience import LOOKING_ON, Audience
from p2p_ligretto.node.chronicle import Chronicle
from p2p_ligretto.node.fed_table import FedTable
from p2p_ligretto.node.feeder_search import FeederSearch
from p2p_ligretto.node.identity import NodeIdentity
from p2p_ligretto.node.links import MEMBER_WAIT_US, NOBODY, Links, Needed
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.replication.messages import (
    MAX_PATH,
    AnyReplicationMessage,
    Feeding,
    LookingOn,
    Unwatch,
    Watch,
    WatchRefused,
)

ASK_US: Final = 2_000_000
"""So long whoever is asked may say nothing before another one is asked."""
REACH_US: Final = 2_000_000
"""So long it may take to link to somebody who may feed."""
SILENT_US: Final = 2_000_000
"""As at the table: a feeder answers two pings a second."""
LATE_US: Final = 200_000
"""Who looks so much later than it wanted to has stood still itself, and can't blame others for silence."""
CODE_US: Final = 30_000_000
"""So long who watches may take to find the code, before another one is asked."""
SHOW_US: Final = 4_000_000
"""So long it may take to show a code that is known to be right."""
ALONE_US: Final = 3_000_000
"""So long those who are fed here wait with this node for another feeder."""
PAUSE_US: Final = 500_000
"""After everybody was asked."""


class Spectator:
    """A wish to watch ``table``, and the table as it is fed. ``chronicle`` is None until the first log is complete."""

    def __init__(self, table: bytes, own: NodeIdentity, links: Links, outbox: Outbox, now: int) -> None:
        self.table = table
        self.feeder: bytes | None = None
        """Who feeds, or was asked to."""
        self.audience = Audience(table, outbox, LOOKING_ON, (), now)
        self.fed = FedTable(table, own, outbox, self.audience, now)
        self.clock = self.fed.clock
        self.timing = self.fed.timing
        self.onlookers = 0
        """How many look on at the table, as the feeder tells."""
        self._own = own.peer
        self._links = links
        self._outbox = outbox
        self._search = FeederSearch(table, links)
        self._target: bytes | None = None
        """Whom to link to, to ask it."""
        self._path: tuple[bytes, ...] = ()
        """From a member to the feeder."""
        self._deadline = now
        """When to give up what is waited for."""
        self._searches = True
        self._pauses = False
        self._refused = False
        """Whether somebody has refused to feed who could name nobody."""
        self._alone_since: int | None = None
        self._excused_at = now
        """When this node has last found that it had stood still."""
        self._told: int | None = None
        """How many look on over this node, as the feeder knows."""

    @property
    def chronicle(self) -> Chronicle | None:
        """The table as it was fed."""
        return self.fed.chronicle

    @property
    def attached(self) -> bool:
        """Whether somebody feeds this node, and has handed over all."""
        return self.feeder is not None and self.fed.is_fed

    @property
    def wake_at(self) -> int:
        """When ``advance`` may have something to do."""
        link = self._links.by_peer.get(self.feeder or b"")
        if link is not None and self.attached:
            return min(self.audience.wake_at, max(link.heard_at, self._excused_at) + SILENT_US)
        return self._deadline if self._alone_since is None else min(self._deadline, self._alone_since + ALONE_US)

    @property
    def wanted(self) -> frozenset[bytes] | None:
        """Whom to dial, None while anybody may lead to the table."""
        if self._target is not None:
            return frozenset((self._target,))
        return frozenset() if self.feeder is not None else None

    @property
    def needed(self) -> Needed:
        """Whom to link to."""
        return NOBODY if self._target is None else {self._target: MEMBER_WAIT_US}

    @property
    def partners(self) -> frozenset[bytes]:
        """All that this node wants to keep a link to."""
        feeder = frozenset(() if self.feeder is None else (self.feeder,))
        return self.audience.peers | feeder

    @property
    def sent_on_by(self) -> Container[bytes]:
        """Those who have sent this node on to others: they don't want to be fed by it."""
        return self._search.sent_on_by

    # ---- finding a feeder

    def advance(self, now: int) -> None:
        """Find a feeder if there is none, or if the one that there was, or that was asked, keeps silent."""
        self.fed.begin(now)
        self.audience.keep_linked(self._links.linked)
        if self.feeder is not None and self._fails(self.feeder, now):
            self._outbox.send_on_links((self.feeder,), Unwatch(self.table))
            self._lose(self.feeder, now)
        if self.feeder is None:
            self._look_for_feeder(now)
        if self.attached:
            self._go_on(now)
        elif self._alone_since is not None and now >= self._alone_since + ALONE_US:
            self._alone_since = None
            self.audience.send_away()

    def _fails(self, feeder: bytes, now: int) -> bool:
        link = self._links.by_peer.get(feeder)
        if link is None:
            return True
        if not self.fed.is_fed:
            return now >= self._deadline
        silent_at = max(link.heard_at, self._excused_at) + SILENT_US
        if now > silent_at + LATE_US:
            self._excused_at = now
            return False
        return now >= silent_at

    def _lose(self, feeder: bytes, now: int) -> None:
        """Nothing more is to be expected from ``feeder``."""
        self._let_go(now)
        self._search.lose(feeder, now)

    def _let_go(self, now: int) -> None:
        """Nobody feeds: ask who has fed the one that did, or somebody at the table."""
        if not self._searches:
            self._searches, self._alone_since = True, now
            self._search.expect([*reversed(self._path[:-1]), *sorted(self._members())])
        self.feeder, self._path, self._told = None, (), None
        self._deadline = now
        self.audience.path = ()
        self.fed.is_fed = False

    def _members(self) -> frozenset[bytes]:
        return frozenset(() if self.fed.log is None else self.fed.log.view.peers())

    def _look_for_feeder(self, now: int) -> None:
        if self._pauses and now < self._deadline:
            return
        some_lost, self._pauses = bool(self._search.lost(now)), False
        target = self._search.next(now)
        while target is not None and target not in self._links.by_peer:
            if target != self._target:
                self._target, self._deadline = target, now + REACH_US
                self._links.dial_soon(target, now)
                return
            if now < self._deadline and self._links.is_dialled(target):
                return
            self._search.lose(target, now)
            self._target = None
            target = self._search.next(now)
        self._target = None
        if target is None:
            # Where everybody was asked, begin anew a little later, and with somebody who may know less.
            self._deadline, self._pauses = now + PAUSE_US, some_lost
            self._search.expect(sorted(self._members()))
            if self._refused:
                self._refused = False
                self.fed.forget_where()
        else:
            self.feeder = target
            self._ask(self.fed.wish(self._search.lost(now)), now)

    def _ask(self, wish: Watch, now: int) -> None:
        if self.feeder is not None:
            self._deadline = now + ASK_US
            self.clock.follow(self.feeder, frozenset(), 0, now)
            self._outbox.send_on_links((self.feeder,), wish)

    def _go_on(self, now: int) -> None:
        """Somebody feeds: tell it how many look on here, and those how many do altogether."""
        if self._searches:
            self._search.found()
            self._target, self._alone_since, self._searches, self._refused = None, None, False, False
        if self.audience.is_due(now):
            self.audience.count(now)
            self.audience.make_room()
        own = 1 + self.audience.onlookers
        if own != self._told and self.feeder is not None:
            self._told = own
            self._outbox.send_on_links((self.feeder,), LookingOn(self.table, own))

    def bar(self, sender: bytes, now: int, *, knows_code: bool) -> bool:
        """The feeder has to be shown the table's code first; False if ``sender`` is not the feeder."""
        if sender != self.feeder:
            return False
        self.fed.is_fed = False
        self._deadline = now + (SHOW_US if knows_code else CODE_US)
        return True

    def ask_again(self, now: int) -> None:
        """The feeder, or another one, has been shown the code."""
        self._ask(self.fed.wish(self._search.lost(now)), now)

    def leave(self) -> None:
        """Watch no more; who is fed here may go to who has fed this node."""
        if self.feeder is not None:
            self._outbox.send_on_links((self.feeder,), Unwatch(self.table))
        self.audience.send_away(self._path[-1:])

    # ---- what others say

    def take(self, sender: bytes, message: AnyReplicationMessage, now: int) -> None:
        """A message about the table; only the feeder's count. Raises Misconduct for a log that can't be."""
        if sender != self.feeder:
            return
        if isinstance(message, WatchRefused):
            self._sent_on(sender, message.feeders, now)
            return
        if isinstance(message, Feeding):
            self._follow(sender, message, now)
            return
        if not self.fed.is_fed:
            # Something comes: a long log takes its time.
            self._deadline = max(self._deadline, now + ASK_US)
        if not self.fed.take(message, now):
            self._ask(self.fed.wish_for_all(), now)

    def _sent_on(self, feeder: bytes, names: tuple[bytes, ...], now: int) -> None:
        names = tuple(name for name in names if name not in self.audience.peers)
        self._let_go(now)
        self._refused |= not names
        self._search.sent_on(feeder, names, now)

    def _follow(self, feeder: bytes, message: Feeding, now: int) -> None:
        """The way that leads to the feeder, and how many look on."""
        if self._own in message.path or message.path[-1] != feeder:
            # It is fed by this node, by now.
            self._outbox.send_on_links((feeder,), Unwatch(self.table))
            self._lose(feeder, now)
            return
        self.onlookers, self._path = message.onlookers, message.path
        if len(message.path) < MAX_PATH:
            self.audience.follow((*message.path, self._own), self._members())
            self.audience.tell(message.onlookers)
        else:
            self.audience.path = ()
            self.audience.send_away(message.path[-1:])

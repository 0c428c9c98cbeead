"""A member as far as stamps go: the clocks that a node has, fed and asked as a node does it, on a known host.

All that the lab knows of how clocks are kept is here: the objects are those of ``replication`` and ``node``; what
``node.neighbours``, ``node.receiving``, ``node.session`` and ``node.intake`` do with them takes a line or two each.
"""

from typing import Final, NamedTuple

from p2p_ligretto.node.neighbours import PING_US
from p2p_ligretto.node.pings import Pings
from p2p_ligretto.replication.clock import LamportClock, TableClock
from p2p_ligretto.replication.peer_clock import measure
from p2p_ligretto.sim.clock import HostClock

NO_TABLE_TIME: Final = 0
"""What bare counters are given for it. None is held up, and they stay below ``EPSILON_US``, so none is cut."""


class Stamps(NamedTuple):
    """The two times of one event: the one that it has, and the one that it would have by bare Lamport counters."""

    table: int
    bare: int


class Told(NamedTuple):
    """What an answer tells: the own clock that nobody sets, and table time."""

    clock: int
    table: int


class Member:
    """``peer`` and its clocks. All times that come in are true ones, microseconds; they never go back."""

    def __init__(self, peer: bytes, host: HostClock, lies_us: int, true_us: int) -> None:
        self.peer = peer
        self.lies_us = lies_us
        self._host = host
        self._clock = TableClock(host.read(true_us))
        self._lamport = LamportClock()
        self._bare = LamportClock()
        self._pings = Pings()
        self._peers: tuple[bytes, ...] = ()

    def sit_down(self, senior: bytes, peers: tuple[bytes, ...], true_us: int) -> None:
        """``peers`` are the other members; ``senior`` is the most senior of all of them, itself included."""
        self._peers = peers
        following = None if senior == self.peer else senior
        self._clock.follow(following, frozenset(peers), 0, self._host.read(true_us))

    # ---- table time

    def table_time(self, true_us: int) -> int:
        """The table time that it says it is."""
        return self._clock.table_time(self._host.read(true_us)) + self.lies_us

    @property
    def speaks(self) -> bool:
        """Whether it knows a table time."""
        return self._clock.synchronised

    @property
    def ask_at(self) -> int:
        """When to ask, true time: answers may make it earlier, and never later."""
        return self._host.true_us(self._pings.ask_at)

    def ask(self, true_us: int) -> tuple[tuple[bytes, ...], int]:
        """It is time to ask: whom, with which time of its own clock."""
        now = self._host.read(true_us)
        if not self._clock.synchronised:
            self._clock.advance(now)
        return self._pings.whom(self._clock, self._peers, PING_US, now), now

    def answer(self, true_us: int) -> Told:
        """What it says to whoever asks it."""
        return Told(self._host.read(true_us), self.table_time(true_us))

    def take_answer(self, peer: bytes, sent: int, told: Told, true_us: int) -> None:
        """``peer``, asked at ``sent`` by the own clock, has answered at once, and ``told`` its clocks."""
        now = self._host.read(true_us)
        if self._pings.answered(peer, sent, now):
            self._clock.sample(peer, measure(sent, told.clock, told.table, told.table, now), now)
            self._pings.learnt(self._clock, now)

    # ---- stamps

    def stamp(self, table_time: int) -> Stamps:
        """A key is pressed at what this member says is ``table_time``."""
        return Stamps(self._lamport.stamp(table_time), self._bare.stamp(NO_TABLE_TIME))

    def hear(self, stamps: Stamps) -> None:
        """An event with these stamps is here: bare counters take notice of it at once."""
        self._bare.witness(stamps.bare, NO_TABLE_TIME)

    def enter(self, author: bytes, stamps: Stamps, true_us: int, *, waited: bool) -> int:
        """Enter an event with these stamps into the log; how long it has to wait before that is done, 0: it is done.

        ``waited``: it has, so that it is entered when it is due.
        """
        table_time = self.table_time(true_us)
        if (waited and stamps.table > table_time) or self._clock.is_early(author, stamps.table, table_time):
            return stamps.table - table_time
        self._lamport.witness(stamps.table, table_time)
        # A beat answers it.
        self._lamport.promise(table_time)
        return 0

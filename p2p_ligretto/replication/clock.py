"""The clocks: a table time that all members share, and Lamport stamps that keep pace with it.

``TableClock``: own clock plus an offset. Nobody's clock is the table's: each member asks all others, and moves a part
of the way to whom it has heard, as long as more than half of them agree (``majority``). How large a part, says what a
link is worth; it is worth the same to both ends, so that the errors of the two cancel, and all together don't run away.
Who is not of the many moves to them, and moves nobody. Where there are no many (of two, or of two halves) those
with the most senior member count.

Invariants:
- Table time never goes back, and goes on over view changes, whoever the members are.
- A small error is slewed away. One beyond ``STEP_US`` is no error of measuring (a laptop slept, and its clock with it):
  who is behind steps forward, who is ahead waits.
- It lives on with whoever holds it. A process that was started anew asks for ``SEEK_US``; only the most senior member
  begins a new one then. A senior that all the others are far ahead of has slept, and joins them.

``LamportClock``: stamps strictly increase, lie above all that was promised, and above all that was seen, but a
seen stamp pulls at most ``EPSILON_US`` past the own table time. And what is stamped by a clock that is off is not seen
before it is due (``TableClock.is_early``): who is wrong is pulled by those who are right, and pulls none of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.replication.intervals import Interval, agreeing, common
from p2p_ligretto.replication.majority import OWN, TOLERANCE_US, Agreement, agreement_of
from p2p_ligretto.replication.peer_clock import PingSample
from p2p_ligretto.replication.peer_clocks import PeerClocks

EPSILON_US: Final = 20_000
"""How far ahead a stamp may be and be seen at once: ``STEP_US``, by which the own clock may be behind and slew."""
SLEW_PARTS: Final = 20
"""The offset moves by at most one part in so many of the time that passes."""
STEP_US: Final = 20_000
SLEPT_US: Final = 500_000
SEEK_US: Final = 500_000
"""Several hurried pings."""


@dataclass(frozen=True, slots=True)
class ClockSeen:
    """Another node's clock: how far it is ahead of table time, and how far off that may be, in microseconds.

    ``agrees`` says whether it is one of those that make the table time.
    """

    ahead_us: int
    error_us: int
    agrees: bool


class TableClock:
    """The own clock's distance to table time.

    Until it is ``synchronised`` it tells nothing that may be stamped or promised.
    """

    def __init__(self, now: int) -> None:
        self._offset_us = 0
        self._target_us = 0
        self._waiting = False
        """Whether this clock is ahead, and stands still until it is not."""
        self._read_at = now
        self.shown_us = 0
        """The greatest table time that was told."""
        self.following: bytes | None = None
        """Whose word counts where there is no majority, if it is another's."""
        self._others: frozenset[bytes] = frozenset()
        self._latest_us = 0
        self._followed_at = now
        self._begin_at: int | None = None
        self._clocks = PeerClocks()
        self.synchronised = False
        self.agreement: Agreement | None = None
        """As of the last answer; None before there was any."""

    def follow(self, senior: bytes | None, others: frozenset[bytes], latest: int, now: int) -> None:
        """From now on table time is what ``others`` make it, the other members, and ``senior`` where they differ.

        None: this node is the most senior member. Where nobody has a table time to go on with, it begins one where
        the log ends, at ``latest``: every process was started anew, and what was stamped before must not lie ahead.
        Who only follows has no ``others``.
        """
        self.table_time(now)
        self.following, self._latest_us = senior, latest
        self._others = others if senior is None else others | {senior}
        self._clocks.keep_only(self._others)
        self._followed_at = now
        self._begin_at = self.agreement = None
        if self.synchronised:
            if not self._others:
                # There is nobody left to wait for, or to go to.
                self._target_us, self._waiting = self._offset_us, False
            self._agree(now)
        else:
            if senior is None:
                self._begin_at = now + SEEK_US if others else now
            self.advance(now)

    def advance(self, now: int) -> None:
        """Begin with what was found, if not enough have answered for long enough; or a new one, if nobody has."""
        if self.synchronised or self._begin_at is None or now < self._begin_at:
            return
        if self._clocks:
            self._begin_with_others(now)
        elif self.following is None:
            self._start(self._latest_us - now if self._latest_us else 0)

    def sample(self, peer: bytes, sample: PingSample, now: int) -> None:
        """Take in the answer to a ping; ``peer`` is one of those that are followed, else it counts for nothing."""
        if peer not in self._others:
            return
        self._clocks.take(peer, sample)
        self.table_time(now)
        if not self.synchronised:
            self._begin_at = now + SEEK_US if self._begin_at is None else self._begin_at
            if 2 * len(self._clocks) > len(self._others) or now >= self._begin_at:
                self._begin_with_others(now)
            return
        if self._clocks.doubtful(now):
            # A clock has jumped: the others are asked which one it is.
            return
        agreement = self._agree(now)
        if agreement.astray:
            self._target_us = agreement.table.middle_us
            if abs(self._target_us - self._offset_us) > STEP_US:
                self._waiting = self._target_us < self._offset_us
                self._offset_us = max(self._offset_us, self._target_us)
        elif peer in agreement.agreed:
            apart_us = agreement.bounds[peer].middle_us - self._target_us
            self._target_us += self._clocks.part_of(peer, agreement.others, apart_us, now)

    @property
    def settled(self) -> bool:
        """Whether there is a table time, and no more answers are needed in a hurry."""
        return self.synchronised and self._clocks.settled

    def wanting(self, now: int) -> frozenset[bytes]:
        """Whom to ask in a hurry: little is known of their clocks, and they answer, or have just become members."""
        wanting = self._clocks.wanting(now)
        if now - self._followed_at < SEEK_US:
            wanting |= frozenset(peer for peer in self._others if self._clocks.get(peer) is None)
        return wanting

    def forget(self, peer: bytes) -> None:
        """What ``peer`` answered counts no more: it may have started anew."""
        self._clocks.forget(peer)

    def error_us(self, now: int) -> int | None:
        """How far this table time may be off the one that most share; None where nothing is known of the others'.

        It comes of half round trips, the age of the answers, and how fast clocks may part since. Two events whose
        stamps are further apart than the errors of both nodes together happened in that order.
        """
        if not self.synchronised:
            return None
        if not self._others:
            return 0
        self.table_time(now)
        table = self._table(now)
        return None if table is None else table.distance_us(self._offset_us)

    def seen(self, peer: bytes, now: int) -> ClockSeen | None:
        """What is known of another's clock; None before it has answered, or without a table time."""
        clock, table = self._clocks.get(peer), self._table(now)
        if clock is None or table is None or self.agreement is None:
            return None
        bounds = clock.table_offset(now)
        error_us = max(bounds.high_us - table.low_us, table.high_us - bounds.low_us)
        return ClockSeen(bounds.middle_us - table.middle_us, error_us, peer not in self.agreement.outliers)

    def is_early(self, author: bytes, time: int, table_time: int) -> bool:
        """Whether what ``author`` has stamped with ``time`` has to wait until it is due, at the told ``table_time``.

        No clock that agrees is so far ahead that its stamps arrive before they are due. One that does shows that the
        own clock is behind, and pulls the own stamps; not so one of a clock that is off, or too far ahead for that.
        """
        if time <= table_time:
            return False
        return time > table_time + EPSILON_US or (self.agreement is not None and author in self.agreement.outliers)

    def table_time(self, now: int) -> int:
        """Microseconds, at least 0; never less than at the call before."""
        allowed_us = (now - self._read_at) // (1 if self._waiting else SLEW_PARTS)
        if allowed_us > 0:
            # Where nothing may move yet, the time that passed adds up.
            self._read_at = now
            if self._offset_us != self._target_us:
                self._offset_us += max(-allowed_us, min(allowed_us, self._target_us - self._offset_us))
            if self._offset_us <= self._target_us:
                self._waiting = False
        shown_us = now + self._offset_us
        self.shown_us = max(self.shown_us, shown_us)
        return self.shown_us

    def known_time(self, now: int) -> int | None:
        """Table time; None while there is none, as what the own clock shows then has nothing to do with it."""
        return self.table_time(now) if self.synchronised else None

    # ---- inside

    def _start(self, offset_us: int) -> None:
        self.synchronised = True
        self._offset_us = self._target_us = offset_us
        self._begin_at = None
        self.shown_us = 0

    def _begin_with_others(self, now: int) -> None:
        bounds = self._clocks.bounds(now, fresh=False)
        agreed = agreeing(bounds, self.following or OWN, TOLERANCE_US)
        self._start(common(bounds, agreed).middle_us)
        self._agree(now)

    def _agree(self, now: int) -> Agreement:
        """Find out who agrees."""
        bounds = self._clocks.bounds(now)
        far_ahead = self._far_ahead(bounds)
        bounds[OWN] = Interval(self._target_us, self._target_us)
        self.agreement = agreement_of(bounds, self.following or OWN, far_ahead)
        return self.agreement

    def _far_ahead(self, bounds: Mapping[bytes, Interval]) -> bytes | None:
        """Of a senior that has slept, as all the others are far ahead of it: which of them it has to go to."""
        if self.following is not None or not bounds or len(bounds) < len(self._others):
            return None
        lowest = min(bounds, key=lambda peer: (bounds[peer].low_us, peer))
        return lowest if bounds[lowest].low_us > self._target_us + SLEPT_US else None

    def _table(self, now: int) -> Interval | None:
        """What to add to the own clock for the time that most share; None where nothing is known of the others'."""
        if self.agreement is None:
            return None
        bounds = self._clocks.bounds(now, fresh=False)
        agreed = self.agreement.others & bounds.keys()
        if agreed:
            return common(bounds, agreed)
        # Of two that differ the senior one is right.
        return self.agreement.table if self.agreement.outliers else None


class LamportClock:
    """The stamps and promises of one incarnation of this node."""

    def __init__(self) -> None:
        self.last_own = 0
        self.last_seen = 0
        self.promised = 0

    def stamp(self, table_time: int) -> int:
        """The time of the next own event."""
        self.last_own = max(table_time, self.last_own + 1, self.last_seen + 1, self.promised + 1)
        return self.last_own

    def witness(self, time: int, table_time: int) -> None:
        """An event with stamp ``time`` was seen."""
        self.last_seen = max(self.last_seen, min(time, table_time + EPSILON_US))

    def promise(self, table_time: int) -> int:
        """From now on never stamp at or below what is returned."""
        self.promised = max(self.promised, table_time, self.last_own, self.last_seen)
        return self.promised

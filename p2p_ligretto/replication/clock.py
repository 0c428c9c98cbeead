"""The clocks: a table time that all members share, and Lamport stamps that keep pace with it.

``TableClock``: own clock plus an offset, learned from four-timestamp pings (RFC 5905, section 8): of a window of
samples the one with the least round trip counts. Table time never goes back. A small error is slewed away; one beyond
``STEP_US`` is no error of measuring (a laptop slept, and its clock with it): who is behind steps forward, who is ahead
waits. Table time is the most senior member's; but it lives on with whoever holds it:

- a senior without any, because it was started anew, asks the others for ``SEEK_US`` before it begins a new one;
- a senior that all the others are ahead of has slept, and joins them.

``LamportClock``: stamps strictly increase, lie above all that was promised, and above all that was seen, but a
seen stamp pulls at most ``EPSILON_US`` past the own table time: one wrong clock can't push everybody's for good.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

EPSILON_US: Final = 100_000
WINDOW: Final = 8
SLEW_PARTS: Final = 20
"""The offset moves by at most one part in so many of the time that passes."""
STEP_US: Final = 500_000
SEEK_US: Final = 500_000
"""Several hurried pings."""


@dataclass(frozen=True, slots=True)
class PingSample:
    """What one ping tells: how long it was under way, and what to add to the own clock for the other's."""

    round_trip_us: int
    offset_us: int


def measure(sent: int, received: int, replied: int, arrived: int) -> PingSample:
    """``sent`` and ``arrived`` by the own clock, ``received`` and ``replied`` by the other's, microseconds."""
    return PingSample(
        round_trip_us=max(0, (arrived - sent) - (replied - received)),
        offset_us=((received - sent) + (replied - arrived)) // 2,
    )


class TableClock:
    """The own clock's distance to table time.

    Until it is ``synchronised`` it tells nothing that may be stamped or promised.
    """

    def __init__(self, now: int) -> None:
        self._offset_us = 0
        self._target_us = 0
        self._read_at = now
        self.shown_us = 0
        """The greatest table time that was told."""
        self.following: bytes | None = None
        """Whose table time this is, if it is another's."""
        self._others: frozenset[bytes] = frozenset()
        self._latest_us = 0
        self._begin_at: int | None = None
        self._samples: dict[bytes, deque[PingSample]] = {}
        self.synchronised = False

    def follow(self, senior: bytes | None, others: frozenset[bytes], latest: int, now: int) -> None:
        """From now on table time is that of ``senior``; None: go on with the own, as its most senior member.

        ``others`` are the other members. Whoever is the senior, and finds no table time to go on with, begins one where
        the log ends, at ``latest``: every process was started anew, and what was stamped before must not lie ahead.
        """
        self.table_time(now)
        self.following, self._others, self._latest_us = senior, others, latest
        self._target_us = self._offset_us
        self._begin_at = None
        if senior is not None:
            self._aim()
        elif not self.synchronised:
            self._begin_at = now + SEEK_US if others else now
            self.advance(now)

    def advance(self, now: int) -> None:
        """Begin a table time if none was found for long enough."""
        if self._begin_at is not None and now >= self._begin_at:
            self._begin_at = None
            self._start(self._latest_us - now if self._latest_us else 0)

    def sample(self, peer: bytes, sample: PingSample, now: int) -> None:
        """Take in the answer to a ping."""
        window = self._samples.setdefault(peer, deque(maxlen=WINDOW))
        if window and abs(sample.offset_us - _best(window)) > STEP_US + sample.round_trip_us:
            # One of the two clocks has stood still meanwhile: what was measured before says nothing any more.
            window.clear()
        window.append(sample)
        self.table_time(now)
        if peer == self.following:
            self._aim()
        elif self.following is None and peer in self._others:
            self._join_others()

    @property
    def settled(self) -> bool:
        """Whether no more samples are needed in a hurry."""
        if self.following is None:
            return self.synchronised
        return len(self._samples.get(self.following, ())) == WINDOW

    @property
    def error_us(self) -> int | None:
        """By how much ``table_time`` may differ from that of the table, as far as can be told; None if nothing can.

        Who follows another is wrong by at most half of the round trip that counts, as the two ways may take any part of
        it, and by what is not slewed away yet. Nobody's clock is nearer to table time than the senior's, whose error is
        0; how far those of others are from it is not told here, but measured for each of them (``node.timing``). What
        the own clock drifts between two answers is not in it: some 0.1 ms at most.
        """
        if not self.synchronised:
            return None
        slewing_us = abs(self._target_us - self._offset_us)
        if self.following is None:
            return slewing_us
        samples = self._samples.get(self.following)
        if not samples:
            return None
        return -(-min(sample.round_trip_us for sample in samples) // 2) + slewing_us

    def forget(self, peer: bytes) -> None:
        """What ``peer`` answered counts no more: it may have started anew."""
        self._samples.pop(peer, None)

    def _aim(self) -> None:
        samples = self._samples.get(self.following or b"")
        if not samples:
            return
        self._target_us = _best(samples)
        if not self.synchronised:
            # Nothing was stamped by this clock yet, so the first sample may step it.
            self._start(self._target_us)
        elif self._target_us > self._offset_us + STEP_US:
            self._offset_us = self._target_us

    def _join_others(self) -> None:
        """The senior's way to the table time of the others, if it has none, or if all of them are far ahead."""
        known = [_best(self._samples[peer]) for peer in self._others if self._samples.get(peer)]
        if not self.synchronised:
            self._begin_at = None
            self._start(min(known))
        elif len(known) == len(self._others) and min(known) > self._offset_us + STEP_US:
            self._offset_us = self._target_us = min(known)

    def _start(self, offset_us: int) -> None:
        self.synchronised = True
        self._offset_us = self._target_us = offset_us
        self.shown_us = 0

    def table_time(self, now: int) -> int:
        """Microseconds, at least 0; never less than at the call before."""
        far_ahead = self._offset_us > self._target_us + STEP_US
        allowed_us = (now - self._read_at) // (1 if far_ahead else SLEW_PARTS)
        if allowed_us > 0:
            # Where nothing may move yet, the time that passed adds up.
            self._read_at = now
            if self._offset_us != self._target_us:
                self._offset_us += max(-allowed_us, min(allowed_us, self._target_us - self._offset_us))
        shown_us = now + self._offset_us
        self.shown_us = max(self.shown_us, shown_us)
        return self.shown_us


def _best(samples: Iterable[PingSample]) -> int:
    """The offset of the quickest answer."""
    return min(samples, key=lambda one: one.round_trip_us).offset_us


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

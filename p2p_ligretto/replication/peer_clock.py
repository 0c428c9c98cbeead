"""What is known of another node's clock: bounds, drawn from four-timestamp pings (RFC 5905, section 8).

An answer was given after the question was sent and before it arrived. So each ping bounds how far the other's clock is
from the own one, whatever the two ways took; half of its round trip is how wrong its middle may be. Both ends of the
bounds give way with time by ``DRIFT_PARTS``, so that the quickest pings of the last seconds count, each way for itself.

Clocks that nobody sets are compared, and what the other adds to its own for table time is told: neither side's
corrections spoil what was measured before.
"""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.replication.intervals import Interval

DRIFT_PARTS: Final = 2_000
"""Two clocks go apart by at most one part in so many: 500 ppm, which is more than those of laptops do."""


@dataclass(frozen=True, slots=True)
class PingSample:
    """What one ping tells. ``low_us`` and ``high_us`` bound what to add to the own clock for the other's.

    ``sent_us`` and ``arrived_us`` are times of the own clock. ``ahead_us`` is what the other adds to its clock for
    table time.
    """

    sent_us: int
    arrived_us: int
    low_us: int
    high_us: int
    ahead_us: int

    @property
    def round_trip_us(self) -> int:
        """How long it was under way."""
        return self.high_us - self.low_us

    @property
    def offset_us(self) -> int:
        """What to add to the own clock for the other's table time, if both ways took as long."""
        return (self.low_us + self.high_us) // 2 + self.ahead_us


def measure(sent: int, clock: int, received: int, replied: int, arrived: int) -> PingSample:
    """``sent`` and ``arrived`` by the own clock, ``received`` and ``replied`` by the other's table time.

    ``clock`` is what the other's own clock showed when it received. All in microseconds.
    """
    high, low = clock - sent, clock + max(0, replied - received) - arrived
    if low > high:
        # It claims to be quicker than nothing.
        low = high = (low + high) // 2
    return PingSample(sent, arrived, low, high, received - clock)


class PeerClock:
    """One other node's clock, from its first answer on."""

    def __init__(self, sample: PingSample) -> None:
        self._begin(sample)

    def _begin(self, sample: PingSample) -> None:
        self.samples = 0
        """How many answers these bounds are drawn from."""
        self._low_us, self._low_at = sample.low_us, sample.arrived_us
        self._high_us, self._high_at = sample.high_us, sample.sent_us
        self._trip_us, self._trip_at = sample.round_trip_us, sample.arrived_us
        self._count(sample)

    def _count(self, sample: PingSample) -> None:
        self.samples += 1
        self.answered_at = sample.arrived_us
        self.ahead_us = sample.ahead_us

    def take(self, sample: PingSample) -> bool:
        """One more answer; whether it fits what was known."""
        low, high = self._low(sample.arrived_us), self._high(sample.arrived_us)
        if sample.low_us > high or sample.high_us < low:
            # One of the two clocks has jumped or stood still: what was measured before says nothing any more.
            self._begin(sample)
            return False
        if sample.low_us >= low:
            self._low_us, self._low_at = sample.low_us, sample.arrived_us
        if sample.high_us <= self._high(sample.sent_us):
            self._high_us, self._high_at = sample.high_us, sample.sent_us
        if sample.round_trip_us <= self.round_trip_us(sample.arrived_us):
            self._trip_us, self._trip_at = sample.round_trip_us, sample.arrived_us
        self._count(sample)
        return True

    def _low(self, now: int) -> int:
        return self._low_us - (now - self._low_at) // DRIFT_PARTS

    def _high(self, now: int) -> int:
        return self._high_us + (now - self._high_at) // DRIFT_PARTS

    def round_trip_us(self, now: int) -> int:
        """That of the quickest ping of the last seconds, the older the longer: what the link is worth.

        The bounds would not do for that: where a clock has just jumped by less than they are wide, what is left of them
        is narrow and wrong.
        """
        return self._trip_us + 2 * ((now - self._trip_at) // DRIFT_PARTS)

    def table_offset(self, now: int) -> Interval:
        """What to add to the own clock for the other's table time, at the own time ``now``."""
        low, high = self._low(now) + self.ahead_us, self._high(now) + self.ahead_us
        return Interval(min(low, high), max(low, high))

"""Which clocks agree: Marzullo's algorithm over intervals, each of which holds what one clock shows.

K. A. Marzullo, "Maintaining the Time in a Distributed System", Stanford 1984; RFC 5905, section 11.2.1, has it too.

Invariant: whoever is in the set that agrees overlaps one common point, with the tolerance; nobody is left out who does.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """From ``low_us`` to ``high_us``, both included, low <= high."""

    low_us: int
    high_us: int

    @property
    def middle_us(self) -> int:
        """Where the truth is if nothing is known but the two ends."""
        return (self.low_us + self.high_us) // 2

    @property
    def half_us(self) -> int:
        """How far the middle may be off."""
        return (self.high_us - self.low_us + 1) // 2

    def distance_us(self, point_us: int) -> int:
        """How far the farther end is from ``point_us``."""
        return max(abs(self.low_us - point_us), abs(self.high_us - point_us))


def agreeing(intervals: Mapping[bytes, Interval], preferred: bytes, tolerance_us: int) -> frozenset[bytes]:
    """The largest set of clocks that have a point in common, each interval being wider by the tolerance at both ends.

    Of several such sets the one that ``preferred`` is in, else the one of the earliest point; none of no intervals.
    """
    edges: list[tuple[int, int, bytes]] = []
    for name, interval in intervals.items():
        edges.append((interval.low_us - tolerance_us, 0, name))
        edges.append((interval.high_us + tolerance_us, 1, name))
    edges.sort()
    best: frozenset[bytes] = frozenset()
    here: set[bytes] = set()
    for _, ends, name in edges:
        if ends:
            here.discard(name)
            continue
        here.add(name)
        if len(here) > len(best) or (len(here) == len(best) and preferred in here and preferred not in best):
            best = frozenset(here)
    return best


def common(intervals: Mapping[bytes, Interval], names: frozenset[bytes]) -> Interval:
    """Where the clocks of ``names`` (at least one) agree: what their intervals have in common.

    Where that is nothing, because they agree within the tolerance only, what lies between them.
    """
    low = max(intervals[name].low_us for name in names)
    high = min(intervals[name].high_us for name in names)
    return Interval(min(low, high), max(low, high))

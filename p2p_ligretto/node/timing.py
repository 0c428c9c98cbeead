"""What a node knows of table time: its own reading, and how far the readings of others at the table may be from it.

A race is decided by two stamps of two clocks, so what it is worth depends on both. What counts is how far they are
apart, not how far each is from some true time, and that is measured: who answers a ping says what table time it has.

Invariants:
- What is said of a peer is a bound: of its answers the quickest counts, with half of its round trip on top, as the two
  ways may take any part of it. Who has not answered is not judged.
- An answer that can't be true together with those before shows that one of the two clocks was set anew: then those
  before count no more.
- It says how sure a result is, and never changes it: the order follows from the log alone.

What is not in it: what a peer answers is its own word. Who answers rightly and stamps ahead pushes the stamps of all
who have seen it, by ``EPSILON_US`` at most.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.replication.peer_clock import PingSample

ANSWERS: Final = 4
"""Of each peer so many are looked at: those of a quarter of a minute, as rarely as members ping one another."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """``ahead_us``: what the other's table time seems to be more than the own."""

    round_trip_us: int
    ahead_us: int


class Timing:
    """Table time as ``own`` reads it, by ``table_time``, and the distance to it of those who have answered.

    ``table_time`` is None as long as there is none.
    """

    def __init__(self, own: bytes, table_time: Callable[[], int | None]) -> None:
        self.table_time = table_time
        self._own = own
        self._answers: dict[bytes, deque[_Answer]] = {}

    def compare(self, peer: bytes, sample: PingSample, own_offset_us: int) -> None:
        """``peer`` has answered a ping; ``own_offset_us`` is what makes own clock readings own table time."""
        answer = _Answer(sample.round_trip_us, sample.offset_us - own_offset_us)
        kept = self._answers.setdefault(peer, deque(maxlen=ANSWERS))
        if any(_contradict(answer, other) for other in kept):
            kept.clear()
        kept.append(answer)

    def apart_us(self, peer: bytes) -> int | None:
        """By how much the table time of ``peer`` may differ from the own; None if it was never measured."""
        if peer == self._own:
            return 0
        if not self._answers.get(peer):
            return None
        quickest = min(self._answers[peer], key=lambda answer: answer.round_trip_us)
        return abs(quickest.ahead_us) + _half(quickest.round_trip_us)

    def race_error_us(self, first: bytes, late: bytes) -> int | None:
        """By how much the time between a stamp of ``first`` and one of ``late`` may be wrong; None if nobody can tell.

        Between two others it is as far as each of them may be from here: how far they are apart they alone measure.
        """
        apart = (self.apart_us(first), self.apart_us(late))
        return None if apart[0] is None or apart[1] is None else apart[0] + apart[1]


def _contradict(one: _Answer, other: _Answer) -> bool:
    return abs(one.ahead_us - other.ahead_us) > _half(one.round_trip_us) + _half(other.round_trip_us)


def _half(round_trip_us: int) -> int:
    return -(-round_trip_us // 2)

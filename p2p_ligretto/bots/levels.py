"""The levels of bots: how long one takes between seeing something to do and doing it.

A level is the median of its reaction times. Single times scatter around it as people's do: they are
log-normal, so that a slow one is further from the median than a quick one. The normal deviate is the sum of
twelve uniform ones less six (Irwin-Hall), which stays within six deviations; so every time is bounded.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from p2p_ligretto.dealing.keyed_stream import KeyedStream

SPREAD: Final = 0.35
"""Standard deviation of the logarithm of a reaction time."""

_STEPS: Final = 1 << 16
_LONGEST: Final = 4.0
_SHORTEST: Final = 0.25


@dataclass(frozen=True, slots=True)
class Level:
    """``median_us`` is the median reaction time in microseconds; 0 means that the bot never waits."""

    name: str
    median_us: int

    def reaction_us(self, stream: KeyedStream) -> int:
        """One reaction time in microseconds, drawn from ``stream``: a quarter to four times the median."""
        if self.median_us == 0:
            return 0
        deviate = sum(stream.below(_STEPS) for _ in range(12)) / _STEPS - 6 + 6 / _STEPS
        factor = min(_LONGEST, max(_SHORTEST, math.exp(SPREAD * deviate)))
        return round(self.median_us * factor)


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        level.name: level
        for level in (
            Level("slow", 5_000_000),
            Level("easy", 1_600_000),
            Level("steady", 900_000),
            Level("sharp", 450_000),
            Level("instant", 0),
        )
    }
)
"""By name; ``instant`` is for tests and for shows of speed."""

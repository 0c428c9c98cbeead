"""What a simulated laptop's own clock shows.

True time starts at 0 and is the simulation's alone; a node sees only its host's clock. Both are whole
microseconds, and no division is rounded the other way on the way back: ``true_us`` is the exact inverse.
"""

from dataclasses import dataclass
from typing import Final

MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class HostClock:
    """Shows ``true time * (1 + drift) + offset``; it never stands still nor goes back (``drift_ppm`` > -1,000,000)."""

    offset_us: int = 0
    drift_ppm: int = 0

    def __post_init__(self) -> None:
        if self.drift_ppm <= -MILLION:
            raise ValueError(f"a clock with a drift of {self.drift_ppm} ppm would not go forward")

    def read(self, true_us: int) -> int:
        """What the clock shows at the true time ``true_us``."""
        return true_us * (MILLION + self.drift_ppm) // MILLION + self.offset_us

    def true_us(self, shown_us: int) -> int:
        """The first true time at which the clock shows ``shown_us`` or more."""
        return -((self.offset_us - shown_us) * MILLION // (MILLION + self.drift_ppm))

    def changed(self, true_us: int, step_us: int, drift_ppm: int) -> "HostClock":
        """The clock that goes on from what this one shows at ``true_us``, ``step_us`` later, with another drift."""
        going_on_us = self.read(true_us) + step_us
        return HostClock(going_on_us - true_us * (MILLION + drift_ppm) // MILLION, drift_ppm)

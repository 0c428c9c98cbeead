"""The clock of a round: how long it has been played, pauses and countdowns left out."""

from dataclasses import dataclass
from typing import Final

SECOND_US: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class RoundClock:
    """It shows ``shown_us`` and runs on from the moment ``from_us``, past or to come; None: it stands still."""

    shown_us: int = 0
    from_us: int | None = None

    def elapsed_us(self, now_us: int) -> int:
        """What it shows."""
        return self.shown_us if self.from_us is None else self.shown_us + max(0, now_us - self.from_us)

    def stopped(self, now_us: int) -> "RoundClock":
        """A pause begins."""
        return RoundClock(self.elapsed_us(now_us))

    def resumed(self, from_us: int) -> "RoundClock":
        """It runs on from ``from_us``."""
        return RoundClock(self.shown_us, from_us)

    def no_less(self, elapsed_us: int, now_us: int) -> "RoundClock":
        """The clock that goes on from ``elapsed_us``, if it is behind that."""
        return RoundClock(elapsed_us, now_us) if self.elapsed_us(now_us) < elapsed_us else self

    def next_second_us(self, now_us: int) -> int:
        """When it, or the countdown to the moment at which it runs on, shows another second."""
        if self.from_us is None:
            return now_us + SECOND_US
        zero_us = self.from_us if now_us < self.from_us else self.from_us - self.shown_us
        return now_us + SECOND_US - (now_us - zero_us) % SECOND_US

"""How much may come at once, and how much a second: a token bucket for frames and one for bytes.

The bounds on what is read are far above what honest nodes send (twelve bots that never wait make some hundred frames a
second), so that they only meet floods. They answer with a pause instead of a verdict: a reader that pauses lets TCP
slow the sender down, which does an honest node that hands over a long log no harm.
"""

from dataclasses import dataclass
from typing import Final

SECOND_US: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """Sustained ``frames`` and ``payload_bytes`` a second, and how much of each may come at once."""

    frames: int = 2_000
    frames_at_once: int = 5_000
    payload_bytes: int = 4_000_000
    bytes_at_once: int = 8_000_000

    def time_us(self, size_bytes: int, frames: int) -> int:
        """How long so much takes at this rate."""
        return max(frames * SECOND_US // self.frames, size_bytes * SECOND_US // self.payload_bytes)


class RateBound:
    """Meters what comes, or goes. ``now_us`` is of any clock."""

    def __init__(self, now_us: int, rate: Rate) -> None:
        self._rate = rate
        self._at_us = now_us
        # Counted in millionths, so that refilling by microseconds is exact.
        self._frames = rate.frames_at_once * SECOND_US
        self._bytes = rate.bytes_at_once * SECOND_US

    def take(self, now_us: int, size_bytes: int, frames: int = 1) -> int:
        """Count ``frames`` of ``size_bytes`` together; how many microseconds to wait before reading on (0: none)."""
        self._refill(now_us)
        self._frames -= frames * SECOND_US
        self._bytes -= size_bytes * SECOND_US
        return max(0, -(self._frames // self._rate.frames), -(self._bytes // self._rate.payload_bytes))

    def admits(self, now_us: int) -> bool:
        """Whether one frame may come now; it is counted then, and costs nothing else."""
        self._refill(now_us)
        if self._frames < SECOND_US:
            return False
        self._frames -= SECOND_US
        return True

    def is_rested(self, now_us: int) -> bool:
        """Whether nothing is left of what came: the bound is as good as a new one."""
        self._refill(now_us)
        rate = self._rate
        return self._frames == rate.frames_at_once * SECOND_US and self._bytes == rate.bytes_at_once * SECOND_US

    def _refill(self, now_us: int) -> None:
        elapsed_us = max(0, now_us - self._at_us)
        self._at_us = max(now_us, self._at_us)
        rate = self._rate
        self._frames = min(rate.frames_at_once * SECOND_US, self._frames + elapsed_us * rate.frames)
        self._bytes = min(rate.bytes_at_once * SECOND_US, self._bytes + elapsed_us * rate.payload_bytes)

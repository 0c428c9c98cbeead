"""How much one link may send: a token bucket for frames and one for bytes.

The bound is far above what an honest node sends (twelve bots that never wait make some hundred frames a second), so
that it only meets floods. It answers with a pause instead of a verdict: a reader that pauses lets TCP slow the
sender down, which does an honest node that hands over a long log no harm.
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


LINK_RATE: Final = Rate()


class RateBound:
    """Meters one direction of one link. ``now_us`` of any clock that never runs backwards."""

    def __init__(self, now_us: int, rate: Rate = LINK_RATE) -> None:
        self._rate = rate
        self._at_us = now_us
        # Counted in millionths, so that refilling by microseconds is exact.
        self._frames = rate.frames_at_once * SECOND_US
        self._bytes = rate.bytes_at_once * SECOND_US

    def take(self, now_us: int, size_bytes: int) -> int:
        """Count one frame of ``size_bytes``; how many microseconds to wait before reading on (0: none)."""
        elapsed_us = max(0, now_us - self._at_us)
        self._at_us = max(now_us, self._at_us)
        rate = self._rate
        self._frames = min(rate.frames_at_once * SECOND_US, self._frames + elapsed_us * rate.frames) - SECOND_US
        self._bytes = (
            min(rate.bytes_at_once * SECOND_US, self._bytes + elapsed_us * rate.payload_bytes) - size_bytes * SECOND_US
        )
        return max(0, -(self._frames // rate.frames), -(self._bytes // rate.payload_bytes))

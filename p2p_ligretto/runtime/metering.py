"""How fast one link is read: by what comes on it, by what comes from all links of its host, and by what was sent on it.

What is sent counts too, as asking costs the other side a few bytes: who has logs handed over again and again waits for
the next one.
"""

from typing import Final

from p2p_ligretto.wire.bounds import HOST_RATE, LINK_RATE, Rate, RateBound

MAX_WAITING_BYTES: Final = 72 * 1024 * 1024
"""Room on a link for the longest log that there is, which a joiner gets at once."""
SENDING_RATE: Final = Rate(payload_bytes=4_000_000, bytes_at_once=MAX_WAITING_BYTES)


class Meter:
    """``of_host`` is shared by all links of one host. ``now_us`` is of a clock that never runs backwards."""

    def __init__(self, now_us: int, of_host: RateBound | None = None) -> None:
        self._read = RateBound(now_us, LINK_RATE)
        self._of_host = of_host or RateBound(now_us, HOST_RATE)
        self._sent = RateBound(now_us, SENDING_RATE)

    def sent(self, now_us: int, size_bytes: int) -> None:
        """So much goes out."""
        self._sent.take(now_us, size_bytes, frames=0)

    def read(self, now_us: int, size_bytes: int, frames: int) -> int:
        """So much came: how many microseconds to wait before it is taken in (0: none)."""
        return max(
            self._read.take(now_us, size_bytes, frames),
            self._of_host.take(now_us, size_bytes, frames),
            self._sent.take(now_us, 0, frames=0),
        )

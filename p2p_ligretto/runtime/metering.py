"""How fast the links of one host are read: by what comes on all of them, and by what was sent on all of them.

By the host and not by the link: who has many keys can't have many times as much. What is sent counts too, as asking
costs the other side a few bytes: who has logs handed over again and again waits for the next one.
"""

from typing import Final, Protocol

from p2p_ligretto.wire.bounds import Rate, RateBound

MAX_WAITING_BYTES: Final = 72 * 1024 * 1024
"""Room on a link for the longest log that there is, which a joiner gets at once."""
READING_RATE: Final = Rate()
SENDING_RATE: Final = Rate(payload_bytes=4_000_000, bytes_at_once=MAX_WAITING_BYTES)


class Metering(Protocol):
    """What counts what comes and goes on a link."""

    def sent(self, now_us: int, size_bytes: int) -> None:
        """So much goes out."""
        ...

    def read(self, now_us: int, size_bytes: int, frames: int) -> int:
        """So much came: how many microseconds to wait before it is taken in (0: none)."""
        ...


class Meter:
    """Of one host. ``now_us`` is of a clock that never runs backwards."""

    def __init__(self, now_us: int) -> None:
        self._read = RateBound(now_us, READING_RATE)
        self._sent = RateBound(now_us, SENDING_RATE)

    def sent(self, now_us: int, size_bytes: int) -> None:
        """So much goes out."""
        self._sent.take(now_us, size_bytes, frames=0)

    def read(self, now_us: int, size_bytes: int, frames: int) -> int:
        """So much came: how many microseconds to wait before it is taken in (0: none)."""
        return max(self._read.take(now_us, size_bytes, frames), self._sent.take(now_us, 0, frames=0))

    def is_rested(self, now_us: int) -> bool:
        """Whether what came and went is over: the meter is as good as a new one."""
        return self._read.is_rested(now_us) and self._sent.is_rested(now_us)

"""What all strangers together have of a node: as much as one host, however many hosts they come from.

Strangers are all who do not sit at the node's own table. While they say, or are sent, more than that, each host has an
equal part of it: who says little waits little, and who says much waits for itself. So a flood from many addresses costs
the table no more than one from one address, and leaves newcomers a part.
"""

from p2p_ligretto.runtime.metering import READING_RATE, SENDING_RATE, Meter
from p2p_ligretto.wire.bounds import RateBound


class Strangers:
    """The budget; a ``Share`` is what the strangers of one host have of it."""

    def __init__(self) -> None:
        self._read = RateBound(0, READING_RATE)
        self._sent = RateBound(0, SENDING_RATE)
        self._waiting: dict[Share, None] = {}

    def read(self, now_us: int, size_bytes: int, frames: int) -> bool:
        """So much came: whether it is too much for all together."""
        return self._read.take(now_us, size_bytes, frames) > 0

    def sent(self, now_us: int, size_bytes: int) -> bool:
        """So much goes out: whether it is too much for all together."""
        return self._sent.take(now_us, size_bytes, frames=0) > 0

    def parts(self, share: "Share", now_us: int) -> int:
        """How many hosts have to wait, with that of ``share``."""
        self._waiting[share] = None
        self._waiting = {each: None for each in self._waiting if each is share or each.free_at_us > now_us}
        return len(self._waiting)


class Share:
    """Of the strangers of one host. ``free_at_us``: until then they wait, for what they have had of others' part."""

    def __init__(self, strangers: Strangers, now_us: int) -> None:
        self.free_at_us = now_us
        self._strangers = strangers
        self._meter = Meter(now_us)

    def sent(self, now_us: int, size_bytes: int) -> None:
        """So much goes out."""
        self._meter.sent(now_us, size_bytes)
        if self._strangers.sent(now_us, size_bytes):
            self._wait(now_us, SENDING_RATE.time_us(size_bytes, frames=0))

    def read(self, now_us: int, size_bytes: int, frames: int) -> int:
        """So much came: how many microseconds to wait before it is taken in (0: none)."""
        pause_us = self._meter.read(now_us, size_bytes, frames)
        if self._strangers.read(now_us, size_bytes, frames):
            self._wait(now_us, READING_RATE.time_us(size_bytes, frames))
        return max(pause_us, self.free_at_us - now_us)

    def is_rested(self, now_us: int) -> bool:
        """Whether what came and went is over."""
        return self.free_at_us <= now_us and self._meter.is_rested(now_us)

    def _wait(self, now_us: int, time_us: int) -> None:
        """For what would take ``time_us`` if there were nobody else."""
        self.free_at_us = max(self.free_at_us, now_us) + time_us * self._strangers.parts(self, now_us)

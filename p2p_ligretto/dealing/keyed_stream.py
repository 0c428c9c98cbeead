"""Bytes without end out of a key, and what is drawn from them: numbers, orders (protocol/spec/04, "Keyed stream").

Another program with the same key must draw the same, so nothing here is left to a library: the stream is
HMAC-SHA256(key, 0), HMAC-SHA256(key, 1), ..., numbers are drawn by rejection, orders by Fisher and Yates from the end.
"""

import hmac
from collections.abc import Iterable
from typing import Final, TypeVar

T = TypeVar("T")

_COUNTER_BYTES: Final = 8
_DRAW_BYTES: Final = 4
_DRAWS: Final = 2 ** (8 * _DRAW_BYTES)


def derived_key(secret: bytes, salt: bytes, purpose: bytes) -> bytes:
    """32 bytes by HKDF-SHA256 (RFC 5869) of ``secret`` with ``salt``, ``purpose`` as its info: one block of it."""
    extracted = hmac.digest(salt, secret, "sha256")
    return hmac.digest(extracted, purpose + b"\x01", "sha256")


class KeyedStream:
    """The stream of one key, and how far it was read. Every draw reads on."""

    def __init__(self, key: bytes) -> None:
        self._keyed = hmac.new(key, digestmod="sha256")
        """What each block begins with: to take in the key anew for each takes longer than the rest."""
        self._blocks = 0
        self._drawn = b""
        self._read = 0
        """How much of what was drawn is read."""

    def take(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        if count < 0:
            raise ValueError(f"{count} bytes can't be taken")
        end = self._read + count
        if end > len(self._drawn):
            self._draw(end - len(self._drawn))
            end = count
        taken = self._drawn[self._read : end]
        self._read = end
        return taken

    def _draw(self, lacking: int) -> None:
        """Have at least ``lacking`` more bytes than there are, and only what is not read yet."""
        parts = [self._drawn[self._read :]]
        while lacking > 0:
            block = self._keyed.copy()
            block.update(self._blocks.to_bytes(_COUNTER_BYTES, "big"))
            parts.append(block.digest())
            self._blocks += 1
            lacking -= len(parts[-1])
        self._drawn, self._read = b"".join(parts), 0

    def below(self, limit: int) -> int:
        """A number 0..``limit`` - 1, each as likely as any other; ``limit`` is 1..2**32.

        Four bytes at a time are read as a big-endian number; those at or above the greatest multiple of ``limit``
        are passed over, for they would favour the small remainders.
        """
        if not 1 <= limit <= _DRAWS:
            raise ValueError(f"a number below {limit} can't be drawn")
        fair = _DRAWS - _DRAWS % limit
        while True:
            drawn = int.from_bytes(self.take(_DRAW_BYTES), "big")
            if drawn < fair:
                return drawn % limit

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """``items`` in an order drawn from the stream, each order as likely as any other.

        From the last place down to the second, each changes places with one that is drawn from itself and all before
        it. So n items take n - 1 draws.
        """
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

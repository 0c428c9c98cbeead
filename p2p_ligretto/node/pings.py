"""The pings that this process has sent and that can still be answered: no other answer says anything of a clock.

Invariants:
- An answer counts once, from who was asked; of what an earlier start has asked, by another clock, nothing is known.
- None counts later than ``ANSWER_US`` after the question: half of its round trip is how wrong it may be.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final

ANSWER_US: Final = 2_000_000
"""As long as it takes to be suspected: whoever answers later has slept, or was out of reach."""


class Pings:
    """Of one process, whatever table it is at."""

    def __init__(self) -> None:
        self._asked: deque[tuple[int, set[bytes]]] = deque()
        """When, and who has not answered yet; oldest first."""

    def ask(self, peers: Iterable[bytes], now: int) -> None:
        """These are asked now."""
        while self._asked and now - self._asked[0][0] > ANSWER_US:
            self._asked.popleft()
        self._asked.append((now, set(peers)))

    def answered(self, peer: bytes, sent: int, now: int) -> bool:
        """Whether ``peer`` was asked at ``sent``, not too long ago, and has not answered that yet."""
        if not 0 <= now - sent <= ANSWER_US:
            return False
        for at, waiting in self._asked:
            if at == sent and peer in waiting:
                waiting.discard(peer)
                return True
        return False

"""Whom to ask for the time and when, and which answers count.

Invariants:
- An answer counts once, from who was asked by this very process: of what an earlier start has asked, by another clock,
  nothing is known.
- None counts later than ``ANSWER_US`` after the question: half of its round trip is how wrong it may be.
- Of those of whose clocks little is known each is asked every ``HURRIED_PING_US``, the others as rarely as the caller
  says.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final

from p2p_ligretto.replication.clock import TableClock
from p2p_ligretto.replication.identifiers import END_OF_TIME

ANSWER_US: Final = 2_000_000
"""As long as it takes to be suspected: whoever answers later has slept, or was out of reach."""
HURRIED_PING_US: Final = 50_000


class Pings:
    """Of one process, whatever table it is at."""

    def __init__(self) -> None:
        self.ask_at = END_OF_TIME
        """When somebody has to be asked; END_OF_TIME while there is nobody to ask."""
        self._ask_all_at = 0
        self._asked: deque[tuple[int, set[bytes]]] = deque()
        """When, and who has not answered yet; oldest first."""

    @property
    def idle(self) -> bool:
        """Whether nobody is asked."""
        return self.ask_at == END_OF_TIME

    def rest(self) -> None:
        """There is nobody to ask."""
        self.ask_at = END_OF_TIME

    def all_from(self, now: int) -> None:
        """All are to be asked, as soon as anybody is."""
        self._ask_all_at = now

    def whom(self, clock: TableClock, peers: tuple[bytes, ...], every_us: int, now: int) -> tuple[bytes, ...]:
        """Whom of ``peers`` to ask now: all if it is time to, or there is no table time yet; else those in a hurry.

        All are asked ``every_us``.
        """
        wanting = clock.wanting(now) if clock.synchronised else frozenset(peers)
        if now >= self._ask_all_at:
            self._ask_all_at = now + every_us
        else:
            peers = tuple(peer for peer in peers if peer in wanting)
        self.ask_at = min(self._ask_all_at, now + HURRIED_PING_US) if wanting else self._ask_all_at
        if peers:
            self.ask(peers, now)
        return peers

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

    def learnt(self, clock: TableClock, now: int) -> None:
        """``clock`` has taken an answer: who gave it, or others, may have to be asked again soon."""
        if not clock.settled:
            self.ask_at = min(self.ask_at, now + HURRIED_PING_US)

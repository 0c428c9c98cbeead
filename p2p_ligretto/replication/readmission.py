"""When who was let in and left again without a word may be let in once more: later each time (protocol/spec/05).

Invariants:
- It is told from the log, whoever has put it out and whatever it claims: a process was in a view that has ended, is not
  in the next one, and its key has no event in any.
- Whoever has said something once waits for nothing, nor does who opened the table: nobody has let it in.
- Only the last ``MAX_KNOWN`` keys are remembered: strangers can be as many as they like.
"""

from itertools import pairwise
from typing import Final

from msgspec import Struct

from p2p_ligretto.replication.log import NOTHING, Log
from p2p_ligretto.replication.views import Member, View

FIRST_WAIT_US: Final = 4_000_000
"""Twice as long as the others had to wait for it."""
MAX_DOUBLINGS: Final = 6
LONGEST_WAIT_US: Final = FIRST_WAIT_US << MAX_DOUBLINGS
MAX_KNOWN: Final = 256


class _Stays(Struct, frozen=True):
    """How often a key came and said nothing, and until when it waits now."""

    count: int
    until: int


class Readmission:
    """Of one table, as one node has seen its views end; ``look`` has to follow every input."""

    def __init__(self) -> None:
        self._stays: dict[bytes, _Stays] = {}
        self._seen = 0
        self._now = 0

    def look(self, log: Log, now: int) -> None:
        """It is ``now``; take in the views of ``log`` that have ended since the last look."""
        self._now = now
        if self._seen == len(log.closed):
            # As nearly always.
            return
        views = [*(closed.view for closed in log.closed[self._seen :]), log.view]
        self._seen = len(log.closed)
        for ended, following in pairwise(views):
            self._ended(log, ended, following)

    def waits(self, peer: bytes) -> bool:
        """Whether ``peer`` is not to be let in yet."""
        stays = self._stays.get(peer)
        return stays is not None and self._now < stays.until

    def _ended(self, log: Log, view: View, following: View) -> None:
        founders = log.closed[0].view
        for member in view.members:
            gone = following.member(member.peer) != member
            if gone and log.start(member.peer) == NOTHING and founders.member(member.peer) is None:
                self._left_without_a_word(member)

    def _left_without_a_word(self, member: Member) -> None:
        before = self._stays.pop(member.peer, None)
        count = 1 if before is None else before.count + 1
        wait_us = FIRST_WAIT_US << min(count - 1, MAX_DOUBLINGS)
        self._stays[member.peer] = _Stays(count, self._now + wait_us)
        if len(self._stays) > MAX_KNOWN:
            del self._stays[next(iter(self._stays))]

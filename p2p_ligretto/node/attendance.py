"""Who of the present seats can be reached: play waits for the others, and people are told for whom.

A member that was never linked since the session began is only away after ``GRACE_US``: the mesh takes a moment.
"""

from typing import Final

from p2p_ligretto.node.notices import Notice, SeatAway, SeatReturned
from p2p_ligretto.node.session import Session

GRACE_US: Final = 3_000_000


class Attendance:
    """``away``: present seats without a link, whether people were told already or not."""

    def __init__(self, now: int = 0) -> None:
        self.away: frozenset[int] = frozenset()
        self._since = now
        self._met: set[bytes] = set()
        self._announced: frozenset[int] = frozenset()

    @property
    def waited_for(self) -> int | None:
        """One of the seats that play waits for, if it does."""
        return min(self.away, default=None)

    def changes(self, session: Session, linked: frozenset[bytes], now: int) -> list[Notice]:
        """Take in who is linked; returns what to tell of it."""
        table, own = session.final, session.own.peer
        self._met |= linked
        gone = linked | {own} | session.membership.wishes.leavers
        self.away = frozenset(number for number in table.present if table.seats[number].peer not in gone)
        graceful = now < self._since + GRACE_US
        told = frozenset(number for number in self.away if table.seats[number].peer in self._met or not graceful)
        notices: list[Notice] = [SeatAway(number) for number in sorted(told - self._announced)]
        returned = sorted(self._announced - told)
        notices += [SeatReturned(number) for number in returned if table.seats[number].present]
        self._announced = told
        return notices

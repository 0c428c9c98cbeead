"""Who of the present seats is silent, and whether those who are left can go on: what people are told of it.

A seat is *warned* about when it was silent for a moment, and *away* when it is suspected: as a rule the others vote it
out at once and play on. *Frozen* is who is with a minority: nothing becomes final there until somebody comes back.
Whose clock is off is told with it.
"""

from collections.abc import Iterable

from p2p_ligretto.node.clock_watch import ClockWatch
from p2p_ligretto.node.notices import Frozen, Notice, SeatAway, SeatReturned, SeatWarned, Thawed
from p2p_ligretto.node.session import Session

NONE: frozenset[int] = frozenset()


class Attendance:
    """What was found at the last ``changes``."""

    def __init__(self) -> None:
        self.warned = NONE
        self.away = NONE
        self.frozen: Frozen | None = None
        self.clocks = ClockWatch()

    @property
    def waited_for(self) -> int | None:
        """One of the seats that play waits for, if it does."""
        return min(self.frozen.seats, default=None) if self.frozen is not None else None

    def changes(self, session: Session, now: int) -> list[Notice]:
        """Take in who is heard, and whose clocks agree; returns what to tell of it."""
        return [*self._presence_changes(session), *self.clocks.changes(session, now)]

    def _presence_changes(self, session: Session) -> list[Notice]:
        suspects, warned = session.hearing.suspects, session.hearing.warned
        quiet = not suspects and not warned and not session.membership.wishes.joiners
        if quiet and not self.away and not self.warned and self.frozen is None:
            return []
        excused = session.membership.wishes.leavers
        away = _seats(session, suspects - excused)
        now_warned = _seats(session, warned - excused) | away
        frozen = _frozen(session)
        notices: list[Notice] = [SeatWarned(seat) for seat in sorted(now_warned - self.warned - away)]
        notices += [SeatAway(seat) for seat in sorted(away - self.away)]
        returned = sorted((self.warned | self.away) - now_warned)
        notices += [SeatReturned(seat) for seat in returned if session.final.seats[seat].present]
        if frozen != self.frozen:
            notices.append(Thawed() if frozen is None else frozen)
        self.warned, self.away, self.frozen = now_warned - away, away, frozen
        return notices


def _seats(session: Session, peers: Iterable[bytes]) -> frozenset[int]:
    table = session.final
    found = (table.seat_of(peer) for peer in peers)
    return frozenset(seat for seat in found if seat is not None and table.seats[seat].present)


def _frozen(session: Session) -> Frozen | None:
    """For whom this node waits, where those whom it can count on are not enough to go on."""
    membership, own, peers = session.membership, session.own.peer, frozenset(session.log.view.peers())
    if own in peers:
        # Not all of them are silent: one may have come back without what it had promised.
        missing = peers - {own} - {member.peer for member in membership.voters()}
        waits = not membership.can_decide
    else:
        missing = peers & session.hearing.suspects
        waits = missing == peers
    if not missing or not waits:
        return None
    return Frozen(tuple(sorted(_seats(session, missing))), may_go_on=membership.may_part)

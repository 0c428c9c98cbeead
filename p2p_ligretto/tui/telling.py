"""The one line that says what happened: which notices of the node deserve it, and for how long.

Most don't: a lobby, a table and scores show by themselves who is there and who is ready, and moves are seen. What a
person would miss is told: the own card that came back, a wish that was not carried out, who comes and goes.
"""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.game.moves import Stop
from p2p_ligretto.node.notices import (
    ActRefused,
    ClockOff,
    DialFailed,
    EndAgreed,
    JoinFailed,
    LieFound,
    Moved,
    MoveRejected,
    Notice,
    RoundResumed,
    SeatBack,
    SeatKicked,
    SeatLeft,
    SeatLost,
    SeatReturned,
    SeatSaid,
    SeatTaken,
    SeatVotedAbsent,
    Thawed,
    VoteCast,
)
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.lines import line_for
from p2p_ligretto.speech.talk import said_words
from p2p_ligretto.speech.ways import TYPED, Ways
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.tui.views import Spoken

TOLD_US: Final = 5_000_000
"""So long a line stays."""


@dataclass(frozen=True, slots=True)
class Message:
    """A line, on screen until ``until_us``. ``urgent``: it is about the own cards and wants to be seen at once."""

    text: str
    urgent: bool
    until_us: int


SPOKEN_US: Final = 8_000_000
"""So long what somebody says stays: it is read while hands play."""
MOST_SPOKEN: Final = 3


@dataclass(frozen=True, slots=True)
class Conversation:
    """What was said last, the newest first, each with when it goes."""

    said: tuple[tuple[int, Spoken], ...] = ()

    def after(self, notice: Notice, table: TableState | None, own_seat: int | None, now_us: int) -> "Conversation":
        """Once ``notice`` is known; one about something else changes nothing."""
        if not isinstance(notice, SeatSaid):
            return self
        own = notice.seat == own_seat
        name = _("you") if own else seat_name(table, notice.seat)
        spoken = Spoken(name, said_words(notice, signs=True), own)
        return Conversation(((now_us + SPOKEN_US, spoken), *self.said)[:MOST_SPOKEN])

    def at(self, now_us: int) -> tuple[Spoken, ...]:
        """What is on screen now."""
        return tuple(spoken for until_us, spoken in self.said if now_us < until_us)

    def changes_us(self, now_us: int) -> tuple[int, ...]:
        """When some of it goes."""
        return tuple(until_us for until_us, _spoken in self.said if now_us < until_us)


def message_for(
    notice: Notice, table: TableState | None, own_seat: int | None, now_us: int, ways: Ways = TYPED
) -> Message | None:
    """What to say of ``notice``; None where the screen shows it by itself."""
    urgent = False
    match notice:
        case MoveRejected(seat=seat):
            urgent = seat == own_seat
        case SeatVotedAbsent(seat=seat):
            urgent = seat == own_seat
        case Moved(move=Stop()) | ActRefused() | DialFailed() | JoinFailed():
            pass
        case SeatLeft() | SeatLost() | SeatBack() | SeatReturned() | SeatKicked() | Thawed() | RoundResumed():
            pass
        case EndAgreed(agrees=False) | VoteCast(yes=False):
            # Who agrees, and who has voted yes, is on screen while it stands.
            pass
        case SeatTaken(own=False) | LieFound() | ClockOff():
            pass
        case _:
            return None
    line = line_for(notice, table, own_seat, ways)
    return None if line is None else Message(line, urgent, now_us + TOLD_US)

"""One line for what people at a table decide together: pauses, the agreed end of a round, votes and their outcome."""

from p2p_ligretto.node.notices import (
    EndAgreed,
    KickedOut,
    RoundPaused,
    RoundResumed,
    SeatKicked,
    SeatVotedAbsent,
    VoteCast,
)
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _

Decision = RoundPaused | RoundResumed | EndAgreed | VoteCast | SeatVotedAbsent | SeatKicked | KickedOut


def decision_line(notice: Decision, table: TableState | None, own_seat: int | None) -> str:
    """What was said or decided, by whom."""
    match notice:
        case VoteCast(about="kick"):
            return _kick_line(notice, table, own_seat)
        case VoteCast():
            return _absent_line(notice, table, own_seat)
        case SeatVotedAbsent(seat):
            return _voted_absent_line(table, seat, own=seat == own_seat)
        case SeatKicked(seat):
            if seat == own_seat:
                return kicked_out_line()
            return _("{name} was kicked out of this table, by a vote").format(name=seat_name(table, seat))
        case KickedOut():
            return kicked_out_line()
        case _:
            return _round_line(notice, table, own_seat)


def _voted_absent_line(table: TableState | None, seat: int, *, own: bool) -> str:
    """In a deal there are no cards yet that could bring anybody back."""
    if table is not None and seat not in table.players:
        if own:
            return _("you count as absent and sit this round out: you play from the next one on")
        return _("{name} counts as absent and sits this round out: points stay").format(name=seat_name(table, seat))
    if own:
        return _("you count as absent in this round: the next card that you play brings you back")
    return _("{name} counts as absent until the next card: points and cards stay").format(name=seat_name(table, seat))


def kicked_out_line() -> str:
    """What the vote means for who it was about."""
    return _("you were kicked out of this table, by a vote: you can't come back to it, but join another or host one")


def _round_line(notice: RoundPaused | RoundResumed | EndAgreed, table: TableState | None, own_seat: int | None) -> str:
    own, name = notice.seat == own_seat, seat_name(table, notice.seat)
    match notice:
        case RoundPaused():
            return _("you pause the round") if own else _("{name} pauses the round").format(name=name)
        case RoundResumed(in_us=in_us):
            seconds = max(1, round(in_us / 1_000_000))
            if own:
                return _("you go on with the round: it starts again in {seconds} s").format(seconds=seconds)
            return _("{name} goes on with the round: it starts again in {seconds} s").format(name=name, seconds=seconds)
        case EndAgreed(agrees=True):
            if own:
                return _("you want to end this round: it ends when all who play agree")
            return _("{name} wants to end this round").format(name=name)
        case EndAgreed():
            if own:
                return _("you no longer want to end this round")
            return _("{name} no longer wants to end this round").format(name=name)


def _kick_line(cast: VoteCast, table: TableState | None, own_seat: int | None) -> str:
    by, name = seat_name(table, cast.by), seat_name(table, cast.seat)
    if cast.by == own_seat:
        text = _("you vote to kick {name} out") if cast.yes else _("you take back your vote to kick {name} out")
    elif cast.seat == own_seat:
        text = _("{by} votes to kick you out") if cast.yes else _("{by} takes back the vote to kick you out")
    else:
        text = _("{by} votes to kick {name} out") if cast.yes else _("{by} takes back the vote to kick {name} out")
    return text.format(by=by, name=name)


def _absent_line(cast: VoteCast, table: TableState | None, own_seat: int | None) -> str:
    by, name = seat_name(table, cast.by), seat_name(table, cast.seat)
    if cast.by == own_seat:
        text = (
            _("you vote that {name} counts as absent")
            if cast.yes
            else _("you take back your vote that {name} counts as absent")
        )
    elif cast.seat == own_seat:
        text = (
            _("{by} votes that you count as absent: play a card if you can")
            if cast.yes
            else _("{by} takes back the vote that you count as absent")
        )
    else:
        text = (
            _("{by} votes that {name} counts as absent")
            if cast.yes
            else _("{by} takes back the vote that {name} counts as absent")
        )
    return text.format(by=by, name=name)

"""What only a replay has to say: who came and went as the record has it, moves that nobody is told of in play, its end.

In play, laptops that come and go are told by the nodes that miss them; a record only says who is a member.
"""

from p2p_ligretto.game.moves import Move, Stop, Turn
from p2p_ligretto.node.notices import Moved, MoveRejected
from p2p_ligretto.node.table import TableState
from p2p_ligretto.playback.recording import Recording, Step
from p2p_ligretto.speech.lines import line_for
from p2p_ligretto.speech.words import decimal, listed, seat_name
from p2p_ligretto.texts import _


def presence_lines(before: TableState, after: TableState, own_seat: int | None) -> tuple[str, ...]:
    """Who has come and who has gone, and who counts as absent from here on, or no longer."""
    lines = []
    for seat in after.players:
        was, is_there = before.seats[seat].present, after.seats[seat].present
        if was != is_there:
            lines.append(_presence_line(after, seat, own=seat == own_seat, is_there=is_there))
    for seat in sorted(after.out ^ before.out):
        lines.append(_absence_line(after, seat, own=seat == own_seat, absent=seat in after.out))
    return tuple(lines)


def _presence_line(table: TableState, seat: int, *, own: bool, is_there: bool) -> str:
    if own:
        return _("you are at the table again") if is_there else _("you are not at the table any more")
    name = seat_name(table, seat)
    if is_there:
        return _("{name} is at the table again").format(name=name)
    return _("{name} is not at the table any more").format(name=name)


def _absence_line(table: TableState, seat: int, *, own: bool, absent: bool) -> str:
    if own:
        return _("you count as absent") if absent else _("you no longer count as absent")
    name = seat_name(table, seat)
    return (_("{name} counts as absent") if absent else _("{name} no longer counts as absent")).format(name=name)


def step_line(before: TableState, step: Step, own_seat: int | None) -> str:
    """One step in one line, also where in play nothing is told of it; empty if there is nothing to be said."""
    told = [line for notice in step.notices if (line := line_for(notice, step.table, own_seat))]
    if told:
        return "; ".join(told)
    for notice in step.notices:
        if isinstance(notice, Moved | MoveRejected):
            return _silent_move_line(notice.move, notice.seat, step.table, own_seat, isinstance(notice, MoveRejected))
    return "; ".join(presence_lines(before, step.table, own_seat))


def _silent_move_line(move: Move, seat: int, table: TableState, own_seat: int | None, rejected: bool) -> str:
    own, name = seat == own_seat, seat_name(table, seat)
    match move:
        case Turn() if not rejected:
            return _("you turn hand cards") if own else _("{name} turns hand cards").format(name=name)
        case Turn():
            return _("{name} turns hand cards, without effect").format(name=name)
        case Stop():
            return _("{name} calls stop, without effect").format(name=name)
        case _:
            return _("{name} makes a move without effect").format(name=name)


def time_words(time_us: int) -> str:
    """``1:02.3``, since the start signal; with a sign before it."""
    sign, tenths = "-" if time_us < 0 else "", abs(time_us) // 100_000
    return decimal(f"{sign}{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}")


def beginning_line(recording: Recording) -> str:
    """Which match it is, and who played."""
    names = listed(seat_name(recording.seats, seat) for seat in range(len(recording.seats.seats)))
    return _("match {match}: {names}").format(match=recording.match, names=names)


def ending_line(recording: Recording) -> str:
    """Why it goes no further, where the match was not played to its end; empty if it was."""
    if recording.flaw is not None:
        return _("line {line} of the record is wrong ({reason}): what stands behind it is left out").format(
            line=recording.flaw.line, reason=recording.flaw.reason
        )
    return "" if recording.finished else _("the record ends here, before the end of the match")

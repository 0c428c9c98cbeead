"""How it is with the laptop and the seat of a player, in words: silent, away, lost, left, kicked out, held absent."""

from collections.abc import Collection
from dataclasses import dataclass

from p2p_ligretto.node.notices import (
    ClockOff,
    Frozen,
    SeatAway,
    SeatBack,
    SeatLeft,
    SeatLost,
    SeatReturned,
    SeatWarned,
    Thawed,
)
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import duration_words, either, listed, seat_name
from p2p_ligretto.texts import _

Presence = SeatLeft | SeatLost | SeatBack | SeatWarned | SeatAway | SeatReturned | ClockOff | Frozen | Thawed


@dataclass(frozen=True, slots=True)
class Reach:
    """Who can be reached: seats that are silent for a moment, suspected to be gone, gone with their laptop.

    ``frozen``: this node is with a minority.
    """

    warned: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()
    lost: frozenset[int] = frozenset()
    frozen: Frozen | None = None

    def after(self, notice: object) -> "Reach":
        """Once ``notice`` is known; a notice that is about something else changes nothing."""
        match notice:
            case SeatWarned(seat):
                return Reach(self.warned | {seat}, self.away, self.lost, self.frozen)
            case SeatAway(seat):
                return Reach(self.warned - {seat}, self.away | {seat}, self.lost, self.frozen)
            case SeatLost(seat):
                return Reach(self.warned - {seat}, self.away - {seat}, self.lost | {seat}, self.frozen)
            case SeatReturned(seat) | SeatLeft(seat) | SeatBack(seat):
                return Reach(self.warned - {seat}, self.away - {seat}, self.lost - {seat}, self.frozen)
            case Frozen():
                return Reach(self.warned, self.away, self.lost, notice)
            case Thawed():
                return Reach(self.warned, self.away, self.lost)
            case _:
                return self


ALL_HERE = Reach()


def presence_words(table: TableState, seat: int, reach: Reach) -> str:
    """What is to be known of ``seat``; empty where everything is as it should be."""
    if table.seats[seat].peer in table.banned:
        return _("kicked out")
    if not table.seats[seat].present:
        return _("laptop gone, may return") if seat in reach.lost else _("has left")
    if seat in reach.away:
        # Translators: said of a player whose laptop does not answer.
        return _("away")
    if seat in table.out:
        return _("counts as absent")
    # Translators: said of a laptop of which nothing was heard for a moment.
    return _("silent") if seat in reach.warned else ""


def presence_line(notice: Presence, table: TableState | None, own_seat: int | None) -> str | None:
    """One line for what has changed; None for what only a mark shows."""
    match notice:
        case Frozen():
            return frozen_line(notice, table)
        case Thawed():
            return _("the wait is over: the game goes on")
        case SeatWarned():
            return None
        case ClockOff():
            return _clock_line(notice, seat_name(table, notice.seat), own=notice.seat == own_seat)
        case _:
            return _seat_line(notice, seat_name(table, notice.seat), own=notice.seat == own_seat)


def _clock_line(notice: ClockOff, name: str, *, own: bool) -> str:
    time = duration_words(abs(notice.ahead_us))
    if own and notice.ahead_us > 0:
        return _("your clock was {time} ahead of the others': it waits until it is right").format(time=time)
    if own:
        return _("your clock was {time} behind the others': it was set right").format(time=time)
    if notice.ahead_us > 0:
        return _("{name}'s clock is {time} ahead of the others': it does not count until it is right").format(
            name=name, time=time
        )
    return _("{name}'s clock is {time} behind the others': it does not count until it is right").format(
        name=name, time=time
    )


def _seat_line(notice: SeatLeft | SeatLost | SeatBack | SeatAway | SeatReturned, name: str, *, own: bool) -> str | None:
    match notice:
        case SeatLeft():
            return None if own else _("{name} has left the table").format(name=name)
        case SeatLost():
            if own:
                return _("the others went on without this laptop: it asks for your seat again")
            return _("{name}'s laptop is gone: the game goes on, and the seat is kept").format(name=name)
        case SeatBack():
            return _("you have your seat again") if own else _("{name} takes the old seat again").format(name=name)
        case SeatAway():
            return _("{name}'s laptop does not answer: the others go on in a moment if it stays so").format(name=name)
        case SeatReturned():
            return _("{name}'s laptop answers again").format(name=name)


def frozen_line(frozen: Frozen, table: TableState | None) -> str:
    """For whom a minority waits."""
    names = awaited_names(frozen, table)
    if frozen.may_go_on:
        return _("the laptop of {names} can't be reached: the game waits for it").format(names=names)
    return _("you are with the minority of this table: it waits for the laptop of {names}").format(names=names)


def awaited_names(frozen: Frozen, table: TableState | None) -> str:
    """One of whom has to come back before a minority goes on."""
    return either([seat_name(table, seat) for seat in frozen.seats] or [_("somebody else")])


def go_on_words(frozen: Frozen, table: TableState | None) -> str:
    """What it means to go on without the others."""
    names = missing_names(frozen, table)
    return _(
        "{names} can't be reached, and may be playing on as well. Going on makes another table of it from here, with "
        "cards and points as they are; the two never join again. If you wait, the game goes on when a laptop is back."
    ).format(names=names)


def missing_names(frozen: Frozen, table: TableState | None) -> str:
    """All who can't be reached."""
    return listed([seat_name(table, seat) for seat in frozen.seats] or [_("the others")])


def awaited_line(table: TableState, away: Collection[int]) -> str | None:
    """Whose laptops are suspected to be gone, while nothing is decided about them."""
    absent = [seat for seat in table.present if seat in away]
    if not absent:
        return None
    names = listed(seat_name(table, seat) for seat in absent)
    return _("no answer from the laptop of {names}: the table decides how to go on").format(names=names)

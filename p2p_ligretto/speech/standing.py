"""What stands undecided at a table: who wants to end the round, who is voted about, with whose voices."""

from collections.abc import Iterable
from typing import NamedTuple

from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import listed, seat_name
from p2p_ligretto.texts import _


class Standing(NamedTuple):
    """One thing that is undecided: ``end``, ``kick`` or ``absent``. ``wanted``: the own voice may still be given."""

    about: str
    line: str
    wanted: bool


def standing(table: TableState, own_seat: int | None) -> tuple[Standing, ...]:
    """All that is undecided; what waits for the own voice comes first."""
    found = []
    if table.agreed & table.playing:
        wanted = own_seat in table.playing - table.agreed
        found.append(Standing("end", end_line(table, own_seat), wanted))
    for about, seat in sorted({(about, seat) for about, seat, _by in table.votes}):
        silent = own_seat in table.welcome and own_seat not in voters_about(table, about, seat)
        found.append(Standing(about, vote_line(table, own_seat, about, seat), silent and own_seat != seat))
    return tuple(sorted(found, key=lambda each: not each.wanted))


def end_line(table: TableState, own_seat: int | None) -> str:
    """Who wants to end the round, of how many that all have to."""
    agreed = sorted(table.agreed & table.playing)
    names = _names(table, own_seat, agreed)
    text = (
        _("{names} wants to end this round ({count} of {all})")
        if len(agreed) == 1 and agreed != [own_seat]
        # Translators: one of {names}, or the only one, may be "you".
        else _("{names} want to end this round ({count} of {all})")
    )
    return text.format(names=names, count=len(agreed), all=len(table.playing))


def vote_line(table: TableState, own_seat: int | None, about: str, seat: int) -> str:
    """Who has voted yes about ``seat``, and how many voices are needed."""
    own = seat == own_seat
    if about == "kick":
        text = _("kick you out?") if own else _("kick {name} out?")
    else:
        text = _("do you count as absent?") if own else _("does {name} count as absent?")
    question = text.format(name=seat_name(table, seat))
    return _("{question} {voices}").format(question=question, voices=voices_words(table, own_seat, about, seat))


def voices_words(table: TableState, own_seat: int | None, about: str, seat: int) -> str:
    """Who says yes, and how many have to."""
    voters = voters_about(table, about, seat)
    needed = voices_needed(table)
    if not voters:
        return _("nobody says yes ({needed} needed)").format(needed=needed)
    text = (
        _("{names} says yes ({count} of {needed} needed)")
        if len(voters) == 1 and voters != [own_seat]
        # Translators: one of {names}, or the only one, may be "you".
        else _("{names} say yes ({count} of {needed} needed)")
    )
    return text.format(names=_names(table, own_seat, voters), count=len(voters), needed=needed)


def voters_about(table: TableState, about: str, seat: int) -> list[int]:
    """The seats that say yes, in seat order."""
    return sorted(by for what, whom, by in table.votes if (what, whom) == (about, seat))


def voices_needed(table: TableState) -> int:
    """More than half of those who have a voice, the one voted about among them."""
    return len(table.welcome) // 2 + 1


def _names(table: TableState, own_seat: int | None, seats: Iterable[int]) -> str:
    return listed(_("you") if seat == own_seat else seat_name(table, seat) for seat in seats)

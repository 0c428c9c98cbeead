"""One line for who was caught lying, and by which check (protocol/spec/04, 05)."""

from p2p_ligretto.node.lies import FORK
from p2p_ligretto.node.notices import LieFound
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


def lie_line(notice: LieFound, table: TableState | None, own_seat: int | None) -> str:
    """Who, and what was wrong."""
    own, name = notice.seat == own_seat, seat_name(table, notice.seat)
    if notice.check == "withheld":
        if own:
            return _("you did not open your deck: nobody can tell if it was honest")
        return _("{name} did not open the deck: nobody can tell if it was honest").format(name=name)
    if notice.check == FORK:
        if own:
            return _("two things were said in your name that contradict one another: you are out for good")
        return _("{name} said one thing to some and another to others: out of this table for good").format(name=name)
    what = _checks().get(notice.check) or printable(notice.check)
    if own:
        return _("you are held for a cheat: {what}").format(what=what)
    return _("{name} cheats: {what}").format(name=name, what=what)


def _checks() -> dict[str, str]:
    return {
        "share": _("revealed another number than promised; out of this round"),
        "deal": _("dealt cards that are not in the sealed deck; out of this round"),
        "leaf": _("showed a card that is not in the sealed deck"),
        "position": _("showed a card that is not the next one"),
        "opening": _("opened another secret than promised"),
        "deck": _("did not shuffle the deck as agreed"),
        "stack": _("showed another stack card than lay there"),
        "turn": _("turned other cards than lay there"),
        "reshuffle": _("did not reshuffle as agreed"),
        "penalty": _("paid a penalty with another card than lay there"),
    }

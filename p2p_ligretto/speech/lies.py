"""One line for who was caught lying, and by which check."""

from p2p_ligretto.node.notices import LieFound
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import printable, seat_name
from p2p_ligretto.texts import _


def lie_line(notice: LieFound, table: TableState | None, own_seat: int | None) -> str:
    """Who, and what was wrong."""
    name = _("you") if notice.seat == own_seat else seat_name(table, notice.seat)
    if notice.check == "withheld":
        return _("{name}: did not open the deck after the round; nobody can tell if it was honest").format(name=name)
    what = _checks().get(notice.check) or printable(notice.check)
    return _("{name}: caught cheating, {what}").format(name=name, what=what)


def _checks() -> dict[str, str]:
    return {
        "share": _("the number revealed for the shuffle is not the one promised; out of this round"),
        "deal": _("the first cards are not in the sealed deck; out of this round"),
        "leaf": _("a card shown is not in the sealed deck; the move does not count"),
        "position": _("a card shown is not the next one of the deck; the move does not count"),
        "opening": _("the deck was opened with another secret than the one promised"),
        "deck": _("the deck was not shuffled as agreed"),
        "stack": _("the stack showed another card than lay there"),
        "turn": _("the hand showed other cards than lay there"),
        "reshuffle": _("the hand was not reshuffled as agreed"),
        "penalty": _("a penalty was not paid with the card that lay there"),
    }

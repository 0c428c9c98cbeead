"""Who gives the start signal of a round, in words."""

from p2p_ligretto.node.start_signal import start_signal_seat
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _


def start_signal_words(table: TableState | None, own_seat: int | None) -> str:
    """Who was drawn; empty where nobody was."""
    seat = None if table is None else start_signal_seat(table)
    if seat is None:
        return ""
    if seat == own_seat:
        return _("you give the start signal")
    return _("{name} gives the start signal").format(name=seat_name(table, seat))

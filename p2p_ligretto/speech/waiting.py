"""Whom and what a table waits for, in one line."""

from collections.abc import Collection

from p2p_ligretto.node.table import MIN_PLAYERS, WAITING, TableState
from p2p_ligretto.speech.words import listed, seat_name
from p2p_ligretto.texts import _


def waiting_line(table: TableState, own_seat: int | None, away: Collection[int]) -> str | None:
    """Whom the table waits for, if it waits for somebody; ``away`` are the seats whose laptops can't be reached."""
    absent = [seat for seat in table.present if seat in away]
    if absent:
        names = listed(seat_name(table, seat) for seat in absent)
        return _("the game waits for the laptop of {names}").format(names=names)
    if table.phase not in WAITING:
        return None
    if len(table.present) < MIN_PLAYERS:
        return _("the table waits for a second player")
    unready = [seat for seat in table.present if seat not in table.ready]
    names = listed(_("you") if seat == own_seat else seat_name(table, seat) for seat in unready or table.present)
    return _("the table waits until these are ready: {names}").format(names=names)

"""Whom and what a table waits for, in one line."""

from p2p_ligretto.node.table import MIN_PLAYERS, WAITING, TableState
from p2p_ligretto.speech.presence import ALL_HERE, Reach, awaited_line, frozen_line
from p2p_ligretto.speech.words import listed, seat_name
from p2p_ligretto.texts import _


def waiting_line(table: TableState, own_seat: int | None, reach: Reach = ALL_HERE) -> str | None:
    """Whom the table waits for, if it waits for somebody."""
    if reach.frozen is not None:
        return frozen_line(reach.frozen, table)
    awaited = awaited_line(table, reach.away)
    if awaited is not None:
        return awaited
    if table.phase not in WAITING:
        return None
    if len(table.present) < MIN_PLAYERS:
        return _("the table waits for a second player")
    unready = [seat for seat in table.present if seat not in table.ready]
    names = listed(_("you") if seat == own_seat else seat_name(table, seat) for seat in unready or table.present)
    return _("the table waits until these are ready: {names}").format(names=names)

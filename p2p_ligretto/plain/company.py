"""Who is here: the seats of the table with what each is up to, and other nodes on the network."""

from collections.abc import Collection, Mapping

from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.plain.seated import PeerView
from p2p_ligretto.plain.words import duration_words, listed, printable, seat_name
from p2p_ligretto.texts import _

_WAITING_PHASES = frozenset({Phase.LOBBY, Phase.BETWEEN, Phase.FINISHED})


def company_lines(
    table: TableState | None, own_seat: int | None, away: Collection[int], peers: Mapping[bytes, PeerView]
) -> tuple[str, ...]:
    """One line a seat, then what the table waits for, then who else is on the network."""
    lines = [] if table is None else [_seat_line(table, seat, own_seat, away, peers) for seat in _seats(table)]
    waiting = None if table is None else waiting_line(table, own_seat, away)
    if waiting is not None:
        lines.append(waiting)
    seated = set() if table is None else {seat.peer for seat in table.seats}
    others = [printable(peer.name) for peer_id, peer in peers.items() if peer_id not in seated and peer.name]
    if others:
        lines.append(_("also on this network: {names}").format(names=listed(others)))
    return tuple(lines) or (_("nobody else was found on this network yet"),)


def waiting_line(table: TableState, own_seat: int | None, away: Collection[int]) -> str | None:
    """Whom the table waits for, if it waits for somebody."""
    absent = [seat for seat in _seats(table) if seat in away and table.seats[seat].present]
    if absent:
        names = listed(seat_name(table, seat) for seat in absent)
        return _("the game waits for the laptop of {names}").format(names=names)
    if table.phase not in _WAITING_PHASES:
        return None
    present = [seat for seat in _seats(table) if table.seats[seat].present]
    if len(present) < 2:
        return _("the table waits for a second player")
    unready = [seat for seat in present if seat not in table.ready]
    names = listed(_("you") if seat == own_seat else seat_name(table, seat) for seat in unready or present)
    return _("the table waits until these are ready: {names}").format(names=names)


def _seats(table: TableState) -> range:
    return range(len(table.seats))


def _seat_line(
    table: TableState, seat: int, own_seat: int | None, away: Collection[int], peers: Mapping[bytes, PeerView]
) -> str:
    words = [_("you")] if seat == own_seat else []
    if not table.seats[seat].present:
        words.append(_("has left"))
    elif seat in away:
        words.append(_("away"))
    elif table.phase in _WAITING_PHASES:
        words.append(_("ready") if seat in table.ready else _("not ready"))
    elif seat not in table.players:
        words.append(_("plays from the next round on"))
    total = table.totals[seat] if seat < len(table.totals) else None
    if total is not None:
        words.append(_("total {points}").format(points=total))
    peer = peers.get(table.seats[seat].peer)
    if peer is not None and peer.round_trip_us is not None:
        words.append(_("{time} there and back").format(time=duration_words(peer.round_trip_us)))
    name = seat_name(table, seat)
    return f"{name}: {', '.join(words)}" if words else name

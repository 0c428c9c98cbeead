"""Who is here: the seats of the table with what each is up to, and other nodes on the network."""

from collections.abc import Iterable, Mapping

from p2p_ligretto.node.table import WAITING, TableState
from p2p_ligretto.runtime.seated import PeerView
from p2p_ligretto.speech.lineages import parted_line
from p2p_ligretto.speech.presence import Reach, presence_words
from p2p_ligretto.speech.standing import standing
from p2p_ligretto.speech.waiting import waiting_line
from p2p_ligretto.speech.words import duration_words, listed, seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.wire.messages import TableCard
from p2p_ligretto.wire.printable import printable


def company_lines(
    table: TableState | None,
    own_seat: int | None,
    reach: Reach,
    peers: Mapping[bytes, PeerView],
    parted: Iterable[TableCard] = (),
) -> tuple[str, ...]:
    """One line a seat, then what the table waits for and has not decided, then who else is on the network."""
    lines = [] if table is None else [_seat_line(table, seat, own_seat, reach, peers) for seat in _seats(table)]
    if table is not None:
        waiting = waiting_line(table, own_seat, reach)
        lines += [] if waiting is None else [waiting]
        lines += [_("the round is paused: type resume to go on")] if table.paused else []
        lines += [parted_line(card) for card in parted]
        lines += [undecided.line for undecided in standing(table, own_seat)]
    seated = set() if table is None else {seat.peer for seat in table.seats}
    others = [printable(peer.name) for peer_id, peer in peers.items() if peer_id not in seated and peer.name]
    if others:
        lines.append(_("also on this network: {names}").format(names=listed(others)))
    return tuple(lines) or (_("nobody else was found on this network yet"),)


def _seats(table: TableState) -> range:
    return range(len(table.seats))


def _seat_line(
    table: TableState, seat: int, own_seat: int | None, reach: Reach, peers: Mapping[bytes, PeerView]
) -> str:
    words = [_("you")] if seat == own_seat else []
    presence = presence_words(table, seat, reach)
    if presence:
        words.append(presence)
    elif table.phase in WAITING:
        words.append(_("ready") if seat in table.ready else _("not ready"))
    elif seat not in table.players:
        words.append(_("plays from the next round on"))
    if seat in table.agreed:
        words.append(_("wants to end the round"))
    total = table.totals[seat] if seat < len(table.totals) else None
    if total is not None:
        words.append(_("total {points}").format(points=total))
    peer = peers.get(table.seats[seat].peer)
    if peer is not None and peer.round_trip_us is not None:
        words.append(_("{time} there and back").format(time=duration_words(peer.round_trip_us)))
    name = seat_name(table, seat)
    return f"{name}: {', '.join(words)}" if words else name

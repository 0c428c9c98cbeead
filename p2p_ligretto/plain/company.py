"""Who is here and what they play: the seats of the table with what each is up to and how far its laptop is, the
options of the table, and other nodes around.
"""

from collections.abc import Mapping

from p2p_ligretto.node.table import WAITING, TableState
from p2p_ligretto.runtime.seated import NodeView
from p2p_ligretto.speech.latency import clock_words, latency_warning, link_delays, link_words
from p2p_ligretto.speech.lineages import parted_line
from p2p_ligretto.speech.presence import Reach, presence_words
from p2p_ligretto.speech.standing import standing
from p2p_ligretto.speech.table_rules import rules_lines
from p2p_ligretto.speech.waiting import waiting_line
from p2p_ligretto.speech.words import listed, seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


def company_lines(
    table: TableState | None,
    own_seat: int | None,
    reach: Reach,
    node: NodeView,
) -> tuple[str, ...]:
    """One line a seat, then what the table waits for and has not decided, then who else is on the network."""
    lines = []
    if table is not None:
        measured = {seat: link_words(delay_us) for seat, delay_us in link_delays(table, node.peers).items()}
        if own_seat is not None:
            measured[own_seat] = clock_words(node.clock_error_us)
        lines += [
            _seat_line(table, seat, own_seat, reach, measured, muted=seat in node.muted)
            for seat in range(len(table.seats))
        ]
        waiting = waiting_line(table, own_seat, reach)
        lines += [] if waiting is None else [waiting]
        lines += [_("the round is paused: type resume to go on")] if table.paused else []
        lines += [parted_line(card) for card in node.parted]
        lines += [undecided.line for undecided in standing(table, own_seat)]
    seated = set() if table is None else {seat.peer for seat in table.seats}
    others = [printable(peer.name) for peer_id, peer in node.peers.items() if peer_id not in seated and peer.name]
    if others:
        lines.append(_("also on this network: {names}").format(names=listed(others)))
    return tuple(lines) or (_("nobody else was found on this network yet"),)


def played_lines(table: TableState | None, *, whole: bool = False) -> tuple[str, ...]:
    """What is played: the preset and what is not as in the official game; with ``whole`` every option."""
    if table is None:
        return (_("you are at no table yet: wait until one is found, or q to leave"),)
    return rules_lines(table.options, whole=whole)


def warning_lines(node: NodeView) -> tuple[str, ...]:
    """What about links or the own clock is worth a line before a round."""
    table = node.predicted
    if table is None:
        return ()
    warning = latency_warning(table, node.own_seat, link_delays(table, node.peers), node.clock_error_us)
    return (warning,) if warning else ()


def _seat_line(  # noqa: PLR0913 - all that is told of a seat
    table: TableState, seat: int, own_seat: int | None, reach: Reach, measured: Mapping[int, str], *, muted: bool
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
    if muted:
        words.append(_("muted by you"))
    total = table.totals[seat] if seat < len(table.totals) else None
    if total is not None:
        words.append(_("total {points}").format(points=total))
    if measured.get(seat):
        words.append(measured[seat])
    name = seat_name(table, seat)
    return f"{name}: {', '.join(words)}" if words else name

"""Moves in the fold: the rules decide, where the table lets a move be made at all and what it shows is not forged."""

from msgspec.structs import replace

from p2p_ligretto.dealing.exposure import in_place, proved
from p2p_ligretto.game.rules import ILLEGAL, apply
from p2p_ligretto.game.state import Rejected
from p2p_ligretto.node.closing_fold import with_round
from p2p_ligretto.node.lies import FORGED, NOT_NOW, with_lie
from p2p_ligretto.node.pause_fold import PAUSED, is_held_up
from p2p_ligretto.node.presence_fold import brought_back
from p2p_ligretto.node.table import IN_PLAY, PLAYING, TableState
from p2p_ligretto.node.votes_fold import without_absence
from p2p_ligretto.wire.conversions import to_move
from p2p_ligretto.wire.payloads import Moved


def moved(table: TableState, seat: int, time: int, payload: Moved) -> tuple[TableState, Rejected | None]:
    """A move: before the start signal, or in another round than it names, it is not legal; nor in a pause.

    What it exposes is checked first of all against the leaves: however the rules judge the move, that was a lie.
    """
    if table.round is None or table.phase not in IN_PLAY or payload.number != table.number:
        return table, NOT_NOW
    if seat not in table.players:
        return table, ILLEGAL
    move = to_move(payload.move)
    if not proved(table.leaves[seat], seat, move, payload.proofs):
        return with_lie(table, seat, "leaf"), FORGED
    if time < table.started_us:
        return table, ILLEGAL
    if table.phase is PLAYING and is_held_up(table, time):
        return table, Rejected(PAUSED)
    table = brought_back(table, seat, time) if seat in table.out else table
    assert table.round is not None, "a round goes on"
    outcome = apply(table.round, seat, move, time - table.started_us)
    if outcome.state is table.round:
        return table, outcome.rejected
    area = table.round.areas[seat]
    if area is not None and not in_place(area, move, payload.proofs, table.options):
        return with_lie(table, seat, "position"), FORGED
    after = with_round(table, outcome.state)
    return (after if outcome.rejected is not None else _with_last_move(after, seat, time)), outcome.rejected


def _with_last_move(table: TableState, seat: int, time: int) -> TableState:
    moves = (*(last for last in table.last_moves if last[0] != seat), (seat, time))
    return replace(table, last_moves=moves, votes=without_absence(table.votes, seat) if table.votes else table.votes)

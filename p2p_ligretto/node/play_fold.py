"""Moves in the fold: the rules decide, where the table lets a move be made at all."""

from msgspec.structs import replace

from p2p_ligretto.game.rules import apply
from p2p_ligretto.game.state import Rejected
from p2p_ligretto.node.closing_fold import with_round
from p2p_ligretto.node.pause_fold import PAUSED, is_held_up
from p2p_ligretto.node.presence_fold import brought_back
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.node.votes_fold import without_absence
from p2p_ligretto.wire.conversions import to_move
from p2p_ligretto.wire.payloads import Moved


def moved(table: TableState, seat: int, time: int, payload: Moved) -> tuple[TableState, Rejected | None]:
    """A move: before the start signal, or in another round than it names, it is not legal; nor in a pause."""
    if table.round is None or table.phase not in (Phase.PLAYING, Phase.CLOSING) or payload.number != table.number:
        return table, Rejected("not now")
    if time < table.started_us or seat not in table.players:
        return table, Rejected("illegal")
    if table.phase is Phase.PLAYING and is_held_up(table, time):
        return table, Rejected(PAUSED)
    table = brought_back(table, seat, time) if seat in table.out else table
    assert table.round is not None, "a round goes on"
    outcome = apply(table.round, seat, to_move(payload.move), time - table.started_us)
    if outcome.state is table.round:
        return table, outcome.rejected
    after = with_round(table, outcome.state)
    return (after if outcome.rejected is not None else _with_last_move(after, seat, time)), outcome.rejected


def _with_last_move(table: TableState, seat: int, time: int) -> TableState:
    moves = (*(last for last in table.last_moves if last[0] != seat), (seat, time))
    return replace(table, last_moves=moves, votes=without_absence(table.votes, seat) if table.votes else table.votes)

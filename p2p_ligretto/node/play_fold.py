"""Moves, the end of a round and its score in the fold."""

from dataclasses import replace

from p2p_ligretto.game.match import match_over, winners
from p2p_ligretto.game.rules import apply, with_present
from p2p_ligretto.game.scoring import score
from p2p_ligretto.game.state import Rejected
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.wire.conversions import to_move
from p2p_ligretto.wire.payloads import Moved


def moved(table: TableState, seat: int, time: int, payload: Moved) -> tuple[TableState, Rejected | None]:
    """A move: the rules decide. Before the start signal, or in another round than it names, it is not legal."""
    if table.round is None or table.phase not in (Phase.PLAYING, Phase.CLOSING) or payload.number != table.number:
        return table, Rejected("not now")
    if time < table.started_us or seat not in table.players:
        return table, Rejected("illegal")
    outcome = apply(table.round, seat, to_move(payload.move), time - table.started_us)
    if outcome.state is table.round:
        return table, outcome.rejected
    phase = Phase.CLOSING if outcome.state.end else table.phase
    return replace(table, round=outcome.state, phase=phase), outcome.rejected


def with_present_players(table: TableState) -> TableState:
    """Somebody came or went while a round is played or closed."""
    assert table.round is not None, "a round that is played has a state"
    present = frozenset(seat for seat in table.players if table.seats[seat].present)
    if table.phase is Phase.PLAYING:
        state = with_present(table.round, present)
        table = replace(table, round=state, phase=Phase.CLOSING if state.end else table.phase)
    return _score_if_closed(table) if table.phase is Phase.CLOSING else table


def closed(table: TableState, seat: int) -> TableState:
    """A player holds the final end."""
    return _score_if_closed(replace(table, closed=table.closed | {seat}))


def _score_if_closed(table: TableState) -> TableState:
    """Score once all players who are present hold the end; if none is, there is nobody to wait for."""
    if not table.closed >= {seat for seat in table.players if table.seats[seat].present}:
        return table
    assert table.round is not None
    points = score(table.round).points
    totals = tuple(
        total if gained is None else (total or 0) + gained
        for total, gained in zip(table.totals, (*points, *[None] * len(table.totals)), strict=False)
    )
    if not match_over(table.options, table.number, totals):
        return replace(table, phase=Phase.BETWEEN, totals=totals)
    return replace(table, phase=Phase.FINISHED, totals=totals, winners=winners(totals))

"""The end of a round and its score in the fold.

A round that has ended is not paused, and nothing is left of what its players wanted of each other in it. It is scored
when all players who are there hold the end.
"""

from msgspec.structs import replace

from p2p_ligretto.game.match import match_over, winners
from p2p_ligretto.game.scoring import score
from p2p_ligretto.game.state import RoundState
from p2p_ligretto.node.phases import PHASES, PhaseEnd
from p2p_ligretto.node.table import PLAYING, TableState
from p2p_ligretto.node.votes_fold import without_absence


def with_round(table: TableState, state: RoundState) -> TableState:
    """The table with its round as it is now; closing if that has ended."""
    if state.end is None or table.phase is not PLAYING:
        return replace(table, round=state)
    votes = without_absence(table.votes)
    closing = PHASES[table.phase, PhaseEnd.ROUND_ENDED]
    return replace(table, round=state, phase=closing, paused=False, agreed=frozenset(), votes=votes)


def closed(table: TableState, seat: int) -> TableState:
    """A player holds the final end."""
    return score_if_closed(replace(table, closed=table.closed | {seat}))


def score_if_closed(table: TableState) -> TableState:
    """Score once all players who are there hold the end; if none is, there is nobody to wait for."""
    if not table.closed >= frozenset(table.players) & frozenset(table.welcome):
        return table
    assert table.round is not None
    points = score(table.round).points
    totals = tuple(
        total if gained is None else (total or 0) + gained
        for total, gained in zip(table.totals, (*points, *[None] * len(table.totals)), strict=False)
    )
    if not match_over(table.options, table.number, totals):
        return replace(table, phase=PHASES[table.phase, PhaseEnd.CLOSED], totals=totals)
    finished = PHASES[table.phase, PhaseEnd.MATCH_OVER]
    return replace(table, phase=finished, totals=totals, winners=winners(totals))

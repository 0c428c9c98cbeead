"""Who takes part in the round under way, in the fold: a player may come, go, be held absent, or be back.

``TableState.playing`` says who does; here the rules are told, and draw what follows: with everybody blocked who is left
the round ends, and so it does where all who are left have agreed to end it.
"""

from msgspec.structs import replace
from msgspec.structs import replace as changed

from p2p_ligretto.game.rules import with_present
from p2p_ligretto.game.state import RoundState
from p2p_ligretto.node.agreement_fold import ended_if_all_agree
from p2p_ligretto.node.closing_fold import score_if_closed, with_round
from p2p_ligretto.node.deal_fold import drop_players
from p2p_ligretto.node.table import DEALING, Phase, TableState
from p2p_ligretto.node.votes_fold import without_absence
from p2p_ligretto.wire.payloads import SatOut


def with_those_who_play(table: TableState) -> TableState:
    """The table after who is there has changed: it is dealt to fewer, or the round goes on among others, or ends."""
    if table.phase in DEALING:
        return drop_players(table, table.playing)
    if table.phase is Phase.PLAYING:
        assert table.round is not None, "a round that is played has a state"
        table = ended_if_all_agree(with_round(table, with_present(table.round, table.playing)))
    return score_if_closed(table) if table.phase is Phase.CLOSING else table


def sat_out(table: TableState, seat: int, payload: SatOut) -> TableState | None:
    """A player can't play this round; None where there is nothing to sit out."""
    if payload.number != table.number or seat not in table.players or seat in table.out:
        return None
    if table.phase in DEALING:
        return drop_players(table, table.playing - {seat})
    if table.phase is not Phase.PLAYING:
        return None
    votes = without_absence(table.votes, seat)
    return with_those_who_play(replace(table, out=table.out | {seat}, agreed=table.agreed - {seat}, votes=votes))


def brought_back(table: TableState, seat: int, time: int) -> TableState:
    """``seat`` moves: if it was held absent, it takes part again. Who was kicked stays out."""
    state = round_of(table, seat)
    if seat not in table.out or state is None or state is table.round:
        return table
    moves = (*(last for last in table.last_moves if last[0] != seat), (seat, time))
    return replace(table, round=state, out=table.out - {seat}, last_moves=moves)


def round_of(table: TableState, seat: int) -> RoundState | None:
    """The round as ``seat`` may act in it: who was held absent is in it again by its next move."""
    state = table.round
    if state is None or state.end is not None or seat not in table.out or seat not in table.welcome:
        return state
    return changed(state, present=state.present | {seat})

"""The deal in the fold: commit, reveal, lay open (protocol/spec/04).

A phase is complete when every player has spoken; who leaves meanwhile sits the round out, there is no second draw. So
does who reveals another share than it committed to, or shows cards that its own leaves don't hold; and who is voted
absent, because the others have waited for it (``votes_fold``).
With fewer than two players left the deal is off and the table waits again, as if it had not begun.
"""

from msgspec.structs import replace

from p2p_ligretto.dealing.commitment import joint_seed, share_hash
from p2p_ligretto.dealing.leaves import fit
from p2p_ligretto.game.match import row_size
from p2p_ligretto.game.rules import deal
from p2p_ligretto.game.state import Rejected
from p2p_ligretto.node.lies import FORGED, NOT_NOW, with_lie
from p2p_ligretto.node.phases import PHASES, PhaseEnd
from p2p_ligretto.node.table import COUNTDOWN_US, MIN_PLAYERS, Commitment, Phase, TableState
from p2p_ligretto.node.votes_fold import votes_in_deal, without_absence
from p2p_ligretto.wire.conversions import shown_proofs, to_opening
from p2p_ligretto.wire.payloads import Committed, Dealt, Revealed


def begin_deal(table: TableState) -> TableState:
    """All who have a say are dealt in to the next round, of a new match if the last one has ended."""
    new_match = table.phase is Phase.FINISHED
    return replace(
        table,
        phase=PHASES[table.phase, PhaseEnd.READY],
        match=table.match + new_match,
        number=1 if new_match else table.number + 1,
        deals=table.deals + 1,
        totals=(None,) * len(table.seats) if new_match else table.totals,
        winners=(),
        players=table.welcome,
        ready=frozenset(),
        commitments=(),
        shares=(),
        joint_seed=b"",
        openings=(),
        leaves=((),) * len(table.seats),
        lies=() if new_match else table.lies,
        round=None,
        closed=frozenset(),
        paused=False,
        resumes_us=0,
        last_moves=(),
        out=frozenset(),
        agreed=frozenset(),
    )


def committed(table: TableState, seat: int, time: int, payload: Committed) -> TableState:
    """A player has committed to its secrets."""
    commitment = Commitment(payload.secret_hash, payload.share_hash)
    table = _heard(table, seat, time)
    return _next_phase(replace(table, commitments=(*table.commitments, (seat, commitment))), time)


def revealed(table: TableState, seat: int, time: int, payload: Revealed) -> tuple[TableState, Rejected | None]:
    """A player has revealed its share; if it is not the one committed to, it sits the round out."""
    if dict(table.commitments)[seat].share_hash != share_hash(payload.share):
        return _dropped_for_lying(table, seat, "share"), FORGED
    table = _heard(table, seat, time)
    return _next_phase(replace(table, shares=(*table.shares, (seat, payload.share))), time), None


def dealt(table: TableState, seat: int, time: int, payload: Dealt) -> tuple[TableState, Rejected | None]:
    """A player's cards lie open; if its leaves don't hold them, or one is there twice, it sits the round out.

    A row of another size was meant for another number of players: it is just not for now.
    """
    opening = to_opening(payload)
    cards = (*opening.row, opening.stack_top)
    if len(opening.row) != row_size(len(table.players)):
        return table, NOT_NOW
    if len(set(cards)) != len(cards) or not fit(payload.leaves, seat, cards, shown_proofs(payload)):
        return _dropped_for_lying(table, seat, "deal"), FORGED
    leaves = (*table.leaves[:seat], payload.leaves, *table.leaves[seat + 1 :])
    table = _heard(table, seat, time)
    return _next_phase(replace(table, openings=(*table.openings, (seat, opening)), leaves=leaves), time), None


def _heard(table: TableState, seat: int, time: int) -> TableState:
    """``seat`` says what is asked of it in this phase: nobody waits for it; for the others, from the first word on."""
    first_us = table.first_word_us if table.spoken() else time
    return replace(table, first_word_us=first_us, votes=without_absence(table.votes, seat))


def _dropped_for_lying(table: TableState, seat: int, check: str) -> TableState:
    return drop_players(with_lie(table, seat, check), table.playing - {seat})


def _next_phase(table: TableState, time: int) -> TableState:
    if not table.spoken() >= set(table.players):
        return table
    following = PHASES[table.phase, PhaseEnd.SPOKEN]
    if table.phase is Phase.COMMITTING:
        return replace(table, phase=following)
    if table.phase is Phase.REVEALING:
        return replace(table, phase=following, joint_seed=joint_seed(table.shares))
    openings = {seat: opening for seat, opening in table.openings if seat in table.players}
    return replace(
        table,
        phase=following,
        started_us=time + COUNTDOWN_US,
        round=deal(table.options, openings, len(table.seats)),
    )


def drop_players(table: TableState, staying: frozenset[int]) -> TableState:
    """Players who are not among ``staying`` sit this round out."""
    players = tuple(seat for seat in table.players if seat in staying)
    if players == table.players:
        return table
    if len(players) < MIN_PLAYERS:
        end = PhaseEnd.OFF_AT_FIRST if table.number == 1 else PhaseEnd.OFF_LATER
        off = PHASES[table.phase, end]
        return replace(table, phase=off, number=table.number - 1, players=(), votes=without_absence(table.votes))
    # The number of players sets the row, so the same decks are laid out anew.
    table = replace(table, players=players, openings=())
    return _next_phase(replace(table, votes=votes_in_deal(table)), table.latest_us)

"""What a round and a match come to: what a record says has to be what the rules count, else that is a ValueError."""

from msgspec.structs import replace

from p2p_ligretto.game.scoring import score
from p2p_ligretto.node.notices import MatchEnded, RoundScored
from p2p_ligretto.node.races import Race
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.playback.lines import Figures, ResultLine, ScoreLine


def require(holds: bool, otherwise: str) -> None:
    """Raise ValueError that says ``otherwise`` unless it ``holds``."""
    if not holds:
        raise ValueError(otherwise)


def scored(table: TableState, line: ScoreLine, races: tuple[Race, ...]) -> tuple[TableState, RoundScored]:
    """The table after the score of its round, and what is told of it."""
    require(table.phase is Phase.CLOSING and line.number == table.number, "a score follows the end of its round")
    assert table.round is not None, "a round was played"
    found = score(table.round)
    same = all(
        _figures(said) == _figures(counted)
        for said, counted in ((line.centre, found.centre), (line.left, found.left), (line.points, found.points))
    )
    require(same, "the score is not that of the cards")
    gained = _figures(found.points)
    totals = tuple((total or 0) + gained[seat] if seat in gained else total for seat, total in enumerate(table.totals))
    require(_figures(line.totals) == {seat: totals[seat] for seat in gained}, "the totals don't add up")
    told = RoundScored(line.number, found.centre, found.left, found.points, totals, races)
    return replace(table, phase=Phase.BETWEEN, totals=totals), told


def ended(table: TableState, line: ResultLine) -> tuple[TableState, MatchEnded]:
    """The table after the match, and what is told of it."""
    require(table.phase is Phase.BETWEEN, "a result follows a score")
    require(_figures(line.totals) == _figures(table.totals), "the result is not that of the rounds")
    return replace(table, phase=Phase.FINISHED, winners=line.winners), MatchEnded(table.totals, line.winners)


def _figures(values: Figures) -> dict[int, int]:
    """By seat; lists of one record may be of different lengths, as somebody took a seat between."""
    return {seat: value for seat, value in enumerate(values) if value is not None}

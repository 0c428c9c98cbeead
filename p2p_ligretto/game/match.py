"""A match: how rounds are set up for its players, when it is over, and who won (docs/rules.md, "End of a match")."""

from collections.abc import Sequence

from p2p_ligretto.game.cards import DECK_SIZE, MAX_SEATS, STACK_SIZE
from p2p_ligretto.game.options import Options


def row_size(players: int) -> int:
    """Row cards of each player in a round of ``players``; ValueError if so many can't play."""
    if not 2 <= players <= MAX_SEATS:
        raise ValueError(f"{players} can't play a round: 2 to {MAX_SEATS} can")
    return {2: 5, 3: 4}.get(players, 3)


def hand_size(players: int) -> int:
    """Hand cards of each player at the start of a round; ValueError if so many can't play."""
    return DECK_SIZE - STACK_SIZE - row_size(players)


def match_over(options: Options, rounds_played: int, totals: Sequence[int | None]) -> bool:
    """Whether no further round follows: the agreed number is played, or a total reached the target score."""
    if rounds_played >= options.rounds:
        return True
    target = options.target_score
    return target is not None and any(total is not None and total >= target for total in totals)


def winners(totals: Sequence[int | None]) -> tuple[int, ...]:
    """The seats with the highest total, several if it is equal."""
    best = max((total for total in totals if total is not None), default=None)
    return tuple(seat for seat, total in enumerate(totals) if total is not None and total == best)

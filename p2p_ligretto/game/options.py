"""The options of a table: the official game by default, house rules by choice (docs/rules.md, "House rules")."""

from dataclasses import dataclass
from typing import Final, Literal

from p2p_ligretto.game.cards import DECK

DEFAULT_ROUNDS: Final = 3
DEFAULT_ROUNDS_WITH_TARGET: Final = 50
MAX_ROUNDS: Final = 1000
MAX_TARGET_SCORE: Final = 100_000
MOST_POINTS_A_ROUND: Final = len(DECK)
"""A point for each own card in the centre."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a table agreed to play. The limit of ``rounds`` holds with a target score too."""

    rounds: int = DEFAULT_ROUNDS
    target_score: int | None = None
    reshuffle: bool = True
    row_storage: Literal["descending", "ascending"] | None = None
    call: Literal["auto", "manual"] = "auto"
    one_hand: bool = False
    penalty: Literal["stack_to_hand", "hand_to_stack"] | None = None
    hints: bool = True
    """Whether people may have shown to them which of their cards fit. No rule depends on it."""


OFFICIAL: Final = Options()
"""The rule book, nothing else."""


def target_in_reach(options: Options) -> bool:
    """Whether somebody could make the target score within the rounds, as far as points go."""
    return options.target_score is None or options.target_score <= options.rounds * MOST_POINTS_A_ROUND

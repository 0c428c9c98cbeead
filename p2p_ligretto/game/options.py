"""The options of a table: the official game by default, house rules by choice (docs/rules.md, "House rules")."""

from dataclasses import dataclass
from typing import Final, Literal

DEFAULT_ROUNDS: Final = 3
DEFAULT_ROUNDS_WITH_TARGET: Final = 50
MAX_ROUNDS: Final = 1000
MAX_TARGET_SCORE: Final = 100_000


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


OFFICIAL: Final = Options()
"""The rule book, nothing else."""

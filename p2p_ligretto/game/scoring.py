"""What a round is worth (docs/rules.md, "Score")."""

from dataclasses import dataclass

from p2p_ligretto.game.state import RoundState


@dataclass(frozen=True, slots=True)
class Score:
    """Cards in the centre, cards left on the stack and points, indexed by seat; None for who is not in the round."""

    centre: tuple[int | None, ...]
    left: tuple[int | None, ...]
    points: tuple[int | None, ...]


def points(centre: int, left: int) -> int:
    """One for each own card in the centre, minus two for each card left on the own Ligretto stack."""
    return centre - 2 * left


def score(state: RoundState) -> Score:
    """The score of the round as it lies."""
    areas = state.areas
    return Score(
        centre=tuple(None if area is None else area.centre for area in areas),
        left=tuple(None if area is None else area.stack for area in areas),
        points=tuple(None if area is None else points(area.centre, area.stack) for area in areas),
    )

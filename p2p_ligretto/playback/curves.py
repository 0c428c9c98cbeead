"""What a recording draws: points after each round, and cards in the centre over the time of a round, by player."""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.game.moves import Play
from p2p_ligretto.node.notices import Moved
from p2p_ligretto.playback.recording import RecordedRound, Recording

SECOND_US: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Curve:
    """Points (x, y) of the player at ``seat``, by growing x."""

    seat: int
    points: tuple[tuple[int, int], ...]


def score_curves(recording: Recording) -> tuple[Curve, ...]:
    """Totals over rounds. Everybody begins with 0 before the round in which they first played."""
    found: dict[int, list[tuple[int, int]]] = {}
    for scored in recording.scored():
        for seat, points in enumerate(scored.points):
            total = scored.totals[seat]
            if points is not None and total is not None:
                found.setdefault(seat, [(scored.number - 1, 0)]).append((scored.number, total))
    return tuple(Curve(seat, tuple(points)) for seat, points in sorted(found.items()))


def card_curves(played: RecordedRound) -> tuple[Curve, ...]:
    """Cards in the centre over microseconds: a point at each card, and one at the end."""
    found = {seat: [(played.begin_us, 0)] for seat in played.dealt.players}
    for step in played.steps:
        for told in step.notices:
            if isinstance(told, Moved) and isinstance(told.move, Play):
                points = found[told.seat]
                points.append((step.time_us, points[-1][1] + 1))
    for points in found.values():
        points.append((max(played.end_us, played.begin_us + SECOND_US), points[-1][1]))
    return tuple(Curve(seat, tuple(points)) for seat, points in found.items())

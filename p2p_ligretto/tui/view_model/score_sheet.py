"""What a match leaves to be read between its rounds: results, how the last round ended, lost races in it.

A frozen value that grows by notices of the node. A new deal begins the round's part anew, the deal of a first round
the whole sheet.
"""

from dataclasses import dataclass, replace
from typing import Final

from p2p_ligretto.game.cards import Card
from p2p_ligretto.game.moves import Play
from p2p_ligretto.node.notices import Dealing, MoveRejected, Notice, RoundEnded, RoundScored

MOST_RACES: Final = 200
"""Of one round; later ones are not kept."""


@dataclass(frozen=True, slots=True)
class Race:
    """``late`` laid ``card`` after ``first`` had, by ``margin_us``; both are seats."""

    card: Card
    first: int
    late: int
    margin_us: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """``rounds`` that were scored while this node was there, in order; ``ended`` and ``races`` are of the last one."""

    rounds: tuple[RoundScored, ...] = ()
    ended: RoundEnded | None = None
    races: tuple[Race, ...] = ()

    def after(self, notice: Notice) -> "ScoreSheet":
        """The sheet once ``notice`` is known."""
        match notice:
            case Dealing(number=1):
                return ScoreSheet()
            case Dealing():
                return ScoreSheet(self.rounds)
            case RoundEnded():
                return replace(self, ended=notice)
            case RoundScored():
                earlier = tuple(scored for scored in self.rounds if scored.number < notice.number)
                return replace(self, rounds=(*earlier, notice))
            case MoveRejected(seat, Play(card=card), "beaten", by, margin_us) if by is not None:
                if len(self.races) >= MOST_RACES:
                    return self
                return replace(self, races=(*self.races, Race(card, by, seat, margin_us or 0)))
            case _:
                return self

"""What a match leaves to be read between its rounds: results with the races of each round, how the last one ended.

A frozen value that grows by notices of the node. A new deal begins the round's part anew, the deal of a first round
the whole sheet.
"""

from dataclasses import dataclass, replace

from p2p_ligretto.node.notices import Dealing, Notice, RoundEnded, RoundScored


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """``rounds`` that were scored while this node was there, in order; ``ended`` is how the last one did."""

    rounds: tuple[RoundScored, ...] = ()
    ended: RoundEnded | None = None

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
            case _:
                return self

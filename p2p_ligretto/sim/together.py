"""People who end a round in the same millisecond: who has one move left to it waits for another one who has, too."""

from dataclasses import dataclass, field
from typing import Final

from p2p_ligretto.bots.policy import choose
from p2p_ligretto.game.moves import STACK, Fill, Move, Play
from p2p_ligretto.node.table import Phase, TableState

ENOUGH: Final = 2
NOTICE_US: Final = 400_000
"""From when enough wait until they move: by then each has looked at its screen once more."""


@dataclass(slots=True)
class Together:
    """Who waits with a last move, by number of the host, and when, by true time, those who do are going to move."""

    waiting: set[int] = field(default_factory=set)
    _at_us: int | None = None

    def wait(self, host: int, now_us: int) -> None:
        """``host`` could end the round now, and waits."""
        self.waiting.add(host)
        if self._at_us is None and len(self.waiting) >= ENOUGH:
            self._at_us = now_us + NOTICE_US

    def at_us(self, host: int) -> int | None:
        """When ``host`` is to move, if it waits and that is settled."""
        return self._at_us if host in self.waiting else None

    def done(self, host: int) -> None:
        """``host`` has moved, or can't any more."""
        self.waiting.discard(host)
        if not self.waiting:
            self._at_us = None


def last_move(table: TableState, seat: int | None) -> Move | None:
    """The move that a bot at ``seat`` would make, if it ends the round there and then."""
    area = None if table.round is None or table.phase is not Phase.PLAYING or seat is None else table.round.area(seat)
    if area is None or area.stack != 1 or table.round is None or seat is None:
        return None
    move = choose(table.round, seat)
    ends = isinstance(move, Fill) or (isinstance(move, Play) and move.source == STACK)
    return move if ends else None

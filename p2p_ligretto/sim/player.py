"""A bot at a simulated host: it gets ready when enough seats are taken, and plays.

It sees what a person at that screen sees: the predicted table. What it asked for and did not get (play waits for
somebody, a view is being changed) it asks again after a pause.
"""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.bots.levels import Level
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.node.intents import Act, Intent, SetReady
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.sim.surroundings import SimulatedNode

READY_PAUSE_US: Final = 500_000
NEVER: Final = 2**62


class SeatedBot:
    """Plays at ``level``; ready for a deal as soon as ``seats`` seats are taken by members."""

    def __init__(self, level: Level, seats: int, entropy: bytes) -> None:
        self._bot = BotPlayer(level, entropy)
        self.seats = seats
        self._ask_again_us = 0
        self._waits = False

    @property
    def wake_at(self) -> int:
        """When it wants to be asked, by its host's clock."""
        return min(self._bot.wake_at, self._ask_again_us if self._waits else NEVER)

    def intents(self, node: SimulatedNode, now: int) -> Sequence[Intent]:
        """Readiness between rounds, one move at a time in a round."""
        table, seat = node.predicted, node.own_seat
        self._bot.observe(table.round if table is not None and table.phase is Phase.PLAYING else None, seat, now)
        move = self._bot.decide(now)
        if move is not None:
            return (Act(move),)
        final = node.final
        self._waits = final is not None and seat is not None and self._would_be_ready(final, seat)
        if self._waits and now >= self._ask_again_us:
            self._ask_again_us = now + READY_PAUSE_US
            return (SetReady(True),)
        return ()

    def _would_be_ready(self, table: TableState, seat: int) -> bool:
        present = sum(each.present for each in table.seats)
        return table.phase in (Phase.LOBBY, Phase.BETWEEN) and seat not in table.ready and present >= self.seats

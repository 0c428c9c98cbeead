"""A bot at a simulated host: it gets ready when enough seats are taken, and plays.

It sees what a person at that screen sees: the predicted table. What it asked for and did not get (play waits for
somebody, a view is being changed) it asks again after a pause.
"""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.bots.levels import Level
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.game.state import RoundState
from p2p_ligretto.node.agreement import bot_agrees
from p2p_ligretto.node.intents import Act, AgreeToEnd, Intent, SetReady
from p2p_ligretto.node.presence_fold import round_of
from p2p_ligretto.node.table import PLAYING, Phase, TableState
from p2p_ligretto.sim.surroundings import SimulatedNode

ASKING_PAUSE_US: Final = 500_000
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
        return min(self._bot.wake_at, self._ask_again_us) if self._waits else self._bot.wake_at

    def intents(self, node: SimulatedNode, now: int) -> Sequence[Intent]:
        """Readiness between rounds, one move at a time in a round, and its end where all others want that."""
        table, seat = node.predicted, node.own_seat
        self._bot.observe(_round_to_play(table, seat), seat, now)
        move = self._bot.decide(now)
        if move is not None:
            return (Act(move),)
        wish = self._wish(node, table, seat)
        self._waits = wish is not None
        if wish is None or now < self._ask_again_us:
            return ()
        self._ask_again_us = now + ASKING_PAUSE_US
        return (wish,)

    def _wish(self, node: SimulatedNode, table: TableState | None, seat: int | None) -> Intent | None:
        """What it wants besides moves, until the table has it so."""
        if table is None or seat is None:
            return None
        if bot_agrees(table, seat):
            return AgreeToEnd(True)
        return SetReady(True) if node.final is not None and self._would_be_ready(node.final, seat) else None

    def _would_be_ready(self, table: TableState, seat: int) -> bool:
        if table.phase not in (Phase.LOBBY, Phase.BETWEEN) or seat in table.ready:
            return False
        return len(table.present) >= self.seats


def _round_to_play(table: TableState | None, seat: int | None) -> RoundState | None:
    """The round as the seat may act in it; None where there is none, or a pause."""
    if table is None or seat is None or table.phase is not PLAYING or table.paused:
        return None
    return round_of(table, seat)

"""Who plays at a host of a simulated table, whatever happens: finds the table, sits down, plays, and comes back.

What a person does who knows the others' addresses: asks for a seat whenever there is none, and asks again after it was
refused; is ready for the first deal when everybody is there, and for further ones with whoever is. Who does not want a
seat for now (``Host.wants_seat``) does nothing. Who is to wait with the last move of a round (``Host.holds_stop``)
makes it at the same moment as somebody else (``together``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.node.intents import Act, Dial, Intent, JoinTable
from p2p_ligretto.node.notices import JoinFailed, Left
from p2p_ligretto.node.table import MIN_PLAYERS, Phase, TableState
from p2p_ligretto.sim.host import Host
from p2p_ligretto.sim.player import NEVER, SeatedBot
from p2p_ligretto.sim.surroundings import SimulatedNode
from p2p_ligretto.sim.together import Together, last_move

ASK_AGAIN_US: Final = 3_000_000


@dataclass(slots=True)
class Gathering:
    """Where all want to be: ``table`` is empty until it is open, ``hosts`` are all there are."""

    hosts: Sequence[Host]
    table: bytes = b""
    together: Together = field(default_factory=Together)


class Guest:
    """One start of the program on host ``number``, with a bot of ``level`` at it."""

    def __init__(self, gathering: Gathering, number: int, level: str, entropy: bytes) -> None:
        self._bot = SeatedBot(LEVELS[level], MIN_PLAYERS, entropy)
        self._gathering = gathering
        self._own = number
        self._ask_us = 0
        self._seen: TableState | None = None
        self._seen_final: TableState | None = None
        self._seated = False
        self._joining = False
        self._read = len(gathering.hosts[number].notices)

    @property
    def wake_at(self) -> int:
        """When it wants to be asked."""
        if not self._wants_seat:
            return NEVER
        if not self._seated:
            return self._ask_us
        agreed_us = self._gathering.together.at_us(self._own)
        if agreed_us is None:
            return self._bot.wake_at
        return min(self._bot.wake_at, self._host.running().clock.read(agreed_us))

    @property
    def _host(self) -> Host:
        return self._gathering.hosts[self._own]

    @property
    def _wants_seat(self) -> bool:
        return bool(self._gathering.table) and self._host.wants_seat

    def intents(self, node: SimulatedNode, now: int) -> Sequence[Intent]:
        """A seat first, then what a bot does at it."""
        if not self._wants_seat:
            return ()
        table, final, hosts = node.predicted, node.final, self._gathering.hosts
        if table is not None and table is self._seen and final is self._seen_final and now < self.wake_at:
            # Nothing is new, and nothing due: most of what a node takes in is not for people.
            return ()
        self._seen, self._seen_final = table, final
        self._read_notices(self._host)
        self._seated = table is not None and node.own_seat is not None
        if table is not None and self._seated:
            everybody = sum(each.wants_seat for each in hosts)
            self._bot.seats = everybody if table.phase is Phase.LOBBY else MIN_PLAYERS
            return self._held(table, node, self._bot.intents(node, now), now)
        if now < self._ask_us:
            return ()
        self._ask_us = now + ASK_AGAIN_US
        others = (each for each in hosts if each.number != self._own and each.peer not in node.peers)
        dials = tuple(Dial((each.address,)) for each in others)
        joins = () if self._joining else (JoinTable(self._gathering.table),)
        self._joining = True
        return (*dials, *joins)

    def _held(self, table: TableState, node: SimulatedNode, wanted: Sequence[Intent], now: int) -> Sequence[Intent]:
        """What of ``wanted`` to do now, where last moves may be held back until others make theirs."""
        together, seat = self._gathering.together, node.own_seat
        now_us = self._host.running().clock.true_us(now)
        agreed_us = together.at_us(self._own)
        if agreed_us is not None and agreed_us <= now_us:
            together.done(self._own)
            last = last_move(table, seat)
            return wanted if last is None else (Act(last),)
        if self._host.holds_stop and any(isinstance(each, Act) for each in wanted) and last_move(table, seat):
            together.wait(self._own, now_us)
            return ()
        return wanted

    def _read_notices(self, host: Host) -> None:
        for _, notice in host.notices[self._read :]:
            if isinstance(notice, Left | JoinFailed):
                self._joining, self._ask_us = False, 0
        self._read = len(host.notices)

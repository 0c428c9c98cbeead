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
from p2p_ligretto.node.intents import Act, AgreeToEnd, Dial, Intent, JoinTable, LeaveTable
from p2p_ligretto.node.notices import JoinFailed, Left
from p2p_ligretto.node.table import MIN_PLAYERS, PLAYING, Phase, TableState
from p2p_ligretto.sim.host import Host
from p2p_ligretto.sim.player import NEVER, SeatedBot
from p2p_ligretto.sim.surroundings import SimulatedNode
from p2p_ligretto.sim.together import Together, last_move

ASK_AGAIN_US: Final = 3_000_000
PATIENCE_US: Final = 20_000_000
"""How long who is left alone in a round waits for those who may come back to it."""


@dataclass(slots=True)
class Gathering:
    """Where all want to be: ``opened`` is empty until the table is open, ``hosts`` are all there are.

    A table is called otherwise where somebody has gone on without the others (``Host.follows``): all go there then.
    """

    hosts: Sequence[Host]
    opened: bytes = b""
    together: Together = field(default_factory=Together)

    @property
    def everybody(self) -> int:
        """How many want a seat and can have one."""
        return sum(each.wants_seat and not each.dead for each in self.hosts)

    def wanted(self, host: int) -> bytes:
        """What the table is called now at which ``host`` wants to be."""
        return self.hosts[host].follows or self.opened


class Guest:
    """One start of the program on host ``number``, with a bot of ``level`` at it."""

    def __init__(self, gathering: Gathering, number: int, level: str, entropy: bytes) -> None:
        self._bot = SeatedBot(LEVELS[level], MIN_PLAYERS, entropy)
        self._gathering = gathering
        self._own = number
        self._host = gathering.hosts[number]
        self._ask_us = 0
        self._seen: TableState | None = None
        self._seen_final: TableState | None = None
        self._seated = False
        self._joining = b""
        """The table that was asked for."""
        self._leaving = False
        self._patient_us = NEVER
        """Until when to wait for others, where this is the only player left in the round."""
        self._read = len(gathering.hosts[number].notices)
        self.wake_at = NEVER
        """When it wants to be asked, as of the last time that it was."""

    def intents(self, node: SimulatedNode, now: int) -> Sequence[Intent]:
        """A seat first, then what a bot does at it."""
        if not self._host.wants_seat or not self._gathering.opened:
            self._seen, self.wake_at = None, NEVER
            return ()
        table, final = node.predicted, node.final
        elsewhere = not self._leaving and self._is_elsewhere(table)
        # In play people go by what they see, final or not.
        seen = table is not None and table is self._seen and (final is self._seen_final or table.phase is PLAYING)
        due = now >= self.wake_at or now >= self._patient_us or bool(self._gathering.together.waiting)
        if table is not None and table.round is None and table.phase is Phase.LOBBY:
            # Who dies elsewhere is not waited for any more, and nothing at the table tells of it.
            due = due or self._bot.seats != self._gathering.everybody
        if seen and not elsewhere and not due:
            # Nothing is new, and nothing due: most of what a node takes in is not for people.
            return ()
        self._seen, self._seen_final = table, final
        self._read_notices(self._host)
        wanted = self._wanted(node, table, elsewhere, now)
        self.wake_at = self._wants_to_be_asked_at()
        return wanted

    def _wants_to_be_asked_at(self) -> int:
        if not self._seated:
            return self._ask_us
        agreed_us = self._gathering.together.at_us(self._own)
        if agreed_us is None:
            return self._bot.wake_at
        return min(self._bot.wake_at, self._host.running().clock.read(agreed_us))

    def _wanted(self, node: SimulatedNode, table: TableState | None, elsewhere: bool, now: int) -> Sequence[Intent]:
        seat = node.own_seat
        self._seated = table is not None and seat is not None
        if elsewhere:
            self._leaving = True
            return (LeaveTable(),)
        if table is not None and seat is not None:
            self._bot.seats = self._gathering.everybody if table.phase is Phase.LOBBY else MIN_PLAYERS
            # Who is left alone goes on trying moves that nobody lets it make: both are looked at each time.
            wanted = (*self._bot.intents(node, now), *self._end_alone(table, seat, now))
            return self._held(table, seat, wanted, now)
        if now < self._ask_us:
            return ()
        self._ask_us = now + ASK_AGAIN_US
        others = (each for each in self._gathering.hosts if each.number != self._own and each.peer not in node.peers)
        dials = tuple(Dial((each.address,)) for each in others)
        joins = () if self._joining else (JoinTable(self._gathering.wanted(self._own)),)
        self._joining = self._gathering.wanted(self._own)
        return (*dials, *joins)

    def _end_alone(self, table: TableState, seat: int, now: int) -> Sequence[Intent]:
        """Who is left alone in a round for long ends it if somebody new waits: a person sees them, a bot does not."""
        alone = table.phase is PLAYING and table.playing == {seat} and seat not in table.agreed
        if not alone or self._patient_us == NEVER:
            self._patient_us = now + PATIENCE_US if alone else NEVER
            return ()
        if now < self._patient_us:
            return ()
        self._patient_us = now + ASK_AGAIN_US
        wanting = (each for each in self._gathering.hosts if each.wants_seat and not each.dead)
        return (AgreeToEnd(True),) if any(table.seat_of(each.peer) is None for each in wanting) else ()

    def _is_elsewhere(self, table: TableState | None) -> bool:
        """Whether to leave first: this is a table of the old name, or such a one was asked for."""
        at = self._joining if table is None else table.table
        return at not in (b"", self._host.follows or self._gathering.opened)

    def _held(self, table: TableState, seat: int, wanted: Sequence[Intent], now: int) -> Sequence[Intent]:
        """What of ``wanted`` to do now, where last moves may be held back until others make theirs."""
        together = self._gathering.together
        agreed_us = together.at_us(self._own)
        if agreed_us is None and not self._host.holds_stop:
            return wanted
        now_us = self._host.running().clock.true_us(now)
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
            if isinstance(notice, (Left, JoinFailed)):
                self._joining, self._ask_us, self._leaving = b"", 0, False
        self._read = len(host.notices)

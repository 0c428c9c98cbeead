"""Who may come in: how many connections and handshakes one host may have, how many a second, and how many all have.

A host is an address. What it did is remembered after its last connection is gone, until that would make no difference;
so who comes and goes is held to the same as who stays. All hosts together have so much and no more, but for those that
are familiar: where somebody of the own table was last. They have room of their own, whoever else comes.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Final

import trio

from p2p_ligretto.runtime.metering import Meter
from p2p_ligretto.runtime.strangers import Share, Strangers
from p2p_ligretto.wire.bounds import Rate, RateBound

MAX_CONNECTIONS_PER_HOST: Final = 32
"""Half of all links: nobody can take up all of them from one address."""
MAX_GREETINGS_PER_HOST: Final = 8
"""Handshakes at a time. Who comes while so many are under way waits for its turn: all bots of one computer may come at
once."""
MAX_GREETINGS: Final = 32
"""The same of all hosts that are not familiar."""
MAX_ARRIVING: Final = 128
"""Handshakes of all hosts that are not familiar, with those that wait for their turn."""
ARRIVAL_RATE: Final = Rate(frames=16, frames_at_once=64)
"""Connections of one host: a handshake takes some milliseconds of reckoning."""
ALL_ARRIVALS_RATE: Final = Rate(frames=64, frames_at_once=256)
"""Connections of all hosts that are not familiar."""
MAX_HOSTS: Final = 256
"""That are remembered; where those are too many, familiar ones still are."""
TURN_LIMIT_S: Final = 2.0
"""The other side does not wait much longer for a greeting."""
TELL_EACH_US: Final = 1_000_000


class Host:
    """What one host has of this node."""

    def __init__(self, name: str, strangers: Strangers, now_us: int) -> None:
        self.name = name
        self.connections = 0
        """That it made, from the first byte on."""
        self.turns = trio.Semaphore(MAX_GREETINGS_PER_HOST)
        self.meter = Meter(now_us)
        """Of all its links with those of the own table, whoever dialled."""
        self.share = Share(strangers, now_us)
        """Of all its other links."""
        self.arrivals = RateBound(now_us, ARRIVAL_RATE)

    def is_rested(self, now_us: int) -> bool:
        """Whether it has nothing, and what it did is over."""
        metered = (self.arrivals, self.meter, self.share)
        return not self.connections and all(each.is_rested(now_us) for each in metered)


class Doorkeeper:
    """Counts; it opens and closes nothing. ``now_us`` is of a clock that never runs backwards.

    ``familiar`` are the hosts where somebody of the own table was last.
    """

    def __init__(self) -> None:
        self.familiar: frozenset[str] = frozenset()
        self._strangers = Strangers()
        self._arrivals = RateBound(0, ALL_ARRIVALS_RATE)
        self._hosts: dict[str, Host] = {}
        self._turns = trio.Semaphore(MAX_GREETINGS)
        self._arriving = 0
        self._turned_away = 0
        self._told_at_us = -TELL_EACH_US

    def host(self, name: str, now_us: int) -> Host:
        """What is remembered of a host; something new, if that is nothing."""
        host = self._hosts.get(name)
        if host is None:
            if len(self._hosts) >= MAX_HOSTS:
                self._hosts = {each: known for each, known in self._hosts.items() if not known.is_rested(now_us)}
            host = self._hosts[name] = Host(name, self._strangers, now_us)
        return host

    def refuses(self, name: str, now_us: int) -> str | None:
        """Why a connection that comes from a host now may not stay, if it may not."""
        familiar = name in self.familiar
        if self._arriving >= MAX_ARRIVING and not familiar:
            return "too many handshakes are under way"
        host = self.host(name, now_us)
        if len(self._hosts) > MAX_HOSTS and not familiar and host.is_rested(now_us):
            del self._hosts[name]
            return "too many hosts"
        if host.connections >= MAX_CONNECTIONS_PER_HOST:
            return "too many connections of its host"
        if not host.arrivals.admits(now_us):
            return "too many connections of its host in a short time"
        if not familiar and not self._arrivals.admits(now_us):
            return "too many connections in a short time"
        return None

    @contextmanager
    def connected(self, name: str, now_us: int) -> Iterator[Host]:
        """A connection that a host made is there."""
        host = self.host(name, now_us)
        host.connections += 1
        try:
            yield host
        finally:
            host.connections -= 1

    @asynccontextmanager
    async def turn(self, host: Host) -> AsyncIterator[bool]:
        """Have the turn of a connection of ``host`` to be greeted; False if it has not come in ``TURN_LIMIT_S``."""
        familiar = host.name in self.familiar
        self._arriving += not familiar
        try:
            async with AsyncExitStack() as turns:
                with trio.move_on_after(TURN_LIMIT_S) as waiting:
                    await turns.enter_async_context(host.turns)
                    if not familiar:
                        await turns.enter_async_context(self._turns)
                yield not waiting.cancelled_caught
        finally:
            self._arriving -= not familiar

    def turned_away(self, now_us: int) -> int:
        """Count one that is turned away; how many were since it was last to be told, 0 while it is not to be."""
        self._turned_away += 1
        if now_us - self._told_at_us < TELL_EACH_US:
            return 0
        self._told_at_us = now_us
        told, self._turned_away = self._turned_away, 0
        return told

"""Finding nodes on the network without being told where they are; the trio side of multicast DNS.

Whatever goes wrong becomes a ``DiscoveryProblem`` with the way out, told once for as long as it lasts; discovery
then tries again every now and then, and when the interfaces change. Nothing is ever raised. What was found is told on
trio's thread.
"""

import functools
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import trio

from p2p_ligretto.runtime.addresses import own_hosts
from p2p_ligretto.runtime.announcement import Announcement, Found, Gone, Twin, peer_of_instance
from p2p_ligretto.runtime.mdns import Heard, NoInterface, PortTaken, Responder
from p2p_ligretto.runtime.problems import DiscoveryProblem
from p2p_ligretto.texts import _

_log = logging.getLogger(__name__)

RETRY_S = 10.0
RESOLVE_TRIES = 3
RESOLVERS = 8
MAX_INSTANCES = 256
"""More than one network will ever have; a flood of made-up instances ends there."""

Event = Found | Gone | Twin | DiscoveryProblem


@dataclass(slots=True)
class _Instance:
    """``stale``: something was said since it was last resolved."""

    told: Found | None = None
    stale: bool = True
    resolving: bool = False


class Discovery:
    """Browses, and announces ``announcement`` (None: nothing) at ``port``, until ``run`` is cancelled.

    ``interfaces``: addresses of the only interfaces to use; all by default.
    """

    def __init__(
        self,
        tell: Callable[[Event], None],
        announcement: Announcement | None = None,
        port: int = 0,
        interfaces: Sequence[str] | None = None,
    ) -> None:
        self._tell = tell
        self._announcement = announcement
        self._port = port
        self._interfaces = interfaces
        self._nursery: trio.Nursery | None = None
        self._responder: Responder | None = None
        self._up = trio.Event()
        self._published: tuple[Announcement, tuple[str, ...]] | None = None
        self._renew = False
        self._poke = trio.Event()
        self._instances: dict[str, _Instance] = {}
        self._limiter = trio.CapacityLimiter(RESOLVERS)
        self.problem: DiscoveryProblem | None = None
        """What is wrong now."""

    def announce(self, announcement: Announcement) -> None:
        """Say this from now on."""
        if announcement != self._announcement:
            self._announcement = announcement
            self._poke.set()

    def renew(self) -> None:
        """The interfaces may have changed: look at them now."""
        self._renew = True
        self._poke.set()

    async def run(self) -> None:
        """Serve until cancelled; says goodbye then."""
        token = trio.lowlevel.current_trio_token()
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                heard = functools.partial(_hand_over, token, self._heard)
                try:
                    while True:
                        self._poke = trio.Event()
                        await self._bring_up_to_date(heard)
                        with trio.move_on_after(RETRY_S):
                            await self._poke.wait()
                finally:
                    # What is heard from now on is nobody's concern: the nursery closes a little before it is left.
                    self._nursery = None
        finally:
            with trio.CancelScope(shield=True):
                await self._close()

    async def _bring_up_to_date(self, heard: Callable[[Heard], None]) -> None:
        hosts = own_hosts() if self._interfaces is None else tuple(self._interfaces)
        failure: Exception | None = None
        try:
            if self._responder is None:
                self._responder = await trio.to_thread.run_sync(Responder, self._interfaces, heard)
                self._up.set()
            elif self._renew:
                await trio.to_thread.run_sync(self._responder.renew_interfaces)
            self._renew = False
            wanted = self._announcement
            if wanted is not None and (wanted, hosts) != self._published:
                await trio.to_thread.run_sync(self._responder.publish, wanted, hosts, self._port)
                self._published = wanted, hosts
        except Exception as error:
            # A library's threads and many systems' sockets: nothing that goes wrong there may reach the game.
            _log.warning("discovery does not work: %r", error)
            failure = error
            await self._close()
        problem = _problem(failure, on_network=self._interfaces is not None or not _only_loopback(hosts))
        known, self.problem = self.problem, problem
        if problem is not None and problem != known:
            self._tell(problem)  # to who may ask for it already, so as not to show it twice

    async def _close(self) -> None:
        responder, self._responder, self._published = self._responder, None, None
        if responder is not None:
            self._up = trio.Event()
            try:
                await trio.to_thread.run_sync(responder.close)
            except Exception as error:
                _log.warning("discovery did not end cleanly: %r", error)

    def _heard(self, heard: Heard) -> None:
        peer = peer_of_instance(heard.name)
        if peer is None or self._nursery is None:
            return
        own = self._announcement
        if own is not None and peer == own.peer:
            if not heard.gone:
                self._nursery.start_soon(self._look_for_twin, own)
            return
        instance = self._instances.get(heard.name)
        if heard.gone:
            if instance is not None:
                del self._instances[heard.name]
                if instance.told is not None:
                    self._tell(Gone(peer))
            return
        if instance is None:
            if len(self._instances) >= MAX_INSTANCES:
                return
            instance = self._instances[heard.name] = _Instance()
        instance.stale = True
        if not instance.resolving:
            instance.resolving = True
            self._nursery.start_soon(self._resolve, heard.name, instance)

    async def _resolve(self, name: str, instance: _Instance) -> None:
        tries = 0
        while instance.stale and tries < RESOLVE_TRIES and self._instances.get(name) is instance:
            instance.stale = False
            tries += 1
            found = await self._ask_for(name)
            if found is None:
                instance.stale = True
            elif found != instance.told and self._instances.get(name) is instance:
                instance.told = found
                tries = 0
                self._tell(found)
        instance.resolving = False

    async def _look_for_twin(self, own: Announcement) -> None:
        """What is said in our own name comes from us, or from another process with our key."""
        responder = await self._running_responder()
        try:
            twins = responder.incarnations_of(own.peer) - {own.incarnation}
        except Exception as error:
            _log.info("own announcement not looked at: %r", error)
            return
        if twins:
            self._tell(Twin())

    async def _running_responder(self) -> Responder:
        # Its browser may have been heard before the responder itself was handed over.
        while (responder := self._responder) is None:
            await self._up.wait()
        return responder

    async def _ask_for(self, name: str) -> Found | None:
        responder = await self._running_responder()
        try:
            return await trio.to_thread.run_sync(responder.resolve, name, abandon_on_cancel=True, limiter=self._limiter)
        except Exception as error:
            _log.info("not resolved: %s: %r", name, error)
            return None


@dataclass(frozen=True, slots=True)
class Browsed:
    """What is on this network."""

    found: tuple[Found, ...]
    problem: DiscoveryProblem | None = None


async def browse(seconds: float, interfaces: Sequence[str] | None = None) -> Browsed:
    """Listen for so long, without announcing anything."""
    found: dict[bytes, Found] = {}
    problems: list[DiscoveryProblem] = []

    def tell(event: Event) -> None:
        if isinstance(event, Found):
            found[event.announcement.peer] = event
        elif isinstance(event, Gone):
            found.pop(event.peer, None)
        elif isinstance(event, DiscoveryProblem):
            problems.append(event)

    with trio.move_on_after(seconds):
        await Discovery(tell, interfaces=interfaces).run()
    return Browsed(tuple(found.values()), problems[-1] if problems else None)


def _hand_over(token: trio.lowlevel.TrioToken, take: Callable[[Heard], None], heard: Heard) -> None:
    """From a thread of zeroconf's to trio's."""
    try:
        token.run_sync_soon(take, heard)
    except trio.RunFinishedError:
        _log.debug("heard too late: %s", heard.name)


def _only_loopback(hosts: tuple[str, ...]) -> bool:
    return all(host == "::1" or host.startswith("127.") for host in hosts)


def _problem(failure: Exception | None, *, on_network: bool) -> DiscoveryProblem | None:
    if isinstance(failure, PortTaken):
        return DiscoveryProblem(
            _(
                "Another program keeps port 5353 for itself, so tables are not found by themselves: "
                "use join HOST:PORT, and tell others your address."
            )
        )
    if not on_network:
        return DiscoveryProblem(
            _("This machine is on no network: connect it, then others can join (if need be by join HOST:PORT).")
        )
    if failure is None:
        return None
    if isinstance(failure, NoInterface):
        return DiscoveryProblem(
            _("This network carries no multicast, so tables are not found by themselves: use join HOST:PORT.")
        )
    return DiscoveryProblem(
        _("Tables are not found by themselves here ({reason}): use join HOST:PORT.").format(reason=failure)
    )

"""Many nodes in one thread: what happens is taken from the schedule, the nodes do what they do, and so on.

All time here is true time; a node and its player are told their host's. Nothing draws from anywhere but the seed, so
a seed and a list of faults say everything about a run.
"""

from collections.abc import Callable, Sequence
from typing import Final

from p2p_ligretto.node.identity import NodeIdentity
from p2p_ligretto.node.intents import Intent, Listening
from p2p_ligretto.node.node import Node
from p2p_ligretto.sim.clock import HostClock
from p2p_ligretto.sim.disk import Disk
from p2p_ligretto.sim.faults import Crash, Fault, Start, undone
from p2p_ligretto.sim.fuses import Fuses
from p2p_ligretto.sim.host import Conditions, Host
from p2p_ligretto.sim.network import DIAL_TIMEOUT_US, Link, Network, Party
from p2p_ligretto.sim.process import Laptop, Process, World
from p2p_ligretto.sim.schedule import Arrived, Closed, DialEnded, Happening, Knock, Opened, Schedule, Woken
from p2p_ligretto.sim.seeds import derived, stream
from p2p_ligretto.sim.signatures import signing
from p2p_ligretto.sim.strikes import Strikes
from p2p_ligretto.sim.surroundings import MakeNode, MakePlayer, Observer
from p2p_ligretto.sim.trace import Sink, Trace
from p2p_ligretto.wire.handshake import Refused, check_hello, hello
from p2p_ligretto.wire.messages import NONCE_BYTES, Address, Hello

PORT: Final = 40_000


class Cluster:
    """Some hosts on one network. ``trace`` covers all that reached any node."""

    def __init__(
        self,
        seed: int,
        conditions: Conditions | None = None,
        make_node: MakeNode = Node,
        observers: Sequence[Observer] = (),
        sink: Sink | None = None,
    ) -> None:
        """``sink`` is told of all that goes into ``trace``."""
        self.seed = seed
        self.conditions = conditions or Conditions()
        self.hosts: list[Host] = []
        self.trace = Trace(sink)
        self._make_node = make_node
        self._schedule = Schedule()
        self._network = Network(self._schedule, seed, self.conditions.delay, self.conditions.delays)
        fuses = Fuses()
        self._world = World(self._schedule, self._network, self.trace, tuple(observers), fuses)
        self._strikes = Strikes(
            seed, self.hosts, self._network, self._schedule, fuses, self._world.observers, self._start, self._happen
        )
        for planned in self.conditions.faults:
            self._schedule.plan(planned.at_us, planned.fault)
            for fault in undone(planned.fault) if planned.for_us is not None else ():
                self._schedule.plan(planned.ends_us, fault)

    @property
    def now_us(self) -> int:
        """True time."""
        return self._schedule.now_us

    def add_host(
        self,
        name: str,
        make_player: MakePlayer | None = None,
        *,
        wants_seat: bool = True,
        greets_with: Callable[[Hello], Hello] | None = None,
    ) -> Host:
        """A new laptop with its program running, and a player at it if there is one."""
        number = len(self.hosts)
        own = signing(self.seed, number, self.conditions.signatures)
        disk = Disk(derived(self.seed, "disk", number, 0)[:8])
        host = Host(number, name, Address(f"10.0.0.{number + 1}", PORT), own, disk, make_player)
        host.wants_seat = wants_seat
        host.greets_with = greets_with or host.greets_with
        self.hosts.append(host)
        self._start(host)
        return host

    def submit(self, number: int, intent: Intent) -> None:
        """The player at a host asks something of its node. ValueError when nothing runs there."""
        self.hosts[number].running().submit(intent)

    def restart(self, number: int) -> None:
        """End the process on a host without a word, and start another one there."""
        self.apply(Crash(number))
        self.apply(Start(number))

    def apply(self, fault: Fault) -> None:
        """Let ``fault`` happen now; what can't strike does nothing."""
        self._strikes.strike(fault)

    def heal(self) -> None:
        """Let every host run that is not dead, and reach every other one; clocks stay as they are."""
        self._strikes.heal()

    def run_until(self, condition: Callable[["Cluster"], bool], limit_us: int) -> bool:
        """Let things happen until ``condition`` holds; False when it doesn't within ``limit_us`` from now."""
        end_us = self.now_us + limit_us
        while not condition(self):
            happening = self._schedule.take_until(end_us)
            if happening is None:
                return False
            self._happen(happening)
        return True

    def run_for(self, duration_us: int) -> None:
        """Let everything happen that happens within ``duration_us``."""
        end_us = self.now_us + duration_us
        while (happening := self._schedule.take_until(end_us)) is not None:
            self._happen(happening)

    def _happen(self, happening: Happening) -> None:
        if isinstance(happening, Arrived):
            # As most of what happens.
            self._arrive(happening, self._network.link(happening.link))
            return
        host = self._host_of(happening)
        if host is not None and host.paused:
            host.backlog.append(happening)
            return
        match happening:
            case Woken(number, start):
                process = self.hosts[number].process
                if process is not None and process.party.process == start:
                    process.wake()
            case Knock(number):
                self._knock(self._network.link(number))
            case Opened(number, end):
                link = self._network.link(number)
                if link is not None and not link.lost and not link.ends[end].closed:
                    dialled = self.hosts[link.ends[1].party.host].address if end == 0 else None
                    self._process_at(link, end).link_up(link, end, dialled)
            case Closed(number, end):
                self._close(self._network.link(number), end)
            case DialEnded(number, start, peer, reason):
                process = self.hosts[number].process
                if process is not None and process.party.process == start:
                    process.dial_failed(peer, reason)
            case _:
                self.apply(happening)

    def _host_of(self, happening: Happening) -> Host | None:
        """Whose process has to run for ``happening``; None for what needs none, or happens to nobody any more."""
        match happening:
            case Opened(number, end) | Closed(number, end):
                link = self._network.link(number)
                return None if link is None or link.ends[end].closed else self.hosts[link.ends[end].party.host]
            case Woken(number) | DialEnded(number):
                return self.hosts[number]
            case _:
                return None

    def _arrive(self, arrived: Arrived, link: Link | None) -> None:
        if link is None:
            return
        end, data = link.ends[arrived.end], arrived.data
        host = self.hosts[end.party.host]
        if host.paused and not end.closed:
            host.backlog.append(arrived)
            return
        if link.lost or not end.up or end.deaf:
            return
        if end.torn:
            end.deaf = True
            data = data[: len(data) // 2]
        assert host.process is not None
        assert host.process.party is end.party, "a process that ended has closed its links"
        host.process.receive(link, arrived.end, data)

    def _knock(self, link: Link | None) -> None:
        """A dial has arrived: open the link, unless nobody is there any more or the Hellos don't go together."""
        if link is None or link.lost or link.ends[0].closed:
            return
        theirs, ours = link.ends[0].party, link.ends[1].party
        process = self.hosts[ours.host].process
        if process is None or process.party != ours:
            self._network.refuse(link, "connection refused")
            return
        if self.hosts[ours.host].paused:
            self._network.fail_dial(link, "no answer", DIAL_TIMEOUT_US)
            return
        agreed = check_hello(ours.hello, theirs.hello)
        if isinstance(agreed, Refused):
            self._network.refuse(link, agreed.reason)
        else:
            self._network.answer(link)

    def _close(self, link: Link | None, end: int) -> None:
        if link is None or link.ends[end].closed:
            return
        was_up = link.ends[end].up
        self._network.closed(link, end)
        if was_up:
            self._process_at(link, end).link_down(link, end)

    def _process_at(self, link: Link, end: int) -> Process:
        """Whose end it is; that an end is not closed means that its process lives."""
        process = self.hosts[link.ends[end].party.host].running()
        assert process.party is link.ends[end].party, "a process that ended has closed its links"
        return process

    def _start(self, host: Host) -> None:
        host.starts += 1
        incarnation = derived(self.seed, "incarnation", host.number, host.starts)[:8]
        node = self._make_node(
            NodeIdentity(host.peer, incarnation, host.disk.disk_id, host.signing.signer),
            host.name,
            derived(self.seed, "entropy", host.number, host.starts),
            dict(host.disk.remembered),
            {name: tuple(entries) for name, entries in host.disk.journals.items()},
        )
        nonce = derived(self.seed, "nonce", host.number, host.starts)[:NONCE_BYTES]
        party = Party(host.number, host.starts, host.greets_with(hello(host.peer, incarnation, nonce)))
        entropy = derived(self.seed, "player", host.number, host.starts)
        player = host.make_player(entropy) if host.make_player is not None else None
        laptop = Laptop(self._clock(host.number, host.starts), host.disk, host.notices)
        host.process = Process(party, node, player, laptop, self._world)
        self._network.listen(host.address, party)
        host.process.submit(Listening((host.address,)))

    def _clock(self, number: int, start: int) -> HostClock:
        draws = stream(self.seed, "clock", number, start)
        offset_us = draws.below(self.conditions.max_offset_us + 1)
        drift_ppm = draws.below(2 * self.conditions.max_drift_ppm + 1) - self.conditions.max_drift_ppm
        return HostClock(offset_us, drift_ppm)

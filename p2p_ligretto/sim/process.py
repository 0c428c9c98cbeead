"""One start of the program on a simulated host: its node, what it is told, and its outputs, obeyed in order.

After every input the node is obeyed and its player asked until neither has anything left to say; nothing else
happens meanwhile. A process knows its links by names of its own, which are never used twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from p2p_ligretto.node.identity import LinkPeer
from p2p_ligretto.node.intents import Intent
from p2p_ligretto.node.notices import Misbehaved, Notice
from p2p_ligretto.node.outputs import Append, Connect, Disconnect, Notify, Output, Record, Save, Send
from p2p_ligretto.sim.clock import HostClock
from p2p_ligretto.sim.disk import Disk
from p2p_ligretto.sim.faults import Step
from p2p_ligretto.sim.fuses import Fuses, Steps
from p2p_ligretto.sim.network import Link, Network, Party
from p2p_ligretto.sim.schedule import Schedule, Woken
from p2p_ligretto.sim.surroundings import Observer, Player, SendBytes, SimulatedNode
from p2p_ligretto.sim.trace import Trace
from p2p_ligretto.wire.codec import decode, encode
from p2p_ligretto.wire.messages import Address, AnyMessage, Hello, Passed, Refusal
from p2p_ligretto.wire.violations import ProtocolViolation

MAX_TURNS_AT_ONCE: Final = 1_000
NEVER: Final = 2**62


@dataclass(frozen=True, slots=True)
class World:
    """What all hosts share."""

    schedule: Schedule
    network: Network
    trace: Trace
    observers: Sequence[Observer]
    fuses: Fuses


@dataclass(frozen=True, slots=True)
class Laptop:
    """What a process finds at its host. ``notices`` takes (true time in microseconds, notice)."""

    clock: HostClock
    disk: Disk
    notices: list[tuple[int, Notice]]


class Process:
    """A running node with everything around it."""

    def __init__(self, party: Party, node: SimulatedNode, player: Player | None, laptop: Laptop, world: World) -> None:
        self.party = party
        self.node = node
        self._player = player
        self._laptop = laptop
        self._network = world.network
        self._schedule = world.schedule
        self._trace = world.trace
        self._observers = world.observers
        self._fuses = world.fuses
        self._steps = Steps()
        self._ended = False
        self._links: dict[int, tuple[Link, int]] = {}
        self._names: dict[tuple[int, int], int] = {}
        self._woken_us: int | None = None
        self._woken_at = NEVER
        """What the host's clock shows then."""
        self._wants_tick_at = 0
        """By the host's clock, as the node has said after its last input."""
        self._wakes_at_once = 0

    @property
    def shown_us(self) -> int:
        """What the host's clock shows."""
        return self._laptop.clock.read(self._schedule.now_us)

    def submit(self, intent: Intent) -> None:
        """The player wants something."""
        now = self.shown_us
        self._note(f"intent {type(intent).__name__}")
        self.node.submit(intent, now)
        self._settle(now)

    def link_up(self, link: Link, end: int, address: Address | None) -> None:
        """The link is open at ``end``, which is this process's; ``address`` is where it was dialled."""
        name = len(self._names) + 1
        self._names[link.number, end] = name
        self._links[name] = (link, end)
        link.ends[end].up = True
        said = link.ends[1 - end].party.hello
        self._note(f"link {name} up", said.peer + said.incarnation)
        now = self.shown_us
        self.node.link_up(name, LinkPeer(said.peer, said.incarnation, end == 0, address), now)
        self._settle(now)

    def link_down(self, link: Link, end: int) -> None:
        """The link is closed."""
        name = self._names[link.number, end]
        del self._links[name]
        now = self.shown_us
        self._note(f"link {name} down")
        self.node.link_down(name, now)
        self._settle(now)

    def receive(self, link: Link, end: int, data: bytes) -> None:
        """Bytes came: each whole frame is a message; what is none ends the link, as it does on a real one."""
        name, now = self._names[link.number, end], self.shown_us
        try:
            for body in link.ends[end].decoder.feed(data):
                if name not in self._links:
                    return
                self._trace.add(self._schedule.now_us, self.party.host, f"message on {name}", body)
                self.node.receive(name, _after_greeting(body), now)
                self._settle(now)
        except ProtocolViolation as violation:
            self._break_off(name, violation.reason)

    def _break_off(self, name: int, reason: str) -> None:
        link, end = self._links[name]
        self._note(f"link {name} broken off")
        peer = link.ends[1 - end].party.hello.peer
        for output in (Notify(Misbehaved(peer, reason)), Disconnect(name, reason)):
            self._obey(output)
        now = self.shown_us
        self.node.link_down(name, now)
        self._settle(now)

    def dial_failed(self, peer: bytes | None, reason: str) -> None:
        """A dial came to nothing."""
        now = self.shown_us
        self._note("dial failed", peer or b"")
        self.node.dial_failed(peer, reason, now)
        self._settle(now)

    def wake(self) -> None:
        """A wake that was planned; it is out of date where another one is due before or after."""
        if self._woken_us != self._schedule.now_us:
            return
        self._woken_us = None
        now = self.shown_us
        if self._wants_tick_at <= now:
            self._note("tick")
            self.node.tick(now)
        self._settle(now)

    def resume(self) -> None:
        """Nothing ran for a while, or the clock was set: look at it anew."""
        self._woken_us = self._schedule.now_us
        self.wake()

    def set_clock(self, clock: HostClock) -> None:
        """From now on ``clock`` is what the host's shows."""
        self._laptop = replace(self._laptop, clock=clock)
        self.resume()

    @property
    def clock(self) -> HostClock:
        """The host's clock."""
        return self._laptop.clock

    def end(self) -> None:
        """The process is gone: its kernel closes what it had open, and the other ends learn of it."""
        self._ended = True
        self._links.clear()
        for link, end in self._network.links_of(self.party):
            self._network.hang_up(link, end)

    def _note(self, what: str, data: bytes = b"") -> None:
        self._trace.add(self._schedule.now_us, self.party.host, what, data)

    def _settle(self, now: int) -> None:
        """Obey the node and let the player act until both have nothing to say; then plan the next wake."""
        node, player = self.node, self._player
        for _ in range(MAX_TURNS_AT_ONCE):
            outputs = node.outputs()
            if outputs:
                self._obey_all(outputs)
                if self._ended:
                    return
            intents = player.intents(node, now) if player is not None else ()
            if not intents:
                break
            for intent in intents:
                self._note(f"intent {type(intent).__name__}")
                node.submit(intent, now)
        else:
            raise AssertionError(f"the player at host {self.party.host} never stops asking: {intents}")
        self._plan_wake()
        for observer in self._observers:
            observer.settled(self.party.host, node)

    def _obey_all(self, outputs: Sequence[Output | SendBytes]) -> None:
        """Carry out ``outputs`` in order, up to where a fuse ends this process."""
        if self._fuses.laid and self._ends_at(self._steps.before(outputs)):
            return
        for output in outputs:
            self._obey(output)
            if self._ended:
                return

    def _ends_at(self, steps: Sequence[Step]) -> bool:
        return self._fuses.reached(self.party.host, steps)

    def _obey(self, output: Output | SendBytes) -> None:
        match output:
            case Send():
                self._send(output)
            case SendBytes(name, data):
                self._network.send(*self._links[name], data)
            case Save() | Append() | Record():
                if self._fuses.laid and self._ends_at(self._steps.writing(output)):
                    return
                self._laptop.disk.write(output)
            case Notify(notice):
                self._laptop.notices.append((self._schedule.now_us, notice))
                for observer in self._observers:
                    observer.told(self.party.host, notice)
            case Connect(peer, addresses):
                self._network.dial(self.party, peer, addresses)
            case Disconnect(name, reason):
                link, end = self._links.pop(name)
                if reason:
                    self._network.send(link, end, encode(Refusal(reason)))
                self._network.hang_up(link, end)

    def _send(self, output: Send) -> None:
        message = output.message
        frame = encode(message)
        now = self.shown_us
        # What is said in an envelope is said all the same; what is passed on was said by another.
        said = (
            decode(message.content) if type(message) is Passed and message.origin == self.party.hello.peer else message
        )
        for observer in self._observers:
            observer.said(self.party.host, self.node, said, now)
        for name in output.links:
            self._network.send(*self._links[name], frame)
            if self._fuses.laid and self._ends_at(self._steps.sent(said, self.node)):
                return

    def _plan_wake(self) -> None:
        self._wants_tick_at = self.node.wake_at
        shown_us = min(self._wants_tick_at, self._player.wake_at if self._player is not None else NEVER)
        if shown_us >= NEVER or (self._woken_us is not None and shown_us >= self._woken_at):
            # As mostly: what is planned comes soon enough.
            return
        now_us = self._schedule.now_us
        at_us = max(self._laptop.clock.true_us(shown_us), now_us)
        self._wakes_at_once = self._wakes_at_once + 1 if at_us == now_us else 0
        assert self._wakes_at_once < MAX_TURNS_AT_ONCE, (
            f"host {self.party.host} wants to be woken for ever at {now_us} us"
        )
        if self._woken_us is None or at_us < self._woken_us:
            self._woken_us, self._woken_at = at_us, shown_us
            self._schedule.plan(at_us, Woken(self.party.host, self.party.process))


def _after_greeting(body: bytes) -> AnyMessage:
    message = decode(body)
    if type(message) is Hello:
        raise ProtocolViolation("a second greeting")
    return message

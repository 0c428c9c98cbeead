"""A script performed in a simulation: real nodes and scripted peers on one simulated network, from the script's seed.

Clocks go right and links take 1 ms, so that a script sees the same every time and times mean what they say.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.node.identity import NodeIdentity
from p2p_ligretto.node.intents import Dial, Intent, JoinTable, LeaveTable, OpenTable, SetReady
from p2p_ligretto.node.node import Node
from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.table import TableState
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Crash, Cut, Fault, Heal, Pause, Start, Wake
from p2p_ligretto.sim.host import Conditions, Host
from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.sim.script import syntax as do
from p2p_ligretto.sim.script.composing import greeting
from p2p_ligretto.sim.script.peer import ScriptedPeer, Talk
from p2p_ligretto.sim.script.performance import Performance
from p2p_ligretto.sim.script.problems import Position, ScriptError
from p2p_ligretto.sim.script.stage import Met, Missed
from p2p_ligretto.sim.script.values import Participant
from p2p_ligretto.sim.surroundings import SimulatedNode
from p2p_ligretto.wire.messages import Address

DELAY: Final = LinkDelay(base_us=1_000, jitter_us=0)


def rehearse(script: do.Script, talk: Talk | None = None) -> Met | Missed:
    """Perform ``script`` in a simulation of its own; ``talk`` is told what peers say and hear. Raises ScriptError."""
    stage = SimulatedStage(script, talk)
    performance = Performance(script, stage).run()
    try:
        while True:
            pause = next(performance)
            stage.let_pass(pause.until, pause.limit_us)
    except StopIteration as over:
        outcome: Met | Missed = over.value
        return outcome


class SimulatedStage:
    """The simulation that a script is performed in."""

    def __init__(self, script: do.Script, talk: Talk | None = None) -> None:
        self._script = script
        self._peers: dict[str, ScriptedPeer] = {}
        self._scripted = {_shown(peer.name): peer.name for peer in script.peers}
        conditions = Conditions(DELAY, max_offset_us=0, max_drift_ppm=0)
        self._cluster = Cluster(script.seed, conditions, self._make_node)
        self._hosts: dict[str, Host] = {}
        for name in script.nodes:
            self._hosts[name] = self._cluster.add_host(_shown(name))
        for peer in script.peers:
            self._hosts[peer.name] = self._cluster.add_host(_shown(peer.name), greets_with=greeting(peer))
        names = {host.peer: name for name, host in self._hosts.items()}
        for scripted in self._peers.values():
            scripted.names.update(names)
            scripted.talk = talk

    def _make_node(
        self,
        identity: NodeIdentity,
        name: str,
        entropy: bytes,
        remembered: Mapping[str, bytes],
        journals: Mapping[str, Sequence[bytes]],
    ) -> SimulatedNode:
        peer = self._scripted.get(name)
        if peer is None:
            return Node(identity, name, entropy, remembered, journals)
        self._peers[peer] = ScriptedPeer(identity, name, entropy, remembered, journals)
        return self._peers[peer]

    def let_pass(self, until: Callable[[], bool], limit_us: int) -> None:
        """Let things happen until ``until`` is true, at most for ``limit_us``."""
        self._cluster.run_until(lambda _: until(), limit_us)

    # ---- what a performance asks for

    @property
    def peers(self) -> Mapping[str, ScriptedPeer]:
        """The scripted peers."""
        return self._peers

    def participant(self, name: str) -> Participant:
        """Who a node is."""
        host = self._hosts[name]
        incarnation = None if host.process is None else host.process.party.hello.incarnation
        return Participant(host.peer, incarnation, host.disk.disk_id)

    def address(self, node: str) -> Address:
        """Where a node listens."""
        return self._hosts[node].address

    def clock_us(self, peer: str) -> int:
        """What the clock of a peer shows."""
        return self._hosts[peer].running().shown_us

    def settle(self, peer: str) -> None:
        """Carry out what a peer wants by now."""
        self._hosts[peer].running().resume()

    def act(self, act: do.Act, at: Position) -> Callable[[], bool]:
        """Let a node do something, or something happen to it; returns what shows that it is done."""
        match act:
            case do.Open(node, name):
                self._submit(node, at, OpenTable(name, OFFICIAL))
            case do.SayReady(node):
                self._submit(node, at, SetReady(True))
            case do.LeaveTable(node):
                self._submit(node, at, LeaveTable())
            case do.Join(who, node):
                table = self.table(node, final=True, at=at)
                if table is None:
                    raise ScriptError(at, f"{node} is at no table that {who} could join: let it open one first")
                self._submit(who, at, Dial((self.address(node),)), JoinTable(table.table))
                return lambda: self._sit_together(who, node, at)
            case do.Strike(what, whom):
                self._strike(what, whom, at)
            case _:
                raise AssertionError(f"{act} is done by a peer")
        return lambda: True

    def table(self, node: str, *, final: bool, at: Position) -> TableState | None:
        """What a node holds or shows. Raises ScriptError where none runs."""
        running = self._node(node, at)
        return running.final if final else running.predicted

    def told(self, node: str, at: Position) -> Sequence[Notice]:
        """All that the player at a node was told."""
        return [notice for _, notice in self._hosts[node].notices]

    def _node(self, name: str, at: Position) -> SimulatedNode:
        process = self._hosts[name].process
        if process is None:
            raise ScriptError(at, f"{name} does not run: start it first")
        return process.node

    def _submit(self, name: str, at: Position, *intents: Intent) -> None:
        self._node(name, at)
        for intent in intents:
            self._cluster.submit(self._hosts[name].number, intent)

    def _sit_together(self, who: str, node: str, at: Position) -> bool:
        """Whether both hold the same table as final, with a seat for each."""
        tables = [self.table(name, final=True, at=at) for name in (who, node)]
        peers = {self._hosts[name].peer for name in (who, node)}
        return all(
            table is not None and table == tables[0] and peers <= {table.seats[seat].peer for seat in table.present}
            for table in tables
        )

    def _strike(self, what: str, whom: tuple[str, ...], at: Position) -> None:
        make: Mapping[str, Callable[..., Fault]] = {
            "cut": Cut,
            "heal": Heal,
            "crash": Crash,
            "start": Start,
            "pause": Pause,
            "wake": Wake,
        }
        hosts = [self._hosts[name] for name in whom]
        if what == "start" and hosts[0].process is not None:
            raise ScriptError(at, f"{whom[0]} runs already: crash it first")
        if what in ("crash", "pause"):
            self._node(whom[0], at)
        self._cluster.apply(make[what](*(host.number for host in hosts)))


def _shown(name: str) -> str:
    return name.capitalize()

"""One scenario, played and checked: faults, then a network that has healed, then everybody has to be at one.

Whatever goes wrong is a violation in the verdict: what a checker finds, what breaks inside a node, and who still waits
a long time after everything has healed.
"""

from collections.abc import Callable, Mapping
from traceback import extract_tb
from typing import Final

from msgspec import Struct

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.node import Node
from p2p_ligretto.node.record import export_lines
from p2p_ligretto.node.table import MIN_PLAYERS, Phase, match_id
from p2p_ligretto.sim.checkers import Checkers
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Arrive, Leave
from p2p_ligretto.sim.guest import Gathering, Guest
from p2p_ligretto.sim.host import Conditions, Host
from p2p_ligretto.sim.match import NAMES, open_table
from p2p_ligretto.sim.scenario import Scenario
from p2p_ligretto.sim.surroundings import MakeNode, Player
from p2p_ligretto.sim.tally import Tally
from p2p_ligretto.sim.trace import Sink
from p2p_ligretto.sim.violations import Violation

LOOK_US: Final = 250_000
"""How often to look whether everybody has finished."""
ROUND_LIMIT_US: Final = 300_000_000
"""Several times what a round of the slowest bots takes."""
REUNION_LIMIT_US: Final = 30_000_000
"""After all has healed: until everybody who has a seat sits at it, with all others, in one view."""
QUIET_LIMIT_US: Final = 120_000_000
"""After the match: until all who want a seat have one, and all hold the same."""


class Verdict(Struct, frozen=True):
    """What came of a scenario. ``digest`` is of all that any node took in; ``reached`` counts what happened."""

    seed: int
    digest: str
    simulated_us: int
    moves: int
    violations: tuple[Violation, ...]
    reached: Mapping[str, int]

    @property
    def ok(self) -> bool:
        """Whether nothing was broken."""
        return not self.violations


class Trial:
    """A scenario under way."""

    def __init__(self, scenario: Scenario, make_node: MakeNode = Node, sink: Sink | None = None) -> None:
        self.scenario = scenario
        self.tally = Tally()
        self.tally.counts["real_signatures"] = int(scenario.signatures == "ed25519")
        self.checkers = Checkers(lambda: self.cluster.now_us)
        conditions = Conditions(delay=scenario.delay, faults=scenario.faults, signatures=scenario.signatures)
        self.cluster = Cluster(scenario.seed, conditions, make_node, (self.checkers, self.tally), sink)
        self.gathering = Gathering(self.cluster.hosts)

    def run(self) -> Verdict:
        """Play it to its end, or to the first violation."""
        try:
            self._play()
        except Exception as broken:  # whatever breaks in a node is what is looked for here
            frame = extract_tb(broken.__traceback__)[-1]
            self._report("broken", f"{type(broken).__name__} in {frame.name}: {broken}")
        for host in self.cluster.hosts:
            if host.process is not None:
                self.tally.count_figures(host.process.node.figures)
        return Verdict(
            self.scenario.seed,
            self.cluster.trace.digest(),
            self.cluster.now_us,
            self.tally.moves,
            tuple(self.checkers.violations),
            self.tally.reached(),
        )

    def _report(self, what: str, how: str) -> None:
        self.checkers.violations.append(Violation(what, None, self.cluster.now_us, how))

    def _play(self) -> None:
        scenario = self.scenario
        for number in range(scenario.hosts):
            self._add_host(number)
        self._pass_us(scenario.faults_end_us + 1)
        self._heal()
        self._wait("apart", self._together, self.cluster.now_us + REUNION_LIMIT_US)
        if len(self.seekers()) >= MIN_PLAYERS:
            limit_us = self.cluster.now_us + scenario.rounds * ROUND_LIMIT_US
            self._wait("waiting", lambda: all(_phase(host) is Phase.FINISHED for host in self.seekers()), limit_us)
        self._wait("waiting", self._at_one, self.cluster.now_us + QUIET_LIMIT_US)
        if not self.checkers.violations:
            self._compare()

    def _add_host(self, number: int) -> None:
        def sit_down(entropy: bytes) -> Player:
            return Guest(self.gathering, number, self.scenario.level, entropy)

        self.cluster.add_host(NAMES[number], sit_down, wants_seat=number < self.scenario.players)
        if number == 0:
            self.gathering.opened = open_table(self.cluster, Options(rounds=self.scenario.rounds))

    def _pass_us(self, duration_us: int) -> None:
        self.cluster.run_until(lambda _: bool(self.checkers.violations), duration_us)

    def _heal(self) -> None:
        """Whatever is still broken is whole again; who had left for good stays away."""
        self.cluster.heal()
        gone = {
            planned.fault.host
            for planned in self.scenario.faults
            if isinstance(planned.fault, Leave) and planned.for_us is None
        }
        for host in self.cluster.hosts:
            if not host.wants_seat and host.number not in gone and not host.dead:
                self.cluster.apply(Arrive(host.number))

    def seekers(self) -> list[Host]:
        """The hosts that want a seat and can have one."""
        return [host for host in self.cluster.hosts if host.wants_seat and not host.dead]

    def _wait(self, what: str, done: Callable[[], bool], until_us: int) -> None:
        """Let time pass until it is ``done``, or something is broken; who is not done by then violates ``what``."""
        while not self.checkers.violations and not done():
            if self.cluster.now_us >= until_us:
                self._report(what, ", ".join(map(_standing, self.seekers())))
                return
            self._pass_us(LOOK_US)

    def _together(self) -> bool:
        """Whether everybody who runs and has a seat sits at it, with all others, in a view that nobody is changing."""
        sessions = {}
        for host in self.seekers():
            node = host.running().node
            if isinstance(node, Node) and node.session is not None and not node.session.membership.mute:
                sessions[host.peer] = node.session
        views = {session.log.view for session in sessions.values()}
        owners = {seat.peer for session in sessions.values() for seat in session.final.seats}
        wedged = any(session.membership.wedged for session in sessions.values())
        seekers = {host.peer for host in self.seekers()}
        return len(views) == 1 and not wedged and owners & seekers <= sessions.keys()

    def _at_one(self) -> bool:
        """Whether everybody who wants a seat has one, and all hold the same."""
        nodes = [host.running().node for host in self.seekers()]
        first = nodes[0].final
        present = set() if first is None else {first.seats[seat].peer for seat in first.present}
        return all(
            node.final == first and node.predicted == first and host.peer in present
            for host, node in zip(self.seekers(), nodes, strict=True)
        )

    def _compare(self) -> None:
        seekers = self.seekers()
        self.checkers.compare_all([(host.number, host.running().node) for host in seekers])
        if len(seekers) < MIN_PLAYERS:
            # There may have been no match.
            return
        match = match_id(self.gathering.opened, 1)
        records = {tuple(host.disk.records[match]) for host in seekers}
        if len(set(map(export_lines, records))) != 1:
            self._report("scores", "the records of the match differ")


def _phase(host: Host) -> Phase | None:
    table = None if host.process is None else host.process.node.final
    return None if table is None else table.phase


def _standing(host: Host) -> str:
    """How far a host is, for who looks for what it waits for."""
    phase = _phase(host)
    node = None if host.process is None else host.process.node
    session = node.session if isinstance(node, Node) else None
    if phase is None or session is None:
        return f"{host.name} without a table"
    view = session.log.view
    state = "mute " if session.membership.mute else "wedged " if session.membership.wedged else ""
    return f"{host.name} {phase.value} {state}in view {view.number} of {len(view.members)}"

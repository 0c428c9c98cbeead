"""A whole match in a simulation: bots at all hosts, from an open table to the last goodbye."""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.node.intents import Dial, JoinTable, LeaveTable, OpenTable
from p2p_ligretto.node.node import Figures
from p2p_ligretto.node.notices import Left, Notice
from p2p_ligretto.node.record import export_lines
from p2p_ligretto.node.table import Phase, TableState, match_id
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.host import Conditions
from p2p_ligretto.sim.player import SeatedBot

NAMES: Final = ("Ada", "Bea", "Cai", "Dov", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
ROUND_LIMIT_US: Final = 1_800_000_000
SEATING_LIMIT_US: Final = 60_000_000
LEAVING_LIMIT_US: Final = 15_000_000


class Unfinished(Exception):
    """A simulated match did not get where it should in the time that it has; says how far everybody is."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a match left behind, per host in order: export, last final state, what was told, what was counted."""

    exports: tuple[str, ...]
    finals: tuple[TableState, ...]
    notices: tuple[tuple[Notice, ...], ...]
    figures: tuple[Figures, ...]
    digest: str
    duration_us: int


def open_table(cluster: Cluster, options: Options = OFFICIAL, host: int = 0) -> bytes:
    """Open a table at a host; gives its id."""
    cluster.submit(host, OpenTable("Kitchen", options))
    table = cluster.hosts[host].running().node.predicted
    assert table is not None, "who opens a table is at it"
    return table.table


def join_table(cluster: Cluster, table: bytes, host: int, by_way_of: int = 0) -> None:
    """Let a host look for a table, knowing the address of one other host."""
    cluster.submit(host, Dial((cluster.hosts[by_way_of].address,)))
    cluster.submit(host, JoinTable(table))


def seat_bots(seed: int, players: int, level: str, options: Options, conditions: Conditions | None = None) -> Cluster:
    """A table with a bot of ``level`` at each of ``players`` hosts, as soon as all have asked for a seat."""
    cluster = Cluster(seed, conditions)
    for number in range(players):
        cluster.add_host(NAMES[number], lambda entropy: SeatedBot(LEVELS[level], players, entropy))
    table = open_table(cluster, options)
    for number in range(1, players):
        join_table(cluster, table, number)
    return cluster


def reached(cluster: Cluster, phase: Phase) -> bool:
    """Whether all that run are finally in ``phase``."""
    tables = [host.process.node.final for host in cluster.hosts if host.process is not None]
    return all(table is not None and table.phase is phase for table in tables)


def expect(cluster: Cluster, phase: Phase, limit_us: int) -> None:
    """Let time pass until all are in ``phase``; raises Unfinished if they don't get there."""
    if not cluster.run_until(lambda now: reached(now, phase), limit_us):
        tables = {host.name: host.process.node.final for host in cluster.hosts if host.process is not None}
        phases = {name: table and (table.phase.value, table.number) for name, table in tables.items()}
        raise Unfinished(f"seed {cluster.seed}: not {phase.value} at {cluster.now_us} us, but {phases}")


def export(cluster: Cluster, host: int, table: bytes, match: int = 1) -> str:
    """The export of a match as the host's disk has it."""
    return "".join(f"{line}\n" for line in export_lines(cluster.hosts[host].disk.records[match_id(table, match)]))


def leave_all(cluster: Cluster) -> None:
    """Let everybody leave; raises Unfinished if somebody can't."""
    running = [host for host in cluster.hosts if host.process is not None]
    for host in running:
        cluster.submit(host.number, LeaveTable())
    if not cluster.run_until(lambda _: all(Left() in _told(host.notices) for host in running), LEAVING_LIMIT_US):
        stuck = [host.name for host in running if Left() not in _told(host.notices)]
        raise Unfinished(f"seed {cluster.seed}: {stuck} can't leave")


def play_match(
    seed: int, players: int, level: str = "sharp", options: Options = OFFICIAL, conditions: Conditions | None = None
) -> Result:
    """Play a match with ``players`` bots, and let them leave. Raises Unfinished."""
    cluster = seat_bots(seed, players, level, options, conditions)
    expect(cluster, Phase.COMMITTING, SEATING_LIMIT_US)
    expect(cluster, Phase.FINISHED, options.rounds * ROUND_LIMIT_US)
    nodes = [host.running().node for host in cluster.hosts]
    finals = tuple(node.final for node in nodes if node.final is not None)
    figures = tuple(node.figures for node in nodes)
    leave_all(cluster)
    exports = tuple(export(cluster, number, finals[0].table) for number in range(players))
    notices = tuple(tuple(_told(host.notices)) for host in cluster.hosts)
    return Result(exports, finals, notices, figures, cluster.trace.digest(), cluster.now_us)


def _told(notices: list[tuple[int, Notice]]) -> list[Notice]:
    return [notice for _, notice in notices]

"""Table time of whole nodes on simulated links: how far it is really apart, and what the nodes say of it."""

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.node import Node
from p2p_ligretto.node.notices import ClockOff
from p2p_ligretto.node.table import Phase
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import DriftClock, StepClock
from p2p_ligretto.sim.host import Conditions
from p2p_ligretto.sim.match import SEATING_LIMIT_US, seat_bots
from p2p_ligretto.sim.network import LinkDelay

MS = 1_000
SECOND = 1_000_000
LOOK_US = 50 * MS
LINKS = {"wired": (LinkDelay(200, 800), 1 * MS), "wifi": (LinkDelay(2 * MS, 6 * MS), 3 * MS)}


def node(cluster: Cluster, host: int) -> Node:
    return cluster.hosts[host].running().node


def times(cluster: Cluster) -> list[int]:
    sessions = [(host.running(), node(cluster, host.number).session) for host in cluster.hosts]
    return [session.clock.table_time(process.shown_us) for process, session in sessions if session is not None]


def in_play(players: int, link: LinkDelay) -> Cluster:
    """At the first legal move of a round."""
    cluster = seat_bots(1, players, "sharp", Options(rounds=1), Conditions(delay=link))
    assert cluster.run_until(all_play, SEATING_LIMIT_US)
    return cluster


def all_play(cluster: Cluster) -> bool:
    nodes = [node(cluster, host.number) for host in cluster.hosts]
    tables = [each.final for each in nodes]
    playing = all(table is not None and table.phase is Phase.PLAYING for table in tables)
    return playing and not any(each.starts_in_us for each in nodes)


def apart_us(cluster: Cluster, duration_us: int, *, without: int | None = None) -> int:
    """The farthest that two were apart at the same moment."""
    worst = 0
    for _ in range(duration_us // LOOK_US):
        cluster.run_for(LOOK_US)
        shown = [time for host, time in enumerate(times(cluster)) if host != without]
        worst = max(worst, max(shown) - min(shown))
    return worst


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("players", [2, 4, 8])
def test_all_clocks_agree_from_the_first_move_on(link: str, players: int) -> None:
    delay, aim_us = LINKS[link]
    cluster = in_play(players, delay)
    assert apart_us(cluster, 6 * SECOND) <= aim_us
    errors = [node(cluster, host.number).clock_error_us for host in cluster.hosts]
    assert all(error is not None and error <= 3 * aim_us for error in errors)
    assert not any(isinstance(notice, ClockOff) for host in cluster.hosts for _, notice in host.notices)


@pytest.mark.parametrize("bad", [0, 2])
@pytest.mark.parametrize("kind", [StepClock, DriftClock])
def test_one_bad_clock_costs_the_others_nothing(kind: type[StepClock | DriftClock], bad: int) -> None:
    cluster = in_play(4, LINKS["wired"][0])
    cluster.apply(StepClock(bad, 200 * MS) if kind is StepClock else DriftClock(bad, 300))
    assert apart_us(cluster, 4 * SECOND, without=bad) <= 1 * MS
    assert apart_us(cluster, 3 * SECOND) <= 1 * MS, "and it is right again"


@pytest.mark.parametrize("bad", [0, 2])
def test_who_has_jumped_is_told_so_and_named_to_whoever_saw_it(bad: int) -> None:
    cluster = in_play(4, LINKS["wired"][0])
    cluster.apply(StepClock(bad, 200 * MS))
    cluster.run_for(2 * SECOND)
    for host in cluster.hosts:
        for _, notice in host.notices:
            if isinstance(notice, ClockOff):
                assert notice.seat == node(cluster, bad).own_seat
                assert 0 < notice.ahead_us <= 201 * MS
    (told,) = [notice for _, notice in cluster.hosts[bad].notices if isinstance(notice, ClockOff)]
    assert abs(told.ahead_us - 200 * MS) <= 1 * MS

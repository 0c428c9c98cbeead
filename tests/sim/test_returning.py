"""Coming back in mid-round: who has left, or whose program was killed, goes on where it was."""

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import LeaveTable
from p2p_ligretto.node.node import Node
from p2p_ligretto.node.notices import ActRefused, Left, RoundResumed, RoundStarts
from p2p_ligretto.node.table import COUNTDOWN_US, Phase
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Crash, Start
from p2p_ligretto.sim.match import SEATING_LIMIT_US, expect, join_table, seat_bots

SECOND_US = 1_000_000


@pytest.mark.parametrize("host", [0, 1, 2])
def test_who_leaves_and_comes_back_within_the_round_plays_on(host: int) -> None:
    cluster = seat_bots(8, 3, "sharp", Options(rounds=1))
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    cluster.run_for(6 * SECOND_US)
    table = cluster.hosts[host].running().node.final
    assert table is not None
    cluster.submit(host, LeaveTable())
    assert cluster.run_until(lambda now: Left() in [told for _, told in now.hosts[host].notices], 5 * SECOND_US)
    join_table(cluster, table.table, host, by_way_of=(host + 1) % 3)
    assert cluster.run_until(lambda now: now.hosts[host].running().node.own_seat is not None, 5 * SECOND_US)
    back_us = cluster.now_us
    expect(cluster, Phase.FINISHED, 120 * SECOND_US)
    refusals = [told for at_us, told in cluster.hosts[host].notices if at_us > back_us and isinstance(told, ActRefused)]
    assert ActRefused("no_round") not in refusals


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("away_us", [SECOND_US // 2, 20 * SECOND_US])
def test_who_starts_again_counts_nothing_down_that_has_begun_whatever_the_own_clock_shows(
    seed: int, away_us: int
) -> None:
    # Clocks of hosts differ by up to an hour here, and a new process has another one.
    host = 1
    cluster = seat_bots(seed, 3, "sharp", Options(rounds=2))
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    cluster.run_for(6 * SECOND_US)
    table = cluster.hosts[host].running().node.final
    assert table is not None
    cluster.apply(Crash(host))
    cluster.run_for(away_us)
    back_us = cluster.now_us
    cluster.apply(Start(host))
    join_table(cluster, table.table, host, by_way_of=0)
    longest_us, idle = 0, frozenset[int]()

    def plays_again(now: Cluster) -> bool:
        nonlocal longest_us, idle
        node: Node = now.hosts[host].running().node
        longest_us, idle = max(longest_us, node.starts_in_us), idle | node.idle
        return node.own_seat is not None and node.clock_error_us is not None

    assert cluster.run_until(plays_again, 30 * SECOND_US)
    assert cluster.run_until(lambda now: plays_again(now) and in_phase(now, Phase.FINISHED), 900 * SECOND_US)
    assert longest_us <= COUNTDOWN_US + SECOND_US // 10
    assert not idle, "all have played"
    told = [told for at_us, told in cluster.hosts[host].notices if at_us >= back_us]
    countdowns_us = [each.in_us for each in told if isinstance(each, RoundStarts | RoundResumed)]
    assert max(countdowns_us, default=0) <= COUNTDOWN_US + SECOND_US // 10


def in_phase(cluster: Cluster, phase: Phase) -> bool:
    table = cluster.hosts[0].running().node.final
    return table is not None and table.phase is phase

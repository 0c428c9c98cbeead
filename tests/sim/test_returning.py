"""Leaving in mid-round and thinking better of it: who comes back plays on with the cards it had."""

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import LeaveTable
from p2p_ligretto.node.notices import ActRefused, Left
from p2p_ligretto.node.table import Phase
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

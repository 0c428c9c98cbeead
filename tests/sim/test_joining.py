"""Sitting down while the link comes and goes: whenever it is cut, who wanted a seat has it once the link is back."""

import pytest

from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Cut, Heal, Planned
from p2p_ligretto.sim.host import Conditions
from p2p_ligretto.sim.match import NAMES, join_table, open_table
from p2p_ligretto.sim.network import LinkDelay

DELAY_US = 2_000


def seated(cluster: Cluster, host: int) -> bool:
    node = cluster.hosts[host].running().node
    return node.final is not None and node.final.seat_of(cluster.hosts[host].peer) is not None


@pytest.mark.parametrize("at_us", range(5 * DELAY_US, 60 * DELAY_US, DELAY_US))
def test_a_link_that_is_cut_at_any_moment_of_a_join_only_delays_it(at_us: int) -> None:
    faults = (Planned(at_us, Cut(0, 1, notice_us=1_000)), Planned(at_us + 500_000, Heal(0, 1)))
    cluster = Cluster(5, Conditions(delay=LinkDelay(DELAY_US), faults=faults))
    cluster.add_host("Ada")
    cluster.add_host("Bea")
    join_table(cluster, open_table(cluster), 1)
    assert cluster.run_until(lambda now: seated(now, 0) and seated(now, 1), 60_000_000), at_us
    # Whoever is shown a seat sees everybody's: both hold the same table.
    assert cluster.run_until(
        lambda now: now.hosts[0].running().node.final == now.hosts[1].running().node.final, 5_000_000
    )


@pytest.mark.parametrize("seed", range(6))
def test_nine_who_join_at_once_over_uneven_links_all_sit_down(seed: int) -> None:
    # Views change while the mesh is still being linked, so members miss events that their authors can't send again.
    cluster = Cluster(seed, Conditions(delay=LinkDelay(500, 150_000)))
    for name in NAMES[:9]:
        cluster.add_host(name)
    table = open_table(cluster)
    for host in range(1, 9):
        join_table(cluster, table, host)
    assert cluster.run_until(lambda now: all(seated(now, host) for host in range(9)), 30_000_000)
    finals = [cluster.hosts[host].running().node for host in range(9)]
    assert cluster.run_until(lambda now: len({node.final for node in finals}) == 1, 10_000_000)
    assert all(len(node.final.present) == 9 for node in finals if node.final is not None)

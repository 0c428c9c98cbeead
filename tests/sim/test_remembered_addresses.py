"""A new start finds its table without discovery: it remembers where the others were."""

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import JoinTable
from p2p_ligretto.node.table import Phase
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Crash, Cut, Heal, Start
from p2p_ligretto.sim.match import expect, seat_bots

SECOND_US = 1_000_000


def is_back(cluster: Cluster) -> bool:
    table = cluster.hosts[1].running().node.final
    return table is not None and table.present == (0, 1, 2)


def test_who_is_started_anew_without_a_network_is_back_when_there_is_one() -> None:
    cluster = seat_bots(5, 3, "sharp", Options(rounds=1))
    expect(cluster, Phase.PLAYING, 60 * SECOND_US)
    cluster.run_for(2 * SECOND_US)
    seat = cluster.hosts[2].running().node.own_seat
    table = cluster.hosts[2].running().node.final
    assert table is not None
    for other in (0, 1):
        cluster.apply(Cut(other, 2, 20_000))
    cluster.apply(Crash(2))
    cluster.apply(Start(2))
    cluster.submit(2, JoinTable(table.table))
    cluster.run_for(20 * SECOND_US)
    assert not is_back(cluster)
    for other in (0, 1):
        cluster.apply(Heal(other, 2))
    assert cluster.run_until(is_back, 2 * SECOND_US)
    assert cluster.hosts[2].running().node.own_seat == seat


def test_all_who_are_started_anew_at_once_find_one_another() -> None:
    cluster = seat_bots(6, 3, "sharp", Options(rounds=1))
    expect(cluster, Phase.PLAYING, 60 * SECOND_US)
    table = cluster.hosts[0].running().node.final
    assert table is not None
    for host in range(3):
        cluster.apply(Crash(host))
    for host in range(3):
        cluster.apply(Start(host))
        cluster.submit(host, JoinTable(table.table))
    expect(cluster, Phase.FINISHED, 300 * SECOND_US)

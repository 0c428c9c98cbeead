"""Two at a table, the senior one gone: the junior one waits until its player says to go on, as a table of its own."""

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import GoOnWithout, JoinTable, LeaveTable
from p2p_ligretto.node.node import Node
from p2p_ligretto.node.notices import ActRefused, Frozen, Thawed
from p2p_ligretto.node.table import Phase
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Cut, Heal
from p2p_ligretto.sim.match import expect, seat_bots

SECOND_US = 1_000_000


def cut_apart() -> Cluster:
    """Ada, who opened the table, and Bea, in mid-round; each thinks that the other is gone."""
    cluster = seat_bots(3, 2, "sharp", Options(rounds=1))
    expect(cluster, Phase.PLAYING, 60 * SECOND_US)
    cluster.run_for(5 * SECOND_US)
    cluster.apply(Cut(0, 1, 20_000))
    cluster.run_for(3 * SECOND_US)
    return cluster


def node(cluster: Cluster, host: int) -> Node:
    running = cluster.hosts[host].running().node
    assert isinstance(running, Node)
    return running


def table_of(cluster: Cluster, host: int) -> bytes:
    final = node(cluster, host).final
    assert final is not None
    return final.table


def told(cluster: Cluster, host: int) -> list[object]:
    return [notice for _, notice in cluster.hosts[host].notices]


def test_the_senior_one_goes_on_and_the_junior_one_waits_and_is_asked() -> None:
    cluster = cut_apart()
    assert node(cluster, 0).frozen is None
    assert node(cluster, 1).frozen == Frozen((0,), may_go_on=True)
    assert Frozen((0,), may_go_on=True) in told(cluster, 1)


def test_who_waits_is_back_at_the_table_when_the_other_one_is_there_again() -> None:
    cluster = cut_apart()
    cluster.apply(Heal(0, 1))
    assert cluster.run_until(lambda now: node(now, 1).frozen is None, 3 * SECOND_US)
    expect(cluster, Phase.FINISHED, 300 * SECOND_US)
    assert Thawed() in told(cluster, 1)
    assert table_of(cluster, 0) == table_of(cluster, 1)


def test_the_junior_one_goes_on_as_another_lineage_that_never_merges_by_itself() -> None:
    cluster = cut_apart()
    before = node(cluster, 1).final
    assert before is not None
    cluster.submit(1, GoOnWithout())
    assert node(cluster, 1).frozen is None
    cluster.apply(Heal(0, 1))
    cluster.run_for(10 * SECOND_US)
    after = node(cluster, 1).final
    assert after is not None
    assert table_of(cluster, 0) == before.table != after.table
    assert after.opened == before.opened
    assert [seat.peer for seat in after.seats] == [seat.peer for seat in before.seats]
    assert [card.table for card in node(cluster, 0).parted] == [after.table], "it can be seen where the other one is"
    assert node(cluster, 1).parted == ()


def test_who_was_left_behind_finds_its_seat_at_the_other_table() -> None:
    cluster = cut_apart()
    cluster.submit(1, GoOnWithout())
    cluster.apply(Heal(0, 1))
    cluster.run_for(3 * SECOND_US)
    other = table_of(cluster, 1)
    cluster.submit(0, LeaveTable())
    cluster.run_for(8 * SECOND_US)
    cluster.submit(0, JoinTable(other))
    both = cluster.run_until(
        lambda now: all(node(now, host).final and table_of(now, host) == other for host in (0, 1)), 3 * SECOND_US
    )
    assert both
    assert node(cluster, 0).own_seat == 0
    final = node(cluster, 1).final
    assert final is not None
    assert final.present == (0, 1)


def test_who_waits_for_nobody_can_not_go_on_without_anybody() -> None:
    cluster = cut_apart()
    cluster.submit(0, GoOnWithout())
    assert told(cluster, 0)[-1] == ActRefused("phase")

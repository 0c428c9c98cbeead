"""Looking on from another node: a spectator sees what the players see, whenever it comes and whoever feeds it goes."""

import pytest

from p2p_ligretto.game.moves import Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import Act, Dial, LeaveTable, WatchTable
from p2p_ligretto.node.node import Node
from p2p_ligretto.node.notices import ActRefused, Left, Misbehaved, Moved, RoundStarts
from p2p_ligretto.node.table import COUNTDOWN_US, Phase
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Cut, Heal
from p2p_ligretto.sim.match import SEATING_LIMIT_US, export, join_table, open_table, seat_bots

SECOND_US = 1_000_000


def watch(cluster: Cluster, table: bytes, name: str = "Wim") -> int:
    host = cluster.add_host(name)
    cluster.submit(host.number, Dial((cluster.hosts[0].address,)))
    cluster.submit(host.number, WatchTable(table))
    return host.number


def node(cluster: Cluster, host: int) -> Node:
    return cluster.hosts[host].running().node


def at_table(cluster: Cluster) -> bytes:
    table = node(cluster, 0).predicted
    assert table is not None
    return table.table


def playing(seed: int, players: int, level: str = "sharp", options: Options | None = None) -> Cluster:
    cluster = seat_bots(seed, players, level, options or Options(rounds=1))
    assert cluster.run_until(lambda now: in_phase(now, Phase.PLAYING), SEATING_LIMIT_US)
    cluster.run_for(6 * SECOND_US)
    return cluster


def in_phase(cluster: Cluster, phase: Phase) -> bool:
    table = node(cluster, 0).final
    return table is not None and table.phase is phase


def sees_what_is_final(cluster: Cluster, host: int) -> bool:
    return node(cluster, host).final is not None and node(cluster, host).final == node(cluster, 0).final


def test_who_comes_in_mid_round_sees_the_whole_table_and_the_rest_of_the_match() -> None:
    cluster = playing(1, 3, options=Options(rounds=2))
    table = at_table(cluster)
    host = watch(cluster, table)
    assert cluster.run_until(lambda now: node(now, host).predicted is not None, 3 * SECOND_US)
    assert in_phase(cluster, Phase.PLAYING), "it came in mid-round"
    assert node(cluster, host).own_seat is None
    assert node(cluster, host).watching
    assert cluster.run_until(lambda now: in_phase(now, Phase.FINISHED), 900 * SECOND_US)
    assert cluster.run_until(lambda now: sees_what_is_final(now, host), SECOND_US)
    assert export(cluster, host, table) == export(cluster, 0, table)
    assert any(isinstance(notice, Moved) for _, notice in cluster.hosts[host].notices)


def test_a_spectator_sees_moves_before_they_are_final() -> None:
    cluster = playing(2, 2, "instant")
    host = watch(cluster, at_table(cluster))
    assert cluster.run_until(lambda now: node(now, host).predicted is not None, 3 * SECOND_US)
    assert cluster.run_until(
        lambda now: node(now, host).predicted != node(now, host).final and in_phase(now, Phase.PLAYING), 5 * SECOND_US
    ) or in_phase(cluster, Phase.FINISHED)


def test_the_players_see_how_many_look_on() -> None:
    cluster = playing(3, 2)
    table = at_table(cluster)
    first, second = watch(cluster, table, "Wim"), watch(cluster, table, "Wes")
    everybody = (0, 1, first, second)
    assert cluster.run_until(lambda now: all(node(now, host).watchers == 2 for host in everybody), 5 * SECOND_US)
    cluster.submit(first, LeaveTable())
    assert cluster.run_until(lambda now: all(node(now, host).watchers == 1 for host in (0, 1, second)), 5 * SECOND_US)
    assert Left() in [notice for _, notice in cluster.hosts[first].notices]
    assert node(cluster, first).predicted is None


def test_a_spectator_can_not_act() -> None:
    cluster = playing(4, 2)
    host = watch(cluster, at_table(cluster))
    assert cluster.run_until(lambda now: node(now, host).predicted is not None, 3 * SECOND_US)
    cluster.submit(host, Act(Turn(25, 0)))
    assert ActRefused("no_table") in [notice for _, notice in cluster.hosts[host].notices]


def test_when_the_feeder_goes_another_member_feeds() -> None:
    cluster = playing(5, 3)
    host = watch(cluster, at_table(cluster))
    assert cluster.run_until(lambda now: node(now, host).predicted is not None, 3 * SECOND_US)
    feeder = next(number for number in range(3) if node(cluster, number).watchers and feeds(cluster, number))
    cluster.submit(feeder, LeaveTable())
    assert cluster.run_until(lambda now: any(feeds(now, other) for other in range(3) if other != feeder), 9 * SECOND_US)
    rest = next(number for number in range(3) if number != feeder)
    assert cluster.run_until(lambda now: node(now, host).final == node(now, rest).final, 30 * SECOND_US)


def feeds(cluster: Cluster, host: int) -> bool:
    """Whether a member says of itself that it feeds somebody."""
    peer = cluster.hosts[host].peer
    links = [node(cluster, other.number).peers.get(peer) for other in cluster.hosts if other.number != host]
    return any(link is not None and link.card is not None and link.card.watching > 0 for link in links)


def test_a_link_that_is_cut_and_heals_leaves_no_hole() -> None:
    cluster = playing(6, 2)
    host = watch(cluster, at_table(cluster))
    assert cluster.run_until(lambda now: node(now, host).predicted is not None, 3 * SECOND_US)
    for other in (0, 1):
        cluster.apply(Cut(other, host))
    cluster.run_for(5 * SECOND_US)
    for other in (0, 1):
        cluster.apply(Heal(other, host))
    assert cluster.run_until(lambda now: in_phase(now, Phase.FINISHED), 900 * SECOND_US)
    assert cluster.run_until(lambda now: sees_what_is_final(now, host), 20 * SECOND_US)
    assert export(cluster, host, at_table(cluster)) == export(cluster, 0, at_table(cluster))
    for each in cluster.hosts:
        assert not any(isinstance(notice, Misbehaved) for _, notice in each.notices)


def test_people_who_sit_down_and_leave_are_seen_by_who_looks_on() -> None:
    cluster = Cluster(7)
    cluster.add_host("Ada")
    table = open_table(cluster)
    host = watch(cluster, table)
    assert cluster.run_until(lambda now: sees_what_is_final(now, host), 5 * SECOND_US)
    bea = cluster.add_host("Bea").number
    join_table(cluster, table, bea)
    assert cluster.run_until(lambda now: seated(now, host, 2), 5 * SECOND_US)
    cluster.submit(bea, LeaveTable())
    assert cluster.run_until(lambda now: seated(now, host, 1), 5 * SECOND_US)
    assert cluster.run_until(lambda now: sees_what_is_final(now, host), SECOND_US)


def seated(cluster: Cluster, host: int, count: int) -> bool:
    table = node(cluster, host).final
    return table is not None and len(table.present) == count


def test_who_looked_on_can_sit_down_afterwards() -> None:
    cluster = Cluster(8)
    cluster.add_host("Ada")
    table = open_table(cluster)
    host = watch(cluster, table)
    assert cluster.run_until(lambda now: sees_what_is_final(now, host), 5 * SECOND_US)
    cluster.submit(host, LeaveTable())
    join_table(cluster, table, host)
    assert cluster.run_until(lambda now: node(now, host).own_seat is not None, 5 * SECOND_US)


@pytest.mark.parametrize("seed", range(6))
def test_a_countdown_is_never_longer_than_it_is_whatever_the_own_clock_shows(seed: int) -> None:
    # Clocks of hosts differ by up to an hour here; the spectator comes in the countdown.
    cluster = seat_bots(seed, 2, "sharp", Options(rounds=1))
    assert cluster.run_until(lambda now: in_phase(now, Phase.PLAYING), SEATING_LIMIT_US)
    host = watch(cluster, at_table(cluster))
    longest = 0

    def over(now: Cluster) -> bool:
        nonlocal longest
        longest = max(longest, node(now, host).starts_in_us)
        return node(now, host).final is not None and in_phase(now, Phase.FINISHED)

    assert cluster.run_until(over, 900 * SECOND_US)
    told = [notice.in_us for _, notice in cluster.hosts[host].notices if isinstance(notice, RoundStarts)]
    assert max([longest, *told]) <= COUNTDOWN_US + 100_000

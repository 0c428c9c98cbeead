"""Links that are cut, programs that are started again, people who come and go: the match goes on, alike for all."""

from collections.abc import Callable

import pytest

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import Area
from p2p_ligretto.node.intents import ForceStart, LeaveTable
from p2p_ligretto.node.notices import (
    ActRefused,
    Frozen,
    JoinFailed,
    JoinWaiting,
    Left,
    Misbehaved,
    Notice,
    SeatBack,
    SeatLeft,
    SeatLost,
    SeatTaken,
    Thawed,
)
from p2p_ligretto.node.table import Phase
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Crash, Cut, Heal
from p2p_ligretto.sim.match import (
    NAMES,
    SEATING_LIMIT_US,
    expect,
    export,
    join_table,
    leave_all,
    open_table,
    seat_bots,
)
from p2p_ligretto.sim.player import SeatedBot
from tests.replay import check_text

SECOND = 1_000_000
MINUTE = 60 * SECOND
ONE_ROUND = Options(rounds=1)


def told(cluster: Cluster, host: int) -> list[Notice]:
    return [notice for _, notice in cluster.hosts[host].notices]


def table_of(cluster: Cluster) -> bytes:
    table = cluster.hosts[0].running().node.final
    assert table is not None
    return table.table


def area_of(cluster: Cluster, host: int) -> Area | None:
    """What lies before the host's player, as the host itself finally knows it; None before it knows."""
    node = cluster.hosts[host].running().node
    table, seat = node.final, node.own_seat
    return None if table is None or table.round is None or seat is None else table.round.areas[seat]


def playing(seed: int, players: int, options: Options = ONE_ROUND, level: str = "sharp") -> Cluster:
    """Some seconds into the first round."""
    cluster = seat_bots(seed, players, level, options)
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    cluster.run_for(7 * SECOND)
    assert area_of(cluster, 0) is not None
    return cluster


def finished(cluster: Cluster) -> str:
    """Play to the end; gives the one export of all who are still there."""
    table = table_of(cluster)
    expect(cluster, Phase.FINISHED, 30 * MINUTE)
    there = [host.number for host in cluster.hosts if host.process is not None and host.running().node.final]
    leave_all(cluster)
    exports = {export(cluster, host, table) for host in there}
    assert len(exports) == 1
    assert not any(isinstance(notice, Misbehaved) for host in there for notice in told(cluster, host))
    (text,) = exports
    check_text(text)
    return text


@pytest.mark.parametrize("seed", [1, 2])
def test_the_junior_of_two_that_are_cut_apart_waits_and_both_go_on_when_it_heals(seed: int) -> None:
    cluster = playing(seed, 2)
    before = [area_of(cluster, host) for host in (0, 1)]
    cluster.apply(Cut(0, 1, SECOND))
    cluster.run_for(6 * SECOND)
    assert SeatLost(1) in told(cluster, 0)
    assert Frozen((0,), may_go_on=True) in told(cluster, 1)
    assert ActRefused("away", 0) in told(cluster, 1)
    cluster.apply(Heal(0, 1))
    assert cluster.run_until(lambda now: Thawed() in told(now, 1) and SeatBack(1) in told(now, 0), 15 * SECOND)
    finished(cluster)
    assert before != [area_of(cluster, host) for host in (0, 1)]


@pytest.mark.parametrize("who", [0, 1, 2])
def test_a_program_that_is_started_again_has_its_seat_and_its_cards(who: int) -> None:
    cluster = playing(3, 3)
    cluster.run_for(2 * SECOND)
    table, seat, area = table_of(cluster), cluster.hosts[who].running().node.own_seat, area_of(cluster, who)
    cluster.restart(who)
    join_table(cluster, table, who, by_way_of=(who + 1) % 3)
    assert cluster.run_until(lambda now: area_of(now, who) is not None, 10 * SECOND)
    assert cluster.hosts[who].running().node.own_seat == seat
    returned = area_of(cluster, who)
    assert returned is not None
    assert area is not None
    assert (returned.stack, returned.centre, returned.passes) >= (area.stack, area.centre, area.passes)
    text = finished(cluster)
    assert (
        len({line.split('"incarnation":"')[1][:16] for line in text.splitlines() if f'"seat":{seat},"inc' in line}) == 2
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_program_that_is_started_again_in_the_countdown_waits_for_the_start(seed: int) -> None:
    cluster = seat_bots(seed, 3, "instant", ONE_ROUND)
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    table = table_of(cluster)
    cluster.restart(0)
    join_table(cluster, table, 0, by_way_of=1)
    finished(cluster)


def meet(seed: int, players: int, wanted: int, options: Options) -> tuple[Cluster, bytes]:
    """``players`` sit at a table whose bots wait for ``wanted`` before they are ready."""
    cluster = Cluster(seed)
    for number in range(players):
        cluster.add_host(NAMES[number], lambda entropy: SeatedBot(LEVELS["sharp"], wanted, entropy))
    table = open_table(cluster, options)
    for number in range(1, players):
        join_table(cluster, table, number)
    assert cluster.run_until(seated(players), SEATING_LIMIT_US)
    return cluster, table


def seated(count: int) -> Callable[[Cluster], bool]:
    def all_sit(cluster: Cluster) -> bool:
        tables = [host.running().node.final for host in cluster.hosts[:count]]
        return all(table is not None and len(table.seats) >= count for table in tables)

    return all_sit


def test_who_comes_in_mid_round_waits_and_plays_the_next_one() -> None:
    cluster, table = meet(4, 2, 3, Options(rounds=2))
    cluster.submit(0, ForceStart())
    expect(cluster, Phase.PLAYING, 10 * SECOND)
    cluster.run_for(5 * SECOND)
    cluster.add_host("Cai", lambda entropy: SeatedBot(LEVELS["sharp"], 3, entropy))
    join_table(cluster, table, 2, by_way_of=1)
    cluster.run_for(2 * SECOND)
    assert told(cluster, 2).count(JoinWaiting()) == 1
    text = finished(cluster)
    assert SeatTaken(2, "Cai", True) in told(cluster, 2)
    assert SeatTaken(2, "Cai", False) in told(cluster, 0)
    first, second = (line for line in text.splitlines() if '"kind":"round"' in line)
    assert ('"seat":2' in first, '"seat":2' in second) == (False, True)


@pytest.mark.parametrize("who", [0, 1, 2])
def test_who_leaves_in_mid_round_is_missed_and_the_others_play_on(who: int) -> None:
    part(playing(5, 3), who)


@pytest.mark.parametrize("who", [0, 1])
def test_who_leaves_in_the_countdown_is_missed_from_the_start(who: int) -> None:
    cluster = seat_bots(9, 3, "instant", ONE_ROUND)
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    first = next(line for line in part(cluster, who).splitlines() if '"kind":"present"' in line)
    assert '"time":0,' in first


def part(cluster: Cluster, who: int) -> str:
    """One host leaves, the others play to the end; gives their export."""
    table, seat = table_of(cluster), cluster.hosts[who].running().node.own_seat
    assert seat is not None
    cluster.submit(who, LeaveTable())
    assert cluster.run_until(lambda now: Left() in told(now, who), 3 * SECOND)
    others = [host.number for host in cluster.hosts if host.number != who]
    assert cluster.run_until(lambda now: all(SeatLeft(seat) in told(now, host) for host in others), SECOND)
    cluster.apply(Crash(who))
    expect(cluster, Phase.FINISHED, 30 * MINUTE)
    leave_all(cluster)
    exports = {export(cluster, host, table) for host in others}
    assert len(exports) == 1
    check_text(next(iter(exports)))
    return exports.pop()


def test_there_is_no_thirteenth_seat() -> None:
    cluster = Cluster(6)
    for number in range(13):
        cluster.add_host(NAMES[number] if number < 12 else "Mia")
    table = open_table(cluster)
    for number in range(1, 12):
        join_table(cluster, table, number)
    assert cluster.run_until(seated(12), SEATING_LIMIT_US)
    join_table(cluster, table, 12)
    cluster.run_for(10 * SECOND)
    assert JoinFailed("full") in told(cluster, 12)
    assert cluster.hosts[12].running().node.final is None
    assert seated(12)(cluster)

"""Any path will do: who can't reach one another directly, but others who can, play as if they could."""

import pytest

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.notices import SeatAway, SeatLost
from p2p_ligretto.node.table import Phase
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Cut
from p2p_ligretto.sim.match import NAMES, expect, export, join_table, open_table, seat_bots
from p2p_ligretto.sim.player import SeatedBot

LINE_OF_FIVE = ((0, 2), (0, 3), (0, 4), (1, 3), (1, 4), (2, 4))


@pytest.mark.parametrize(
    ("players", "cuts"),
    [
        (3, ((1, 2),)),
        (3, ((0, 2),)),
        (4, ((2, 3),)),
        (4, ((0, 2), (1, 3))),
        (5, LINE_OF_FIVE),
    ],
    ids=["juniors apart", "senior and junior apart", "never met", "a ring", "a line of five"],
)
def test_a_table_forms_and_plays_over_whatever_ways_there_are(players: int, cuts: tuple[tuple[int, int], ...]) -> None:
    cluster = Cluster(1)
    for number in range(players):
        cluster.add_host(NAMES[number], lambda entropy: SeatedBot(LEVELS["sharp"], players, entropy))
    for cut in cuts:
        cluster.apply(Cut(*cut, 20_000))
    table = open_table(cluster, Options(rounds=1))
    for number in range(1, players):
        near = next(other for other in range(players) if other != number and tuple(sorted((other, number))) not in cuts)
        join_table(cluster, table, number, by_way_of=near)
    done = cluster.run_until(
        lambda now: all(_phase(now, number) is Phase.FINISHED for number in range(players)), 200_000_000
    )
    assert done
    assert len({export(cluster, number, table) for number in range(players)}) == 1
    told = [notice for number in range(players) for _, notice in cluster.hosts[number].notices]
    assert not [notice for notice in told if isinstance(notice, SeatAway | SeatLost)]
    assert any(host.running().node.figures.handed_over for host in cluster.hosts)


def _phase(cluster: Cluster, number: int) -> Phase | None:
    final = cluster.hosts[number].running().node.final
    return None if final is None else final.phase


def test_a_pair_that_is_cut_apart_in_mid_round_plays_on_over_the_third() -> None:
    cluster = seat_bots(4, 3, "sharp", Options(rounds=1))
    expect(cluster, Phase.PLAYING, 60_000_000)
    cluster.run_for(5_000_000)
    cluster.apply(Cut(0, 2, 4_000_000))
    expect(cluster, Phase.FINISHED, 200_000_000)
    told = [notice for host in cluster.hosts for _, notice in host.notices]
    assert not [notice for notice in told if isinstance(notice, SeatAway | SeatLost)]

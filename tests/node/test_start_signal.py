"""Who gives the start signal: all nodes of a table find the same player, for each deal anew."""

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.start_signal import start_signal_seat
from tests.node.company import Company


def test_all_nodes_find_the_same_player_of_each_round() -> None:
    company = Company(3)
    company.sit(Options(rounds=2))
    seeds = set()
    for _round in range(2):
        assert start_signal_seat(company[0].final) is None or seeds, "nobody before the first deal"
        company.deal()
        (seat,) = {start_signal_seat(each.final) for each in company}
        assert seat in company[0].final.players
        seeds.add(company[0].final.joint_seed)
        company.play_round()
    assert len(seeds) == 2

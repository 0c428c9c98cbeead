"""Whole matches between real nodes on simulated links: what everybody holds at the end is the same, and is right."""

from collections import Counter

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.notices import Left, MatchEnded, Misbehaved, MoveRejected
from p2p_ligretto.sim.host import Conditions
from p2p_ligretto.sim.match import Result, play_match
from p2p_ligretto.sim.network import LinkDelay
from tests.replay import check_text

CAMPUS = Conditions(delay=LinkDelay(1_000, 150_000), max_drift_ppm=200)
FAR = Conditions(delay=LinkDelay(500, 500), delays={(0, 1): LinkDelay(40_000, 30_000), (2, 0): LinkDelay(90_000, 0)})


def agreed(result: Result, players: int) -> Counter[str]:
    """Check what holds of every match without faults; gives the independent checker's counts."""
    assert len(result.exports) == len(result.finals) == players
    assert len(set(result.exports)) == 1, "exports differ"
    assert len(set(result.finals)) == 1, "final states differ"
    for notices in result.notices:
        kinds = Counter(map(type, notices))
        assert (kinds[MatchEnded], kinds[Left], kinds[Misbehaved]) == (1, 1, 0)
    assert all(figures.handed_over == 0 for figures in result.figures), "an event came by way of another node"
    return check_text(result.exports[0])


@pytest.mark.parametrize(
    ("seed", "players", "rounds"), [(1, 2, 3), (2, 3, 1), (3, 3, 1), (4, 4, 3), (5, 4, 1), (6, 5, 1)]
)
def test_a_match_is_the_same_on_all_hosts_and_keeps_the_rules(seed: int, players: int, rounds: int) -> None:
    result = play_match(seed, players, "instant", Options(rounds=rounds))
    counts = agreed(result, players)
    assert counts["round"] == rounds
    assert counts["beaten"] > 0
    assert sum(figures.rollbacks for figures in result.figures) > 0
    assert {figures.contested for figures in result.figures} == {counts["beaten"]}


def test_twelve_play_one_round() -> None:
    result = play_match(12, 12, "instant", Options(rounds=1))
    counts = agreed(result, 12)
    assert counts["beaten"] > 10
    assert all(figures.rollbacks > 0 for figures in result.figures)


@pytest.mark.parametrize(
    "options",
    [
        Options(rounds=1, reshuffle=False),
        Options(rounds=1, row_storage="descending"),
        Options(rounds=1, row_storage="ascending", reshuffle=False),
        Options(rounds=1, call="manual"),
        Options(rounds=1, penalty="stack_to_hand"),
        Options(rounds=1, penalty="hand_to_stack", one_hand=True),
        Options(rounds=50, target_score=20),
    ],
    ids=str,
)
def test_every_option_is_played_alike_on_all_hosts(options: Options) -> None:
    agreed(play_match(7, 3, "instant", options), 3)


@pytest.mark.parametrize("conditions", [CAMPUS, FAR], ids=["campus", "far"])
def test_slow_and_uneven_links_change_nothing_but_the_time_it_takes(conditions: Conditions) -> None:
    counts = agreed(play_match(3, 4, "instant", Options(rounds=1), conditions), 4)
    assert counts["beaten"] > 0


def test_bots_that_take_their_time_play_a_match_too() -> None:
    result = play_match(5, 4, "sharp", Options(rounds=1))
    agreed(result, 4)
    assert 10_000_000 < result.duration_us < 120_000_000


def test_a_seed_gives_the_same_bytes_twice_and_another_one_others() -> None:
    one, again, other = (play_match(seed, 3, "instant", Options(rounds=1)) for seed in (8, 8, 9))
    assert one == again
    assert one.digest != other.digest
    assert one.exports != other.exports


def test_who_loses_a_race_is_told_by_whom_and_by_how_much() -> None:
    result = play_match(1, 4, "instant", Options(rounds=1))
    for notices in result.notices:
        beaten = [notice for notice in notices if isinstance(notice, MoveRejected) and notice.reason == "beaten"]
        assert beaten
        for notice in beaten:
            assert notice.by is not None
            assert notice.by != notice.seat or notice.margin_us
            assert notice.margin_us is not None
            assert notice.margin_us >= 0

"""The contested cards of a round: the same at every node that was there, and at those that came later."""

from dataclasses import replace
from itertools import pairwise

import pytest

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import ForceStart, WatchTable
from p2p_ligretto.node.neighbours import PING_US
from p2p_ligretto.node.notices import MoveRejected, RoundScored
from p2p_ligretto.node.races import MOST_RACES, Race, with_race
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.peer_clock import DRIFT_PARTS
from tests.node.company import DELAY_US, SECOND, Company, Seat


def race(margin_us: int, error_us: int | None = None, late: int = 1) -> Race:
    return Race(Card("R", 5), PileId("R", 0), 0, late, margin_us, error_us)


def test_a_race_is_close_when_the_clocks_may_be_wrong_by_its_margin() -> None:
    assert race(1_000, 1_000).close
    assert not race(1_001, 1_000).close
    assert not race(0, None).close, "nothing is known of the clocks"


def test_the_closest_races_come_first_and_are_kept() -> None:
    races: tuple[Race, ...] = ()
    for step in range(MOST_RACES + 20):
        races = with_race(races, race(1_000 - step))
    assert len(races) == MOST_RACES
    assert races[0].margin_us == 1_000 - MOST_RACES - 19
    assert all(one.margin_us <= other.margin_us for one, other in pairwise(races))
    assert [one.late for one in with_race((race(5, late=1),), race(5, late=2))] == [1, 2]


def scored(seat: Seat) -> list[RoundScored]:
    return [notice for notice in seat.notices if isinstance(notice, RoundScored)]


def bare(races: tuple[Race, ...]) -> tuple[Race, ...]:
    return tuple(replace(each, error_us=None) for each in races)


def test_all_nodes_show_the_same_races_each_as_sure_as_it_can_be() -> None:
    company = Company(3)
    company.sit(Options(rounds=2))
    for _ in range(2):
        company.deal()
        company.play_round()
        races = [scored(seat)[-1].races for seat in company]
        assert len(races[0]) > 3
        assert bare(races[0]) == bare(races[1]) == bare(races[2])
        for own, shown in enumerate(races):
            # Each way takes as long, so the clocks are right, and nobody can know: half of a round trip for each way.
            assert {each.error_us for each in shown if own in (each.first, each.late)} <= {DELAY_US}
            assert {each.error_us for each in shown if own not in (each.first, each.late)} <= {2 * DELAY_US}
    for seat in company:
        # Half of a round trip, and what two clocks may drift since the last of them.
        assert 0 <= seat.node.clock_error_us - DELAY_US <= PING_US // DRIFT_PARTS
    first, second = scored(company[0])
    assert len(first.races + second.races) == sum('"beaten"' in line for line in company.export(0))


def test_what_is_told_of_a_lost_race_is_what_is_shown_after_the_round() -> None:
    company = Company(3)
    company.sit(Options(rounds=1))
    company.deal()
    company.play_round()
    for seat in company:
        lost = [each for each in seat.notices if isinstance(each, MoveRejected) and each.reason == "beaten"]
        shown = {(each.late, each.first, each.margin_us, each.error_us) for each in scored(seat)[0].races}
        assert {(each.seat, each.by, each.margin_us, each.error_us) for each in lost} == shown
        assert shown


@pytest.mark.parametrize("missed", [0, 2])
def test_who_looks_on_sees_the_races_that_it_has_missed_too(missed: int) -> None:
    company, players = Company(4), (0, 1, 2)
    table = company.sit(Options(rounds=1), who=players)
    company.submit(0, ForceStart())
    company.run(4 * SECOND)
    company.play_until(lambda: company[0].node.figures.contested >= missed, who=players)
    for number in players:
        company.link(3, number)
    company.submit(3, WatchTable(table))
    company.run(SECOND)
    company.play_until(lambda: company.all_in(Phase.FINISHED), who=players)
    seen, played = scored(company[3])[0].races, scored(company[0])[0].races
    assert len(played) > missed
    assert bare(seen) == bare(played)
    assert {each.error_us for each in seen} == {None}, "nobody but its feeder has told it the time"
    error_us = company[3].node.clock_error_us
    assert error_us is not None
    # It asks each second, and two clocks may drift by one part in 2,000 until the answer comes.
    assert DELAY_US <= error_us <= DELAY_US + 600


def test_a_new_deal_begins_without_races() -> None:
    company = Company(3)
    company.sit(Options(rounds=2))
    company.deal()
    company.play_round()
    assert company[0].session.chronicle.races
    company.ready()
    company.until(lambda: company.all_in(Phase.PLAYING))
    assert company[0].session.chronicle.races == company[1].session.chronicle.races == ()


def test_without_a_table_there_is_no_clock_to_be_wrong() -> None:
    assert Company(1)[0].node.clock_error_us is None

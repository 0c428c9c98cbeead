"""Whole matches by real nodes: all see the same, and write the same."""

import json

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.intents import LeaveTable
from p2p_ligretto.node.table import Phase
from tests.node.company import SECOND, Company


@pytest.mark.parametrize("size", [2, 3])
def test_a_match_ends_alike_for_all_and_its_records_are_the_same(size: int) -> None:
    company = Company(size)
    company.sit(Options(rounds=2))
    for _ in range(2):
        company.deal()
        company.play_round()
    assert company.all_in(Phase.FINISHED)
    assert len({company.export(number) for number in range(size)}) == 1
    assert len({company[number].final for number in range(size)}) == 1
    for seat in company:
        assert seat.node.final == seat.node.predicted
        assert seat.told(told.Misbehaved) == []
        assert seat.told(told.MatchEnded) == [told.MatchEnded(seat.final.totals, seat.final.winners)]
        assert [notice.number for notice in seat.told(told.RoundScored)] == [1, 2]  # type: ignore[attr-defined]
    kinds = [json.loads(line)["kind"] for line in company.export(0)]
    assert kinds.count("move") > 200
    assert [kind for kind in kinds if kind != "move"] == ["match", *["round", "audit", "score"] * 2, "result"]


def test_every_event_comes_from_its_author_and_races_are_counted() -> None:
    company = Company(3)
    company.sit(Options(rounds=1))
    company.deal()
    company.play_round()
    figures = [seat.node.figures for seat in company]
    assert all(each.direct > 100 for each in figures)
    assert all(each.handed_over <= 10 for each in figures), "only what was said before somebody came"
    assert len({each.contested for each in figures}) == 1
    beaten = sum('"reason":"beaten"' in line for line in company.export(0))
    assert figures[0].contested == beaten


def test_a_second_match_begins_where_people_are_ready_again() -> None:
    company = Company(2)
    company.sit(Options(rounds=1))
    for match in (1, 2):
        company.deal()
        company.play_round()
        assert company[0].final.match == match
        assert company.export(0, match) == company.export(1, match)
    assert company.export(0, 1)[0] != company.export(0, 2)[0]


def test_everybody_leaves_at_once_and_nobody_waits_for_the_others() -> None:
    company = Company(3)
    company.sit(Options(rounds=1))
    company.deal()
    company.play_round()
    company.run(SECOND)
    for seat in company:
        company.submit(seat.number, LeaveTable())
    company.run(SECOND)
    for seat in company:
        assert seat.told(told.Left) == [told.Left()]
        assert seat.node.final is None


def test_a_node_without_a_table_shows_none() -> None:
    node = Company(1)[0].node
    assert node.predicted is None
    assert node.final is None
    assert node.own_seat is None
    assert node.starts_in_us == 0
    assert node.figures.direct == 0
    assert node.away == frozenset()
    assert node.table_at_last_start is None

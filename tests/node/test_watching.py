"""Looking on: who feeds, who is turned away, and what a feeder that tells what can't be loses."""

import pytest
from msgspec.structs import replace

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.intents import ForceStart, JoinTable, LeaveTable, OpenTable, WatchTable
from p2p_ligretto.node.spectator import ASK_US
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import Commit, EventSent, Segment, Settled, Watch, WatchRefused
from p2p_ligretto.replication.views import Decision, Proposal, View
from tests.node.company import SECOND, Company


def watched(size: int = 3) -> tuple[Company, int]:
    """All but the last play; the last looks on. Gives who feeds it too."""
    company = Company(size)
    players = tuple(range(size - 1))
    table = company.sit(Options(rounds=1), who=players)
    company.submit(0, ForceStart())
    company.run(4 * SECOND)
    for number in players:
        company.link(size - 1, number)
    company.submit(size - 1, WatchTable(table))
    company.run(SECOND)
    assert company[size - 1].node.watching
    return company, feeder(company, size - 1)


def feeder(company: Company, spectator: int) -> int:
    at = company[spectator].node._stay.spectator
    assert at is not None
    return next(seat.number for seat in company if seat.node.identity.peer == at.feeder)


def test_a_spectator_sees_the_round_to_its_end_and_has_its_record() -> None:
    company, _ = watched()
    assert company[2].final == company[0].final
    assert company[2].node.own_seat is None
    assert company[2].node.starts_in_us == 0
    assert [seat.node.watchers for seat in company] == [1, 1, 1]
    company.play_until(lambda: company.all_in(Phase.FINISHED), who=(0, 1))
    assert company.export(2) == company.export(0)
    assert company[2].told(told.MatchEnded) == company[0].told(told.MatchEnded)


def test_who_looks_on_has_a_table_and_can_take_no_other() -> None:
    company, _ = watched()
    company.submit(2, OpenTable("Attic", Options()), JoinTable(bytes(16)), WatchTable(bytes(16)))
    assert company[2].told(told.ActRefused) == [told.ActRefused("phase")] * 3
    company.submit(2, LeaveTable())
    company.run(SECOND)
    assert company[2].told(told.Left) == [told.Left()]
    assert [seat.node.watchers for seat in company] == [0, 0, 0]


def test_when_a_feeder_leaves_its_table_another_one_feeds() -> None:
    company, first = watched(4)
    company.submit(first, LeaveTable())
    company.run(3 * SECOND)
    assert feeder(company, 3) != first
    rest = next(number for number in range(3) if number != first)
    assert company[3].final == company[rest].final


def test_who_was_told_that_a_feeder_has_no_room_asks_another() -> None:
    company, first = watched()
    table = company[0].final.table
    company.say(2, company.link_to(2, first), WatchRefused(table))
    company.run(SECOND)
    assert feeder(company, 2) == 1 - first


def test_who_is_asked_and_keeps_silent_is_not_waited_for() -> None:
    company = Company(3)
    table = company.sit(who=(0, 1))
    company.link(2, 0)
    company.link(2, 1)
    company.run(SECOND)
    silent: list[int] = []

    def first_asked(source: int, target: int, message: object) -> bool:
        if isinstance(message, Watch) and not silent:
            silent.append(target)
        return isinstance(message, Watch) and target in silent

    company.held_back = first_asked
    company.submit(2, WatchTable(table))
    company.run(ASK_US + SECOND)
    assert company[2].final == company[0].final
    assert feeder(company, 2) not in silent


def test_a_table_that_nobody_shows_is_looked_for() -> None:
    company = Company(2)
    company.submit(0, WatchTable(bytes(16)))
    company.link(1, 0)
    company.run(5 * SECOND)
    assert company[0].node.watching
    assert company[0].node.final is None
    assert company[0].node.watchers == 0


def fed(company: Company) -> tuple[bytes, View]:
    log = company[0].session.log
    return log.table, log.view


ODD = {
    "something final of another view": lambda table, view: Settled(table, view.number + 1, (0, 0)),
    "something final of another shape": lambda table, view: Settled(table, view.number, (0,)),
    "a decision that does not follow": lambda table, view: Commit(
        table, view.number, Decision(Proposal(replace(view, number=view.number + 2), (0, 0)), bytes(32))
    ),
    "a decision about another log": lambda table, view: Commit(
        table, view.number, Decision(Proposal(replace(view, number=view.number + 1), (0, 0)), bytes(32))
    ),
    "a log of nothing": lambda table, view: Segment(
        table, replace(view, number=1), Decision(Proposal(view, (0,)), bytes(32))
    ),
}


@pytest.mark.parametrize("kind", list(ODD))
def test_a_feeder_that_tells_what_can_not_be_loses_the_link_and_another_one_feeds(kind: str) -> None:
    company, first = watched()
    table, view = fed(company)
    company.say(2, company.link_to(2, first), ODD[kind](table, view))
    assert [notice.peer for notice in company[2].told(told.Misbehaved)] == [company.peer(first)]  # type: ignore[attr-defined]
    company.run(5 * SECOND)
    assert feeder(company, 2) == 1 - first
    assert company[2].final == company[1 - first].final


def test_what_others_than_the_feeder_say_of_the_table_is_passed_over() -> None:
    company, first = watched()
    table, view = fed(company)
    before = company[2].final
    company.link(2, 1 - first)
    for make in ODD.values():
        company.say(2, company.link_to(2, 1 - first), make(table, view))
    events = [message for _, _, message in company.sent if isinstance(message, EventSent)]
    company.say(2, company.link_to(2, 1 - first), events[-1])
    assert company[2].told(told.Misbehaved) == []
    assert company[2].final == before

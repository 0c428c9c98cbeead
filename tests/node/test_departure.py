"""Leaving politely, and the tables that are left."""

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.departure import LINGER_US, VOTE_US
from p2p_ligretto.node.intents import ForceStart, JoinTable, LeaveTable, OpenTable, SetReady
from p2p_ligretto.node.kept import DEALING, TABLE, VOTE
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import Events, EventSent, Goodbye, State, Wedge
from tests.node.company import DELAY_US, SECOND, Company


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_who_leaves_votes_says_goodbye_and_is_gone_in_a_moment(leaver: int) -> None:
    company = Company(3)
    company.sit()
    company.submit(leaver, LeaveTable())
    company.run(SECOND // 10)
    assert company[leaver].told(told.Left) == [told.Left()]
    assert company[leaver].node.final is None
    others = [number for number in range(3) if number != leaver]
    for number in others:
        assert company[number].final.present == tuple(others)
        assert company[number].told(told.SeatLeft) == [told.SeatLeft(leaver)]
    if leaver:
        assert any(isinstance(message, State) for source, _, message in company.sent if source == leaver)
    assert any(isinstance(message, Goodbye) for source, _, message in company.sent if source == leaver)


def test_who_has_left_remembers_no_table_and_no_vote() -> None:
    company = Company(2)
    company.sit()
    assert {TABLE, VOTE} <= company[1].remembered.keys()
    company.submit(1, LeaveTable())
    company.run(SECOND)
    assert not {TABLE, VOTE} & company[1].remembered.keys()
    company.crash(1)
    company.start(1)
    assert company[1].node.table_at_last_start is None


def test_leaving_where_there_is_nothing_to_leave_is_done_at_once() -> None:
    company = Company(1)
    company.submit(0, LeaveTable())
    assert company[0].told(told.Left) == [told.Left()]
    company.submit(0, OpenTable("Kitchen", Options()), LeaveTable())
    assert len(company[0].told(told.Left)) == 2


def test_leaving_twice_is_leaving_once() -> None:
    company = Company(2)
    company.sit()
    company.held_back = lambda source, target, message: isinstance(message, Wedge)
    company.submit(0, LeaveTable(), LeaveTable())
    company.run(5 * SECOND)
    assert company[0].told(told.Left) == [told.Left()]


def test_the_vote_is_waited_for_two_seconds_at_most() -> None:
    company = Company(3)
    company.sit()
    company.held_back = lambda source, target, message: isinstance(message, Wedge)
    company.submit(2, LeaveTable())
    company.run(VOTE_US - SECOND // 10)
    assert company[2].told(told.Left) == []
    company.run(SECOND // 5)
    assert company[2].told(told.Left) == [told.Left()]


def test_who_gave_up_on_the_vote_is_not_waited_for_though_its_node_runs_on() -> None:
    company = Company(3)
    company.sit()
    company.held_back = lambda source, target, message: isinstance(message, Wedge)
    company.submit(2, LeaveTable())
    company.run(VOTE_US + SECOND)
    assert company[0].final.present == (0, 1, 2)
    company.held_back = lambda source, target, message: False
    company.run(5 * SECOND)
    assert company.peer(2) in company[0].node.peers
    assert company[0].final.present == company[1].final.present == (0, 1)


def test_who_gave_up_on_the_vote_and_comes_back_has_its_seat() -> None:
    """It has forgotten what it said in the view that it left: it comes back as one that has no vote in it."""
    company = Company(3)
    table = company.sit()
    company.held_back = lambda source, target, message: isinstance(message, Wedge)
    company.submit(2, LeaveTable())
    company.run(VOTE_US + SECOND)
    company.submit(2, JoinTable(table))
    company.run(SECOND)
    company.held_back = lambda source, target, message: False
    company.run(6 * SECOND)
    assert [seat.node.own_seat for seat in company] == [0, 1, 2]
    assert company.all_in(Phase.LOBBY)
    company.deal()
    company.play_round()
    assert company.export(0) == company.export(1) == company.export(2)


def test_after_a_round_who_leaves_waits_until_all_hold_its_log() -> None:
    company = Company(2)
    company.sit(Options(rounds=1))
    company.deal()
    company.play_until(lambda: company[0].final.phase is Phase.CLOSING)
    company.submit(0, LeaveTable())
    company.run(DELAY_US)
    assert company[0].told(told.Left) == []
    company.run(2 * SECOND)
    assert company[0].told(told.Left) == [told.Left()]
    assert company[1].told(told.MatchEnded) != []
    assert len(company.export(1)) == len(company[0].records[next(iter(company[0].records))])


def test_lingering_has_an_end() -> None:
    company = Company(2)
    company.sit(Options(rounds=1))
    company.deal()
    company.play_round()
    company.run(SECOND)
    company.held_back = lambda source, target, message: isinstance(message, EventSent | Events) and target == 1
    company.submit(0, SetReady(True))
    company.run(10_000)
    company.submit(0, LeaveTable())
    company.run(LINGER_US - SECOND // 10)
    assert company[0].told(told.Left) == []
    company.run(VOTE_US + SECOND // 5)
    assert company[0].told(told.Left) == [told.Left()]


@pytest.mark.parametrize("phase", [Phase.COMMITTING, Phase.REVEALING, Phase.OPENING])
@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_who_leaves_at_any_moment_of_a_deal_does_not_stop_it(phase: Phase, leaver: int) -> None:
    company = Company(3)
    company.sit()
    company.submit(0, ForceStart())
    company.until(lambda: company[leaver].final.phase is phase)
    company.submit(leaver, LeaveTable())
    others = [number for number in range(3) if number != leaver]
    company.until(lambda: all(company[number].final.phase is Phase.PLAYING for number in others))
    company.run(4 * SECOND)
    if phase is not Phase.OPENING:
        # Who lays its cards open with its last word is in the round, and leaves it at once.
        assert company[others[0]].final.players == tuple(others)
    assert company[others[0]].final.present == tuple(others)
    assert company[others[0]].final == company[others[1]].final
    assert company.play(others[0])


@pytest.mark.parametrize("after_us", range(0, 12_000, 1_500))
def test_who_leaves_at_any_moment_of_a_deal_of_two_calls_it_off(after_us: int) -> None:
    company = Company(2)
    company.sit()
    company.submit(0, ForceStart())
    company.run(after_us)
    company.submit(1, LeaveTable())
    company.run(3 * SECOND)
    assert company[0].final.phase in (Phase.LOBBY, Phase.PLAYING)
    assert company[0].final.present == (0,)
    assert company[0].final == company[0].table


@pytest.mark.parametrize("after_us", range(0, 8_000, 500))
def test_who_joins_and_leaves_at_once_leaves_the_table_as_it_was(after_us: int) -> None:
    company = Company(3)
    table = company.sit(who=(0, 1))
    company.link(2, 0)
    company.link(2, 1)
    company.run(SECOND)
    company.submit(2, JoinTable(table))
    company.run(after_us)
    company.submit(2, LeaveTable())
    company.run(3 * SECOND)
    assert company[2].told(told.Left) == [told.Left()]
    for number in (0, 1):
        assert company.peer(2) not in company[number].final.members
        assert company[number].final.present == (0, 1)
    company.submit(0, ForceStart())
    company.run(SECOND)
    assert company[1].final.phase is Phase.PLAYING, "nothing waits for who has gone"


def test_who_waits_for_a_seat_and_gives_up_is_not_seated_later() -> None:
    company = Company(3)
    table = company.sit(Options(rounds=2), who=(0, 1))
    company.submit(0, ForceStart())
    company.run(5 * SECOND)
    company.link(2, 0)
    company.run(SECOND)
    company.submit(2, JoinTable(table))
    company.run(2 * SECOND)
    assert company[2].told(told.JoinWaiting) == [told.JoinWaiting()]
    company.submit(2, LeaveTable())
    company.play_until(lambda: company[0].final.phase is Phase.BETWEEN, who=(0, 1))
    company.run(3 * SECOND)
    assert company[0].final.members == {company.peer(0), company.peer(1)}


def test_everybody_leaves_in_the_middle_of_a_round() -> None:
    company = Company(3)
    company.sit()
    company.deal()
    for number in range(3):
        company.play(number)
        company.submit(number, LeaveTable())
    company.run(3 * SECOND)
    assert all(seat.told(told.Left) == [told.Left()] for seat in company)


def test_a_dealing_secret_outlives_the_table() -> None:
    """It is of one round only, and harmless: what is forgotten is where this node was and how it voted."""
    company = Company(2)
    company.sit()
    company.deal()
    company.submit(1, LeaveTable())
    company.run(SECOND)
    assert DEALING in company[1].remembered

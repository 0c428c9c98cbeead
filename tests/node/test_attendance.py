"""Who is away: told after a moment, told when back, and never told of who has said that it leaves."""

from p2p_ligretto.node import notices as told
from p2p_ligretto.node.attendance import GRACE_US
from p2p_ligretto.node.intents import JoinTable, LeaveTable
from p2p_ligretto.node.notices import SeatAway, SeatReturned
from p2p_ligretto.node.table import Phase
from tests.node.company import SECOND, Company


def test_who_was_there_and_is_cut_off_is_away_at_once_and_returns() -> None:
    company = Company(3)
    company.sit()
    company.refuses_dials = True
    company.cut(0, 2)
    assert company[0].node.away == {2}
    assert company[0].told(SeatAway) == [SeatAway(2)]
    assert company[2].told(SeatAway) == [SeatAway(0)]
    assert company[1].node.away == frozenset()
    company.run(5 * SECOND)
    assert company[0].told(SeatAway) == [SeatAway(2)], "once"
    company.refuses_dials = False
    company.run(3 * SECOND)
    assert company[0].told(SeatReturned) == [SeatReturned(2)]
    assert company[0].node.away == frozenset()


def test_who_was_never_met_is_given_a_moment() -> None:
    company = Company(3)
    company.refuses_dials = True
    table = company.sit(who=(0, 1))
    company.link(2, 0)
    from_then = company.now
    company.submit(2, JoinTable(table))
    company.until(lambda: company[2].node.own_seat is not None)
    company.until(lambda: bool(company[2].told(SeatAway)))
    assert company[2].told(SeatAway) == [SeatAway(1)]
    assert company.now - from_then >= GRACE_US
    assert company[2].node.away == {1}


def test_who_leaves_is_not_away() -> None:
    company = Company(3)
    company.sit()
    company.submit(2, LeaveTable())
    company.run(2 * SECOND)
    assert company[0].told(SeatAway) == []
    assert company[0].told(told.SeatLeft) == [told.SeatLeft(2)]


def test_the_others_play_on_while_two_can_not_reach_each_other_and_everything_is_handed_over_later() -> None:
    company = Company(3)
    company.sit()
    company.deal()
    company.refuses_dials = True
    company.cut(0, 2)
    for _ in range(20):
        company.play(1)
        company.run(20_000)
    before = [company[number].final.round for number in (0, 2)]
    company.refuses_dials = False
    company.run(3 * SECOND)
    assert company[0].final == company[1].final == company[2].final == company[1].table
    assert before[0] != company[0].final.round
    company.play_round()
    assert company.all_in(Phase.BETWEEN)
    assert company.export(0) == company.export(1) == company.export(2)

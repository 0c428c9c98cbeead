"""What people are told of who is silent: warned, away, lost, back; and for whom a minority waits."""

from itertools import combinations, product

import pytest

from p2p_ligretto.node import notices as told
from p2p_ligretto.node.hearing import CLOSED_US, SUSPECT_US, WARN_US
from p2p_ligretto.node.intents import ForceStart, GoOnWithout, JoinTable, LeaveTable
from p2p_ligretto.node.notices import Frozen, SeatAway, SeatBack, SeatLost, SeatReturned, SeatWarned, Thawed
from p2p_ligretto.node.table import Phase
from tests.node.company import SECOND, Company, Seat

BEAT_US = SECOND // 4


def silence(company: Company, *numbers: int) -> None:
    """What these say gets lost, and what is said to them; their links stay open."""
    company.held_back = lambda source, target, message: bool({source, target} & set(numbers))


def part(company: Company, *groups: tuple[int, ...]) -> None:
    """Links between different groups are cut, and none can be made."""
    company.refuses_dials = True
    for group, others in combinations(groups, 2):
        for one, other in product(group, others):
            company.cut(one, other)


def heal(company: Company) -> None:
    company.refuses_dials = False
    company.held_back = lambda source, target, message: False


def missed(seat: Seat) -> list[object]:
    """What a person was told of others that are not there, in order."""
    kinds = SeatWarned | SeatAway | SeatLost | SeatReturned | SeatBack | told.SeatLeft | Frozen | Thawed
    return [notice for notice in seat.notices if isinstance(notice, kinds)]


# ---- somebody is silent


def test_a_silent_seat_is_warned_about_then_lost_and_then_back() -> None:
    company = Company(3)
    company.sit()
    silence(company, 2)
    since = company.now
    company.until(lambda: company[0].node.warned == {2})
    assert WARN_US - BEAT_US <= company.now - since <= WARN_US
    company.until(lambda: bool(company[0].told(SeatLost)))
    assert SUSPECT_US - BEAT_US <= company.now - since <= SUSPECT_US + SECOND // 10
    company.run(10_000)
    assert company[0].final.present == company[1].final.present == (0, 1)
    assert company[0].node.warned == company[0].node.away == frozenset()
    heal(company)
    healed_at = company.now
    company.until(lambda: company[2].final.present == company[0].final.present == (0, 1, 2))
    assert company.now - healed_at < SECOND
    assert missed(company[0]) == [SeatWarned(2), SeatAway(2), SeatLost(2), SeatBack(2)]


def test_who_is_silent_for_a_moment_only_is_back_from_that() -> None:
    company = Company(3)
    company.sit()
    silence(company, 2)
    company.run(SUSPECT_US - SECOND // 2)
    heal(company)
    company.run(SECOND)
    assert missed(company[0]) == [SeatWarned(2), SeatReturned(2)]
    assert not company[0].node.warned


def test_who_died_is_lost_at_once_where_nobody_hears_it_and_its_link_is_closed() -> None:
    company = Company(3)
    company.sit()
    company.crash(2)
    since = company.now
    company.until(lambda: bool(company[0].told(SeatLost)))
    assert CLOSED_US <= company.now - since <= CLOSED_US + SECOND // 20


@pytest.mark.parametrize("gone", [0, 1, 2, 3])
def test_play_goes_on_within_three_tenths_of_a_second_after_a_suspicion(gone: int) -> None:
    company = Company(4)
    company.sit()
    company.deal()
    others = tuple(number for number in range(4) if number != gone)
    company.crash(gone)
    company.run(CLOSED_US)
    moved = len(company[others[0]].told(told.Moved))
    since = company.now
    company.play_until(lambda: len(company[others[0]].told(told.Moved)) > moved, who=others)
    assert company.now - since <= 300_000


def test_who_leaves_is_neither_away_nor_lost() -> None:
    company = Company(3)
    company.sit()
    company.submit(2, LeaveTable())
    company.run(3 * SECOND)
    assert missed(company[0]) == [told.SeatLeft(2)]


def test_nobody_is_missed_while_all_hear_one_another_over_somebody() -> None:
    company = Company(3)
    company.sit()
    part(company, (0,), (2,))
    company.run(5 * SECOND)
    assert [missed(seat) for seat in company] == [[], [], []]


def test_who_never_met_a_member_but_hears_it_over_others_misses_nobody() -> None:
    company = Company(3)
    company.refuses_dials = True
    table = company.sit(who=(0, 1))
    company.link(2, 0)
    company.submit(2, JoinTable(table))
    company.run(8 * SECOND)
    assert company[2].node.own_seat == 2
    assert missed(company[2]) == missed(company[1]) == []


def test_who_slept_is_told_that_it_was_missed_and_blames_nobody() -> None:
    company = Company(3)
    company.sit()
    company[2].up = False
    silence(company, 2)
    company.run(10 * SECOND)
    assert company[0].final.present == (0, 1)
    company[2].up = True
    heal(company)
    company.run(2 * SECOND)
    assert company[0].final.present == company[2].final.present == (0, 1, 2)
    assert not company[2].told(SeatLost) + company[2].told(SeatAway)


# ---- a minority


def test_who_is_alone_of_three_waits_and_says_for_whom() -> None:
    company = Company(3)
    company.sit()
    company.deal()
    part(company, (0,), (1, 2))
    company.run(SECOND)
    assert company[0].node.frozen == Frozen((1, 2), may_go_on=False)
    assert company[0].final.present == (0, 1, 2), "it decides nothing, and its seats stay"
    assert company[1].final.present == company[2].final.present == (1, 2)
    assert company[1].node.frozen is None
    company.submit(0, GoOnWithout())
    assert company[0].told(told.ActRefused) == [told.ActRefused("phase")]
    heal(company)
    company.run(3 * SECOND)
    assert company[0].told(Thawed) == [Thawed()]
    assert company[0].node.frozen is None
    assert company[0].final == company[1].final
    assert company[0].final.present == (0, 1, 2)
    company.play_round()
    assert company.export(0) == company.export(1) == company.export(2)


def test_of_two_halves_that_with_the_senior_one_goes_on() -> None:
    company = Company(4)
    company.sit()
    company.deal()
    part(company, (0, 3), (1, 2))
    company.run(SECOND)
    assert company[0].final.present == company[3].final.present == (0, 3)
    for number in (1, 2):
        assert company[number].node.frozen == Frozen((0, 3), may_go_on=False)
        assert company[number].final.present == (0, 1, 2, 3)
    heal(company)
    company.run(3 * SECOND)
    assert len({seat.final for seat in company}) == 1
    company.play_round()
    assert len({company.export(number) for number in range(4)}) == 1


def test_the_senior_one_of_two_goes_on_and_the_junior_one_may_be_asked_to() -> None:
    company = Company(2)
    company.sit()
    part(company, (0,), (1,))
    company.run(SECOND)
    assert company[0].node.frozen is None
    assert company[0].final.present == (0,)
    assert company[1].node.frozen == Frozen((0,), may_go_on=True)
    heal(company)
    company.run(3 * SECOND)
    assert company[0].final == company[1].final
    assert company[1].told(Thawed) == [Thawed()]


def test_the_junior_one_of_two_may_go_on_without_a_senior_one_that_has_lost_its_vote() -> None:
    """It is there again, but nobody can know any more what it had decided."""
    company = Company(2)
    table = company.sit()
    company.crash(0)
    company.start(0, lost_disk=True)
    company.submit(0, JoinTable(table))
    company.link(0, 1)
    company.run(3 * SECOND)
    assert company[1].final.present == (0, 1)
    assert company[1].node.frozen == Frozen((0,), may_go_on=True)
    company.submit(1, GoOnWithout())
    assert company[1].final.present == (1,)
    assert company[1].node.frozen is None
    assert company[1].session.log.table != table
    company.run(3 * SECOND)
    assert company[1].final.present == (1,), "who asked for a seat at the other table is not at this one"


def test_all_alone_nobody_goes_on_but_each_finds_the_others_again() -> None:
    company = Company(3)
    company.sit()
    company.deal()
    part(company, (0,), (1,), (2,))
    company.run(10 * SECOND)
    views = {seat.session.log.view.number for seat in company}
    assert len(views) == 1, "no one of three is a quorum"
    assert all(seat.node.frozen is not None for seat in company)
    assert not any(seat.session.membership.wedged for seat in company), "a minority has promised nothing"
    heal(company)
    company.run(3 * SECOND)
    assert {seat.final.present for seat in company} == {(0, 1, 2)}
    assert not any(seat.node.frozen for seat in company)


def test_nothing_that_a_minority_said_is_ever_final() -> None:
    company = Company(4)
    company.sit()
    part(company, (0, 1), (2, 3))
    company.submit(3, ForceStart())
    company.run(SECOND)
    assert company[3].final.phase is Phase.LOBBY
    assert company[3].table.phase is Phase.COMMITTING, "its own screen shows what it wants"
    heal(company)
    company.run(4 * SECOND)
    assert len({seat.final for seat in company}) == 1


# ---- who was voted out


def test_who_was_missed_keeps_the_table_before_its_eyes_and_finds_its_cards_and_score() -> None:
    company = Company(3)
    company.sit()
    company.deal()
    for _ in range(30):
        company.play(2)
        company.run(20_000)
    area, own = company[2].table.round, company[2].session.seen.own
    silence(company, 2)
    company.run(3 * SECOND)
    assert company[0].final.present == (0, 1)
    assert company[2].node.predicted is not None
    assert company[2].table.round == area
    assert company[2].node.frozen == Frozen((0, 1), may_go_on=False)
    heal(company)
    healed_at = company.now
    company.until(lambda: company[2].session.speaks and company[2].final.present == (0, 1, 2))
    assert company.now - healed_at <= SECOND
    assert company[2].node.own_seat == 2
    assert company[2].session.seen.own == own
    company.play_round()
    assert company.export(0) == company.export(1) == company.export(2)


def test_who_was_missed_for_two_views_comes_back_as_well() -> None:
    company = Company(4)
    company.sit()
    company.deal()
    silence(company, 3)
    company.run(3 * SECOND)
    company.submit(2, LeaveTable())
    company.run(SECOND)
    view = company[0].session.log.view.number
    assert view - company[3].session.log.view.number == 2
    heal(company)
    company.until(lambda: company[0].final.present == (0, 1, 3), SECOND)
    company.run(SECOND)
    assert company[3].final == company[0].final

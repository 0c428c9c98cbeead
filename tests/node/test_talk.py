"""What people say to one another reaches all who sit at the table, is bounded, and can be muted."""

import pytest

from p2p_ligretto.node.intents import JoinTable, LeaveTable, Mute, Say, WatchTable
from p2p_ligretto.node.notices import ActRefused, Left, SeatSaid
from p2p_ligretto.wire.messages import AnyMessage, Said
from tests.node.company import SECOND, Company


def heard(company: Company, number: int) -> list[tuple[int, str | int]]:
    """By whom what was said, as far as this node has told its person."""
    said = [notice for notice in company[number].notices if isinstance(notice, SeatSaid)]
    return [(one.seat, one.text if one.emote is None else one.emote) for one in said]


def refusals(company: Company, number: int) -> list[str]:
    return [notice.reason for notice in company[number].notices if isinstance(notice, ActRefused)]


def talk(company: Company, *said: Say) -> None:
    """Node 0 says it all at once, and it arrives."""
    company.submit(0, *said)
    company.run()


def test_all_who_sit_there_hear_it_once_and_who_says_it_too() -> None:
    company = Company(3)
    company.sit()
    talk(company, Say("that was close"), Say(emote=1))
    for number in range(3):
        assert heard(company, number) == [(0, "that was close"), (0, 1)]


def test_it_is_said_in_mid_round_and_changes_nothing() -> None:
    company = Company(2)
    company.sit()
    company.deal()
    before = company[1].final
    company.submit(0, Say("psst"))
    company.run(50_000)
    assert heard(company, 1) == [(0, "psst")]
    assert company[1].final is before
    company.play_round()
    assert company.export(0) == company.export(1)


def test_it_goes_over_a_third_where_there_is_no_link() -> None:
    company = Company(3)
    company.sit()
    company.refuses_dials = True
    company.cut(0, 2)
    company.run(3 * SECOND)
    talk(company, Say("over Bea"))
    assert heard(company, 2) == [(0, "over Bea")]
    assert heard(company, 1) == [(0, "over Bea")]


def test_who_says_too_much_is_told_and_the_others_hear_no_more() -> None:
    company = Company(2)
    company.sit()
    talk(company, *(Say(f"{count}") for count in range(8)))
    assert heard(company, 1) == [(0, f"{count}") for count in range(5)]
    assert refusals(company, 0) == ["talk"] * 3
    company.run(SECOND)
    talk(company, Say("again"))
    assert heard(company, 1)[5:] == [(0, "again")]


def test_a_program_that_floods_is_heard_no_oftener_and_keeps_its_link() -> None:
    company = Company(3)
    table = company.sit()
    for _ in range(100):
        company.say(1, company.link_to(1, 0), Said(table, "me me me"))
    assert heard(company, 1) == [(0, "me me me")] * 8
    company.submit(2, Say("and me"))
    company.run()
    assert heard(company, 1)[-1] == (2, "and me"), "others are heard all the same"
    assert company.peer(0) in company[1].node.peers


@pytest.mark.parametrize("at_another_table", [True, False])
def test_who_does_not_sit_at_the_table_is_not_heard(at_another_table: bool) -> None:
    company = Company(3)
    table = company.sit(who=(0, 1))
    company.link(2, 1)
    company.run()
    said: AnyMessage = Said(bytes(16) if at_another_table else table, "let me in")
    company.say(1, company.link_to(1, 0 if at_another_table else 2), said)
    assert heard(company, 1) == []
    company.submit(2, Say("nobody hears this"))
    assert refusals(company, 2) == ["no_table"]


def test_who_looks_on_neither_says_nor_hears_anything() -> None:
    company = Company(3)
    table = company.sit(who=(0, 1))
    company.link(2, 0)
    company.run()
    company.submit(2, WatchTable(table))
    company.run(2 * SECOND)
    assert company[2].node.predicted is not None
    talk(company, Say("among us"))
    company.submit(2, Say("hello"))
    company.run()
    assert refusals(company, 2) == ["no_table"]
    assert heard(company, 2) == []
    assert heard(company, 1) == [(0, "among us")]


def test_who_is_muted_is_not_heard_until_it_is_wanted_again() -> None:
    company = Company(3)
    company.sit()
    company.submit(1, Mute(0, True))
    assert company[1].node.muted == {0}
    talk(company, Say("to all"))
    company.submit(2, Say("me too"))
    company.run()
    assert heard(company, 1) == [(2, "me too")]
    assert heard(company, 2)[0] == (0, "to all"), "whom one mutes is one's own affair"
    company.submit(1, Mute(0, False))
    talk(company, Say("now?"))
    assert heard(company, 1)[-1] == (0, "now?")


def test_all_are_muted_and_one_is_heard_again() -> None:
    company = Company(3)
    company.sit()
    company.submit(1, Mute(None, True))
    assert company[1].node.muted == {0, 2}
    company.submit(1, Say("I can still talk"))
    company.submit(1, Mute(2, False))
    assert company[1].node.muted == {0}
    talk(company, Say("am I heard?"))
    company.submit(2, Say("I am"))
    company.run()
    assert heard(company, 1) == [(1, "I can still talk"), (2, "I am")]
    company.submit(1, Mute(None, False))
    assert company[1].node.muted == frozenset()


def test_only_who_sits_there_can_be_muted() -> None:
    company = Company(2)
    company.submit(0, Mute(1, True))
    assert refusals(company, 0) == ["no_table"]
    company.sit()
    company.submit(0, Mute(7, True))
    assert refusals(company, 0) == ["no_table", "phase"]
    assert company[0].node.muted == frozenset()


def test_who_comes_back_to_its_seat_is_still_muted() -> None:
    company = Company(3)
    table = company.sit()
    company.submit(1, Mute(2, True))
    company.submit(2, LeaveTable())
    company.until(lambda: bool(company[2].told(Left)) and company.sees(1, 2))
    company.submit(2, JoinTable(table))
    company.until(lambda: company.sees(1, 3))
    company.run()
    company.submit(2, Say("here I am"))
    company.run()
    assert heard(company, 1) == []
    assert heard(company, 0)[-1] == (2, "here I am")

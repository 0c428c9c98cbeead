"""Strangers who ask for a seat: only who answers gets one, and who then says nothing waits longer each time."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.intents import JoinTable, OpenTable, SetReady
from p2p_ligretto.node.newcomers import MAX_ASKED, UNANSWERED_US, Newcomers
from p2p_ligretto.node.reception import Sender
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import Join
from p2p_ligretto.replication.readmission import FIRST_WAIT_US, LONGEST_WAIT_US
from p2p_ligretto.wire.messages import AnyMessage, Ping, Pong, Presence
from tests.node.company import DELAY_US, SECOND, Company

ASKS_US = SECOND
STRANGER = 2


def at_a_table(strangers: int = 1) -> tuple[Company, bytes]:
    """Two play a match of two rounds; the programs of the others are linked to both and sit nowhere."""
    company = Company(2 + strangers)
    table = company.sit(Options(rounds=2), who=(0, 1))
    for number in range(2, 2 + strangers):
        for member in (0, 1):
            company.link(number, member)
    company.run(SECOND)
    return company, table


def mute(company: Company, number: int) -> None:
    """Its program goes on being linked, and says nothing but that."""
    company.held_back = lambda source, target, message: source == number and not isinstance(message, Presence)


def keeps_asking(company: Company, table: bytes, number: int) -> None:
    """Each second it asks both members for a seat, whatever they say."""

    def ask() -> None:
        identity = company[number].node.identity
        for member in (0, 1):
            company.say(member, company.link_to(member, number), Join(table, identity.incarnation, identity.disk, 1))
        company.later(ask, ASKS_US)

    ask()


def plays_to_the_end(company: Company) -> int:
    """How long the two take for their match, microseconds."""
    began = company.now

    def final(phase: Phase) -> Callable[[], bool]:
        return lambda: all(company[number].final.phase is phase for number in (0, 1))

    for end in (Phase.BETWEEN, Phase.FINISHED):
        for number in (0, 1):
            company.submit(number, SetReady(True))
        company.until(final(Phase.PLAYING), 600 * SECOND)
        company.play_until(final(end), who=(0, 1))
        company.run(5 * SECOND)
    return company.now - began


def test_who_never_answers_is_never_admitted_and_holds_nobody_up() -> None:
    alone, _ = at_a_table()
    undisturbed = plays_to_the_end(alone)
    company, table = at_a_table()
    mute(company, STRANGER)
    keeps_asking(company, table, STRANGER)
    company.run(10 * SECOND)
    before = company[0].session.log.view
    assert plays_to_the_end(company) <= undisturbed + SECOND
    assert company[0].session.log.view == before
    assert not any(company[number].told(told.SeatWarned) for number in (0, 1))


def test_who_answers_and_then_says_nothing_is_admitted_ever_more_rarely() -> None:
    company, table = at_a_table()
    # A node that has no seat in mind takes in no log, and beats to nobody; but this one answers.
    company.held_back = lambda source, target, message: source == STRANGER and not isinstance(message, Presence | Pong)
    answers(company, STRANGER)
    keeps_asking(company, table, STRANGER)
    came: list[int] = []
    limit = company.now + 200 * SECOND
    while company.now < limit:
        there = company.peer(STRANGER) in company[0].session.log.view.peers()
        company.run(SECOND // 10)
        if not there and company.peer(STRANGER) in company[0].session.log.view.peers():
            came.append(company.now)
    pauses = [later - earlier for earlier, later in pairwise(came)]
    assert len(came) >= 3
    assert pauses[0] >= FIRST_WAIT_US
    assert all(later >= 1.5 * earlier for earlier, later in pairwise(pauses))
    assert all(pause <= LONGEST_WAIT_US + 10 * SECOND for pause in pauses)


def answers(company: Company, number: int) -> None:
    """It answers pings from now on, as a program would that comes to a table."""
    carry = company.carry

    def carried(source: int, link: int, message: AnyMessage) -> None:
        carry(source, link, message)
        if isinstance(message, Ping) and company._ends.get(link, (None,))[0] == number:
            company.later(lambda: company.say(source, company.link_to(source, number), Pong(message.sent, 0, 0, 0)))

    company.carry = carried  # type: ignore[method-assign]


@pytest.mark.parametrize("members", [1, 2, 3])
def test_an_honest_joiner_is_seated_a_round_trip_later(members: int) -> None:
    company = Company(members + 1)
    table = company.sit(who=tuple(range(members)))
    for number in range(members):
        company.link(members, number)
    company.run(SECOND)
    company.submit(members, JoinTable(table))
    began = company.now
    company.until(lambda: company[members].node.own_seat is not None)
    assert company.now - began <= 300 * DELAY_US
    assert all(seat.told(told.Misbehaved) == [] for seat in company)


def test_who_answers_later_than_it_asks_again_is_admitted_all_the_same() -> None:
    company = Company(2)
    company.submit(0, OpenTable("Kitchen", Options()))
    company.link(1, 0)
    company.run(SECOND)
    say = company.say

    def slowly(target: int, link: int, message: AnyMessage) -> None:
        if isinstance(message, Ping | Pong):
            company.later(lambda: say(target, link, message), 3 * SECOND // 4)
        else:
            say(target, link, message)

    company.say = slowly  # type: ignore[method-assign]
    company.submit(1, JoinTable(company[0].table.table))
    company.until(lambda: company[1].node.own_seat is not None, 10 * SECOND)


@pytest.mark.parametrize("off_by", [-1, 1])
def test_an_answer_to_something_else_is_none(off_by: int) -> None:
    company, table = at_a_table()
    mute(company, STRANGER)
    identity = company[STRANGER].node.identity
    link = company.link_to(0, STRANGER)
    company.sent.clear()
    company.say(0, link, Join(table, identity.incarnation, identity.disk, 0))
    (sent,) = [message.sent for _, to, message in company.sent if to == STRANGER and isinstance(message, Ping)]
    company.say(0, link, Pong(sent + off_by, 0, 0, 0))
    company.run(SECOND)
    assert company[0].session.membership.wishes.joiners == {}
    company.say(0, link, Pong(sent, 0, 0, 0))
    company.until(lambda: company.peer(STRANGER) in company[0].session.log.view.peers())


# ---- what is remembered of who was asked


def wish(number: int) -> tuple[Sender, Join]:
    return Sender(bytes([number % 256]) * 16, bytes(8)), Join(bytes(16), bytes(8), bytes(8), 0)


def test_an_answer_counts_once_and_not_for_ever() -> None:
    newcomers = Newcomers()
    sender, join = wish(1)
    sent = newcomers.ask(sender, join, 10 * SECOND)
    assert newcomers.answered(sender.peer, sent, 10 * SECOND + UNANSWERED_US) is None
    sent = newcomers.ask(sender, join, 30 * SECOND)
    assert newcomers.answered(sender.peer, sent, 31 * SECOND) == (sender, join)
    assert newcomers.answered(sender.peer, sent, 31 * SECOND) is None


def test_who_asks_again_is_asked_the_same_until_that_is_too_old() -> None:
    newcomers = Newcomers()
    sender, join = wish(1)
    first = newcomers.ask(sender, join, 10 * SECOND)
    assert newcomers.ask(sender, join, 11 * SECOND) == first
    assert newcomers.ask(sender, join, 10 * SECOND + UNANSWERED_US) != first
    restarted = Join(bytes(16), b"newstart", bytes(8), 0)
    assert newcomers.ask(sender, restarted, 20 * SECOND) == 20 * SECOND


def test_only_the_last_ones_are_remembered() -> None:
    newcomers = Newcomers()
    sent = [newcomers.ask(*wish(number), number) for number in range(MAX_ASKED + 1)]
    assert newcomers.answered(wish(0)[0].peer, sent[0], MAX_ASKED) is None
    assert newcomers.answered(wish(1)[0].peer, sent[1], MAX_ASKED) == wish(1)

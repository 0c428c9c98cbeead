"""A clock that is off: who is told of it, by which name, and that it moves nobody."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from p2p_ligretto.node.clock_watch import CALM_US
from p2p_ligretto.node.notices import ClockOff
from p2p_ligretto.replication.messages import EventSent
from p2p_ligretto.wire.messages import AnyMessage, Pong
from tests.node.company import SECOND, Company

MS = 1_000


def off(liar: int, by_us: int) -> Callable[[int, int, AnyMessage], AnyMessage]:
    """As where the table time of ``liar`` is another one."""

    def instead(source: int, target: int, message: AnyMessage) -> AnyMessage:
        if source != liar or not isinstance(message, Pong):
            return message
        return replace(message, received=message.received + by_us, replied=message.replied + by_us)

    return instead


def time(company: Company, number: int) -> int:
    session = company[number].node.session
    assert session is not None
    return session.clock.table_time(company.now)


@pytest.mark.parametrize("liar", [0, 2])
@pytest.mark.parametrize("by_us", [200 * MS, -10 * MS])
def test_a_clock_that_is_off_is_told_by_name_and_moves_nobody(liar: int, by_us: int) -> None:
    company = Company(4)
    company.sit()
    good = [number for number in range(4) if number != liar]
    before, began = [time(company, number) for number in good], company.now
    company.instead = off(liar, by_us)
    company.run(10 * SECOND)
    for number, was in zip(good, before, strict=True):
        node = company[number].node
        assert node.clocks_off == {liar}
        (told,) = company[number].told(ClockOff)
        assert (told.seat, abs(told.ahead_us - by_us) <= MS) == (liar, True)
        assert abs(time(company, number) - was - (company.now - began)) <= MS
        seen = node.clocks[company.peer(liar)]
        assert (seen.agrees, abs(seen.ahead_us - by_us) <= MS) == (False, True)
        assert all(node.clocks[company.peer(other)].agrees for other in good if other != number)
    assert company[liar].told(ClockOff) == [], "its own clock agrees with the others"
    company.instead = lambda source, target, message: message
    company.run(CALM_US + 3 * SECOND)
    assert not any(company[number].node.clocks_off for number in range(4))


def test_who_answers_rightly_but_stamps_ahead_is_told_by_name_and_moves_nobody() -> None:
    company = Company(4)
    company.sit()
    company.deal()
    liar, by_us = 2, 80 * MS
    for number in range(4):
        company.run(SECOND)
        company[liar].session.lamport.last_seen = time(company, liar) + by_us
        assert company.play(liar), f"move {number}"
    company.run(2 * SECOND)
    for number in (0, 1, 3):
        (told,) = company[number].told(ClockOff)
        assert (told.seat, abs(told.ahead_us - by_us) <= 2 * MS) == (liar, True)
        assert company[number].session.lamport.last_seen <= time(company, number), "nothing was seen before it was due"
    company.run(CALM_US * 2 + 3 * SECOND)
    assert not any(company[number].node.clocks_off for number in range(4))


def test_nobody_can_put_a_wrong_clock_down_to_another_one() -> None:
    company = Company(4)
    company.sit()
    forged = replace(company[0].session.log.beyond((0,) * 4)[-1], author=company.peer(2), seq=99)
    for _ in range(7):
        ahead = replace(forged, time=time(company, 0) + 20 * SECOND)
        company.say(0, company.link_to(0, 1), EventSent(ahead))
        company.run(SECOND // 2)
    company.run(3 * SECOND)
    assert not company[0].told(ClockOff)


def test_one_that_came_early_once_is_not_told_of() -> None:
    company = Company(4)
    company.sit()
    company.deal()
    company.run(SECOND)
    for _ in range(3):
        company[2].session.lamport.last_seen = time(company, 2) + 80 * MS
        assert company.play(2)
        company.run(200 * MS)
    company.run(10 * SECOND)
    assert not any(seat.told(ClockOff) for seat in company)


def test_where_all_clocks_are_right_nobody_is_told_of_any() -> None:
    company = Company(3)
    company.sit()
    company.deal()
    company.play_round()
    assert not any(seat.told(ClockOff) for seat in company)
    for seat in company:
        assert seat.node.clock_error_us is not None
        assert 0 < seat.node.clock_error_us <= 2 * MS, "half of a round trip, and the drift since"
        assert len(seat.node.clocks) == 2


def test_less_than_anybody_would_notice_is_no_news_but_shown() -> None:
    company = Company(3)
    company.sit()
    company.instead = off(1, 4_500)
    company.run(5 * SECOND)
    assert company[0].node.clocks_off == {1}
    assert company[0].told(ClockOff) == []


def test_without_a_table_nothing_is_known_of_clocks() -> None:
    node = Company(1)[0].node
    assert (node.clock_error_us, dict(node.clocks), node.clocks_off) == (None, {}, frozenset())

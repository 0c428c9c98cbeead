"""Tables where somebody has to say yes: who asks, who is asked, and what comes of the answers."""

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import callers
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.intents import Admit, ForceStart, JoinTable, LeaveTable, OpenTable, WatchTable
from p2p_ligretto.node.reception import Sender, receive_about_table
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import Join, JoinRefused
from tests.node.company import NAMES, SECOND, Company


def opened(size: int) -> tuple[Company, bytes]:
    """The first one sits at a table where newcomers are asked about; all others are linked to it."""
    company = Company(size)
    company.submit(0, OpenTable("Kitchen", Options(rounds=1), "approval"))
    for number in range(1, size):
        company.link(number, 0)
    company.run(SECOND)
    return company, company[0].table.table


def sits(company: Company, number: int) -> bool:
    return company[number].node.own_seat is not None


def seated(size: int, who: int) -> tuple[Company, bytes]:
    """The first ``who`` of them sit there."""
    company, table = opened(size)
    for number in range(1, who):
        company.submit(number, JoinTable(table))
        company.run(SECOND // 2)
        company.submit(0, Admit(company.peer(number), True))
        company.until(lambda number=number: sits(company, number))  # type: ignore[misc]
    company.run(4 * SECOND)
    for seat in company:
        seat.notices.clear()
    return company, table


def asked(company: Company, number: int) -> list[bytes]:
    return [notice.peer for notice in company[number].told(told.CallerAsks) if isinstance(notice, told.CallerAsks)]


def test_who_asks_waits_and_everybody_who_sits_there_is_asked_once() -> None:
    company, table = seated(3, 2)
    company.submit(2, JoinTable(table))
    company.run(6 * SECOND)
    caller = told.CallerAsks(company.peer(2), NAMES[2])
    assert [company[number].told(told.CallerAsks) for number in (0, 1)] == [[caller], [caller]]
    assert company[2].told(told.JoinAsks) == [told.JoinAsks()]
    assert not sits(company, 2)


@pytest.mark.parametrize("answers", [0, 1])
def test_the_yes_of_any_of_them_is_enough(answers: int) -> None:
    company, table = seated(3, 2)
    company.submit(2, JoinTable(table))
    company.run(2 * SECOND)
    company.submit(answers, Admit(company.peer(2), True))
    company.until(lambda: sits(company, 2), 2 * SECOND)
    company.run(SECOND)
    gone = told.CallerGone(company.peer(2))
    assert company[1 - answers].told(told.CallerGone) == [gone]
    company.submit(1 - answers, Admit(company.peer(2), False))
    company.run(SECOND)
    assert sits(company, 2), "it was answered already"


def test_a_no_is_told_and_not_asked_again_for_a_while() -> None:
    company, table = seated(3, 2)
    company.submit(2, JoinTable(table))
    company.run(2 * SECOND)
    company.submit(1, Admit(company.peer(2), False))
    company.run(7 * SECOND)
    assert company[2].told(told.JoinFailed) == [told.JoinFailed("declined")]
    assert company[0].told(told.CallerGone) == [told.CallerGone(company.peer(2))]
    company.submit(2, JoinTable(table))
    company.run(2 * SECOND)
    assert company[2].told(told.JoinFailed) == [told.JoinFailed("declined")] * 2
    company.run(callers.DECLINED_US)
    company.submit(2, JoinTable(table))
    company.run(2 * SECOND)
    assert asked(company, 1) == [company.peer(2)] * 2


def test_nobody_is_asked_in_mid_round() -> None:
    company, table = seated(3, 2)
    company.submit(0, ForceStart())
    company.until(lambda: all(company[number].final.phase is Phase.PLAYING for number in (0, 1)), 20 * SECOND)
    company.submit(2, JoinTable(table))
    company.run(3 * SECOND)
    assert company[2].told(told.JoinWaiting) == [told.JoinWaiting()]
    assert asked(company, 0) == []
    company.play_until(lambda: company[0].final.phase is Phase.FINISHED, who=(0, 1))
    company.run(3 * SECOND)
    assert asked(company, 0) == [company.peer(2)]


def test_a_question_is_withdrawn_when_a_round_begins() -> None:
    company, table = seated(3, 2)
    company.submit(2, JoinTable(table))
    company.run(2 * SECOND)
    company.submit(0, ForceStart())
    company.run(4 * SECOND)
    assert company[1].told(told.CallerGone) == [told.CallerGone(company.peer(2))]


def test_who_asks_no_more_is_asked_about_no_more() -> None:
    company, table = seated(3, 2)
    company.submit(2, JoinTable(table))
    company.run(2 * SECOND)
    company.submit(2, LeaveTable())
    company.run(7 * SECOND)
    assert company[0].told(told.CallerGone) == [told.CallerGone(company.peer(2))]
    company.submit(0, Admit(company.peer(2), True))
    company.run(3 * SECOND)
    assert not sits(company, 2)


def test_who_has_had_a_seat_comes_back_unasked() -> None:
    company, table = seated(3, 2)
    company.submit(1, LeaveTable())
    company.run(6 * SECOND)
    company.submit(1, JoinTable(table))
    company.until(lambda: sits(company, 1), 3 * SECOND)
    assert asked(company, 0) == []


def test_a_yes_holds_for_who_loses_its_way_before_it_is_let_in() -> None:
    company, table = opened(2)
    company.submit(1, JoinTable(table))
    company.run(SECOND)
    company.cut(0, 1)
    company.submit(0, Admit(company.peer(1), True))
    company.until(lambda: sits(company, 1), 5 * SECOND)
    assert len(asked(company, 0)) == 1


def test_anybody_may_look_on() -> None:
    company, table = opened(2)
    company.submit(1, WatchTable(table))
    company.until(lambda: company[1].node.predicted is not None, 3 * SECOND)
    assert asked(company, 0) == []


def test_so_many_are_asked_about_at_a_time_and_so_many_answers_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callers, "MAX_CALLERS", 2)
    monkeypatch.setattr(callers, "MAX_ANSWERED", 1)
    company, table = opened(4)
    for number in (1, 2, 3):
        company.submit(number, JoinTable(table))
    company.run(2 * SECOND)
    first = asked(company, 0)
    assert len(first) == 2
    for peer in first:
        company.submit(0, Admit(peer, False))
    company.run(3 * SECOND)
    assert len(set(asked(company, 0))) == 3


def test_a_wish_that_others_pass_on_is_put_to_nobody_here() -> None:
    """Its name is known only to who has a link to it, and those are asked by itself."""
    company, table = opened(3)
    identity = company[2].node.identity
    company.cut(0, 2)
    company.refuses_dials = True
    company.run(SECOND)
    wish = Join(table, identity.incarnation, identity.disk, 0)
    node = company[0].node
    receive_about_table(node._stay, node._outbox, Sender(identity.peer, None), wish, company.now)
    assert asked(company, 0) == []
    assert JoinRefused(table, "asking") not in [message for _, other, message in company.sent if other == 2]

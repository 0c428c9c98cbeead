"""Private tables: who has shown the code is let in, who hasn't is told nothing, and wrong codes cost time."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import code_keeper
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.code_keeper import CodeKeeper
from p2p_ligretto.node.intents import (
    ForceStart,
    JoinTable,
    LeaveTable,
    OpenTable,
    ShowCode,
    Vote,
    WatchTable,
)
from p2p_ligretto.node.outputs import Send
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import (
    Accept,
    Commit,
    Events,
    EventSent,
    Fetch,
    Join,
    JoinRefused,
    Resume,
    Segment,
    Watch,
    WatchRefused,
    Wished,
)
from p2p_ligretto.replication.signing import signature_for
from p2p_ligretto.replication.views import Member
from p2p_ligretto.wire.code_exchange import CodeExchange, Meeting
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.messages import AnyMessage, CodeProof, CodeRefused, CodeShare, Passed
from tests.node.company import SECOND, Company

WRONG = "zzzzzz"


def opened(size: int) -> tuple[Company, bytes, str]:
    """The first one sits at a private table, and all others are linked to it."""
    company = Company(size)
    company.submit(0, OpenTable("Kitchen", Options(rounds=1), "code"))
    for number in range(1, size):
        company.link(number, 0)
    company.run(SECOND)
    return company, company[0].table.table, company[0].node.code


def seated(size: int, who: int) -> tuple[Company, bytes, str]:
    """The first ``who`` of them sit at a private table."""
    company, table, code = opened(size)
    for number in range(1, who):
        company.submit(number, JoinTable(table, code))
        company.until(lambda number=number: company[number].node.own_seat is not None)  # type: ignore[misc]
    company.run(4 * SECOND)
    return company, table, code


def sits(company: Company, number: int) -> bool:
    return company[number].node.own_seat is not None


def said(company: Company, source: int, target: int, kind: type) -> list[AnyMessage]:
    return [
        message for one, other, message in company.sent if (one, other) == (source, target) and type(message) is kind
    ]


def given_away(company: Company, target: int) -> list[AnyMessage]:
    """What ``target`` was told that is the log of a table, or of who sits there."""
    kinds = (Segment, Events, EventSent, Commit, Accept)
    return [message for _, other, message in company.sent if other == target and isinstance(message, kinds)]


# ---- letting in


def test_who_knows_the_code_gets_a_seat_and_knows_it_from_then_on() -> None:
    company, table, code = opened(2)
    company.submit(1, JoinTable(table, code))
    company.until(lambda: sits(company, 1), 2 * SECOND)
    assert company[1].node.code == code
    assert company[1].told(told.CodeWanted) == []


def test_a_private_table_says_so_on_its_card_and_an_open_one_does_not() -> None:
    company, _, _ = opened(2)
    card = company[1].node.peers[company.peer(0)].card
    assert card is not None
    assert card.private
    other = Company(2)
    other.sit()
    shown = other[1].node.peers[other.peer(0)].card
    assert shown is not None
    assert not shown.private
    assert other[0].node.code == ""


def test_each_table_has_a_code_of_its_own() -> None:
    company = Company(2)
    for number in (0, 1):
        company.submit(number, OpenTable("Kitchen", Options(), "code"))
    first, second = company[0].node.code, company[1].node.code
    assert first != second
    company.submit(0, LeaveTable())
    company.run(3 * SECOND)
    assert company[0].node.code == ""
    company.submit(0, OpenTable("Kitchen", Options(), "code"))
    assert company[0].node.code not in {"", first}


def test_who_has_no_code_is_asked_for_it_once_and_is_told_nothing_of_the_table() -> None:
    company, table, _ = opened(2)
    company.submit(1, JoinTable(table))
    company.run(5 * SECOND)
    assert company[1].told(told.CodeWanted) == [told.CodeWanted(wrong=False)]
    assert not sits(company, 1)
    assert given_away(company, 1) == []


def test_the_code_may_be_said_when_it_is_asked_for() -> None:
    company, table, code = opened(2)
    company.submit(1, JoinTable(table))
    company.run(3 * SECOND)
    company.submit(1, ShowCode(code))
    company.until(lambda: sits(company, 1), 2 * SECOND)


def test_a_code_that_nobody_has_asked_for_is_shown_to_nobody() -> None:
    company = Company(2)
    table = company.sit()
    company.submit(1, ShowCode("k7m2xq"))
    assert company[1].told(told.ActRefused) == [told.ActRefused("phase")]
    assert table == company[1].table.table


def test_members_that_were_let_in_let_others_in() -> None:
    company, table, code = seated(3, 2)
    company.refuses_dials = True
    company.cut(2, 0)
    company.link(2, 1)
    company.run(SECOND)
    company.submit(2, JoinTable(table, code))
    company.until(lambda: sits(company, 2), 10 * SECOND)
    assert said(company, 2, 1, CodeProof)
    assert said(company, 2, 0, CodeProof) == []


def test_the_one_who_proposes_takes_a_members_word_for_it() -> None:
    company, table, _ = seated(3, 2)
    company.run(SECOND)
    member = Member(company.peer(2), company[2].node.identity.incarnation, company[2].node.identity.disk)
    company.say(0, company.link_to(0, 1), Wished(table, member, 0, True))
    company.submit(2, JoinTable(table))
    company.until(lambda: sits(company, 2), 3 * SECOND)


def test_the_word_of_a_stranger_counts_for_nothing() -> None:
    company, table, _ = opened(3)
    member = Member(company.peer(2), company[2].node.identity.incarnation, company[2].node.identity.disk)
    company.say(0, company.link_to(0, 1), Wished(table, member, 0, True))
    company.submit(2, JoinTable(table))
    company.run(3 * SECOND)
    assert not sits(company, 2)


def test_a_wish_in_an_envelope_does_not_get_round_the_code() -> None:
    company, table, _ = seated(3, 2)
    identity = company[2].node.identity
    content = encode(Join(table, identity.incarnation, identity.disk, 0))[4:]
    signature = signature_for(company.peer(0), content, identity.signer)
    company.say(0, company.link_to(0, 1), Passed(identity.peer, company.peer(0), 3, content, signature))
    company.run(3 * SECOND)
    assert company.peer(2) not in company[0].session.log.view.peers()


# ---- looking on


def test_who_looks_on_needs_the_code_too() -> None:
    company, table, code = seated(3, 2)
    company.submit(2, WatchTable(table))
    company.run(3 * SECOND)
    assert company[2].told(told.CodeWanted) == [told.CodeWanted(wrong=False)]
    assert company[2].node.predicted is None
    assert given_away(company, 2) == []
    company.submit(2, ShowCode(code))
    company.until(lambda: company[2].node.predicted is not None, 2 * SECOND)
    assert company[2].node.code == ""


def test_who_looks_on_shows_the_code_to_its_next_feeder_by_itself() -> None:
    company, table, code = seated(4, 3)
    for number in (1, 2):
        company.link(3, number)
    company.run(SECOND)
    company.submit(3, WatchTable(table, code))
    company.until(lambda: company[3].node.predicted is not None, 3 * SECOND)
    first = next(n for n in range(3) if company[n].session.audience.peers)
    company.submit(first, LeaveTable())
    company.run(6 * SECOND)
    others = [n for n in range(3) if n != first]
    assert any(company[n].session.audience.peers for n in others)


# ---- wrong codes


def test_a_wrong_code_is_called_so_and_lets_nobody_in() -> None:
    company, table, code = opened(2)
    company.submit(1, JoinTable(table, WRONG))
    company.run(2 * SECOND)
    assert company[1].told(told.CodeWanted) == [told.CodeWanted(wrong=True)]
    assert given_away(company, 1) == []
    company.submit(1, ShowCode(code))
    company.until(lambda: sits(company, 1), 2 * SECOND)


def test_a_slip_is_one_wrong_code_however_many_sit_there() -> None:
    company, table, _ = seated(4, 3)
    for number in (1, 2):
        company.link(3, number)
    company.run(SECOND)
    company.submit(3, JoinTable(table, WRONG))
    company.run(3 * SECOND)
    assert company[3].told(told.CodeWanted) == [told.CodeWanted(wrong=True)]
    assert sum(len(said(company, 3, number, CodeProof)) for number in range(3)) == 1


def test_after_three_wrong_codes_one_has_to_wait_longer_each_time() -> None:
    company, table, code = opened(2)
    company.submit(1, JoinTable(table, WRONG))
    company.run(SECOND)
    waits = []
    for _ in range(8):
        company.submit(1, ShowCode(WRONG))
        count = len(company[1].told(told.CodeWanted))
        company.until(lambda count=count: len(company[1].told(told.CodeWanted)) > count, 70 * SECOND)  # type: ignore[misc]
        notice = company[1].told(told.CodeWanted)[-1]
        assert isinstance(notice, told.CodeWanted)
        waits.append(notice.wait_s)
    assert waits == [0, 2, 4, 8, 16, 32, 64, 64]
    before = company.now
    company.submit(1, ShowCode(code))
    assert company[1].told(told.CodeWaits)[-1] == told.CodeWaits(64)
    company.until(lambda: sits(company, 1), 70 * SECOND)
    assert company.now - before >= 63 * SECOND


def test_who_does_not_wait_is_not_looked_at_even_with_the_right_code() -> None:
    company, table, code = opened(2)
    company.submit(1, JoinTable(table, WRONG))
    company.run(SECOND)
    for _ in range(2):
        company.submit(1, ShowCode(WRONG))
        company.run(SECOND)
    company.submit(1, LeaveTable(), JoinTable(table, code))
    company.run(SECOND // 2)
    assert not sits(company, 1)
    refused = said(company, 0, 1, CodeRefused)[-1]
    assert isinstance(refused, CodeRefused)
    assert refused.reason == "wait"
    company.until(lambda: sits(company, 1), 4 * SECOND)


def test_another_key_from_the_same_address_has_to_wait_as_well() -> None:
    company, table, code = opened(3)
    company.refuses_dials = True
    for number in (1, 2):
        company.cut(0, number)
    host = {1: "10.9.9.9", 2: "10.9.9.9"}
    _links_from(company, host)
    for _ in range(3):
        company.submit(1, LeaveTable(), JoinTable(table, WRONG))
        company.run(SECOND)
    company.submit(2, JoinTable(table, code))
    company.run(SECOND // 2)
    assert not sits(company, 2)
    company.until(lambda: sits(company, 2), 4 * SECOND)


def _links_from(company: Company, host: dict[int, str]) -> None:
    """Those are linked to the first one again, from these addresses."""
    for number, address in host.items():
        company.link(number, 0)
        link = company[0].node.peers[company.peer(number)]
        link.peer = replace(link.peer, host=address)
    company.run(SECOND)


def test_many_strangers_at_once_do_not_keep_a_member_busy() -> None:
    company, table, _ = opened(13)
    for number in range(1, 13):
        company.submit(number, JoinTable(table, WRONG))
    company.run(SECOND // 10)
    answered = [message for source, _, message in company.sent if source == 0 and isinstance(message, CodeShare)]
    assert len(answered) <= 9


# ---- who tries to get round it


def listened(company: Company, table: bytes, number: int, intent: JoinTable) -> list[AnyMessage]:
    company.sent.clear()
    company.submit(number, intent)
    company.run(SECOND)
    return [m for source, _, m in company.sent if source == number and isinstance(m, CodeShare | CodeProof)]


def test_what_was_said_on_another_link_is_of_no_use() -> None:
    company, table, code = opened(3)
    words = listened(company, table, 1, JoinTable(table, code))
    assert len(words) == 2
    for word in words:
        company.say(0, company.link_to(0, 2), word)
    company.run(SECOND)
    assert said(company, 0, 2, CodeProof) == []
    company.submit(2, JoinTable(table))
    company.run(3 * SECOND)
    assert not sits(company, 2)
    assert given_away(company, 2) == []


def test_what_was_said_on_an_earlier_link_of_ones_own_is_of_no_use() -> None:
    company, table, code = opened(2)
    words = listened(company, table, 1, JoinTable(table, code))
    company.crash(1)
    company.run(20 * SECOND)
    company.start(1, lost_disk=True)
    company.link(1, 0)
    company.sent.clear()
    for word in words:
        company.say(0, company.link_to(0, 1), word)
    company.run(SECOND)
    assert said(company, 0, 1, CodeProof) == []


def test_who_passes_words_on_between_two_gains_nothing() -> None:
    """A man in the middle has links of its own to both sides: what he carries over is bound to those."""
    company, table, code = opened(3)
    company.refuses_dials = True
    company.cut(1, 0)
    company.link(1, 2)
    card = company[2].node.peers[company.peer(0)].card
    company[1].node.peers[company.peer(2)].card = card

    def carry(source: int, target: int, message: AnyMessage) -> bool:
        if isinstance(message, CodeShare | CodeProof | CodeRefused | JoinRefused | Join) and 2 in (source, target):
            if {source, target} == {1, 2} and source == 1:
                company.later(lambda: company.say(0, company.link_to(0, 2), _as_own(company, message)))
            elif source == 0:
                company.later(lambda: company.say(1, company.link_to(1, 2), message))
            return True
        return False

    company.held_back = carry
    company.submit(1, JoinTable(table, code))
    company.run(3 * SECOND)
    assert said(company, 0, 2, CodeShare)
    assert said(company, 0, 2, CodeProof) == []
    refused = said(company, 0, 2, CodeRefused)
    assert [message.reason for message in refused if isinstance(message, CodeRefused)][:1] == ["wrong"]


def _as_own(company: Company, message: AnyMessage) -> AnyMessage:
    identity = company[2].node.identity
    return Join(message.table, identity.incarnation, identity.disk, 0) if isinstance(message, Join) else message


@pytest.mark.parametrize(
    "ask",
    [
        lambda table, view, peer: Resume(table, 1, (0,)),
        lambda table, view, peer: Resume(table, view, (0, 0)),
        lambda table, view, peer: Fetch(table, view, peer, 1, 100),
        lambda table, view, peer: Fetch(table, 1, peer, 1, 100),
        lambda table, view, peer: Watch(table),
    ],
)
def test_a_stranger_is_handed_nothing_of_the_log(ask: Callable[[bytes, int, bytes], AnyMessage]) -> None:
    company, table, _ = seated(3, 2)
    company.sent.clear()
    company.say(0, company.link_to(0, 2), ask(table, company[0].session.log.view.number, company.peer(0)))
    company.run(SECOND)
    assert given_away(company, 2) == []


def test_a_share_that_is_no_point_costs_the_link() -> None:
    company, table, _ = opened(2)
    link = company.link_to(0, 1)
    company.say(0, link, CodeShare(table, b"A" + b"\xff" * 32))
    assert company[0].told(told.Misbehaved)


def test_who_only_claims_to_be_a_member_learns_nothing_and_is_shown_the_code_no_more() -> None:
    company, table, code = opened(3)
    # The second one shows the table's card, and answers with a share and a proof of another code.
    impostor = _keeper_with(company, 1, WRONG, table)
    company.link(2, 1)
    company[2].node.peers[company.peer(1)].card = company[2].node.peers[company.peer(0)].card
    company.held_back = impostor
    company.submit(2, JoinTable(table, code))
    company.run(4 * SECOND)
    assert len(said(company, 2, 1, CodeProof)) <= 1
    assert sits(company, 2)


def test_an_impostor_that_is_asked_first_is_given_one_guess_and_no_more() -> None:
    company, table, code = opened(3)
    company.link(2, 1)
    company.run(SECOND)
    card = company[2].node.peers[company.peer(0)].card
    impostor = _keeper_with(company, 1, WRONG, table)

    def hold(source: int, target: int, message: AnyMessage) -> bool:
        link = company[2].node.peers.get(company.peer(1))
        if link is not None:
            link.card = card
        return impostor(source, target, message) or ({source, target} == {0, 2} and isinstance(message, JoinRefused))

    company.held_back = hold
    company.submit(2, JoinTable(table, code))
    company.run(10 * SECOND)
    assert len(said(company, 2, 1, CodeProof)) == 1
    assert company[2].told(told.Misbehaved)


def _keeper_with(company: Company, number: int, code: str, table: bytes) -> Callable[[int, int, AnyMessage], bool]:
    keeper = CodeKeeper(company.peer(number), b"impostor" * 4, company[number].node._outbox)
    keeper.code = code

    def hold(source: int, target: int, message: AnyMessage) -> bool:
        if target != number:
            return False
        link = company[number].node.peers.get(company.peer(source))
        if link is None:
            return True
        if isinstance(message, Join):
            company[number].node._outbox.send((company.peer(source),), JoinRefused(table, "private"))
        elif isinstance(message, CodeShare):
            keeper.take_share(link, message, company.now)
        elif isinstance(message, CodeProof):
            company[number].node._outbox.send((company.peer(source),), CodeProof(table, bytes(32)))
        company.obey(number)
        return True

    return hold


@pytest.mark.parametrize("silent", [CodeShare, CodeProof])
def test_a_member_that_does_not_answer_does_not_keep_one_from_the_others(silent: type) -> None:
    company, table, code = seated(3, 2)
    company.link(2, 1)
    company.run(SECOND)
    first_second = company.now + SECOND

    def hold(source: int, target: int, message: AnyMessage) -> bool:
        """The first one is asked first, and says nothing when it counts."""
        if (source, target) == (1, 2) and company.now < first_second:
            return isinstance(message, JoinRefused)
        return (source, target) == (0, 2) and type(message) is silent

    company.held_back = hold
    company.submit(2, JoinTable(table, code))
    company.until(lambda: sits(company, 2), 12 * SECOND)
    assert said(company, 2, 0, CodeShare)


def test_what_comes_unasked_or_about_another_table_changes_nothing() -> None:
    company, table, code = opened(2)
    link = company.link_to(1, 0)
    for message in (
        CodeShare(table, b"B" + bytes(32)),
        CodeProof(table, bytes(32)),
        CodeRefused(table, "wrong", 64),
    ):
        company.say(1, link, message)
    company.submit(1, JoinTable(table, code))
    company.until(lambda: bool(said(company, 1, 0, CodeShare)), SECOND)
    other = bytes(16)
    for message in (CodeShare(other, b"B" + bytes(32)), CodeProof(other, bytes(32)), CodeRefused(other, "wrong", 64)):
        company.say(1, link, message)
    company.say(1, link, CodeProof(table, bytes(32)))
    company.until(lambda: sits(company, 1), 3 * SECOND)
    assert company[1].told(told.Misbehaved) == []


def test_only_so_many_exchanges_and_peers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_keeper, "MAX_OPEN", 2)
    monkeypatch.setattr(code_keeper, "MAX_SHOWN", 1)
    company, table, code = opened(4)
    confirmations = {}
    for number in (1, 2, 3):
        link = company[0].node.peers[company.peer(number)]
        meeting = Meeting(table, company.peer(number), company.peer(0), link.peer.binding)
        exchange = CodeExchange("asker", code, meeting, bytes(32))
        company.say(0, link.id, CodeShare(table, exchange.share))
        [answer] = said(company, 0, number, CodeShare)
        assert isinstance(answer, CodeShare)
        confirmations[number] = exchange.meet(answer.share).own
    for number, own in confirmations.items():
        company.say(0, company.link_to(0, number), CodeProof(table, own))
    assert [len(said(company, 0, number, CodeProof)) for number in (1, 2, 3)] == [0, 1, 1]
    for number in (1, 2, 3):
        company.say(0, company.link_to(0, number), Watch(table))
    assert [bool(said(company, 0, number, WatchRefused)) for number in (1, 2, 3)] == [True, True, False]


# ---- coming back


def test_the_code_of_the_last_private_table_is_kept_whatever_table_comes_between() -> None:
    company, table, code = seated(3, 2)
    company.submit(1, LeaveTable())
    company.run(3 * SECOND)
    company.crash(1)
    company.start(1)
    company.link(1, 0)
    company.link(1, 2)
    company.submit(2, OpenTable("Open", Options()))
    company.run(SECOND)
    company.submit(1, JoinTable(company[2].table.table))
    company.until(lambda: sits(company, 1), 5 * SECOND)
    company.submit(1, LeaveTable())
    company.run(3 * SECOND)
    company.submit(1, JoinTable(table))
    company.until(lambda: company[1].node.session is not None and sits(company, 1), 5 * SECOND)
    assert company[1].table.table == table
    assert company[1].node.code == code


def test_a_member_that_starts_again_needs_no_code_and_knows_it_still() -> None:
    company, table, code = seated(3, 2)
    company.crash(1)
    company.run(SECOND)
    company.start(1)
    company.link(1, 0)
    company.submit(1, JoinTable(table))
    company.until(lambda: sits(company, 1), 10 * SECOND)
    assert company[1].told(told.CodeWanted) == []
    assert company[1].node.code == code
    company.refuses_dials = True
    company.cut(2, 0)
    company.link(2, 1)
    company.run(SECOND)
    company.submit(2, JoinTable(table, code))
    company.until(lambda: sits(company, 2), 10 * SECOND)


def test_who_opened_the_table_and_starts_again_alone_knows_its_code() -> None:
    company, table, code = opened(1)
    company.crash(0)
    company.start(0)
    company.submit(0, JoinTable(table))
    company.until(lambda: sits(company, 0), 5 * SECOND)
    assert company[0].node.code == code


def test_a_seat_that_has_left_comes_back_without_the_code() -> None:
    company, table, _ = seated(3, 3)
    company.submit(2, LeaveTable())
    company.run(6 * SECOND)
    assert company[2].told(told.Left)
    company.submit(2, JoinTable(table))
    company.until(lambda: sits(company, 2), 3 * SECOND)


def test_who_came_back_without_its_folder_sits_there_but_can_let_nobody_in() -> None:
    company, table, code = seated(3, 2)
    company.crash(1)
    company.run(6 * SECOND)
    company.start(1, lost_disk=True)
    company.link(1, 0)
    company.run(SECOND)
    company.submit(1, JoinTable(table))
    company.until(lambda: sits(company, 1), 10 * SECOND)
    assert company[1].node.code == ""
    company.link(2, 1)
    company.run(SECOND)
    company.submit(2, JoinTable(table, code))
    company.until(lambda: sits(company, 2), 10 * SECOND)


def test_who_leaves_and_comes_back_knows_the_code_still_and_of_another_table_that_one() -> None:
    company, table, code = seated(2, 2)
    company.submit(1, LeaveTable())
    company.run(6 * SECOND)
    assert company[1].node.code == ""
    company.submit(1, JoinTable(table))
    company.until(lambda: sits(company, 1), 3 * SECOND)
    assert company[1].node.code == code
    company.submit(1, LeaveTable())
    company.run(6 * SECOND)
    company.submit(1, OpenTable("Attic", Options(), "code"))
    assert company[1].node.code not in {"", code}
    company.submit(1, LeaveTable())
    company.run(6 * SECOND)
    company.submit(1, OpenTable("Cellar", Options()))
    assert company[1].node.code == ""


def test_a_kicked_key_stays_out_whatever_it_knows() -> None:
    company, table, code = seated(4, 3)
    for number in (0, 1):
        company.submit(number, Vote("kick", 2, True))
    company.until(lambda: bool(company[2].told(told.KickedOut)), 5 * SECOND)
    company.run(6 * SECOND)
    company.sent.clear()
    company.submit(2, LeaveTable())
    company.run(3 * SECOND)
    company.submit(2, JoinTable(table, code))
    company.run(3 * SECOND)
    assert company[2].told(told.JoinFailed)[-1] == told.JoinFailed("banned")
    company.sent.clear()
    company.submit(2, WatchTable(table, code))
    company.run(3 * SECOND)
    assert given_away(company, 2) == []
    assert company[2].node.predicted is None


# ---- the code is nowhere else


def test_the_code_goes_over_no_link_and_stands_in_no_record_and_no_journal() -> None:
    company, table, code = seated(3, 2)
    company.submit(2, WatchTable(table, code))
    company.submit(0, ForceStart())
    company.until(lambda: company.all_in(Phase.PLAYING), 20 * SECOND)
    company.play_until(lambda: company.all_in(Phase.FINISHED), who=(0, 1))
    spelt = [code.encode(), f"{code[:3]}-{code[3:]}".encode()]
    sent = b"".join(encode(message) for _, _, message in company.sent)
    kept = b"".join(entry for seat in company for journal in seat.journals.values() for entry in journal)
    shown = "".join(line for seat in company for lines in seat.records.values() for line in lines).encode()
    words = "".join(repr(notice) for seat in company for notice in seat.notices).encode()
    intents = repr([JoinTable(table, code), WatchTable(table, code), ShowCode(code)]).encode()
    for text in (sent, kept, shown, words, intents):
        assert text
        assert not any(one in text.lower() for one in spelt)


def test_a_refusal_to_show_the_table_names_the_reason() -> None:
    company, table, _ = opened(2)
    company.sent.clear()
    company.say(0, company.link_to(0, 1), Watch(table))
    assert WatchRefused(table, private=True) in [
        output.message for output in company[0].outputs if isinstance(output, Send)
    ]

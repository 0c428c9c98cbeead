"""Any path will do: what is said reaches who has no good link to its speaker, over others who have."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from p2p_ligretto.game.options import Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.intents import JoinTable, LeaveTable, SetReady
from p2p_ligretto.node.links import Links
from p2p_ligretto.node.outbox import MAX_HOPS, Outbox
from p2p_ligretto.node.outputs import Send
from p2p_ligretto.node.routes import MAX_LEARNED, MEMORY_US, Routes
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import (
    Feeding,
    Goodbye,
    Join,
    JoinRefused,
    Leave,
    LookingOn,
    Settled,
    Unwatch,
    Watch,
    WatchRefused,
    Wished,
)
from p2p_ligretto.replication.signing import KeyedHashSigner, signature_for
from p2p_ligretto.replication.views import Member
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import HEADER_BYTES
from p2p_ligretto.wire.messages import AnyMessage, Hello, Passed, Peers, Ping, Presence, Refusal
from tests.node.company import DELAY_US, SECOND, Company

A, B, C, D = (bytes([number]) * 16 for number in range(4))


def body(message: AnyMessage) -> bytes:
    return encode(message)[HEADER_BYTES:]


def passed(company: Company, origin: int, target: int, content: bytes, hops: int = MAX_HOPS) -> Passed:
    signature = signature_for(company.peer(target), content, company[origin].node.identity.signer)
    return Passed(company.peer(origin), company.peer(target), hops, content, signature)


def without(company: Company, *pairs: tuple[int, int]) -> None:
    """These pairs lose their links, and get none any more."""
    company.refuses_dials = True
    for pair in pairs:
        company.cut(*pair)


def in_a_row(size: int) -> list[tuple[int, int]]:
    """The pairs to cut, so that each has its neighbours in seat order only."""
    return [pair for pair in combinations(range(size), 2) if pair[1] - pair[0] > 1]


# ---- a table with pairs cut off from each other


@pytest.mark.parametrize("pair", [(0, 1), (0, 2), (1, 2)])
def test_a_pair_that_is_cut_off_from_each_other_plays_on_over_the_third(pair: tuple[int, int]) -> None:
    company = Company(3)
    company.sit(Options(rounds=1))
    company.deal()
    without(company, pair)
    company.play_round()
    assert company.all_in(Phase.FINISHED)
    assert company.export(0) == company.export(1) == company.export(2)
    for seat in company:
        assert not seat.told(told.SeatAway) + seat.told(told.SeatLost) + seat.told(told.SeatWarned)


def test_a_move_over_a_third_is_two_delays_away() -> None:
    company = Company(3)
    company.sit()
    company.deal()
    without(company, (0, 2))
    company.run(SECOND)
    before = company[2].session.log.have()
    assert company.play(0)
    company.run(2 * DELAY_US)
    assert sum(company[2].session.log.have()) == sum(before) + 1


def test_a_table_in_a_row_of_six_plays_its_round() -> None:
    company = Company(6)
    company.sit(Options(rounds=1))
    without(company, *in_a_row(6))
    company.run(SECOND)
    company.deal()
    company.play_round()
    assert company.all_in(Phase.FINISHED)
    assert len({company.export(number) for number in range(6)}) == 1


def test_a_relay_whose_own_link_is_bad_takes_its_own_way_round() -> None:
    """Ada reaches Bea over Cai, and Cai's link to Bea is open, but nothing arrives on it: Dov is between them."""
    company = Company(4)
    company.sit(Options(rounds=1))
    company.deal()
    company.held_back = lambda source, target, message: (source, target) == (2, 1)
    without(company, (0, 1), (0, 3))
    company.run(3 * SECOND)
    before = sum(company[1].session.log.have())
    assert company.play(0)
    company.run(5 * DELAY_US)
    assert sum(company[1].session.log.have()) == before + 1
    company.play_round()
    assert len({company.export(number) for number in range(4)}) == 1
    assert not any(seat.told(told.SeatLost) for seat in company)


def test_views_change_over_others_too() -> None:
    company = Company(4)
    company.sit()
    without(company, *in_a_row(4))
    company.run(SECOND)
    company.submit(3, LeaveTable())
    company.run(SECOND)
    assert company[3].told(told.Left)
    assert company[0].final.present == company[2].final.present == (0, 1, 2)
    assert company[0].told(told.SeatLeft) == [told.SeatLeft(3)]


# ---- who asks for a seat


def test_who_knows_a_junior_only_is_seated() -> None:
    company = Company(4)
    table = company.sit(who=(0, 1, 2))
    company.refuses_dials = True
    company.link(3, 2)
    company.submit(3, JoinTable(table))
    company.run(4 * SECOND)
    assert company[3].node.own_seat == 3
    assert company[0].final == company[3].final
    assert company[0].final.present == (0, 1, 2, 3)
    company.submit(3, SetReady(True))
    company.run(SECOND)
    assert company[0].final.ready == {3}


def test_who_knows_a_junior_only_and_gives_up_is_not_seated_later() -> None:
    """Its wish went to the senior one over the junior; so does that it is taken back."""
    company = Company(4)
    table = company.sit(Options(rounds=1), who=(0, 1, 2))
    for number in (0, 1, 2):
        company.submit(number, SetReady(True))
    company.run(4 * SECOND)
    company.refuses_dials = True
    company.link(3, 2)
    company.run(SECOND)
    company.submit(3, JoinTable(table))
    company.run(2 * SECOND + SECOND // 2)
    joiners = company[0].session.membership.wishes.joiners
    assert company.peer(3) in joiners
    company.submit(3, LeaveTable())
    company.run(10 * DELAY_US)
    assert company.peer(3) not in company[0].session.membership.wishes.joiners
    assert any(isinstance(message, Goodbye) for source, _, message in company.sent if source == 3)


# ---- what may be passed on, and who is to blame


LINK_ONLY = (
    Hello("ligretto", 1, 1, A, bytes(8), bytes(16)),
    Refusal("no"),
    Presence("Eve", ()),
    Peers(()),
    Passed(A, B, 1, b"\xc0", b""),
    Watch(A),
    Unwatch(A),
    WatchRefused(A),
    Settled(A, 1, ()),
    Feeding(A, (A,), 1),
    LookingOn(A, 1),
)


@pytest.mark.parametrize("content", [b"\xc1", b"\xc0", *map(body, LINK_ONLY)], ids=lambda one: one[:12].hex())
def test_what_can_not_be_passed_on_costs_who_passed_it_on_nothing(content: bytes) -> None:
    company = Company(3)
    company.sit()
    before = company[0].final
    company.say(0, company.link_to(0, 1), passed(company, 2, 0, content))
    company.run(SECOND)
    assert [notice.peer for notice in company[0].told(told.Misbehaved)] == [company.peer(2)]  # type: ignore[attr-defined]
    assert set(company[0].node.peers) == {company.peer(1), company.peer(2)}
    assert company[0].final == before


@pytest.mark.parametrize("target", [0, 2], ids=["for it", "for another"])
def test_an_envelope_that_its_origin_has_not_signed_costs_who_passed_it_on_its_link(target: int) -> None:
    company = Company(4)
    company.sit()
    content = body(Goodbye(company[0].session.log.table, 1, 0, ()))
    forged = replace(passed(company, 1, target, content), origin=company.peer(3))
    company.say(0, company.link_to(0, 1), forged)
    assert [notice.peer for notice in company[0].told(told.Misbehaved)] == [company.peer(1)]  # type: ignore[attr-defined]
    assert not any(isinstance(message, Passed) for source, _, message in company.sent if source == 0)
    assert company.peer(3) not in company[0].session.membership.wishes.leavers


def test_misconduct_that_was_passed_on_is_its_origins() -> None:
    company = Company(3)
    company.sit()
    session = company[0].session
    wish = Join(session.log.table, b"elsewhen", bytes(8), 0)
    company.say(0, company.link_to(0, 1), passed(company, 1, 0, body(wish)))
    assert company[0].told(told.Misbehaved) == [], "only on its own link a wish can be compared with its link"
    company.say(0, company.link_to(0, 1), wish)
    assert [notice.peer for notice in company[0].told(told.Misbehaved)] == [company.peer(1)]  # type: ignore[attr-defined]


def test_a_ping_is_answered_on_the_way_that_it_came() -> None:
    company = Company(3)
    company.sit()
    without(company, (0, 2))
    company.run(SECOND)
    company.sent.clear()
    company.say(0, company.link_to(0, 1), passed(company, 2, 0, body(Ping(5))))
    (answer,) = [message for source, _, message in company.sent if source == 0 and isinstance(message, Passed)]
    assert answer.target == company.peer(2)


# ---- routes by themselves


def test_a_way_is_learned_and_forgotten_again() -> None:
    routes = Routes()
    assert not routes.any
    routes.learn(C, B, 0)
    assert routes.first_step(C) == B
    assert routes.ends() == {C}
    routes.forget(frozenset({B}), MEMORY_US - 1)
    assert routes.first_step(C) == B
    routes.forget(frozenset({B}), MEMORY_US)
    assert routes.first_step(C) is None
    assert not routes.any


@pytest.mark.parametrize("linked", [frozenset({B, C}), frozenset({D}), frozenset()])
def test_a_way_counts_no_more_when_it_is_needless_or_leads_nowhere(linked: frozenset[bytes]) -> None:
    routes = Routes()
    routes.learn(C, B, 0)
    routes.forget(linked, 1)
    assert routes.first_step(C) is None


def test_what_beats_tell_of_members_counts_more_than_where_a_message_came_from() -> None:
    routes = Routes()
    routes.learn(C, B, 0)
    routes.members = {C: D}
    assert routes.first_step(C) == D
    assert routes.ends() == {C}


def relay(company: Company, target: int, source: int, message: Passed) -> list[tuple[int, AnyMessage]]:
    """What ``target`` sends on when ``message`` comes from ``source``, and to whom."""
    company.sent.clear()
    company[target].node.receive(company.link_to(target, source), message, company.now)
    company.obey(target)
    return [(to, one) for frm, to, one in company.sent if frm == target and isinstance(one, Passed)]


def test_each_that_passes_a_message_on_takes_one_hop_off_it_until_none_is_left() -> None:
    company = Company(3)
    company.sit()
    message = passed(company, 0, 2, body(Leave(A, 1)), hops=2)
    assert relay(company, 1, 0, message) == [(2, passed(company, 0, 2, body(Leave(A, 1)), hops=1))]
    assert relay(company, 1, 0, passed(company, 0, 2, body(Leave(A, 1)), hops=0)) == []


def test_nothing_is_sent_back_where_it_came_from_or_to_nowhere() -> None:
    company = Company(3)
    company.sit()
    assert relay(company, 1, 0, passed(company, 2, 0, body(Leave(A, 1)))) == []
    signature = signature_for(bytes(16), body(Leave(A, 1)), company[0].node.identity.signer)
    stranger = Passed(company.peer(0), bytes(16), MAX_HOPS, body(Leave(A, 1)), signature)
    assert relay(company, 1, 0, stranger) == []


def test_an_answer_to_who_asks_for_a_seat_finds_its_way_back_over_whoever_has_passed_the_wish_on() -> None:
    company = Company(3)
    company.sit()
    asking = Member(bytes(16), bytes(8), bytes(8))
    wish = passed(company, 0, 2, body(Wished(A, asking, 0, wants=True)), hops=2)
    assert [to for to, _ in relay(company, 1, 0, wish)] == [2]
    content = body(JoinRefused(A, "waiting"))
    signature = signature_for(asking.peer, content, company[2].node.identity.signer)
    answer = Passed(company.peer(2), asking.peer, 2, content, signature)
    assert relay(company, 1, 2, answer) == [(0, replace(answer, hops=1))]


def test_what_comes_back_to_its_origin_goes_round_no_more() -> None:
    company = Company(3)
    company.sit()
    assert relay(company, 1, 0, passed(company, 1, 2, body(Leave(A, 1)))) == []


def test_who_can_not_be_reached_is_left_out() -> None:
    outbox = Outbox(Links(A), Routes(), KeyedHashSigner(A))
    outbox.send((B, C), Leave(D, 1))
    outbox.routes.members = {C: B}
    outbox.send((C,), Leave(D, 1))
    assert [output for output in outbox.drain() if isinstance(output, Send)] == []


def test_acting_goes_on_while_its_words_take_a_way_round() -> None:
    company = Company(3)
    company.sit()
    company.deal()
    without(company, (0, 1), (0, 2))
    company.run(SECOND)
    assert company[0].node.frozen is not None
    company.link(0, 1)
    company.run(3 * SECOND)
    assert company[0].node.frozen is None
    company.play_until(lambda: len(company[2].told(told.Moved)) > 10)
    assert company[0].final.round is not None


def test_ways_that_were_learned_are_bounded() -> None:
    routes = Routes()
    for number in range(MAX_LEARNED + 1):
        routes.learn(number.to_bytes(16), B, 0)
    assert len(routes.ends()) == MAX_LEARNED
    assert routes.first_step((0).to_bytes(16)) is None, "the oldest gives way"

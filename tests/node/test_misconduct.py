"""Whatever a peer sends: at most it loses its link, and the table goes on."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from msgspec.structs import replace

from p2p_ligretto.node import notices as told
from p2p_ligretto.node.intents import ForceStart, JoinTable, LeaveTable, WatchTable
from p2p_ligretto.node.outputs import Send
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.clock import EPSILON_US
from p2p_ligretto.replication.events import Event, event_hash
from p2p_ligretto.replication.log import MAX_EVENT_TIME_US, Log
from p2p_ligretto.replication.messages import (
    Accept,
    Ack,
    Beat,
    Commit,
    Events,
    EventSent,
    Feeding,
    Fetch,
    Goodbye,
    Holding,
    Join,
    JoinRefused,
    Leave,
    LookingOn,
    Outbid,
    Resume,
    Segment,
    Settled,
    State,
    Unwatch,
    Watch,
    WatchRefused,
    Wedge,
    Wished,
)
from p2p_ligretto.replication.signing import KeyedHashSigner, signed
from p2p_ligretto.replication.views import Accepted, Ballot, Decision, Member, Proposal, View
from p2p_ligretto.replication.voter import FETCH_US, MAX_TRIES
from p2p_ligretto.wire.codec import decode, encode
from p2p_ligretto.wire.messages import (
    Address,
    AnyMessage,
    Hello,
    KnownPeer,
    Peers,
    Ping,
    Pong,
    Presence,
    Refusal,
    TableCard,
)
from p2p_ligretto.wire.payload_codec import encode_payload
from p2p_ligretto.wire.payloads import Ready, Seated
from p2p_ligretto.wire.violations import ProtocolViolation
from tests.node.company import SECOND, Company, address


def next_of(company: Company, author: int, payload: bytes | None = None, *, ahead_us: int = 20_000) -> Event:
    """The event that ``author`` could say next, as node 0 knows its chain."""
    log = company[0].session.log
    member = log.view.member(company.peer(author))
    assert member is not None
    head = log.head(member.peer)
    time = company[0].session.clock.table_time(company.now) + ahead_us
    encoded = encode_payload(Ready(False)) if payload is None else payload
    event = Event(log.table, log.view.number, member.peer, member.incarnation, head.seq + 1, time, head.hash, encoded)
    return signed(event, KeyedHashSigner(member.peer))


def seated(size: int = 3) -> Company:
    company = Company(size)
    company.sit()
    return company


def view(company: Company) -> View:
    return company[0].session.log.view


def beat(company: Company, **changes: object) -> Beat:
    table, number = company[0].final.table, view(company).number
    return replace(Beat(table, number, 1, 0, (), 0), **changes)


KINDS = {
    "a greeting after it": lambda company: Hello("ligretto", 1, 1, company.peer(1), bytes(8), bytes(16)),
    "an event that says nothing": lambda company: EventSent(next_of(company, 1, b"\xc1")),
    "an event of a stranger": lambda company: EventSent(replace(next_of(company, 1), author=bytes(16))),
    "an event that continues nothing": lambda company: EventSent(replace(next_of(company, 1), previous=bytes(32))),
    "an event below a promise": lambda company: EventSent(next_of(company, 1, ahead_us=-600_000_000)),
    "an event at the end of time": lambda company: EventSent(next_of(company, 1, ahead_us=MAX_EVENT_TIME_US)),
    "a fork": lambda company: EventSent(
        replace(company[0].session.log.beyond((0, 0, 0))[-1], payload=encode_payload(Seated("Eve")))
    ),
    "events of two tables": lambda company: Events(
        (company[0].session.log.beyond((0, 0, 0))[-1], replace(next_of(company, 1), table=bytes(16)))
    ),
    "a beat of another shape": lambda company: beat(company, held=(Holding(3, 1, bytes(16)),)),
    "a ballot of somebody else": lambda company: Wedge(company[0].final.table, view(company).number, Ballot(1, 0)),
    "a wish of another start": lambda company: Join(company[0].final.table, b"elsewhen", bytes(8), 0),
    "a table time that no clock shows": lambda company: Pong(company.now, 2**63 - 1, 2**63 - 1, company.now),
}


@pytest.mark.parametrize("kind", list(KINDS))
def test_misconduct_costs_the_link_and_nothing_else(kind: str) -> None:
    company = seated()
    company.refuses_dials = True
    before = company[0].final
    if kind == "an event at the end of time":
        # Told at once only where it is not held for being early.
        company[0].session.clock.synchronised = False
    company.say(0, company.link_to(0, 1), KINDS[kind](company))
    company[0].session.clock.synchronised = True
    assert [notice.peer for notice in company[0].told(told.Misbehaved)] == [company.peer(1)]  # type: ignore[attr-defined]
    assert set(company[0].node.peers) == {company.peer(2)}
    company.run(SECOND)
    assert company[0].final == before
    company.refuses_dials = False
    company.run(6 * SECOND)
    company.deal()
    company.play_round()
    assert company.export(0) == company.export(1) == company.export(2)


def test_a_decision_about_another_log_costs_the_link_of_who_told_it() -> None:
    company = seated()
    company.refuses_dials = True
    table, this = company[0].final.table, view(company)
    proposal = Proposal(View(table, this.number + 1, this.members[:1]), company[0].session.log.have())
    company.say(0, company.link_to(0, 1), Commit(table, this.number, Decision(proposal, bytes(32))))
    assert company[0].told(told.Misbehaved) == [], "somebody may have forked: it is asked to show who"
    company.run(MAX_TRIES * FETCH_US + SECOND)
    assert [notice.peer for notice in company[0].told(told.Misbehaved)] == [company.peer(1)]  # type: ignore[attr-defined]
    assert view(company) == this


def test_a_false_decision_that_waits_for_events_does_not_hit_who_brings_them() -> None:
    company = seated()
    company.refuses_dials = True
    table, this = company[0].final.table, view(company)
    have = list(company[0].session.log.have())
    have[2] += 1
    proposal = Proposal(View(table, this.number + 1, this.members[:1]), tuple(have))
    company.say(0, company.link_to(0, 1), Commit(table, this.number, Decision(proposal, bytes(32))))
    assert company[0].told(told.Misbehaved) == []
    company.submit(2, ForceStart())
    company.run(MAX_TRIES * FETCH_US + SECOND)
    assert [notice.peer for notice in company[0].told(told.Misbehaved)] == [company.peer(1)]  # type: ignore[attr-defined]
    assert company.peer(2) in company[0].node.peers


def test_what_comes_on_a_link_that_was_dropped_is_passed_over() -> None:
    company = seated()
    link = company.link_to(0, 1)
    company.refuses_dials = True
    company.say(0, link, KINDS["a greeting after it"](company))
    company[0].node.receive(link, KINDS["a greeting after it"](company), company.now)
    company[0].node.link_down(link, company.now)
    assert len(company[0].told(told.Misbehaved)) == 1


def test_an_event_from_the_future_is_held_until_it_is_due() -> None:
    company = seated()
    ahead = EPSILON_US + 500_000
    company.say(0, company.link_to(0, 1), EventSent(next_of(company, 1, ahead_us=ahead)))
    before = company[0].session.log.have()
    company.run(ahead - 1)
    assert company[0].session.log.have() == before
    company.run(1)
    assert sum(company[0].session.log.have()) == sum(before) + 1
    # It moves nobody's stamps.
    assert company[0].session.lamport.last_seen <= company[0].session.clock.table_time(company.now)


def test_an_event_of_a_clock_that_is_off_is_held_until_it_is_due() -> None:
    company = seated()
    company.instead = off(1, 10_000)
    company.run(3 * SECOND)
    before = company[0].session.log.have()
    company.say(0, company.link_to(0, 1), EventSent(next_of(company, 1, ahead_us=5_000)))
    company.say(0, company.link_to(0, 2), EventSent(next_of(company, 2, ahead_us=5_000)))
    assert sum(company[0].session.log.have()) == sum(before) + 1, "whose clock agrees may be that far ahead"
    company.run(4_999)
    assert sum(company[0].session.log.have()) == sum(before) + 1
    company.run(1)
    assert sum(company[0].session.log.have()) == sum(before) + 2


def off(liar: int, by_us: int) -> Callable[[int, int, AnyMessage], AnyMessage]:
    """As where the table time of ``liar`` is another one."""

    def instead(source: int, target: int, message: AnyMessage) -> AnyMessage:
        if source != liar or not isinstance(message, Pong):
            return message
        return replace(message, received=message.received + by_us, replied=message.replied + by_us)

    return instead


def test_what_waits_and_turns_out_bad_costs_the_link_of_who_sent_it() -> None:
    company = seated()
    company.refuses_dials = True
    odd = replace(next_of(company, 1, ahead_us=EPSILON_US + 300_000), previous=bytes(32))
    company.say(0, company.link_to(0, 2), EventSent(odd))
    company.run(SECOND)
    assert [notice.peer for notice in company[0].told(told.Misbehaved)] == [company.peer(2)]  # type: ignore[attr-defined]


def test_what_waits_is_bounded() -> None:
    company = seated()
    link = company.link_to(0, 1)
    far = next_of(company, 1, ahead_us=10**12)
    for seq in range(50):
        company.say(0, link, Events(tuple(replace(far, seq=far.seq + 100 * seq + each) for each in range(100))))
    assert len(company[0].session.intake.due(None)) == 4096


def test_events_of_a_view_to_come_wait_for_it() -> None:
    company = seated()
    company.held_back = lambda source, target, message: target == 1 and isinstance(message, Commit)
    company.submit(2, LeaveTable())
    company.run(SECOND // 4)
    company.submit(0, ForceStart())
    company.run(SECOND // 4)
    assert company[1].session.membership.wedged
    assert company[0].table.phase is Phase.COMMITTING
    company.held_back = lambda source, target, message: False
    company.until(lambda: company[1].final.phase is Phase.PLAYING, 5 * SECOND)


def test_a_gap_is_fetched_from_who_made_it() -> None:
    company = seated(2)
    lost: list[AnyMessage] = []

    def first_event(source: int, target: int, message: AnyMessage) -> bool:
        if isinstance(message, EventSent) and source == 1 and not lost:
            lost.append(message)
            return True
        return False

    company.held_back = first_event
    company.submit(1, ForceStart())
    company.run(3 * SECOND)
    assert len(lost) == 1
    assert any(isinstance(message, Fetch) for _, _, message in company.sent)
    assert company[0].final.phase is Phase.PLAYING


def test_fetches_are_answered_from_the_open_view_and_from_those_that_ended() -> None:
    company = seated(2)
    table, this = company[0].final.table, view(company)
    link = company.link_to(0, 1)
    company.submit(0, ForceStart())
    company.run(SECOND)
    for number in (this.number, 1):
        before = len(company.sent)
        company.say(0, link, Fetch(table, number, company.peer(0), 1, 9))
        answers = [message for _, _, message in company.sent[before:] if isinstance(message, Events)]
        assert all(event.view == number for message in answers for event in message.events)
        assert answers


def test_a_peer_that_shares_no_table_is_not_answered_about_it() -> None:
    company = seated(2)
    link = company.link_to(0, 1)
    before = len(company.sent)
    company.say(0, link, Leave(bytes(16), 1))
    company.say(0, link, Resume(bytes(16), 1, (0,)))
    assert company.sent[before:] == []


def test_who_says_two_things_under_one_name_is_to_blame_whoever_hands_the_other_one_over() -> None:
    company = seated()
    one = next_of(company, 2)
    other = signed(replace(one, payload=encode_payload(Ready(True))), KeyedHashSigner(one.author))
    company.say(0, company.link_to(0, 2), EventSent(one))
    company.say(0, company.link_to(0, 1), Events((other,)))
    assert [notice.peer for notice in company[0].told(told.Misbehaved)] == [company.peer(2)]  # type: ignore[attr-defined]
    assert set(company[0].node.peers) == {company.peer(1)}
    made_up = replace(other, signature=bytes(32))
    company.say(0, company.link_to(0, 1), Events((made_up,)))
    assert [notice.peer for notice in company[0].told(told.Misbehaved)][-1] == company.peer(1)  # type: ignore[attr-defined]


# ---- anything at all, at any time

PEERS = tuple(Company(3).peer(number) for number in range(3))


def log_at(company: Company) -> Log | None:
    """The log of the table that node 0 has to do with, as somebody at it has it."""
    for seat in company:
        if seat.node._stay.session is not None:
            return seat.session.log
    return None


def some(company: Company) -> tuple[bytes, list[View], list[Event], tuple[int, ...]]:
    """Values that mean something here, so that what is drawn gets further than the first check."""
    log = log_at(company)
    if log is None:
        return bytes(16), [View(bytes(16), 1, (Member(bytes(16), bytes(8), bytes(8)),))], [], (0,)
    views = [log.view, *(closed.view for closed in log.closed)]
    open_view = list(log.beyond((0,) * len(log.view.members)))
    return log.table, views, open_view[-5:], log.have()


def follower(last: Event, later_us: int) -> Event:
    """What the author of ``last`` might say next, honest or not."""
    time = max(0, last.time + later_us)
    payload = encode_payload(Ready(False))
    return replace(last, seq=last.seq + 1, time=time, previous=event_hash(last), payload=payload)


def messages(company: Company) -> st.SearchStrategy[AnyMessage]:
    this, real, held, held_here = some(company)
    members = sorted({each for one in real for each in one.members}, key=lambda one: one.peer)
    table = st.sampled_from([this] * 9 + [bytes(16)])
    number = st.sampled_from([*{one.number for one in real}] * 4 + [real[0].number + 1, 0, 2**63 - 1])
    big = st.sampled_from([0, 1, 2, 3, 5, 10**9, 2**62, 2**63 - 1]) | st.integers(0, 2**63 - 1)
    size = len(real[0].members)
    have = st.lists(big, min_size=size, max_size=size).map(tuple) | st.lists(big, max_size=12).map(tuple)
    peer = st.sampled_from([*(one.peer for one in members), *PEERS, bytes(16)])
    start = st.sampled_from([*(one.incarnation for one in members), bytes(8)])
    disk = st.sampled_from([*(one.disk for one in members), b"new disk"])
    member = st.sampled_from(members) | st.builds(Member, peer, start, disk)
    lists = st.lists(member, min_size=1, max_size=4, unique_by=lambda one: one.peer).map(tuple)
    any_view = st.sampled_from(real) | st.builds(View, table, number, lists)
    ballot = st.builds(Ballot, st.sampled_from([0, 1, 2, 3, 2**31]), st.integers(0, 11))
    cut = st.just(held_here) | have.filter(bool)
    proposal = st.builds(Proposal, any_view, cut)
    digest = st.sampled_from([bytes(32), b"h" * 32])
    decision = st.builds(Decision, proposal, digest)
    accepted = st.none() | st.builds(Accepted, ballot, proposal)
    made = st.builds(
        Event,
        table,
        number,
        peer,
        start,
        big.filter(bool),
        big,
        digest,
        st.sampled_from([b"", encode_payload(Ready(True))]),
    )
    event = made
    if held:
        event = (
            made | st.sampled_from(held) | st.builds(follower, *map(st.just, held[-1:]), st.integers(-(10**6), 10**6))
        )
    where = st.sampled_from([(), (address(1),), (Address("fe80::1%eth0", 9),)])
    name = st.sampled_from(["Ada", "Eve"])
    card = st.none() | st.builds(
        TableCard, table, name, st.sampled_from(["lobby", "playing"]), st.just(()), st.booleans()
    )
    joiners = st.lists(member, max_size=3, unique_by=lambda one: one.peer).map(tuple)
    return st.one_of(
        st.builds(Hello, st.just("ligretto"), st.just(1), st.just(1), peer, start),
        st.builds(Refusal, st.just("no")),
        st.builds(Ping, big),
        st.builds(Pong, big, big, big, big),
        st.builds(Presence, name, where, card),
        st.builds(Peers, st.lists(st.builds(KnownPeer, peer, where), max_size=3).map(tuple)),
        st.builds(EventSent, event),
        st.builds(Events, st.lists(event, min_size=1, max_size=3).map(tuple)),
        st.builds(Beat, table, number, big, big, have),
        st.builds(Resume, table, number, have),
        st.builds(Fetch, table, number, peer, st.just(1), big.filter(bool)),
        st.builds(Join, table, start, disk),
        st.builds(JoinRefused, table, st.sampled_from(["full", "unknown", "waiting"])),
        st.builds(Leave, table, number),
        st.builds(Goodbye, table, number, big, have),
        st.builds(Wedge, table, number, ballot),
        st.builds(State, table, number, ballot, accepted, have, joiners, start, disk),
        st.builds(Outbid, table, number, ballot),
        st.builds(Segment, table, any_view, st.none() | decision),
        st.builds(Accept, table, number, ballot, proposal),
        st.builds(Ack, table, number, ballot, digest),
        st.builds(Commit, table, number, decision),
        st.builds(Watch, table, number, have, st.lists(peer, max_size=3).map(tuple)),
        st.builds(Unwatch, table),
        st.builds(Wished, table, st.builds(Member, peer, start, disk), number, st.booleans()),
        st.builds(WatchRefused, table, st.booleans(), st.lists(peer, max_size=3).map(tuple)),
        st.builds(Feeding, table, st.lists(peer, min_size=1, max_size=4).map(tuple), number),
        st.builds(LookingOn, table, number),
        st.builds(Settled, table, number, have),
    )


def reach(where: str) -> Company:
    """A company of three whose node 0 is in the phase, or doing what, ``where`` names."""
    company = Company(3)
    if where == "alone":
        company.link(1, 0)
        company.link(2, 0)
        company.run(SECOND)
        return company
    if where == "arriving":
        table = company.sit(who=(1, 2))
        company.held_back = lambda source, target, message: target == 0 and isinstance(message, Events)
        company.link(0, 1)
        company.link(0, 2)
        company.submit(0, JoinTable(table))
        company.run(SECOND // 2)
        company.held_back = lambda source, target, message: False
        return company
    if where == "watching":
        table = company.sit(who=(1, 2))
        company.submit(1, ForceStart())
        company.link(0, 1)
        company.link(0, 2)
        company.submit(0, WatchTable(table))
        company.run(SECOND)
        return company
    if where == "feeding":
        table = company.sit(who=(1,))
        for number, linked in ((0, 1), (2, 1)):
            company.link(number, linked)
            company.submit(number, WatchTable(table))
            company.run(SECOND)
        assert company[0].node._stay.spectator.audience.peers  # type: ignore[union-attr]
        return company
    table = company.sit()
    if where == "restarted":
        company.crash(0)
        company.run(SECOND)
        company.start(0)
        company.submit(0, JoinTable(table))
        company.link(0, 1)
        company.link(0, 2)
    elif where == "wedged":
        company.held_back = lambda source, target, message: isinstance(message, State)
        company.submit(2, LeaveTable())
        company.run(SECOND // 10)
    elif where == "leaving":
        company.held_back = lambda source, target, message: True
        company.submit(0, LeaveTable())
    elif where != Phase.LOBBY.value:
        company.submit(0, ForceStart())
        if where in (Phase.CLOSING.value, Phase.BETWEEN.value):
            company.until(lambda: company.all_in(Phase.PLAYING))
            company.play_until(lambda: company[0].table.phase is Phase.CLOSING)
        company.until(lambda: company[0].table.phase.value == where)
    return company


PLACES = [
    "alone",
    "arriving",
    "watching",
    "feeding",
    "restarted",
    "wedged",
    "leaving",
    *("lobby", "committing", "revealing", "opening", "playing"),
]


def valid(message: AnyMessage) -> AnyMessage | None:
    """As it comes from the wire; None for what never gets through there."""
    try:
        return decode(encode(message)[4:])
    except (ValueError, ProtocolViolation, msgspec.MsgspecError):
        return None


def harass(where: str, data: st.DataObject) -> None:
    company = reach(where)
    company.held_back = lambda source, target, message: False
    drawn = messages(company)
    for _ in range(data.draw(st.integers(1, 12))):
        message = valid(data.draw(drawn))
        source = data.draw(st.integers(1, 2))
        if message is not None and company.peer(source) in company[0].node.peers:
            company.say(0, company.link_to(0, source), message)
        if data.draw(st.integers(0, 3)) == 0:
            company.run(data.draw(st.sampled_from([1_000, 300_000, 2 * SECOND])))
    company.run(3 * SECOND)
    for output in company[0].outputs:
        if isinstance(output, Send):
            encode(output.message)


drawing = settings(
    deadline=None,
    phases=[Stage.explicit, Stage.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("where", PLACES)
@settings(drawing, max_examples=8)
@given(data=st.data())
def test_no_message_ends_a_node_or_keeps_it_busy_for_ever(where: str, data: st.DataObject) -> None:
    """Any message that the wire lets through, at any time: it ends in an output, a blame or nothing."""
    harass(where, data)


@pytest.mark.parametrize("where", ["closing", "between"])
@settings(drawing, max_examples=2)
@given(data=st.data())
def test_nor_does_one_after_a_round(where: str, data: st.DataObject) -> None:
    harass(where, data)

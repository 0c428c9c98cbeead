"""A log has room for what an honest table says in an evening, and for no more."""

import msgspec
import pytest

from p2p_ligretto.replication import log as log_module
from p2p_ligretto.replication.catch_up import CatchUp, handover
from p2p_ligretto.replication.events import MAX_PAYLOAD_BYTES, MAX_SIGNATURE_BYTES, Event
from p2p_ligretto.replication.identifiers import MAX_INTEGER, MAX_MEMBERS
from p2p_ligretto.replication.log import (
    EVENT_OVERHEAD_BYTES,
    MAX_CHAIN_BYTES,
    MAX_LOG_BYTES,
    VIEW_COST_BYTES,
    Log,
    Place,
    cost_of,
)
from p2p_ligretto.replication.messages import Events, Segment
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.signing import KeyedHashSigner, signed
from p2p_ligretto.replication.views import Decision, Member, Proposal, View
from tests.replication.mesh import TABLE, member, next_event, view_of

ADA, BEA = member(0), member(1)
ONE = EVENT_OVERHEAD_BYTES + 1
"""What an event with a byte of content is reckoned at."""
TOO_MUCH = "more events than any honest table holds"


def event_of(log: Log, author: Member, content: bytes = b"x") -> Event:
    return next_event(log, author, log.head(author.peer).time + 10, content)


def say(log: Log, author: Member) -> Event:
    event = event_of(log, author)
    assert log.add(event)[0] is Place.ADDED
    return event


def refused(log: Log, author: Member, content: bytes = b"x") -> str:
    before = log.have()
    with pytest.raises(Misconduct) as caught:
        log.add(event_of(log, author, content))
    assert log.have() == before
    return caught.value.reason


def end_view(log: Log, *, cut: tuple[int, ...] | None = None) -> Decision:
    proposal = Proposal(View(TABLE, log.view.number + 1, log.view.members), log.have() if cut is None else cut)
    decision = Decision(proposal, log.hash_to(proposal))
    log.close(decision)
    return decision


def test_a_match_of_twelve_finds_room_many_times() -> None:
    rounds, moves, content = 100, 150, 100
    assert MAX_MEMBERS * rounds * moves * (EVENT_OVERHEAD_BYTES + content) < MAX_LOG_BYTES
    assert rounds * moves * (EVENT_OVERHEAD_BYTES + content) < MAX_CHAIN_BYTES


def test_nothing_is_reckoned_at_less_than_it_takes() -> None:
    longest = Event(
        bytes(16), MAX_INTEGER, bytes(16), bytes(8), MAX_INTEGER, MAX_INTEGER, bytes(32), b"x" * MAX_PAYLOAD_BYTES
    )
    longest = msgspec.structs.replace(longest, signature=b"s" * MAX_SIGNATURE_BYTES)
    assert len(msgspec.msgpack.encode(longest)) <= cost_of(longest)
    members = tuple(Member(bytes([number]) * 16, bytes(8), bytes(8)) for number in range(MAX_MEMBERS))
    view = View(TABLE, MAX_INTEGER, members)
    decision = Decision(Proposal(view, (MAX_INTEGER,) * MAX_MEMBERS), bytes(32))
    assert len(msgspec.msgpack.encode(Segment(TABLE, view, decision))) <= VIEW_COST_BYTES


def test_who_says_more_than_a_chain_holds_is_refused_in_all_views(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "MAX_CHAIN_BYTES", 3 * ONE)
    log = Log(TABLE, view_of(2))
    say(log, ADA)
    say(log, ADA)
    end_view(log)
    say(log, ADA)
    assert not log.has_room(ADA.peer)
    assert refused(log, ADA) == TOO_MUCH
    say(log, BEA)


def test_long_events_fill_a_chain_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "MAX_CHAIN_BYTES", 3 * ONE)
    log = Log(TABLE, view_of(2))
    assert refused(log, ADA, bytes(3 * ONE)) == TOO_MUCH
    say(log, ADA)


def test_what_several_say_fills_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "MAX_LOG_BYTES", VIEW_COST_BYTES + 2 * ONE)
    log = Log(TABLE, view_of(2))
    say(log, ADA)
    say(log, BEA)
    assert refused(log, ADA) == refused(log, BEA) == TOO_MUCH


def test_what_is_void_takes_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "MAX_CHAIN_BYTES", 2 * ONE)
    log = Log(TABLE, view_of(2))
    say(log, ADA)
    say(log, ADA)
    end_view(log, cut=(1, 0))
    say(log, ADA)
    assert refused(log, ADA) == TOO_MUCH


def test_what_waits_for_a_gap_to_be_filled_finds_no_room_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "MAX_CHAIN_BYTES", 2 * ONE)
    there = Log(TABLE, view_of(2))
    first, second = say(there, ADA), say(there, ADA)
    third = event_of(there, ADA)
    here = Log(TABLE, view_of(2))
    assert here.add(third)[0] is here.add(second)[0] is Place.GAP
    assert here.add(first) == (Place.ADDED, (first, second))


def take(catch_up: CatchUp, log: Log) -> None:
    for message in handover(log):
        if isinstance(message, Segment):
            catch_up.segment(message)
        elif isinstance(message, Events):
            for event in message.events:
                catch_up.take(event)


def test_a_log_that_is_handed_over_has_no_more_events(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(TABLE, view_of(2))
    for _ in range(3):
        log.add(signed(event_of(log, ADA), KeyedHashSigner(ADA.peer)))
    monkeypatch.setattr(log_module, "MAX_CHAIN_BYTES", 2 * ONE)
    with pytest.raises(Misconduct, match=TOO_MUCH):
        take(CatchUp(TABLE, KeyedHashSigner(b"")), log)


def test_nor_views_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(TABLE, view_of(2))
    for _ in range(5):
        end_view(log)
    monkeypatch.setattr(log_module, "MAX_LOG_BYTES", 6 * VIEW_COST_BYTES)
    take(CatchUp(TABLE, KeyedHashSigner(b"")), log)
    monkeypatch.setattr(log_module, "MAX_LOG_BYTES", 5 * VIEW_COST_BYTES)
    with pytest.raises(Misconduct, match="more views than any honest table holds"):
        take(CatchUp(TABLE, KeyedHashSigner(b"")), log)

"""A log is handed over in pieces below the frame limit, and only one that is what was decided is taken."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from p2p_ligretto.replication.catch_up import CatchUp, Gap, chunks, handover
from p2p_ligretto.replication.events import MAX_PAYLOAD_BYTES, NO_EVENT, Event
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import MAX_EVENTS_PER_MESSAGE, Events, Message, Segment
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.signing import KeyedHashSigner, signed
from p2p_ligretto.replication.views import Decision, Proposal, View
from tests.replication.mesh import TABLE, member, next_event, peer_id, view_of

FRAME_LIMIT = 65_536
ADA, BEA, CAI = (member(number) for number in range(3))


def long_log() -> Log:
    """Two views that have ended, and an open one; Bea's last word of the second is void."""
    log = Log(TABLE, view_of(1, number=1))
    for members in ((ADA, BEA), (ADA, BEA, CAI)):
        for author in log.view.members:
            for _ in range(3):
                log.add(next_event(log, author, log.head(author.peer).time + 10, b"x"))
        have = log.have()
        cut = (*have[:-1], have[-1] - 1) if len(have) > 1 else have
        proposal = Proposal(View(TABLE, log.view.number + 1, members), cut)
        log.close(Decision(proposal, log.hash_to(proposal)))
    log.add(next_event(log, CAI, 99, b"y"))
    return log


def taken(messages: list[Message]) -> CatchUp:
    catch_up = CatchUp(TABLE, KeyedHashSigner(b""))
    for message in messages:
        if isinstance(message, Segment):
            catch_up.segment(message)
        elif isinstance(message, Events):
            for event in message.events:
                catch_up.take(event)
    return catch_up


def test_what_is_taken_in_is_what_was_handed_over() -> None:
    log = long_log()
    catch_up = taken(list(handover(log)))
    assert catch_up.complete
    copy = catch_up.log
    assert copy is not None
    assert copy.closed == log.closed
    assert copy.view == log.view
    assert copy.have() == log.have()
    proposal = Proposal(View(TABLE, log.view.number + 1, (ADA,)), log.have())
    assert copy.hash_to(proposal) == log.hash_to(proposal)


def test_a_log_is_not_complete_before_its_open_view_has_begun() -> None:
    messages = list(handover(long_log()))
    last = max(number for number, message in enumerate(messages) if isinstance(message, Segment))
    assert not CatchUp(TABLE, KeyedHashSigner(b"")).complete
    assert not taken(messages[:last]).complete
    assert taken(messages[: last + 1]).complete


@given(st.lists(st.integers(0, MAX_PAYLOAD_BYTES), max_size=60))
def test_every_piece_fits_a_frame_and_nothing_is_lost(sizes: list[int]) -> None:
    biggest = 2**63 - 1
    events = [
        Event(TABLE, biggest, peer_id(0), bytes(8), biggest, biggest, NO_EVENT, bytes(size), bytes(96))
        for size in sizes
    ]
    pieces = list(chunks(events))
    assert [event for piece in pieces for event in piece.events] == events
    for piece in pieces:
        assert len(msgspec.msgpack.encode(piece)) <= FRAME_LIMIT
        assert 1 <= len(piece.events) <= MAX_EVENTS_PER_MESSAGE


def test_small_events_are_as_many_a_piece_as_a_message_may_hold() -> None:
    event = Event(TABLE, 0, peer_id(0), bytes(8), 1, 1, NO_EVENT, b"")
    assert [len(piece.events) for piece in chunks([event] * 250)] == [100, 100, 50]


def segments(messages: list[Message]) -> list[int]:
    return [number for number, message in enumerate(messages) if isinstance(message, Segment)]


def test_a_log_of_another_table_is_refused() -> None:
    messages = list(handover(long_log()))
    with pytest.raises(Misconduct, match="another table"):
        taken([replace(messages[0], table=bytes(16))])


def test_a_log_without_some_of_what_was_decided_is_refused() -> None:
    messages = list(handover(long_log()))
    with pytest.raises(Gap, match="without all that was decided"):
        taken([messages[0], *messages[2:]])


def test_a_log_without_a_view_is_refused() -> None:
    messages = list(handover(long_log()))
    third = segments(messages)[2]
    with pytest.raises(Gap, match="nobody decided"):
        taken([*messages[:2], *messages[third:]])


def test_a_log_with_other_events_than_were_decided_is_refused() -> None:
    messages = list(handover(long_log()))
    first = messages[1]
    assert isinstance(first, Events)
    last = first.events[-1]
    other = signed(replace(last, payload=b"said otherwise"), KeyedHashSigner(last.author))
    forged = Events((*first.events[:-1], other))
    with pytest.raises(Misconduct, match="not what was decided"):
        taken([messages[0], forged, *messages[2:]])


def test_a_view_that_no_decision_leads_to_is_refused() -> None:
    messages = list(handover(long_log()))
    second = messages[segments(messages)[1]]
    assert isinstance(second, Segment)
    with pytest.raises(Misconduct, match="nobody decided"):
        taken([*messages[:2], replace(second, view=replace(second.view, members=(CAI,)))])
    open_view = Segment(TABLE, view_of(1, number=1), None)
    with pytest.raises(Misconduct, match="nobody decided"):
        taken([open_view, replace(second, decision=None)])


def test_a_decision_that_can_not_end_its_view_is_refused() -> None:
    messages = list(handover(long_log()))
    first = messages[0]
    assert isinstance(first, Segment)
    assert first.decision is not None
    proposal = first.decision.proposal
    for odd in (replace(proposal, cut=(3, 3)), replace(proposal, view=replace(proposal.view, number=9))):
        with pytest.raises(Misconduct, match="does not fit"):
            taken([replace(first, decision=Decision(odd, first.decision.log_hash))])


def test_the_same_piece_twice_does_no_harm() -> None:
    messages = list(handover(long_log()))
    assert taken([message for message in messages for _ in range(2)]).complete


def test_an_event_that_its_author_has_not_signed_is_not_taken_in() -> None:
    messages = list(handover(long_log()))
    (events,) = [message for message in messages[:2] if isinstance(message, Events)]
    forged = msgspec.structs.replace(events.events[0], payload=b"another word")
    with pytest.raises(Misconduct, match="not signed"):
        taken([messages[0], Events((forged,))])

"""The log keeps one chain per author without gaps, tells forks, and ends a view alike everywhere."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from p2p_ligretto.replication.events import NO_EVENT, Event, event_hash
from p2p_ligretto.replication.log import MAX_EARLY_EVENTS, MAX_EVENT_TIME_US, Head, Log, Place
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.views import Decision, Member, Proposal, View
from tests.replication.mesh import TABLE, member, next_event, view_of

ADA, BEA, CAI = (member(number) for number in range(3))


def log_of(count: int = 2) -> Log:
    return Log(TABLE, view_of(count))


def said(log: Log, author: Member, *times: int) -> list[Event]:
    events = []
    for time in times:
        events.append(next_event(log, author, time, b"x"))
        assert log.add(events[-1]) == (Place.ADDED, (events[-1],))
    return events


def ahead(author: Member, *times: int) -> list[Event]:
    """A chain that nobody has yet."""
    return said(log_of(3), author, *times)


def ended(log: Log, *members: Member, cut: tuple[int, ...] | None = None) -> Decision:
    proposal = Proposal(View(TABLE, log.view.number + 1, members), log.have() if cut is None else cut)
    return Decision(proposal, log.hash_to(proposal))


def test_a_chain_begins_with_no_event_and_each_one_names_the_one_before() -> None:
    log = log_of()
    assert log.head(ADA.peer) == Head(0, NO_EVENT, 0)
    first, second = said(log, ADA, 10, 11)
    assert first.previous == NO_EVENT
    assert second.previous == event_hash(first)
    assert log.head(ADA.peer) == Head(2, event_hash(second), 11)
    assert log.have() == (2, 0)


def test_a_signature_does_not_change_what_an_event_is_called() -> None:
    (event,) = ahead(ADA, 10)
    log = log_of()
    log.add(event)
    signed = replace(event, signature=b"s" * 64)
    assert event_hash(signed) == event_hash(event)
    assert log.add(signed) == (Place.DUPLICATE, ())


def test_events_beyond_a_gap_wait_and_come_in_with_the_one_that_fills_it() -> None:
    log, (one, two, three, four) = log_of(), ahead(ADA, 10, 20, 30, 40)
    assert log.add(four) == (Place.GAP, ())
    assert log.add(two) == (Place.GAP, ())
    assert log.have() == (0, 0)
    assert log.add(one) == (Place.ADDED, (one, two))
    assert log.add(three) == (Place.ADDED, (three, four))
    assert log.add(two) == (Place.DUPLICATE, ())


def test_a_bad_event_that_waited_beyond_a_gap_takes_nothing_along() -> None:
    """Whoever sent it first: the event that fills the gap is good, and must reach who called."""
    log, (one, two) = log_of(), ahead(ADA, 10, 20)
    assert log.add(replace(two, previous=bytes(32)))[0] is Place.GAP
    assert log.add(one) == (Place.ADDED, (one,))
    assert log.head(ADA.peer).seq == 1
    assert log.add(two) == (Place.ADDED, (two,))


def test_what_waits_beyond_gaps_is_bounded() -> None:
    log, (one, two) = log_of(), ahead(ADA, 10, 20)
    for seq in range(MAX_EARLY_EVENTS):
        log.add(replace(two, seq=seq + 3))
    assert log.add(two) == (Place.GAP, ())
    assert log.add(one) == (Place.ADDED, (one,)), "two found no room, and is fetched again later"
    assert log.add(two)[0] is Place.ADDED


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda event: replace(event, table=bytes(16)), "another table"),
        (lambda event: replace(event, author=CAI.peer, incarnation=CAI.incarnation), "not a member"),
        (lambda event: replace(event, incarnation=b"another1"), "not a member"),
        (lambda event: replace(event, previous=bytes(32)), "contradict"),
        (lambda event: replace(event, time=20), "not later"),
        (lambda event: replace(event, time=MAX_EVENT_TIME_US + 1), "no clock shows"),
        (lambda event: replace(event, seq=2, payload=b"y"), "contradict"),
    ],
)
def test_what_no_honest_author_makes_is_misconduct_and_changes_nothing(
    change: Callable[[Event], Event], reason: str
) -> None:
    log, (one, two, three) = log_of(), ahead(ADA, 10, 20, 30)
    log.add(one)
    log.add(two)
    with pytest.raises(Misconduct, match=reason):
        log.add(change(three))
    assert log.have() == (2, 0)
    assert log.add(three)[0] is Place.ADDED


def test_events_of_other_views_are_told_apart() -> None:
    log, (event,) = Log(TABLE, view_of(2, number=5)), ahead(ADA, 10)
    assert log.add(replace(event, view=4)) == (Place.CLOSED_VIEW, ())
    assert log.add(replace(event, view=6)) == (Place.LATER_VIEW, ())


def test_what_somebody_lacks_is_handed_over_in_chain_order() -> None:
    log = log_of()
    ada, bea = said(log, ADA, 10, 20, 30), said(log, BEA, 15)
    assert log.beyond((1, 0)) == (ada[1], ada[2], bea[0])
    assert log.beyond((9, 9)) == ()
    assert log.events(ADA.peer, 2, 99) == tuple(ada[1:])
    assert log.events(ADA.peer, 0, 1) == (ada[0],)
    assert log.events(CAI.peer, 1, 9) == ()


def test_a_view_ends_at_its_cut_and_the_next_chains_go_on_from_there() -> None:
    log = log_of()
    ada, bea = said(log, ADA, 10, 20, 30), said(log, BEA, 15)
    decision = ended(log, BEA, ADA, CAI, cut=(2, 1))
    assert log.close(decision) == ((*ada[:2], *bea), (ada[2],))
    assert log.view == decision.proposal.view
    assert log.closed[0].events == (*ada[:2], *bea)
    assert log.have() == (1, 2, 0)
    assert log.start(ADA.peer) == log.head(ADA.peer) == Head(2, event_hash(ada[1]), 20)
    (again,) = said(log, ADA, 21)
    assert (again.seq, again.previous, again.view) == (3, event_hash(ada[1]), 1)
    assert log.closed_events(0, ADA.peer, 2, 9) == (ada[1],)
    assert log.closed_events(1, ADA.peer, 1, 9) == ()
    with pytest.raises(Misconduct, match="used before"):
        log.add(replace(again, seq=2))


def test_a_restarted_author_goes_on_from_the_cut_of_its_old_self() -> None:
    log = log_of()
    said(log, ADA, 10)
    reborn = member(0, incarnation=7)
    log.close(ended(log, reborn, BEA))
    (event,) = said(log, reborn, 11)
    assert event.seq == 2
    with pytest.raises(Misconduct, match="not a member"):
        log.add(next_event(log, ADA, 12, b"x"))


def test_who_was_away_for_a_view_goes_on_from_where_it_was() -> None:
    log = log_of()
    said(log, BEA, 10, 20)
    log.close(ended(log, ADA))
    log.close(ended(log, ADA, BEA))
    assert log.have() == (0, 2)
    assert said(log, BEA, 30)[0].seq == 3


def test_two_logs_with_the_same_past_have_the_same_hash_and_others_do_not() -> None:
    logs = [log_of(), log_of()]
    for log in logs:
        said(log, ADA, 10, 20)
        log.close(ended(log, ADA, BEA, CAI))
        said(log, BEA, 30)
    hashes = [ended(log, ADA, BEA).log_hash for log in logs]
    assert hashes[0] == hashes[1]
    assert ended(logs[0], ADA).log_hash != hashes[0], "the next view is part of it"
    said(logs[0], BEA, 40)
    assert ended(logs[0], ADA, BEA).log_hash != hashes[0]
    assert ended(logs[0], ADA, BEA, cut=(2, 1, 0)).log_hash == hashes[0], "what is beyond the cut is not"
    other = log_of()
    said(other, ADA, 10, 21)
    other.close(ended(other, ADA, BEA, CAI))
    said(other, BEA, 30)
    assert ended(other, ADA, BEA).log_hash != hashes[1], "and so is everything before the open view"


def test_a_log_holds_a_cut_when_every_chain_reaches_it() -> None:
    log = log_of()
    said(log, ADA, 10)
    assert log.holds((1, 0))
    assert not log.holds((1, 1))

"""How the members of a view choose the next one: every message, and every rule that keeps them together."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from p2p_ligretto.replication.attempt import Step
from p2p_ligretto.replication.events import NO_EVENT, Event
from p2p_ligretto.replication.identifiers import HEAD_BYTES
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.membership import MAX_BALLOTS_AHEAD, Membership
from p2p_ligretto.replication.messages import (
    Accept,
    Ack,
    Commit,
    Events,
    Fetch,
    Goodbye,
    Leave,
    Message,
    Outbid,
    Resume,
    Segment,
    State,
    Wedge,
)
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.proposer import RETRY_US
from p2p_ligretto.replication.views import NO_BALLOT, Accepted, Ballot, Decision, Member, Proposal, View
from p2p_ligretto.replication.voter import FETCH_US, MAX_TRIES
from tests.replication.machines import Process, Room
from tests.replication.mesh import TABLE, member, view_of

ADA, BEA, CAI, DOV, EVE = (member(number) for number in range(5))


def tells(room: Room, kind: type[Message]) -> list[tuple[bytes, bytes]]:
    return [(source, target) for source, target, message in room.told if isinstance(message, kind)]


def next_view(*members: Member, number: int = 1) -> View:
    return View(TABLE, number, members)


def hash_to(proposal: Proposal) -> bytes:
    """The hash of a log in which nobody has said anything, with ``proposal`` as the end of its view."""
    return Log(TABLE, view_of(len(proposal.cut))).hash_to(proposal)


def no_heads(have: tuple[int, ...]) -> tuple[bytes, ...]:
    return (NO_EVENT[:HEAD_BYTES],) * len(have)


def copy_of(log: Log) -> Log:
    """Another process's log with the same open view in it."""
    copy = Log(TABLE, log.view)
    for event in log.beyond((0,) * len(log.view.members)):
        copy.add(event)
    return copy


# ---- without faults


def test_who_joins_is_handed_the_log_first_and_is_the_junior_of_the_next_view() -> None:
    room = Room(2, guests=(CAI,))
    room[ADA].say(10)
    room[BEA].log.add(room[ADA].log.events(ADA.peer, 1, 1)[0])
    room.want(CAI)
    room.run()
    assert room.views() == {(ADA, BEA, CAI)}
    assert room[CAI].log.closed == room[ADA].log.closed == room[BEA].log.closed
    assert (CAI.peer, ADA.peer) in tells(room, Ack), "who has the log votes in the view that admits it"
    assert [one.kept for one in room[BEA].installed] == [room[ADA].log.closed[0].events]
    assert not any(process.running.wedged for process in room.processes.values())


def test_a_table_doubles_at_most_so_that_a_quorum_of_it_has_the_log() -> None:
    room = Room(1, guests=(BEA, CAI, DOV))
    for guest in (BEA, CAI, DOV):
        room.want(guest)
    room.run()
    assert room[ADA].log.view.number == 2
    assert [len(closed.view.members) for closed in room[ADA].log.closed] == [1, 2]
    assert room.views() == {room[ADA].log.view.members}
    assert set(room[ADA].log.view.members) == {ADA, BEA, CAI, DOV}


@pytest.mark.parametrize("leaver", [ADA, BEA, CAI])
def test_who_leaves_votes_and_sees_the_view_without_itself(leaver: Member) -> None:
    room = Room(3)
    room[leaver].running.leave_wanted(leaver.peer)
    room.run()
    staying = tuple(one for one in (ADA, BEA, CAI) if one != leaver)
    assert room.views() == {staying}
    assert room[leaver].running.mute
    assert room[leaver].log.view.members == staying
    assert [len(room[one].written) > 0 for one in (ADA, BEA, CAI)] == [True] * 3


def test_some_join_and_some_leave_in_one_change() -> None:
    room = Room(3, guests=(DOV, EVE))
    room[BEA].running.leave_wanted(BEA.peer)
    room.want(DOV)
    room.want(EVE)
    room.run()
    (members,) = room.views()
    assert members[:2] == (ADA, CAI)
    assert set(members) == {ADA, CAI, DOV, EVE}
    assert room[ADA].log.view.number == 1


def test_if_everybody_leaves_there_is_nothing_to_agree_on() -> None:
    room = Room(2)
    for one in (ADA, BEA):
        room[one].running.leave_wanted(one.peer)
    room.run()
    room.wait(RETRY_US)
    assert room.views() == {(ADA, BEA)}
    assert not tells(room, Accept)


def test_if_everybody_leaves_the_table_is_the_joiners() -> None:
    room = Room(2, guests=(CAI,))
    room.want(CAI)
    for one in (ADA, BEA):
        room[one].running.leave_wanted(one.peer)
    room.run()
    assert room.views() == {(CAI,)}


def test_who_is_not_admissible_waits_until_it_is() -> None:
    room = Room(1, guests=(BEA,))
    room[ADA].admits = False
    room.want(BEA)
    room.run()
    assert room.views() == {(ADA,)}
    assert not room.told
    room[ADA].admits = True
    room.run()
    assert room.views() == {(ADA, BEA)}


def test_who_can_not_be_reached_is_not_admitted() -> None:
    """It may have gone while it waited; as a member it would hold up the table for ever."""
    room = Room(2, guests=(CAI,))
    room[ADA].admits = False
    room.want(CAI)
    room.run()
    room.cut_off.add(CAI.peer)
    room.run()
    room[ADA].admits = True
    room.run()
    assert room.views() == {(ADA, BEA)}
    assert not tells(room, Wedge)
    room.cut_off.clear()
    room.want(CAI)
    room.run()
    assert room.views() == {(ADA, BEA, CAI)}


def test_what_is_not_answered_is_said_again_to_who_owes_an_answer_only() -> None:
    room = Room(3)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run(stop_before=Wedge)
    room.queue.clear()
    room.wait(RETRY_US - 1)
    assert len(tells(room, Wedge)) == 2
    room.post(BEA.peer, ADA.peer, room[BEA].running.receive(ADA.peer, wedge(), 0) or state_of(room[BEA]))
    room.run()
    room.wait(1)
    assert tells(room, Wedge)[2:] == [(ADA.peer, CAI.peer)]
    assert room.views() == {(ADA, BEA)}


def state_of(process: Process) -> State:
    machine = process.running
    effects = machine.effects()
    return next(effect.message for effect in effects if hasattr(effect, "message"))  # type: ignore[return-value]


def test_nothing_begins_before_everybody_who_has_to_answer_can() -> None:
    room = Room(3, guests=(DOV,))
    room.cut_off.add(BEA.peer)
    room.want(DOV)
    room.run()
    assert not room.told
    room.cut_off.clear()
    room.run()
    assert room.views() == {(ADA, BEA, CAI, DOV)}


# ---- ballots


def wedge(counter: int = 1, rank: int = 0) -> Wedge:
    return Wedge(TABLE, 0, Ballot(counter, rank))


def test_a_promise_is_written_before_it_is_told() -> None:
    bea = Process(BEA, Log(TABLE, view_of(2)))
    bea.running.receive(ADA.peer, wedge(), 0)
    first, second = bea.running.effects()
    assert first.vote.promised == Ballot(1, 0)  # type: ignore[union-attr]
    assert isinstance(second.message, State)  # type: ignore[union-attr]
    assert bea.running.wedged
    bea.running.receive(ADA.peer, wedge(), 0)
    (again,) = bea.running.effects()
    assert again == second, "the same wedge again gets the same answer, and writes nothing"


def test_a_lower_ballot_is_told_which_one_is_promised() -> None:
    cai = Process(CAI, Log(TABLE, view_of(3)))
    cai.running.receive(BEA.peer, wedge(2, 1), 0)
    cai.running.effects()
    proposal = Proposal(next_view(ADA, CAI), (0, 0, 0))
    for late in (wedge(2, 0), Accept(TABLE, 0, Ballot(1, 0), proposal, hash_to(proposal))):
        cai.running.receive(ADA.peer, late, 0)
        cai.running.advance(0)
        (outbid,) = cai.running.effects()
        assert outbid.message == Outbid(TABLE, 0, Ballot(2, 1))  # type: ignore[union-attr]
    assert cai.running.voter.accepted is None


def test_who_is_outbid_tries_again_above_what_it_heard() -> None:
    room = Room(3)
    room[BEA].running.receive(ADA.peer, wedge(7, 0), 0)
    room[BEA].running.effects()
    room[CAI].running.leave_wanted(CAI.peer)
    room.run()
    assert room.views() == {(ADA, BEA)}
    assert room[ADA].written[-2].promised == Ballot(8, 0)


def test_a_higher_ballot_takes_over_from_an_own_attempt() -> None:
    room = Room(3)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run(stop_before=Wedge)
    room.queue.clear()
    room[ADA].running.receive(BEA.peer, wedge(1, 1), 0)
    room[ADA].running.effects()
    assert room[ADA].running.proposer.attempt is None
    assert room[ADA].running.voter.promised == Ballot(1, 1)


def accepted_by_bea(log: Log, proposal: Proposal) -> Process:
    bea = Process(BEA, log)
    bea.running.receive(ADA.peer, Accept(TABLE, 0, Ballot(1, 0), proposal, log.hash_to(proposal)), 0)
    bea.running.advance(0)
    bea.running.effects()
    assert bea.running.voter.accepted == Accepted(Ballot(1, 0), proposal)
    return bea


def test_an_accepted_value_is_proposed_again_whatever_is_wanted_now() -> None:
    """It may have been chosen, by members that nobody can ask any more."""
    room = Room(3)
    proposal = Proposal(next_view(ADA, BEA), (0, 0, 0))
    room.processes[BEA.peer] = accepted_by_bea(room[BEA].log, proposal)
    room[ADA].running.leave_wanted(ADA.peer)
    room.run()
    assert room[ADA].log.closed[0].decision.proposal == proposal
    # Only then comes what is wanted: Ada's leaving, in a view of its own.
    assert room.views() == {(BEA,)}
    assert room[BEA].log.view.number == 2


def test_of_several_accepted_values_the_highest_ballot_counts() -> None:
    room = Room(3)
    first, second = (Proposal(next_view(*members), (0, 0, 0)) for members in ((ADA, BEA), (ADA, CAI)))
    room.processes[BEA.peer] = accepted_by_bea(room[BEA].log, first)
    room[CAI].running.receive(ADA.peer, Accept(TABLE, 0, Ballot(2, 0), second, hash_to(second)), 0)
    room[CAI].running.advance(0)
    room[CAI].running.effects()
    room[BEA].running.leave_wanted(BEA.peer)
    room.run()
    assert room[ADA].log.closed[0].decision.proposal == second


# ---- the log to the cut


def gapped() -> tuple[Room, tuple[Event, ...]]:
    """Ada and Bea have two events of Ada's that Cai lacks; Cai wants to leave."""
    room = Room(3)
    room[ADA].say(10)
    room[ADA].say(20)
    events = room[ADA].log.events(ADA.peer, 1, 2)
    for event in events:
        room[BEA].log.add(event)
    room[CAI].running.leave_wanted(CAI.peer)
    return room, events


def test_the_log_to_the_cut_is_fetched_before_anything_is_acknowledged() -> None:
    room, events = gapped()
    room.run(stop_before=Fetch)
    assert room.queue[0][:2] == (CAI.peer, ADA.peer)
    assert (CAI.peer, ADA.peer) not in tells(room, Ack)
    assert room[CAI].running.voter.accepted is None
    assert room[CAI].written[-1].accepted is None
    room.run()
    assert room[CAI].log.closed[0].events == events, "also where the others have gone on meanwhile"
    assert room[CAI].running.mute


def test_the_proposer_fetches_too() -> None:
    room = Room(3)
    room[BEA].say(10)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run()
    assert (ADA.peer, BEA.peer) in tells(room, Fetch)
    assert room.views() == {(ADA, BEA)}
    assert [event.author for event in room[ADA].log.closed[0].events] == [BEA.peer]


def test_the_proposer_asks_again_where_a_fetch_was_lost() -> None:
    room = Room(3)
    room[BEA].say(10)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run(stop_before=Fetch)
    room.queue.clear()
    room.wait(RETRY_US)
    assert room.views() == {(ADA, BEA)}


def test_what_lies_beyond_the_cut_is_void() -> None:
    room = Room(3)
    room[BEA].say(10)
    room[BEA].say(20)
    log = Log(TABLE, view_of(3))
    log.add(room[BEA].log.events(BEA.peer, 1, 1)[0])
    proposal = Proposal(next_view(ADA, BEA, CAI), (0, 1, 0))
    room[BEA].running.receive(ADA.peer, Commit(TABLE, 0, Decision(proposal, log.hash_to(proposal))), 0)
    room.run()
    (installed,) = room[BEA].installed
    assert [event.time for event in installed.kept] == [10]
    assert [event.time for event in installed.void] == [20]


def test_a_decision_waits_for_the_log_and_asks_for_it_no_faster_than_twice_a_second() -> None:
    room, events = gapped()
    log = copy_of(room[ADA].log)
    proposal = Proposal(next_view(ADA, BEA), (2, 0, 0))
    cai = Process(CAI, Log(TABLE, view_of(3)))
    for _ in range(3):
        cai.running.receive(ADA.peer, Commit(TABLE, 0, Decision(proposal, log.hash_to(proposal))), 0)
        cai.running.advance(1)
    (fetch,) = cai.running.effects()
    assert fetch.message == Fetch(TABLE, 0, ADA.peer, 1, 2)  # type: ignore[union-attr]
    assert cai.running.wake_at == 1 + FETCH_US
    cai.running.advance(1 + FETCH_US)
    assert len(cai.running.effects()) == 1
    for event in events:
        cai.log.add(event)
    cai.running.advance(2 + FETCH_US)
    assert cai.log.view == proposal.view
    assert cai.running.wake_at is None


def test_a_decision_about_another_log_is_held_against_who_told_it() -> None:
    room = Room(2)
    proposal = Proposal(next_view(BEA), (0, 0))
    room[BEA].running.receive(ADA.peer, Commit(TABLE, 0, Decision(proposal, bytes(32))), 0)
    room.run()
    assert not room[BEA].blamed, "it may be another one who has told two things: who told it is asked to show them"
    for _ in range(MAX_TRIES):
        room.wait(FETCH_US)
        room.run()
    assert [blame.peer for blame in room[BEA].blamed] == [ADA.peer]
    assert room.views() == {(ADA, BEA)}


# ---- views that are not the open one


def test_whatever_is_said_about_an_older_view_is_answered_with_how_it_ended() -> None:
    room = Room(3)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run()
    decision = room[ADA].log.closed[0].decision
    proposal = decision.proposal
    ballot = Ballot(9, 1)
    messages: list[Wedge | State | Outbid | Accept | Ack] = [
        wedge(9, 1),
        State(TABLE, 0, ballot, None, (0, 0, 0), no_heads((0, 0, 0)), (), BEA.incarnation, BEA.disk),
        Outbid(TABLE, 0, ballot),
        Accept(TABLE, 0, ballot, proposal, hash_to(proposal)),
        Ack(TABLE, 0, ballot, bytes(32), BEA.disk),
    ]
    for message in messages:
        room[ADA].running.receive(BEA.peer, message, 0)
        (told,) = room[ADA].running.effects()
        assert told.message == Commit(TABLE, 0, decision)  # type: ignore[union-attr]
    room[ADA].running.receive(BEA.peer, Commit(TABLE, 0, decision), 0)
    assert room[ADA].running.effects() == []
    assert not room[ADA].running.wedged


def test_who_hears_of_a_later_view_asks_how_it_came_to_be() -> None:
    bea = Process(BEA, Log(TABLE, view_of(2)))
    bea.running.receive(ADA.peer, Wedge(TABLE, 3, Ballot(1, 0)), 0)
    (told,) = bea.running.effects()
    assert told.message == Resume(TABLE, 0, (0, 0))  # type: ignore[union-attr]


def test_a_commit_that_was_lost_is_found_again() -> None:
    room = Room(3)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run(stop_before=Commit)
    room.queue.clear()
    assert room[BEA].running.wedged
    for one in (BEA, CAI):
        room.post(one.peer, ADA.peer, Resume(TABLE, 0, (0, 0, 0)))
    room.run()
    assert room.views() == {(ADA, BEA)}


# ---- restarts and goodbyes


def reborn(room: Room, old: Member) -> Member:
    """A new start of ``old``, with its log and what it had written."""
    new = replace(old, incarnation=b"newstart")
    process = room[old]
    vote = process.written[-1] if process.written and process.written[-1].view == process.log.view else None
    room.processes[old.peer] = Process(new, copy_of(process.log), vote)
    return new


@pytest.mark.parametrize("who", [ADA, BEA, CAI])
def test_a_restarted_member_votes_and_returns_junior_to_who_kept_running(who: Member) -> None:
    room = Room(3)
    new = reborn(room, who)
    assert room[new].running.mute
    room.want(new)
    room.run()
    staying = tuple(one for one in (ADA, BEA, CAI) if one != who)
    assert room.views() == {(*staying, new)}
    assert Segment not in {type(message) for _, target, message in room.told if target == who.peer}


def test_a_restarted_member_keeps_what_it_promised_and_accepted() -> None:
    room = Room(3)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run(stop_before=Commit)
    room.queue.clear()
    new = reborn(room, BEA)
    machine = room[new].running
    assert machine.wedged
    assert machine.voter.accepted is not None
    assert machine.voter.accepted.proposal == room[ADA].log.closed[0].decision.proposal
    machine.receive(ADA.peer, wedge(1, 0), 0)
    (state,) = machine.effects()
    assert state.message.accepted == machine.voter.accepted  # type: ignore[union-attr]
    assert state.message.incarnation == new.incarnation  # type: ignore[union-attr]


def test_who_lost_its_disk_has_no_vote_and_is_handed_the_log() -> None:
    room = Room(3)
    room[ADA].say(10)
    for one in (BEA, CAI):
        room[one].log.add(room[ADA].log.events(ADA.peer, 1, 1)[0])
    new = Member(BEA.peer, b"newstart", b"new disk")
    room.processes[BEA.peer] = Process(new, None)
    room.want(new)
    room.run()
    assert room.views() == {(ADA, CAI, new)}
    assert (BEA.peer, ADA.peer) not in tells(room, State)
    assert room[new].log.closed == room[ADA].log.closed


def test_the_answer_of_a_process_without_its_disk_counts_for_nothing() -> None:
    room = Room(3, guests=(DOV,))
    room.want(DOV)
    room.run(stop_before=State)
    room.queue.clear()
    lost = State(TABLE, 0, Ballot(1, 0), None, (0, 0, 0), no_heads((0, 0, 0)), (), b"newstart", b"new disk")
    room[ADA].running.receive(BEA.peer, lost, 0)
    attempt = room[ADA].running.proposer.attempt
    assert attempt is not None
    assert BEA.peer not in attempt.states


def test_nor_does_what_it_acknowledges_count_for_the_old_view() -> None:
    room = Room(3)
    new = Member(BEA.peer, b"newstart", b"new disk")
    room.processes[BEA.peer] = Process(new, None)
    room.want(new)
    room.run(stop_before=Ack)
    attempt = room[ADA].running.proposer.attempt
    assert attempt is not None
    log_hash = attempt.acks[ADA.peer]
    room[ADA].running.receive(BEA.peer, Ack(TABLE, 0, attempt.ballot, log_hash, new.disk), 0)
    room.advance(ADA.peer)
    assert room[ADA].installed == [], "one vote of three is no quorum of the old view"
    room[ADA].running.receive(CAI.peer, Ack(TABLE, 0, attempt.ballot, log_hash, CAI.disk), 0)
    room.advance(ADA.peer)
    assert len(room[ADA].installed) == 1


def test_who_had_no_time_to_answer_the_wedge_has_a_vote_on_the_value() -> None:
    """Ada and Bea, half with the senior, begin; Bea is gone before it has acknowledged, and the others are back."""
    room = Room(4)
    room.suspects |= {CAI.peer, DOV.peer}
    room.cut_off |= {CAI.peer, DOV.peer}
    room.run(stop_before=Ack)
    attempt = room[ADA].running.proposer.attempt
    assert attempt is not None
    assert set(attempt.states) == {ADA.peer, BEA.peer}
    assert attempt.step is Step.ACCEPTING
    room.suspects = {BEA.peer}
    room.cut_off = {BEA.peer}
    room.wait(RETRY_US)
    assert room[ADA].installed[0].decision.proposal == attempt.proposal
    assert not room[BEA].installed


def test_who_restarts_twice_is_admitted_once_and_leaves_nothing_to_do_behind() -> None:
    """Its first new start is still on everybody's list when the second is a member: no view is wanted for it."""
    room = Room(3)
    first = replace(CAI, incarnation=b"first   ")
    room.want(first)
    second = reborn(room, CAI)
    room[ADA].running.surroundings(frozenset({BEA.peer, CAI.peer}), frozenset())
    room[ADA].running.join_wanted(second)
    room.run()
    assert room.views() == {(ADA, BEA, second)}
    assert room[ADA].log.view.number == 1
    room.wait(10 * RETRY_US)
    assert room[ADA].log.view.number == 1


@pytest.mark.parametrize("leaver", [ADA, BEA, CAI])
def test_a_leaver_that_has_gone_is_not_waited_for(leaver: Member) -> None:
    room = Room(3)
    others = [one for one in (ADA, BEA, CAI) if one != leaver]
    for one in others:
        room[one].running.leave_wanted(leaver.peer)
    room.cut_off.add(leaver.peer)
    room.run()
    assert {room[one].log.view.members for one in others} == {tuple(others)}


@pytest.mark.parametrize("leaver", [ADA, BEA, CAI])
def test_after_its_goodbye_a_leaver_is_not_waited_for_even_if_its_node_is_still_linked(leaver: Member) -> None:
    room = Room(3)
    others = [one for one in (ADA, BEA, CAI) if one != leaver]
    for one in others:
        room[one].running.has_gone(leaver.peer, 0)
    room.processes[leaver.peer] = Process(leaver, None)
    room.run()
    assert {room[one].log.view.members for one in others} == {tuple(others)}


def test_the_junior_of_two_waits_when_the_senior_goes_without_a_vote() -> None:
    room = Room(2)
    room[BEA].running.has_gone(ADA.peer, 0)
    room.cut_off.add(ADA.peer)
    room.run()
    room.wait(RETRY_US)
    assert room[BEA].log.view.number == 0


def test_who_joins_and_goes_at_once_is_taken_out_again() -> None:
    """Its goodbye comes when it is in the proposal already: nobody may wait for its word in the view to come."""
    room = Room(2, guests=(CAI,))
    room.want(CAI)
    room.run(stop_before=Accept)
    for one in (ADA, BEA):
        room[one].running.has_gone(CAI.peer, 0)
    room.processes[CAI.peer] = Process(CAI, None)
    room.run()
    assert room.views() == {(ADA, BEA)}
    assert room[ADA].log.view.number == 2


def test_who_waits_and_goes_is_forgotten() -> None:
    room = Room(1, guests=(BEA,))
    room[ADA].admits = False
    room.want(BEA)
    room[ADA].running.has_gone(BEA.peer, 0)
    room[ADA].admits = True
    room.run()
    assert room.views() == {(ADA,)}


def test_a_leaver_that_wants_to_be_back_stays() -> None:
    room = Room(2)
    room[ADA].running.has_gone(BEA.peer, 0)
    back = Member(BEA.peer, BEA.incarnation, b"new disk")
    room.processes[BEA.peer] = Process(back, None)
    room.want(back)
    room.run()
    assert room.views() == {(ADA, back)}


def test_joiners_that_only_others_have_heard_of_are_admitted_too_if_they_can_be_reached() -> None:
    room = Room(3, guests=(DOV,))
    room[BEA].running.surroundings(frozenset(room.processes), frozenset())
    room[BEA].running.join_wanted(DOV)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run()
    assert room.views() == {(ADA, BEA, DOV)}


def test_nobody_can_make_up_joiners_or_a_second_self_of_ours() -> None:
    room = Room(2, guests=(CAI,))
    room.want(CAI)
    room.run(stop_before=State)
    room.queue.clear()
    made_up = (replace(ADA, incarnation=b"not ours"), *(member(number) for number in range(50, 61)))
    room[ADA].running.receive(
        BEA.peer, State(TABLE, 0, Ballot(1, 0), None, (0, 0), no_heads((0, 0)), made_up, BEA.incarnation, BEA.disk), 0
    )
    room.run()
    assert room.views() == {(ADA, BEA, CAI)}
    room.wait(10 * RETRY_US)
    assert room[ADA].log.view.number == 1


# ---- misconduct

PROPOSAL = Proposal(next_view(ADA, BEA), (0, 0, 0))
ODD = (
    Proposal(next_view(ADA, BEA), (0, 0)),
    Proposal(next_view(ADA, BEA, number=2), (0, 0, 0)),
    Proposal(View(bytes(16), 1, (ADA, BEA)), (0, 0, 0)),
)


def state(accepted: Accepted | None = None, have: tuple[int, ...] = (0, 0, 0)) -> State:
    return State(TABLE, 0, Ballot(1, 0), accepted, have, no_heads(have), (), BEA.incarnation, BEA.disk)


@pytest.mark.parametrize(
    "message",
    [
        wedge(1, 0),
        wedge(0, 1),
        wedge(MAX_BALLOTS_AHEAD + 2, 1),
        Accept(TABLE, 0, Ballot(2, 0), PROPOSAL, bytes(32)),
        Accept(TABLE, 0, Ballot(2**31, 1), PROPOSAL, bytes(32)),
        *(Accept(TABLE, 0, Ballot(2, 1), proposal, bytes(32)) for proposal in ODD),
        *(Commit(TABLE, 0, Decision(proposal, bytes(32))) for proposal in ODD),
        state(have=(0, 0)),
        *(state(Accepted(Ballot(1, 1), proposal)) for proposal in ODD),
        Outbid(TABLE, 0, Ballot(2**31, 1)),
    ],
)
def test_what_no_honest_member_says_is_misconduct_and_changes_nothing(
    message: Wedge | State | Outbid | Accept | Ack | Commit,
) -> None:
    room = Room(3)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run(stop_before=State)
    machine = room[ADA].running
    with pytest.raises(Misconduct):
        machine.receive(BEA.peer, message, 0)
    room.run()
    assert room.views() == {(ADA, BEA)}


def test_an_acknowledgement_of_another_log_is_misconduct() -> None:
    room = Room(3)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run(stop_before=Ack)
    with pytest.raises(Misconduct):
        room[ADA].running.receive(BEA.peer, Ack(TABLE, 0, Ballot(1, 0), bytes(32), BEA.disk), 0)
    room.run()
    assert room.views() == {(ADA, BEA)}


@pytest.mark.parametrize("make", [lambda: wedge(1, 0), lambda: Accept(TABLE, 0, Ballot(1, 0), PROPOSAL, bytes(32))])
def test_a_stranger_has_no_ballot(make: Callable[[], Wedge | Accept]) -> None:
    ada = Process(ADA, Log(TABLE, view_of(3)))
    with pytest.raises(Misconduct):
        ada.running.receive(DOV.peer, make(), 0)
    assert ada.running.voter.promised == NO_BALLOT


def test_answers_to_no_attempt_or_an_older_one_are_passed_over() -> None:
    ada = Process(ADA, Log(TABLE, view_of(3)))
    for late in (state(), Ack(TABLE, 0, Ballot(1, 0), bytes(32), BEA.disk)):
        ada.running.receive(BEA.peer, late, 0)
    ada.running.advance(0)
    assert ada.running.effects() == []


def test_a_leave_is_of_its_sender() -> None:
    room = Room(2)
    room.post(BEA.peer, ADA.peer, Leave(TABLE, 0))
    room.run()
    assert room.views() == {(ADA,)}


@pytest.mark.parametrize("word", [Leave(TABLE, 1), Goodbye(TABLE, 1, 0, ()), Goodbye(TABLE, 2, 0, ())], ids=repr)
def test_a_last_word_that_comes_after_its_sender_has_come_back_is_of_its_earlier_stay(word: Leave | Goodbye) -> None:
    """It was on its way for long, and the others have admitted the sender again meanwhile."""
    back = Member(CAI.peer, CAI.incarnation, b"new disk")
    log = Log(TABLE, View(TABLE, 1, (ADA, BEA, CAI)))
    for members in ((ADA, BEA), (ADA, BEA, back)):
        proposal = Proposal(View(TABLE, log.view.number + 1, members), log.have())
        log.close(Decision(proposal, log.hash_to(proposal)))
    machine = Membership(ADA, log, lambda _: True)
    if isinstance(word, Leave):
        machine.receive(CAI.peer, word, 0)
    else:
        machine.has_gone(CAI.peer, word.view)
    assert not machine.wishes.leavers
    machine.has_gone(CAI.peer, 3)
    assert machine.wishes.leavers == {CAI.peer}
    machine.has_gone(BEA.peer, 1)
    assert machine.wishes.leavers == {CAI.peer, BEA.peer}, "who is behind goes all the same"


def test_events_say_nothing_before_the_log_begins() -> None:
    """A guest that is sent events without a log stays as it is."""
    guest = Process(EVE, None)
    guest.take(ADA.peer, Events((Event(TABLE, 0, ADA.peer, ADA.incarnation, 1, 1, NO_EVENT, b""),)), 0)
    assert guest.machine is None


def test_what_others_say_of_a_joiner_does_not_outweigh_its_goodbye() -> None:
    room = Room(2, guests=(CAI,))
    room.want(CAI)
    room.run(stop_before=State)
    room[ADA].running.has_gone(CAI.peer, 0)
    room.run()
    assert room.views() == {(ADA, BEA)}
    assert room[ADA].log.view.members == (ADA, BEA)
    room[BEA].running.has_gone(CAI.peer, 0)
    room.want(CAI)
    room.run()
    assert room.views() == {(ADA, BEA, CAI)}, "unless it changes its mind"

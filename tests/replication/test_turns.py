"""Whose turn it is to propose, and how a view change that has lost its proposer goes on."""

import pytest
from msgspec.structs import replace

from p2p_ligretto.replication.attempt import STEPS, Cause, Step
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.membership import TURN_PER_RANK_US, TURN_US, Membership
from p2p_ligretto.replication.messages import Accept, Ack, Commit, Events, Fetch, Message, Outbid, State, Wedge
from p2p_ligretto.replication.proposer import ANSWER_US, RETRY_US
from p2p_ligretto.replication.views import Ballot, Member
from p2p_ligretto.replication.voter import STANCES, Bond, Stance
from tests.replication.machines import Process, Room
from tests.replication.mesh import TABLE, member, view_of

ADA, BEA, CAI, DOV, EVE = (member(number) for number in range(5))
ALL = (ADA, BEA, CAI, DOV, EVE)


def again(one: Member, run: bytes = b"newstart") -> Member:
    return Member(one.peer, run, one.disk)


def machine(
    own: Member, *, of: int = 3, suspects: tuple[Member, ...] = (), back: tuple[Member, ...] = ()
) -> Membership:
    """The machine of ``own``; ``back`` have asked for their seats again."""
    made = Membership(own, Log(TABLE, view_of(of)), lambda _: True)
    there = frozenset(one.peer for one in ALL[:of]) - {own.peer}
    made.surroundings(there - {one.peer for one in suspects}, frozenset(one.peer for one in suspects))
    for one in back:
        made.join_wanted(one, has_log=True)
    return made


def wedges(machine: Membership, now: int = 0) -> list[bytes]:
    """Whom it tells of a ballot of its own."""
    machine.advance(now)
    return [
        effect.peer  # type: ignore[union-attr]
        for effect in machine.effects()
        if isinstance(getattr(effect, "message", None), Wedge)
    ]


def views_of(room: Room, *members: Member) -> set[tuple[Member, ...]]:
    """The members of the open views of these."""
    return {room[one].log.view.members for one in members}


# ---- who proposes


@pytest.mark.parametrize(
    ("own", "suspects", "back", "turn"),
    [
        (ADA, (CAI,), (), (ADA, BEA)),
        (BEA, (CAI,), (), (ADA, BEA)),
        (BEA, (ADA,), (), (BEA, CAI)),
        (BEA, (), (again(ADA),), (BEA, CAI, ADA)),
        (BEA, (CAI,), (again(ADA),), (BEA, ADA)),
        (again(ADA), (), (), (BEA, CAI, ADA)),
        (again(ADA), (BEA,), (), (CAI, ADA)),
        (again(ADA), (), (again(BEA), again(CAI)), (ADA, BEA, CAI)),
        (again(BEA), (CAI,), (again(ADA),), (ADA, BEA)),
        (BEA, (), (Member(ADA.peer, b"newstart", b"new disk"),), (BEA, CAI)),
        (Member(BEA.peer, b"newstart", b"new disk"), (), (), (ADA, CAI)),
    ],
)
def test_it_is_for_the_most_senior_to_propose_that_can_be_counted_on(
    own: Member, suspects: tuple[Member, ...], back: tuple[Member, ...], turn: tuple[Member, ...]
) -> None:
    """Who kept running comes before who came back; who has no vote, or is suspected, does not come at all."""
    made = machine(own, suspects=suspects, back=back)
    assert tuple(one.peer for one in made.voters()) == tuple(one.peer for one in turn)


@pytest.mark.parametrize("own", [ADA, BEA, CAI])
def test_only_whose_turn_it_is_begins(own: Member) -> None:
    made = machine(own, of=4, suspects=(DOV,))
    assert bool(wedges(made)) is (own == ADA)


@pytest.mark.parametrize(
    ("of", "own", "suspects"),
    [
        (2, BEA, (ADA,)),
        (3, ADA, (BEA, CAI)),
        (3, CAI, (ADA, BEA)),
        (4, BEA, (ADA, CAI)),
        (4, CAI, (ADA, BEA)),
        (5, ADA, (BEA, CAI, DOV)),
    ],
)
def test_a_minority_promises_nothing_and_goes_on_as_soon_as_it_is_none(
    of: int, own: Member, suspects: tuple[Member, ...]
) -> None:
    made = machine(own, of=of, suspects=suspects)
    assert not made.can_decide
    for now in range(0, 20_000_000, 500_000):
        made.advance(now)
    assert made.effects() == []
    assert not made.wedged
    assert made.wake_at is None, "there is nothing to wake for"
    made.surroundings(frozenset(one.peer for one in ALL[:of]) - {own.peer}, frozenset())
    assert made.can_decide


@pytest.mark.parametrize(("of", "own", "suspects"), [(2, ADA, (BEA,)), (4, ADA, (CAI, DOV)), (4, DOV, (ADA,))])
def test_half_with_the_most_senior_one_or_more_than_half_can_decide(
    of: int, own: Member, suspects: tuple[Member, ...]
) -> None:
    assert machine(own, of=of, suspects=suspects).can_decide


def test_nobody_begins_without_a_link_to_who_has_to_answer() -> None:
    made = machine(ADA, suspects=(CAI,))
    made.surroundings(frozenset(), frozenset({CAI.peer}))
    assert wedges(made) == []
    made.surroundings(frozenset({BEA.peer}), frozenset({CAI.peer}))
    assert wedges(made) == [BEA.peer, CAI.peer]


# ---- turns


def bound_to_ada(own: Member, of: int = 3) -> Membership:
    """Has promised Ada's ballot, and Ada says nothing more; but nobody suspects her."""
    made = machine(own, of=of)
    made.receive(ADA.peer, Wedge(TABLE, 0, Ballot(1, 0)), 0)
    made.effects()
    return made


def test_who_is_before_one_is_left_its_turn_however_long_it_takes() -> None:
    assert wedges(bound_to_ada(BEA), 60_000_000) == []


@pytest.mark.parametrize("ended", ["suspected", "came back", "said goodbye"])
def test_the_ballot_of_who_has_ended_is_taken_over_at_once(ended: str) -> None:
    made = bound_to_ada(BEA)
    there = frozenset({ADA.peer, CAI.peer})
    if ended == "suspected":
        made.surroundings(there - {ADA.peer}, frozenset({ADA.peer}))
    elif ended == "came back":
        made.join_wanted(again(ADA), has_log=True)
    else:
        made.has_gone(ADA.peer, 0)
    made.effects()
    assert wedges(made, 1) == [ADA.peer, CAI.peer]
    assert made.voter.promised == Ballot(2, 1)


@pytest.mark.parametrize(("of", "rank"), [(4, 0), (4, 1), (5, 2)])
def test_a_ballot_of_somebody_who_lives_has_its_time_and_seniors_go_first(of: int, rank: int) -> None:
    """Dov, whose turn it is not any more, has wedged the view: the seniors that are left wait for him first."""
    own = ALL[rank]
    made = machine(own, of=of)
    made.receive(DOV.peer, Wedge(TABLE, 0, Ballot(1, 3)), 100)
    seniors = frozenset(one.peer for one in ALL[:rank])
    made.surroundings(frozenset(one.peer for one in ALL[:of]) - {own.peer} - seniors, seniors)
    made.effects()
    due = 100 + TURN_US + rank * TURN_PER_RANK_US
    made.advance(200)
    assert made.wake_at == due
    assert wedges(made, due - 1) == []
    assert wedges(made, due) != []


def test_the_same_ballot_said_again_does_not_lengthen_its_time() -> None:
    made = machine(ADA, of=3)
    for now in (0, 500_000, 1_000_000):
        made.receive(BEA.peer, Wedge(TABLE, 0, Ballot(1, 1)), now)
    made.effects()
    assert wedges(made, TURN_US - 1) == []
    assert wedges(made, TURN_US) == [BEA.peer, CAI.peer]


def test_being_told_of_a_higher_ballot_counts_from_when_it_was_first_told() -> None:
    made = machine(ADA, suspects=(CAI,))
    assert wedges(made, 0) == [BEA.peer, CAI.peer]
    for now in (10, 900_000):
        made.receive(BEA.peer, Outbid(TABLE, 0, Ballot(5, 1)), now)
    assert wedges(made, 10 + TURN_US - 1) == []
    assert wedges(made, 10 + TURN_US) == [BEA.peer, CAI.peer]
    assert made.voter.promised == Ballot(6, 0)


# ---- waiting, within a bound


def test_who_does_not_answer_is_waited_for_a_second_and_then_left_out() -> None:
    room = Room(4)
    room[DOV].running.leave_wanted(DOV.peer)
    room.run(stop_before=Wedge)
    slow = [item for item in room.queue if item[1] == CAI.peer]
    room.queue = type(room.queue)(item for item in room.queue if item[1] != CAI.peer)
    room.run(stop_before=Accept)
    assert room[ADA].running.proposer.attempt is not None
    assert room[ADA].running.proposer.attempt.step is Step.COLLECTING
    room.now = ANSWER_US - 1
    room.advance(ADA.peer)
    room.queue = type(room.queue)(item for item in room.queue if item[1] != CAI.peer)
    room.now = ANSWER_US
    room.run()
    assert room[ADA].log.closed[0].decision.proposal.view.members == (ADA, BEA)
    room.queue.extend(slow)
    room.run()
    assert room[CAI].running.mute, "it learns that it was left out"


def test_without_a_quorum_of_answers_nothing_is_proposed_however_long_it_takes() -> None:
    room = Room(5)
    room[EVE].running.leave_wanted(EVE.peer)
    room.run(stop_before=Wedge)
    room.queue.clear()
    room.cut_off = {one.peer for one in (BEA, CAI, DOV, EVE)}
    room.wait(10 * ANSWER_US)
    assert not [message for _, _, message in room.told if isinstance(message, Accept)]
    assert room[ADA].running.wedged, "what was promised stays promised"


# ---- a proposer that dies at any step


@pytest.mark.parametrize("step", [Wedge, State, Fetch, Accept, Ack, Commit])
@pytest.mark.parametrize("size", [4, 5])
def test_the_next_in_turn_finishes_what_a_dead_proposer_has_begun(step: type[Message], size: int) -> None:
    room = Room(size)
    last = ALL[size - 1]
    room[BEA].say(10)
    room[last].running.leave_wanted(last.peer)
    room.run(stop_before=step)
    room.cut_off = room.suspects = {ADA.peer}
    decided = room[ADA].log.closed
    room.run()
    began_at = room.now
    while views_of(room, *ALL[1 : size - 1]) != {ALL[1 : size - 1]}:
        room.wait(RETRY_US)
        assert room.now - began_at <= ANSWER_US
    newest = room[BEA].log
    assert not any(room[one].running.wedged for one in ALL[1:size])
    assert room[last].running.mute
    if decided:
        assert newest.closed[0] == decided[0], "what it has decided stays decided"
    assert [event.author for closed in newest.closed for event in closed.events] == [BEA.peer]


@pytest.mark.parametrize("step", [Wedge, State, Accept, Ack, Commit])
def test_a_proposer_that_starts_again_finds_its_table(step: type[Message]) -> None:
    room = Room(3)
    room[CAI].running.leave_wanted(CAI.peer)
    room.run(stop_before=step)
    room.queue.clear()
    old = room[ADA]
    vote = old.written[-1] if old.written[-1].view == old.log.view else None
    new = again(ADA)
    room.processes[ADA.peer] = Process(new, old.log, vote)
    room.want(new)
    room.run()
    for _ in range(6):
        room.want(new)
        room.wait(RETRY_US)
    assert room.views() == {(BEA, new)}


# ---- filling


def filling() -> Room:
    """Ada has a value and lacks what it keeps of Bea's, which Cai alone was told of; Bea is gone for good."""
    room = Room(4)
    room[BEA].say(10)
    room[CAI].log.add(room[BEA].log.events(BEA.peer, 1, 1)[0])
    room.cut_off, room.suspects = {BEA.peer}, {BEA.peer}
    room.run(stop_before=Fetch)
    assert room[ADA].running.proposer.attempt is not None
    assert room[ADA].running.proposer.attempt.step is Step.FILLING
    return room


def test_what_only_one_holds_is_fetched_from_it_before_the_value_is_accepted() -> None:
    room = filling()
    room.run()
    assert views_of(room, ADA, CAI, DOV) == {(ADA, CAI, DOV)}
    assert [event.time for event in room[DOV].log.closed[0].events] == [10]


def test_where_the_only_holder_is_gone_the_others_are_asked_anew_and_do_without() -> None:
    room = filling()
    room.queue.clear()
    room.cut_off, room.suspects = {BEA.peer, CAI.peer}, {BEA.peer, CAI.peer}
    room.wait(RETRY_US)
    room.wait(ANSWER_US)
    assert views_of(room, ADA, DOV) == {(ADA, DOV)}
    assert room[ADA].log.closed[0].events == (), "nobody who is left has ever had it"


def test_a_fetch_that_was_lost_is_asked_for_again_while_its_holder_lives() -> None:
    room = filling()
    room.queue.clear()
    room.wait(RETRY_US)
    assert views_of(room, ADA, CAI, DOV) == {(ADA, CAI, DOV)}
    assert [event.time for event in room[ADA].log.closed[0].events] == [10]


# ---- coming back


def test_who_was_voted_out_comes_back_within_the_next_view_and_is_not_handed_the_log() -> None:
    room = Room(3)
    room[CAI].say(10)
    room.cut_off, room.suspects = {CAI.peer}, {CAI.peer}
    room.run()
    assert views_of(room, ADA, BEA) == {(ADA, BEA)}
    room.cut_off, room.suspects = set(), set()
    room[ADA].running.answer_old(CAI.peer, 0)
    room.run()
    assert room[CAI].running.mute
    assert [event.time for event in room[CAI].installed[0].void] == [10], "what nobody else had heard is void"
    room.told.clear()
    for one in (ADA, BEA):
        room[one].running.join_wanted(CAI, has_log=True)
    room.run()
    assert room.views() == {(ADA, BEA, CAI)}
    assert not [message for _, target, message in room.told if isinstance(message, Events) and target == CAI.peer]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_all_processes_start_again_at_once_and_find_one_another(size: int) -> None:
    room = Room(size)
    for one in ALL[:size]:
        room.processes[one.peer] = Process(again(one), room[one].log)
    for _ in range(3):
        for one in ALL[:size]:
            room.want(again(one))
        room.wait(RETRY_US)
    assert room.views() == {tuple(map(again, ALL[:size]))}


def test_a_lone_host_that_starts_again_goes_on_alone() -> None:
    room = Room(1)
    room.processes[ADA.peer] = Process(again(ADA), room[ADA].log)
    room.run()
    assert room.views() == {(again(ADA),)}


def test_of_two_the_junior_one_does_not_go_on_while_the_senior_one_starts_again() -> None:
    room = Room(2)
    room.cut_off, room.suspects = {ADA.peer}, {ADA.peer}
    room.wait(10 * TURN_US)
    assert room[BEA].log.view.number == 0
    room.cut_off, room.suspects = set(), set()
    room.processes[ADA.peer] = Process(again(ADA), room[ADA].log)
    room.want(again(ADA))
    room.run()
    assert room.views() == {(BEA, again(ADA))}


def test_a_value_whose_member_has_lost_its_disk_meanwhile_is_chosen_all_the_same() -> None:
    """It can't be dropped, and who has no vote in the next view may have its log. The junior one may part then."""
    room = Room(3)
    room.suspects = {ADA.peer}
    room.run(stop_before=State)
    answer = next(item for item in room.queue if item[0] == ADA.peer)
    room.queue.clear()
    room.suspects = {CAI.peer}
    room.queue.append(answer)
    room.run(stop_before=Accept)
    lost = Member(ADA.peer, b"newstart", b"new disk")
    room.processes[ADA.peer] = Process(lost, None)
    room.suspects = set()
    for _ in range(4):
        room.want(lost)
        room.wait(RETRY_US)
    assert views_of(room, BEA) == {(ADA, BEA)}
    assert not room[BEA].running.wedged
    assert room[BEA].running.may_part


# ---- going on without


def test_only_the_junior_of_two_that_waits_may_part() -> None:
    assert machine(BEA, of=2, suspects=(ADA,)).may_part
    assert not machine(BEA, of=2).may_part
    assert not machine(ADA, of=2, suspects=(BEA,)).may_part
    assert not machine(CAI, of=3, suspects=(ADA, BEA)).may_part


def test_who_has_lost_its_disk_may_not_part() -> None:
    """What was final may stand in the senior one's log alone."""
    assert machine(replace(BEA, incarnation=b"newstart"), of=2, suspects=(ADA,)).may_part
    assert not machine(replace(BEA, incarnation=b"newstart", disk=b"new disk"), of=2, suspects=(ADA,)).may_part


def test_parting_begins_a_lineage_that_its_maker_alone_is_in() -> None:
    made = machine(BEA, of=2, suspects=(ADA,))
    made.part()
    assert made.log.view.number == 1
    assert made.log.view.members == (BEA,)
    assert made.log.table != TABLE
    assert made.log.opened == TABLE
    assert not made.wedged


# ---- the tables of steps and stances


def test_every_step_but_the_last_has_one_way_on() -> None:
    assert {step for step, _ in STEPS} == set(Step) - {Step.DECIDED}
    assert len(STEPS) == len(Cause) == len(Step) - 1
    assert set(STEPS.values()) == set(Step) - {Step.COLLECTING}


def test_a_promise_is_left_by_the_next_view_only() -> None:
    for (stance, bond), following in STANCES.items():
        if stance is not Stance.FREE and bond is not Bond.INSTALL:
            assert following is not Stance.FREE
        if bond is Bond.INSTALL:
            assert following is Stance.FREE
    assert (Stance.FREE, Bond.ACCEPT) not in STANCES, "who accepts has promised before"

"""View changes without faults: however slowly the links deliver, all members end in one view with one log.

Who takes long to answer may be left out of a view; it asks to be let in again, and is.
"""

from collections import deque

from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_ligretto.replication.catch_up import CatchUp, chunks
from p2p_ligretto.replication.clock import LamportClock
from p2p_ligretto.replication.effects import Installed, Tell, Vote, Write
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.membership import Membership
from p2p_ligretto.replication.messages import (
    Accept,
    Ack,
    Commit,
    Events,
    Fetch,
    Leave,
    Message,
    Outbid,
    Resume,
    Segment,
    State,
    Wedge,
)
from p2p_ligretto.replication.proposer import RETRY_US
from p2p_ligretto.replication.readmission import LONGEST_WAIT_US
from p2p_ligretto.replication.signing import KeyedHashSigner
from p2p_ligretto.replication.views import NO_BALLOT, Decision, Member
from tests.replication.mesh import TABLE, member, next_event, view_of

MAX_DELIVERIES = 2_000
"""More than a few view changes among six processes ever take."""


class Voter:
    """One process: the membership machine, and as much around it as it needs."""

    def __init__(self, own: Member, log: Log | None) -> None:
        self.own = own
        self.clock = LamportClock()
        self.catch_up = CatchUp(TABLE, KeyedHashSigner(b""))
        self.giver = b""
        self.machine = None if log is None else Membership(own, log, lambda _: True)
        self.vote = Vote(TABLE, view_of(1), NO_BALLOT)
        self.installed: list[Installed] = []
        self.told: list[Tell] = []

    def author(self, now: int) -> None:
        machine = self.machine
        if machine is not None and not machine.wedged and not machine.mute:
            machine.log.add(next_event(machine.log, self.own, self.clock.stamp(now), b"x"))

    def receive(self, sender: bytes, message: Message, now: int) -> None:
        if self.machine is None:
            self.take_log(sender, message, now)
            return
        log = self.machine.log
        match message:
            case Segment():
                pass
            case Events(events):
                for event in events:
                    log.add(event)
            case Fetch(_, view, author, first, last):
                is_open = view == log.view.number
                held = log.events(author, first, last) if is_open else log.closed_events(view, author, first, last)
                self.told.extend(Tell(sender, chunk) for chunk in chunks(held))
            case Wedge() | State() | Outbid() | Accept() | Ack() | Commit() | Leave():
                self.machine.receive(sender, message, now)
            case Resume(_, view, _):
                self.machine.answer_old(sender, view)

    def take_log(self, sender: bytes, message: Message, now: int) -> None:
        """Whoever begins to hand it over last is listened to."""
        if isinstance(message, Segment):
            if message.view.number == 0:
                self.catch_up, self.giver = CatchUp(TABLE, KeyedHashSigner(b"")), sender
            if sender == self.giver:
                self.catch_up.segment(message)
        elif isinstance(message, Events):
            for event in message.events if self.catch_up.log is not None and sender == self.giver else ():
                self.catch_up.take(event)
        elif isinstance(message, Accept | Commit) and self.catch_up.complete and self.catch_up.log is not None:
            self.machine = Membership(self.own, self.catch_up.log, lambda _: True)
            self.machine.receive(sender, message, now)

    def effects(self) -> list[Tell]:
        for effect in self.machine.effects() if self.machine is not None else []:
            match effect:
                case Write(vote):
                    self.vote = vote
                case Installed():
                    self.installed.append(effect)
                case Tell(_, message):
                    self.check_written(message)
                    self.told.append(effect)
        told, self.told = self.told, []
        return told

    def check_written(self, message: Message) -> None:
        if isinstance(message, Wedge | State):
            assert self.vote.promised >= message.ballot, "told before it was written"
        elif isinstance(message, Ack):
            assert self.vote.accepted is not None
            assert self.vote.accepted.ballot == message.ballot, "told before it was written"


class Ballroom:
    """Voters with FIFO queues between them; the first ``count`` are members, the others may join."""

    def __init__(self, count: int, guests: int) -> None:
        self.now = 0
        self.voters = {
            member(number).peer: Voter(member(number), Log(TABLE, view_of(count)) if number < count else None)
            for number in range(count + guests)
        }
        self.queues: dict[tuple[bytes, bytes], deque[Message]] = {}
        for voter in self.voters.values():
            if voter.machine is not None:
                voter.machine.surroundings(frozenset(self.voters), frozenset())

    def advance(self, peer: bytes) -> None:
        voter = self.voters[peer]
        if voter.machine is not None:
            voter.machine.surroundings(frozenset(self.voters), frozenset())
            voter.machine.advance(self.now)
        for tell in voter.effects():
            self.queues.setdefault((peer, tell.peer), deque()).append(tell.message)

    def deliver(self, choice: int) -> None:
        waiting = sorted(pair for pair, queue in self.queues.items() if queue)
        if waiting:
            source, target = waiting[choice % len(waiting)]
            self.voters[target].receive(source, self.queues[source, target].popleft(), self.now)
            self.advance(target)

    def ask_again(self, left: set[bytes]) -> None:
        """Who finds itself left out of the view, and did not want to be, asks everybody for its seat."""
        for peer, voter in self.voters.items():
            machine = voter.machine
            if machine is not None and machine.mute and peer not in left:
                for other in self.voters.values():
                    if other.machine is not None and other is not voter and not other.machine.mute:
                        self.ask(other.machine, voter.own, machine.log.view.number)

    def tell_who_is_behind(self) -> None:
        """What beats are answered with."""
        machines = [voter.machine for voter in self.voters.values() if voter.machine is not None]
        for one in machines:
            for other in machines:
                if other.log.view.number < one.log.view.number:
                    one.answer_old(other.own.peer, other.log.view.number)

    def ask(self, machine: Membership, own: Member, holds: int) -> None:
        """As a node that is asked for a seat does."""
        if machine.log.view.member(own.peer) == own:
            machine.let_know(own.peer, holds)
        else:
            machine.join_wanted(own, has_log=True)

    def settle(self, left: set[bytes]) -> None:
        for _ in range(12):
            self.ask_again(left)
            self.tell_who_is_behind()
            for peer in self.voters:
                self.advance(peer)
            for _ in range(MAX_DELIVERIES):
                if not any(self.queues.values()):
                    break
                self.deliver(0)
            else:
                raise AssertionError("they never stop talking")
            # Who was let in and put out again without a word has waited by the end, too.
            self.now += LONGEST_WAIT_US // 4


plans = st.lists(
    st.one_of(
        st.tuples(st.just("author"), st.integers(0, 6)),
        st.tuples(st.just("deliver"), st.integers(0, 30)),
        st.tuples(st.just("deliver"), st.integers(0, 30)),
        st.tuples(st.just("wait"), st.integers(0, 6)),
        st.tuples(st.just("join"), st.integers(0, 1)),
        st.tuples(st.just("leave"), st.integers(0, 3)),
    ),
    min_size=20,
    max_size=60,
)


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 4), plans)
def test_all_members_end_in_one_view_with_one_log(count: int, plan: list[tuple[str, int]]) -> None:
    room = Ballroom(count, guests=2)
    peers = list(room.voters)
    left: set[bytes] = set()
    for kind, number in plan:
        peer = peers[number % len(peers)]
        voter = room.voters[peer]
        if kind == "author":
            room.now += 1
            voter.author(room.now)
        elif kind == "deliver":
            room.deliver(number)
        elif kind == "wait":
            room.now += RETRY_US
            room.advance(peer)
        elif kind == "join":
            guest = peers[count + number]
            for other in room.voters.values():
                if other.machine is not None and guest not in left:
                    other.machine.join_wanted(room.voters[guest].own)
        elif voter.machine is not None and len(left) < count - 1 and number < count:
            left.add(peer)
            voter.machine.leave_wanted(peer)
            room.advance(peer)
    room.settle(left)
    check(room, left)


def check(room: Ballroom, left: set[bytes]) -> None:
    machines = [voter.machine for voter in room.voters.values() if voter.machine is not None]
    newest = max((machine.log for machine in machines), key=lambda log: log.view.number)
    for machine in machines:
        if newest.view.member(machine.own.peer) is not None:
            assert machine.log.view == newest.view
            assert not machine.wedged
            assert machine.own.peer not in left
            assert machine.log.closed == newest.closed
        else:
            assert machine.own.peer in left
            assert machine.log.view.member(machine.own.peer) is None, "who leaves sees the view without itself"
    views: dict[int, Decision] = {}
    for voter in room.voters.values():
        for each in voter.installed:
            decided = views.setdefault(each.decision.proposal.view.number, each.decision)
            assert decided == each.decision, "two memberships for one view number"
            staying = each.decision.proposal.view.peers()
            assert not [event for event in each.void if event.author in staying], "only who is left out loses anything"

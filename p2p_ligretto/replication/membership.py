"""The own part in the view changes of one table: who is wanted, whose turn it is, and what to do with each message.

Single-decree Paxos per view (protocol/spec/05): ``voter`` promises, accepts and installs, ``proposer`` makes attempts,
``value`` says what is proposed, ``wishes`` what for.

Invariants:
- It is for the most senior member to propose that is not suspected; those that kept running come before those that came
  back. Who is left begins only if it can be a quorum: a minority has promised nothing.
- Nobody begins while somebody else's ballot has time left, so that two proposers don't outbid one another for ever.
- Every message of an older view is answered with the decision that ended it, so a decision survives its proposer.
"""

from collections.abc import Callable
from typing import Final

from p2p_ligretto.replication.effects import Effect, Effects, GivenUp, Vote
from p2p_ligretto.replication.forks import Fork
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Accept, Ack, Commit, Leave, Outbid, Resume, State, Wedge, Wished
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.proposer import Proposer
from p2p_ligretto.replication.views import Member, View
from p2p_ligretto.replication.voter import FREE, Voter
from p2p_ligretto.replication.wishes import Wishes

TURN_US: Final = 2_000_000
"""How long somebody else's ballot has, counted from when it bound this node."""
TURN_PER_RANK_US: Final = 250_000
"""How much longer juniors wait: of several who wait for one another's turn the most senior goes first."""
MAX_BALLOTS_AHEAD: Final = 1_000
"""Ballots count up by one; who is further ahead wants to leave no higher number for others."""


class Membership:
    """One node's machine for one table; what it wants done is collected and taken with ``effects()``."""

    def __init__(self, own: Member, log: Log, admissible: Callable[[Member], bool]) -> None:
        self.own = own
        self.log = log
        self.suspects: frozenset[bytes] = frozenset()
        self.wake_at: int | None = None
        self.wishes = Wishes(own.peer, admissible)
        self._effects = Effects(own.peer)
        self.voter = Voter(own, log, self._effects)
        self.proposer = Proposer(own, log, self.voter, self.wishes, self._effects)
        self._mute_in: View | None = None
        self._mute = False
        self._bound_at = 0
        """When a ballot of somebody else bound this node, or outbid it."""

    def restore(self, vote: Vote) -> None:
        """Take up what was written before a restart; it has to be of the log's view."""
        self.voter.restore(vote)

    def effects(self) -> list[Effect]:
        """What is to be done since the last call, in order."""
        return self._effects.take()

    @property
    def wedged(self) -> bool:
        """Whether this node has promised a ballot and waits for the next view."""
        return self.voter.stance is not FREE

    @property
    def mute(self) -> bool:
        """Whether the view knows this node in another incarnation, or not at all: it may only vote."""
        if self._mute_in is not self.log.view:
            # Asked at every step of a node, and a view is a value that is replaced as a whole.
            self._mute_in = self.log.view
            self._mute = self.log.view.member(self.own.peer) != self.own
        return self._mute

    @property
    def silenced(self) -> bool:
        """Whether this node may say nothing new in the open view: it has promised a ballot, or is mute."""
        return self.voter.stance is not FREE or self.mute

    # ---- what is wanted

    def surroundings(self, reachable: frozenset[bytes], suspects: frozenset[bytes]) -> None:
        """Who can be told something now, and which members have been silent for too long."""
        self.suspects = suspects
        self.wishes.can_reach(reachable)

    def join_wanted(self, member: Member, *, has_log: bool = False) -> None:
        """``member``, which can be reached, wants to be in the next view; the newest wish of a key counts."""
        self.wishes.join(member, self.log.view, has_log=has_log)
        if not has_log:
            self.proposer.has_no_log(member)

    def leave_wanted(self, peer: bytes) -> None:
        """``peer`` wants the next view without itself."""
        if not any(view.member(peer) is not None for view in (self.log.view, *self.voter.next_views())):
            self.wishes.stay_out(peer)
            return
        self.wishes.leave(peer)
        if peer == self.own.peer:
            for member in self.log.view.peers():
                self._effects.tell(member, Leave(self.log.table, self.log.view.number))

    def has_gone(self, peer: bytes, view: int) -> None:
        """``peer`` has said goodbye in ``view``: it wants the next one without itself, and does not vote on it."""
        if self._is_of_this_stay(peer, view):
            self.leave_wanted(peer)
            self.wishes.go(peer)

    def _is_of_this_stay(self, peer: bytes, view: int) -> bool:
        """Whether what ``peer`` said in ``view`` is of this stay: it may be back before its last word came."""
        member = self.log.view.member(peer)
        if member is None or view >= self.log.view.number or view == 0:
            # In view 0 speaks who was no member yet, and takes back its wish to be one.
            return True
        return any(closed.view.number == view and closed.view.member(peer) == member for closed in self.log.closed)

    def pass_on_wish(self, member: Member, holds: int, *, wants: bool) -> None:
        """Tell whose turn it is to propose that ``member`` wants a seat, or no longer; it may have no link to it."""
        voters = self.voters()
        if voters and voters[0] != self.own:
            self._effects.tell(voters[0].peer, Wished(self.log.table, member, holds, wants))

    def let_know(self, peer: bytes, holds: int) -> None:
        """``peer`` does not know that it is a member: its log has come to view ``holds`` only, 0 where it has none."""
        if holds == 0:
            self.proposer.hand_over(peer)
        else:
            self.answer_old(peer, holds)

    def condemn(self, fork: Fork, final_seq: int) -> None:
        """The author of ``fork`` is put out by the next view; of its chain stays what is final, or was accepted."""
        events = self.log.condemn(fork, max(final_seq, self.voter.floor(fork.author)))
        self._effects.add(GivenUp(fork, self.log.head(fork.author).seq, events))
        self.proposer.fork_found()

    @property
    def may_part(self) -> bool:
        """Whether this node is the junior of two, and waits for the other one.

        Not without its disk: what was final may be gone from its log, and stands with the other one alone.
        """
        members = self.log.view.members
        is_junior = len(members) == 2 and members[1].peer == self.own.peer
        return is_junior and not self._has_no_vote(members[1]) and not self.can_decide

    def part(self) -> None:
        """Go on without the senior one, for which this node waits, as another lineage. It ``may_part``."""
        self.voter.part()
        self.wishes.forget_joiners()
        self._installed()

    # ---- whose turn it is

    def voters(self) -> tuple[Member, ...]:
        """The members that can be counted on for a vote, in the order in which it is for them to propose."""
        able = [
            member
            for member in self.log.view.members
            if member.peer not in self.suspects and not self._has_no_vote(member)
        ]
        return (
            *(member for member in able if not self._came_back(member)),
            *(member for member in able if self._came_back(member)),
        )

    def _has_no_vote(self, member: Member) -> bool:
        if member.peer in self.log.condemned:
            return True
        if member.peer == self.own.peer:
            return member.disk != self.own.disk
        return self.wishes.has_gone(member.peer) or self.wishes.without_disk(member)

    def _came_back(self, member: Member) -> bool:
        return self.mute if member.peer == self.own.peer else self.wishes.replaced(member)

    @property
    def can_decide(self) -> bool:
        """Whether those who can be counted on are a quorum. If not, this node waits for others to come back."""
        return self.log.view.is_quorum(frozenset(member.peer for member in self.voters()))

    def _wanted(self) -> bool:
        return bool(self.silenced or self.suspects or self.log.condemned or self.wishes.any_to_fulfil())

    def _may_begin(self, now: int) -> bool:
        if not self._wanted():
            return False
        voters = self.voters()
        peers = frozenset(member.peer for member in voters)
        if not voters or voters[0].peer != self.own.peer or not self.log.view.is_quorum(peers):
            return False
        if self.wedged:
            return now >= self._turn_at()
        return peers <= self.wishes.reachable | {self.own.peer}

    def _turn_at(self) -> int:
        """When this node, wedged, may begin a ballot of its own."""
        ballot = max(self.voter.promised, self.proposer.highest)
        bidder = self.log.view.members[ballot.rank]
        ended = bidder.peer in self.suspects | self.log.condemned.keys()
        ended |= self.wishes.replaced(bidder) or self.wishes.has_gone(bidder.peer)
        if bidder.peer == self.own.peer or ended:
            return 0
        return self._bound_at + TURN_US + TURN_PER_RANK_US * (self.log.view.rank(self.own.peer) or 0)

    def advance(self, now: int) -> None:
        """Begin, repeat or finish what can be: call after every input."""
        self.wishes.look(self.log, now)
        if self.voter.idle and not self._wanted():
            # As nearly always: nobody wants anything, and nothing is under way.
            self.wake_at = None
            return
        self.voter.answer_accept()
        if self.voter.install_decided(now):
            self._installed()
        if self.proposer.attempt is None and self._may_begin(now):
            self.proposer.begin(now)
        trying = self.proposer.attempt is not None
        if trying and self.proposer.advance(frozenset(member.peer for member in self.voters()), now):
            self._installed()
        waits = [self.proposer.wake_at(now), self.voter.wake_at]
        if self.wedged and self.proposer.attempt is None and self._turn_at() > now:
            waits.append(self._turn_at())
        self.wake_at = min((at for at in waits if at is not None), default=None)

    def _installed(self) -> None:
        self.proposer.give_up()
        self.proposer.forget_ballots()
        # Who is a member of the new view has time to be heard in it.
        self.suspects = frozenset()
        self.wishes.installed(self.log.view)

    # ---- messages

    def receive(self, peer: bytes, message: Wedge | State | Outbid | Accept | Ack | Commit | Leave, now: int) -> None:
        """Take in one message of the view change from ``peer``; call ``advance`` afterwards."""
        if isinstance(message, Leave):
            if self._is_of_this_stay(peer, message.view):
                self.leave_wanted(peer)
        elif message.view < self.log.view.number:
            if not isinstance(message, Commit):
                self.answer_old(peer, message.view)
        elif message.view > self.log.view.number:
            self._effects.tell(peer, Resume(self.log.table, self.log.view.number, self.log.have()))
        elif isinstance(message, Commit):
            self.voter.on_commit(peer, message)
        elif peer not in self.log.condemned:
            self._on_ballot(peer, message, now)

    def _on_ballot(self, peer: bytes, message: Wedge | State | Outbid | Accept | Ack, now: int) -> None:
        highest = max(self.voter.promised, self.proposer.highest).counter
        of_a_member = message.ballot.rank < len(self.log.view.members)
        if not (0 < message.ballot.counter <= highest + MAX_BALLOTS_AHEAD and of_a_member):
            raise Misconduct("a ballot that nobody can have got to")
        if isinstance(message, State):
            self.proposer.on_state(peer, message)
        elif isinstance(message, Ack):
            self.proposer.on_ack(peer, message)
        elif isinstance(message, Outbid):
            if self.proposer.asks(peer):
                self._outbid(message, now)
        elif self._is_bound_by(peer, message):
            self._bound_at = now
            self.proposer.give_up()

    def _is_bound_by(self, peer: bytes, message: Wedge | Accept) -> bool:
        """Answer; whether a ballot that is higher than all before has bound this node."""
        if isinstance(message, Wedge):
            return self.voter.on_wedge(peer, message, self.wishes.told())
        return self.voter.on_accept(peer, message)

    def _outbid(self, message: Outbid, now: int) -> None:
        if message.ballot > self.proposer.highest:
            self._bound_at = now
        self.proposer.outbid(message.ballot)

    def answer_old(self, peer: bytes, view: int) -> None:
        """Tell a peer that speaks of view ``view`` how that one ended."""
        for closed in reversed(self.log.closed):
            if closed.view.number == view:
                self._effects.tell(peer, Commit(self.log.table, view, closed.decision))
                return

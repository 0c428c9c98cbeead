"""How the members of a view choose the next one (single-decree Paxos per view; protocol/spec/05).

Invariants:
- A promise, and an accepted value with the log to its cut, are written before anybody is told of them.
- A wedged member authors nothing and says nothing new of what it holds until a next view is installed; it never goes
  back by itself.
- Only who holds the log to the cut acknowledges or installs.
- Every message of an older view is answered with the decision that ended it, so a decision survives its proposer.

Faults are not handled yet: an attempt needs the answer of every member but those that left or came back without
what they had written, and waits for it as long as it takes.
"""

from collections.abc import Callable
from typing import Final

from p2p_ligretto.replication.catch_up import handover
from p2p_ligretto.replication.effects import Blame, Effect, Installed, Tell, Vote, Write
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import (
    Accept,
    Ack,
    AnyReplicationMessage,
    Commit,
    Fetch,
    Leave,
    Outbid,
    Resume,
    State,
    Wedge,
)
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.proposer import Attempt, value
from p2p_ligretto.replication.views import NO_BALLOT, Accepted, Ballot, Decision, Member, Proposal, View
from p2p_ligretto.replication.wishes import Wishes

RETRY_US: Final = 500_000
MAX_BALLOTS_AHEAD: Final = 1_000
"""Ballots count up by one; who is further ahead wants to leave no higher number for others."""


class Membership:
    """The own part in the view changes of one table; effects are collected and taken with ``effects()``."""

    def __init__(self, own: Member, log: Log, admissible: Callable[[Member], bool]) -> None:
        self.own = own
        self.log = log
        self.promised = NO_BALLOT
        self.accepted: Accepted | None = None
        self.attempt: Attempt | None = None
        self.wake_at: int | None = None
        self.wishes = Wishes(own.peer, admissible)
        self._asked: tuple[bytes, Accept] | None = None
        self._decided: tuple[bytes, Decision] | None = None
        self._effects: list[Effect] = []
        self._highest = NO_BALLOT
        self._fetch_at = 0
        """When to ask again for what a decision needs and this node lacks."""

    def restore(self, vote: Vote) -> None:
        """Take up what was written before a restart; it has to be of the log's view."""
        self.promised, self.accepted = vote.promised, vote.accepted

    def effects(self) -> list[Effect]:
        """What is to be done since the last call, in order."""
        effects, self._effects = self._effects, []
        return effects

    @property
    def wedged(self) -> bool:
        """Whether this node has promised a ballot and waits for the next view."""
        return self.promised != NO_BALLOT

    @property
    def mute(self) -> bool:
        """Whether the view knows this node in another incarnation, or not at all: it may only vote."""
        return self.log.view.member(self.own.peer) != self.own

    # ---- what is wanted

    def linked(self, peers: frozenset[bytes]) -> None:
        """The peers that can be told something now."""
        self.wishes.links_are(peers)

    def join_wanted(self, member: Member) -> None:
        """``member``, which there is a link to, wants to be in the next view; the newest wish of a key counts."""
        self.wishes.join(member, self.log.view)

    def leave_wanted(self, peer: bytes) -> None:
        """``peer`` wants the next view without itself."""
        if not any(view.member(peer) is not None for view in (self.log.view, *self._next_views())):
            self.wishes.stay_out(peer)
            return
        self.wishes.leave(peer)
        if peer == self.own.peer:
            self._tell_members(Leave(self.log.table))

    def has_gone(self, peer: bytes) -> None:
        """``peer`` has said goodbye: it wants the next view without itself, and does not vote on it."""
        self.leave_wanted(peer)
        self.wishes.go(peer)

    def _next_views(self) -> list[View]:
        """What may be the next view, as far as this node has to do with it."""
        proposals = [self.accepted.proposal] if self.accepted is not None else []
        proposals += [self._asked[1].proposal] if self._asked is not None else []
        proposals += [self._decided[1].proposal] if self._decided is not None else []
        return [proposal.view for proposal in proposals]

    def _leads(self) -> bool:
        """Whether this node is the most senior member whose process is not known to have ended."""
        for member in self.log.view.members:
            if member.peer == self.own.peer:
                return not self.mute
            if not self.wishes.replaced(member) and not self.wishes.has_gone(member.peer):
                return False
        return False

    def _may_begin(self) -> bool:
        wanted = self.wedged or self.wishes.any_to_fulfil()
        return wanted and self._leads() and self._needed() <= self.wishes.linked | {self.own.peer}

    def _needed(self) -> frozenset[bytes]:
        return self.wishes.needed(self.log.view)

    def advance(self, now: int) -> None:
        """Begin, repeat or finish what can be: call after every input."""
        self._answer_accept()
        self._install_decided(now)
        if self.attempt is None:
            if self._may_begin():
                self._begin(now)
        elif now >= self.attempt.told_at + RETRY_US:
            self.attempt.told_at = now
            self._tell_again()
        self._advance_attempt()
        waits = [self.attempt.told_at + RETRY_US] if self.attempt is not None else []
        waits += [self._fetch_at] if self._decided is not None else []
        self.wake_at = min(waits, default=None)

    # ---- proposing

    def _begin(self, now: int) -> None:
        rank = self.log.view.rank(self.own.peer)
        assert rank is not None, "only a member proposes"
        counter = max(self.promised.counter, self._highest.counter) + 1
        self.attempt = Attempt(Ballot(counter, rank), now)
        self._promise(self.attempt.ballot)
        self.attempt.states[self.own.peer] = self._state()
        self._tell_again()

    def _tell_again(self) -> None:
        attempt, view = self.attempt, self.log.view
        assert attempt is not None
        if attempt.proposal is None:
            for peer in view.peers():
                if peer not in attempt.states:
                    self._tell(peer, Wedge(self.log.table, view.number, attempt.ballot))
        elif attempt.accepting:
            accept = Accept(self.log.table, view.number, attempt.ballot, attempt.proposal)
            for peer in self._concerned():
                if peer not in attempt.acks:
                    self._tell(peer, accept)
        else:
            self._fetch_to_cut()

    def _concerned(self) -> tuple[bytes, ...]:
        """The members of the old view and of the proposed one."""
        assert self.attempt is not None
        assert self.attempt.proposal is not None
        return tuple(dict.fromkeys((*self.log.view.peers(), *self.attempt.proposal.view.peers())))

    def _advance_attempt(self) -> None:
        attempt, view = self.attempt, self.log.view
        if attempt is None:
            return
        if attempt.proposal is None and attempt.answered(self._needed(), view):
            proposal = value(
                view, attempt.states, frozenset(self.wishes.leavers), self.wishes.joiners, self.wishes.welcome
            )
            if not proposal.view.members:
                # Everybody leaves: there is nothing left to agree on, each just goes.
                return
            attempt.proposal = proposal
            if not self.log.holds(proposal.cut):
                self._fetch_to_cut()
        if attempt.proposal is not None and not attempt.accepting and self.log.holds(attempt.proposal.cut):
            attempt.accepting = True
            attempt.acks[self.own.peer] = self._accept(attempt.ballot, attempt.proposal)
            for peer in attempt.proposal.view.peers():
                if peer not in attempt.states:
                    # It has no log, or none that it could vote with: the log comes first, on the same link.
                    self.hand_over(peer)
            self._tell_again()
        if attempt.chosen(view):
            assert attempt.proposal is not None
            decision = Decision(attempt.proposal, attempt.acks[self.own.peer])
            told = self._concerned()
            number = view.number
            self._install(decision)
            for peer in told:
                self._tell(peer, Commit(self.log.table, number, decision))

    def hand_over(self, peer: bytes) -> None:
        """Give ``peer`` the whole log."""
        for message in handover(self.log):
            self._tell(peer, message)

    def _fetch_to_cut(self) -> None:
        """Ask for what the cut holds and this node lacks, from a replier that has it."""
        attempt = self.attempt
        assert attempt is not None
        assert attempt.proposal is not None
        for rank, wanted in enumerate(attempt.proposal.cut):
            holders = [peer for peer, state in attempt.states.items() if state.have[rank] >= wanted]
            for holder in holders[:1]:
                self._fetch(holder, rank, wanted)

    def _fetch(self, holder: bytes, rank: int, wanted: int) -> None:
        author = self.log.view.peers()[rank]
        held = self.log.head(author).seq
        if held < wanted and holder != self.own.peer:
            self._tell(holder, Fetch(self.log.table, self.log.view.number, author, held + 1, wanted))

    # ---- voting

    def _promise(self, ballot: Ballot) -> None:
        self.promised = ballot
        self._write()

    def _write(self) -> None:
        self._effects.append(Write(Vote(self.log.table, self.log.view, self.promised, self.accepted)))

    def _state(self) -> State:
        return State(
            self.log.table,
            self.log.view.number,
            self.promised,
            self.accepted,
            self.log.have(),
            tuple(self.wishes.joiners.values())[:12],
            self.own.incarnation,
            self.own.disk,
        )

    def _accept(self, ballot: Ballot, proposal: Proposal) -> bytes:
        self.promised = ballot
        self.accepted = Accepted(ballot, proposal)
        self._write()
        return self.log.hash_to(proposal)

    def _answer_accept(self) -> None:
        """Acknowledge the ACCEPT that waits for the log to its cut, if it is there now."""
        if self._asked is None:
            return
        sender, asked = self._asked
        if asked.view != self.log.view.number or asked.ballot < self.promised:
            self._asked = None
        elif self.log.holds(asked.proposal.cut):
            self._asked = None
            log_hash = self._accept(asked.ballot, asked.proposal)
            self._tell(sender, Ack(self.log.table, asked.view, asked.ballot, log_hash))

    def _install_decided(self, now: int) -> None:
        """Install the decision that waits for the log to its cut, if it is there now."""
        if self._decided is None:
            return
        sender, decision = self._decided
        if decision.proposal.view.number != self.log.view.number + 1:
            self._decided = None
        elif self.log.holds(decision.proposal.cut):
            self._decided = None
            if self.log.hash_to(decision.proposal) == decision.log_hash:
                self._install(decision)
            else:
                # Not raised: it is not who made the log complete that is to blame.
                self._effects.append(Blame(sender, "a decision about another log than ours"))
        elif now >= self._fetch_at:
            self._fetch_at = now + RETRY_US
            for rank, wanted in enumerate(decision.proposal.cut):
                self._fetch(sender, rank, wanted)

    def _install(self, decision: Decision) -> None:
        kept, void = self.log.close(decision)
        self.promised, self.accepted, self.attempt, self._asked = NO_BALLOT, None, None, None
        self._highest = NO_BALLOT
        self.wishes.installed(self.log.view)
        self._effects.append(Installed(decision, kept, void))
        # Behind the decision itself: what is synced now includes it, and only then is anybody told.
        self._write()

    # ---- messages

    def receive(self, peer: bytes, message: Wedge | State | Outbid | Accept | Ack | Commit | Leave) -> None:
        """Take in one message of the view change from ``peer``; call ``advance`` afterwards."""
        if isinstance(message, Leave):
            self.leave_wanted(peer)
        elif message.view < self.log.view.number:
            if not isinstance(message, Commit):
                self.answer_old(peer, message.view)
        elif message.view > self.log.view.number:
            self._tell(peer, Resume(self.log.table, self.log.view.number, self.log.have()))
        elif isinstance(message, Commit):
            self._on_commit(peer, message)
        else:
            self._on_ballot(peer, message)

    def _on_ballot(self, peer: bytes, message: Wedge | State | Outbid | Accept | Ack) -> None:
        highest = max(self.promised, self._highest).counter
        if not 0 < message.ballot.counter <= highest + MAX_BALLOTS_AHEAD:
            raise Misconduct("a ballot that nobody can have got to")
        if isinstance(message, Wedge):
            self._on_wedge(peer, message)
        elif isinstance(message, State):
            self._on_state(peer, message)
        elif isinstance(message, Accept):
            self._on_accept(peer, message)
        elif isinstance(message, Ack):
            self._on_ack(peer, message)
        else:
            self._on_outbid(peer, message)

    def answer_old(self, peer: bytes, view: int) -> None:
        """Tell a peer that speaks of view ``view`` how that one ended."""
        for closed in self.log.closed:
            if closed.view.number == view:
                self._tell(peer, Commit(self.log.table, view, closed.decision))

    def _on_wedge(self, peer: bytes, message: Wedge) -> None:
        if self.log.view.rank(peer) != message.ballot.rank or self.own.peer not in self.log.view.peers():
            raise Misconduct("a ballot that is not the sender's")
        if message.ballot < self.promised:
            self._tell(peer, Outbid(self.log.table, self.log.view.number, self.promised))
            return
        if message.ballot > self.promised:
            self.attempt = None
            self._promise(message.ballot)
        self._tell(peer, self._state())

    def _on_state(self, peer: bytes, message: State) -> None:
        attempt = self.attempt
        if attempt is None or attempt.ballot != message.ballot or attempt.proposal is not None:
            return
        fits = message.accepted is None or message.accepted.proposal.follows(self.log.view)
        if len(message.have) != len(self.log.view.members) or not fits:
            raise Misconduct("a state that does not fit its view")
        member = self.log.view.member(peer)
        if member is not None and member.disk == message.disk:
            attempt.states[peer] = message
            for joiner in message.joiners:
                self.wishes.heard_of(joiner, self.log.view)

    def _on_accept(self, peer: bytes, message: Accept) -> None:
        proposal = message.proposal
        if not proposal.follows(self.log.view) or self.log.view.rank(peer) != message.ballot.rank:
            raise Misconduct("a proposal that does not fit its view")
        if message.ballot < self.promised:
            self._tell(peer, Outbid(self.log.table, self.log.view.number, self.promised))
            return
        if message.ballot > self.promised:
            self.attempt = None
            self._promise(message.ballot)
        self._asked = (peer, message)
        for rank, wanted in enumerate(proposal.cut):
            self._fetch(peer, rank, wanted)

    def _on_ack(self, peer: bytes, message: Ack) -> None:
        attempt = self.attempt
        if attempt is None or not attempt.accepting or attempt.ballot != message.ballot:
            return
        if message.log_hash != attempt.acks[self.own.peer]:
            raise Misconduct("an acknowledgement of another log than ours")
        attempt.acks[peer] = message.log_hash

    def _on_outbid(self, peer: bytes, message: Outbid) -> None:
        if self.log.view.member(peer) is None:
            raise Misconduct("an answer to a ballot by somebody who is not asked")
        self._highest = max(self._highest, message.ballot)
        if self.attempt is not None and self.attempt.ballot < message.ballot:
            self.attempt = None

    def _on_commit(self, peer: bytes, message: Commit) -> None:
        if not message.decision.proposal.follows(self.log.view):
            raise Misconduct("a decision that does not fit its view")
        if self._decided is None:
            self._fetch_at = 0
        self._decided = (peer, message.decision)

    def _tell(self, peer: bytes, message: AnyReplicationMessage) -> None:
        if peer != self.own.peer:
            self._effects.append(Tell(peer, message))

    def _tell_members(self, message: AnyReplicationMessage) -> None:
        for peer in self.log.view.peers():
            self._tell(peer, message)

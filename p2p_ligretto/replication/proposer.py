"""The proposing part of a node in view changes: WEDGE, a value, ACCEPT, and the decision (``attempt`` has the steps).

Invariants:
- Its own ballot is promised, and so written, before anybody hears of it.
- It waits for everybody whom it does not suspect, but no longer than ``ANSWER_US`` once a quorum has answered.
- Its own vote counts like anybody's: it accepts only what its log holds.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from p2p_ligretto.replication.attempt import Attempt, Cause, Step
from p2p_ligretto.replication.catch_up import handover
from p2p_ligretto.replication.effects import Effects
from p2p_ligretto.replication.forks import MAX_FORKS
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Accept, Ack, Commit, Fetch, State, Wedge, holdings
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.value import value
from p2p_ligretto.replication.views import NO_BALLOT, Ballot, Decision, Member, Proposal
from p2p_ligretto.replication.voter import Voter
from p2p_ligretto.replication.wishes import Wishes

RETRY_US: Final = 250_000
ANSWER_US: Final = 1_500_000
"""How long who is not suspected may take to answer a wedge.

Long enough to find a way around a member that has just fallen silent and does not pass anything on any more: a second
until beats have told everybody, and then the wedge has to be said again.
"""


class Proposer:
    """One node's attempts to choose the next view, one at a time."""

    def __init__(self, own: Member, log: Log, voter: Voter, wishes: Wishes, effects: Effects) -> None:
        self.attempt: Attempt | None = None
        self.highest = NO_BALLOT
        """The highest ballot that this node was told of when it was outbid."""
        self._own = own
        self._log = log
        self._voter = voter
        self._wishes = wishes
        self._effects = effects

    def wake_at(self, now: int) -> int | None:
        """When, after ``now``, to say again what was not answered, or to wait no longer for all."""
        if self.attempt is None:
            return None
        again_at, enough_at = self.attempt.told_at + RETRY_US, self.attempt.begun_at + ANSWER_US
        return min(again_at, enough_at) if now < enough_at else again_at

    def give_up(self) -> None:
        """The attempt is outbid, or the view has ended."""
        self.attempt = None

    def forget_ballots(self) -> None:
        """The next view begins with none."""
        self.highest = NO_BALLOT

    def begin(self, now: int) -> None:
        """Wedge the view with a ballot above all that are known."""
        rank = self._log.view.rank(self._own.peer)
        assert rank is not None, "only a member proposes"
        counter = max(self._voter.promised.counter, self.highest.counter) + 1
        self.attempt = Attempt(Ballot(counter, rank), begun_at=now, told_at=now)
        self._voter.promise(self.attempt.ballot)
        self.attempt.states[self._own.peer] = self._voter.state(self._wishes.told())
        self._tell_again(self.attempt, frozenset())

    def advance(self, counted_on: frozenset[bytes], now: int) -> bool:
        """Go as far as the answers allow; whether a view was installed. ``counted_on``: whom to wait for."""
        attempt = self.attempt
        assert attempt is not None, "there is an attempt to go on with"
        if now >= attempt.told_at + RETRY_US:
            if attempt.step is Step.FILLING and not self._can_be_filled(attempt, counted_on):
                # Who alone had what the cut promises has gone since, or lost its disk: the others are asked anew.
                self.begin(now)
                return False
            attempt.told_at = now
            self._tell_again(attempt, counted_on)
        if attempt.step is Step.COLLECTING:
            waited = now >= attempt.begun_at + ANSWER_US
            if attempt.answered(frozenset() if waited else counted_on, self._log.view):
                self._choose_value(attempt, counted_on)
        if attempt.step is Step.FILLING and attempt.proposal is not None and self._holds_cut(attempt, attempt.proposal):
            waited = now >= attempt.begun_at + 2 * ANSWER_US
            # What nobody can show is not there.
            if waited or not any(True for _ in self._contradictions(attempt)):
                self._ask_to_accept(attempt)
        if attempt.chosen(self._log.view):
            self._decide(attempt)
            return True
        return False

    def _choose_value(self, attempt: Attempt, counted_on: frozenset[bytes]) -> None:
        wishes = self._wishes
        condemned = self._log.condemned
        out = wishes.leavers | condemned.keys()
        proposal = value(self._log.view, attempt.states, frozenset(out), wishes.joiners, wishes.welcome)
        if not any(state.accepted for state in attempt.states.values()):
            proposal = replace(proposal, forks=tuple(condemned.values())[:MAX_FORKS])
        if not proposal.view.members:
            # Everybody leaves: there is nothing left to agree on, each just goes.
            return
        attempt.proposal = proposal
        attempt.go_on(Cause.ANSWERED)
        self._fetch_to_cut(attempt, counted_on)

    def _ask_to_accept(self, attempt: Attempt) -> None:
        assert attempt.proposal is not None
        attempt.go_on(Cause.FILLED)
        log_hash = self._voter.accept(attempt.ballot, attempt.proposal)
        attempt.acknowledged(self._own.peer, log_hash, has_vote=True)
        for peer in attempt.proposal.view.peers():
            if peer not in attempt.states and not self._wishes.holds_log(peer):
                # It has no log, or none that it could vote with: the log comes first, on the same link.
                self.hand_over(peer)
        self._tell_again(attempt, frozenset())

    def _decide(self, attempt: Attempt) -> None:
        assert attempt.proposal is not None
        attempt.go_on(Cause.ACKNOWLEDGED)
        decision = Decision(attempt.proposal, attempt.acks[self._own.peer])
        told, number = self._concerned(attempt), self._log.view.number
        self._voter.install(decision)
        for peer in told:
            self._effects.tell(peer, Commit(self._log.table, number, decision))

    def _tell_again(self, attempt: Attempt, counted_on: frozenset[bytes]) -> None:
        """Say the word of this step to everybody who owes an answer to it."""
        view = self._log.view
        if attempt.step is Step.COLLECTING:
            for peer in view.peers():
                if peer not in attempt.states:
                    self._effects.tell(peer, self._wedge(attempt))
        elif attempt.step is Step.FILLING:
            self._fetch_to_cut(attempt, counted_on)
        elif attempt.proposal is not None:
            log_hash = attempt.acks[self._own.peer]
            accept = Accept(self._log.table, view.number, attempt.ballot, attempt.proposal, log_hash)
            for peer in self._concerned(attempt):
                if peer not in attempt.acks:
                    self._effects.tell(peer, accept)

    def _wedge(self, attempt: Attempt) -> Wedge:
        forks = tuple(self._log.condemned.values())[:MAX_FORKS]
        return Wedge(self._log.table, self._log.view.number, attempt.ballot, forks)

    def fork_found(self) -> None:
        """Somebody has forked: who has not chosen a value yet asks all anew, who claim less of that chain now."""
        if self.attempt is not None and self.attempt.step in (Step.COLLECTING, Step.FILLING):
            self.give_up()

    def _holds_cut(self, attempt: Attempt, proposal: Proposal) -> bool:
        """Whether the log is held to the cut, of those that have forked the chain that the cut was made of."""
        return self._log.holds(proposal.cut) and not self._astray(attempt, proposal)

    def _astray(self, attempt: Attempt, proposal: Proposal) -> list[bytes]:
        """Of whom that has forked another event is held at the cut than a replier has told of."""
        return [
            author
            for rank, (author, seq) in enumerate(zip(self._log.view.peers(), proposal.cut, strict=True))
            if author in self._log.condemned and self._is_other(author, seq, attempt.head(rank, seq))
        ]

    def _is_other(self, author: bytes, seq: int, head: bytes | None) -> bool:
        held = self._log.hash_at(author, seq)
        return head is not None and held is not None and not held.startswith(head)

    def _contradictions(self, attempt: Attempt) -> Iterator[tuple[bytes, bytes, int]]:
        """Replier, author and seq of each event that a replier says it holds, and that is another one here."""
        for peer, state in attempt.states.items():
            for author, seq in self._log.differing(holdings(state.have, state.heads)):
                yield peer, author, seq

    def _concerned(self, attempt: Attempt) -> tuple[bytes, ...]:
        """The members of the old view and of the proposed one."""
        assert attempt.proposal is not None
        return tuple(dict.fromkeys((*self._log.view.peers(), *attempt.proposal.view.peers())))

    def hand_over(self, peer: bytes) -> None:
        """Give ``peer`` the whole log."""
        for message in handover(self._log):
            self._effects.tell(peer, message)

    def has_no_log(self, member: Member) -> None:
        """``member`` has to be handed the log, if it has been asked to accept as the process that it was before."""
        attempt = self.attempt
        if attempt is None or attempt.step is not Step.ACCEPTING or attempt.proposal is None:
            return
        named = attempt.proposal.view.member(member.peer)
        if named is not None and named != member and member.peer not in attempt.acks:
            self.hand_over(member.peer)

    def _fetch_to_cut(self, attempt: Attempt, counted_on: frozenset[bytes]) -> None:
        """Ask for what the cut holds and this node lacks, from a replier that has it."""
        assert attempt.proposal is not None
        for author in self._astray(attempt, attempt.proposal):
            self._voter.give_up(author)
        for rank, wanted in enumerate(attempt.proposal.cut):
            holders = attempt.holders(rank, wanted)
            holder = next((peer for peer in holders if peer in counted_on), None)
            if holder is not None:
                self._voter.fetch(holder, rank, wanted)
        for peer, author, seq in self._contradictions(attempt):
            self._effects.tell(peer, Fetch(self._log.table, self._log.view.number, author, seq, seq))

    def _can_be_filled(self, attempt: Attempt, counted_on: frozenset[bytes]) -> bool:
        """Whether everything that the cut asks for is held here, or by a replier that can be counted on."""
        assert attempt.proposal is not None
        return all(
            held >= wanted or not counted_on.isdisjoint(attempt.holders(rank, wanted))
            for rank, (held, wanted) in enumerate(zip(self._log.have(), attempt.proposal.cut, strict=True))
        )

    def on_state(self, peer: bytes, message: State) -> None:
        """Somebody's answer to a wedge; only the first step asks for it, and only who has its disk has a vote."""
        attempt, view = self.attempt, self._log.view
        if attempt is None or attempt.ballot != message.ballot or attempt.step is not Step.COLLECTING:
            return
        fits = message.accepted is None or message.accepted.proposal.follows(view)
        if not len(message.have) == len(message.heads) == len(view.members) or not fits:
            raise Misconduct("a state that does not fit its view")
        member = view.member(peer)
        if member is not None and member.disk == message.disk:
            attempt.states[peer] = message
            for joiner in message.joiners:
                self._wishes.heard_of(joiner, view)

    def on_ack(self, peer: bytes, message: Ack) -> None:
        """Somebody has accepted and holds the log to the cut."""
        attempt = self.attempt
        if attempt is None or attempt.step is not Step.ACCEPTING or attempt.ballot != message.ballot:
            return
        if message.log_hash != attempt.acks[self._own.peer]:
            raise Misconduct("an acknowledgement of another log than ours")
        member = self._log.view.member(peer)
        has_vote = member is not None and member.disk == message.disk
        attempt.acknowledged(peer, message.log_hash, has_vote=has_vote)

    def asks(self, peer: bytes) -> bool:
        """Whether ``peer`` may have been asked for something: as a member, or as one that is to be admitted."""
        proposal = None if self.attempt is None else self.attempt.proposal
        return any(view.member(peer) for view in (self._log.view, *(() if proposal is None else (proposal.view,))))

    def outbid(self, ballot: Ballot) -> None:
        """Somebody has promised ``ballot``."""
        self.highest = max(self.highest, ballot)
        if self.attempt is not None and self.attempt.ballot < ballot:
            self.give_up()

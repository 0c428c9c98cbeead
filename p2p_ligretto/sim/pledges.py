"""What nodes bind themselves to in view changes, and whether they keep to it, as far as what they say shows it.

| check  | what it asks for                                                                                       |
| ------ | ------------------------------------------------------------------------------------------------------ |
| wedged | who has answered a wedge, or sent one, says nothing new in that view, and nothing becomes final for it |
| vote   | a disk forgets no vote: it knows what was said, ballots never go down, what was accepted is told       |
| chosen | a view ends by what quorums of both views have accepted, and no other value is proposed then           |
"""

from dataclasses import dataclass, field

from p2p_ligretto.node.session import Session
from p2p_ligretto.replication.effects import Vote
from p2p_ligretto.replication.messages import Accept, Ack, Beat, Commit, EventSent, State, Wedge
from p2p_ligretto.replication.views import NO_BALLOT, Ballot, Proposal, View
from p2p_ligretto.sim.surroundings import Remains
from p2p_ligretto.wire.messages import AnyMessage

Broken = tuple[str, str]
"""A check that was violated, and how."""


@dataclass(slots=True)
class Bond:
    """How far one disk is bound in one view: the highest ballot that it has said, and the last that it accepted."""

    ballot: Ballot = NO_BALLOT
    accepted: Ballot = NO_BALLOT


@dataclass(frozen=True, slots=True)
class Stillness:
    """What a process had said, and what was final for it, when it first spoke of a ballot in a view."""

    promise: int
    have: tuple[int, ...]
    final: tuple[int, ...]


@dataclass(slots=True)
class Candidate:
    """A value with its ballot, and who has accepted it; ``voters`` are members of the old view with their disk."""

    proposer: bytes
    view: View
    proposal: Proposal
    voters: set[bytes] = field(default_factory=set)
    peers: set[bytes] = field(default_factory=set)

    @property
    def chosen(self) -> bool:
        """Whether quorums of both views have accepted it."""
        return self.view.is_quorum(frozenset(self.voters)) and self.proposal.view.is_quorum(frozenset(self.peers))


@dataclass(slots=True)
class Pledges:
    """Follows what all nodes of one table say."""

    _bonds: dict[tuple[bytes, bytes, bytes, int], Bond] = field(default_factory=dict)
    """By peer, disk, lineage, and number of the view."""
    _still: dict[tuple[bytes, bytes, bytes, bytes, int], Stillness] = field(default_factory=dict)
    """By peer, incarnation, disk, lineage, and number of the view."""
    _candidates: dict[tuple[bytes, int], dict[Ballot, Candidate]] = field(default_factory=dict)
    _chosen: dict[tuple[bytes, int], tuple[Ballot, Proposal]] = field(default_factory=dict)
    _beats: dict[tuple[bytes, bytes, bytes, bytes, int], int] = field(default_factory=dict)
    """The last promise that each has said."""

    def said(self, session: Session, message: AnyMessage) -> Broken | None:
        """Take in what the node of ``session`` says; gives what is wrong with it."""
        match message:
            case Beat():
                return self._beat(session, message)
            case EventSent(event) if event.author == session.own.peer:
                still = self._still.get((*_process(session), event.table, event.view))
                return None if still is None else ("wedged", "an event of a view after an answer to a wedge in it")
            case Wedge() | State() | Accept() | Ack():
                return self._vote(session, message)
            case Commit():
                return self._decided(session, message)
            case _:
                return None

    def settled(self, session: Session) -> Broken | None:
        """A node has come a step further."""
        view = session.log.view
        still = self._still.get((*_process(session), view.lineage, view.number))
        if still is None or still.final == session.finality.final:
            return None
        return "wedged", "something became final after an answer to a wedge"

    def ended(self, peer: bytes, remains: Remains) -> Broken | None:
        """A process is no more: what it has said it is bound to has to stand on its disk."""
        log, vote = remains.log, remains.vote
        if log is None or remains.lost:
            return None
        bond = self._bonds.get((peer, remains.disk, log.view.lineage, log.view.number), Bond())
        known = vote if vote is not None and vote.view == log.view else Vote(log.table, log.view, NO_BALLOT)
        accepted = NO_BALLOT if known.accepted is None else known.accepted.ballot
        if known.promised < bond.ballot or accepted < bond.accepted:
            return "vote", f"the disk does not know of ballot {_name(bond.ballot)}, or of what was accepted with it"
        return None

    def _beat(self, session: Session, beat: Beat) -> Broken | None:
        key = (*_process(session), beat.table, beat.view)
        self._beats[key] = max(beat.promise, self._beats.get(key, 0))
        still = self._still.get(key)
        if still is None:
            return None
        if beat.promise > still.promise:
            return "wedged", f"a promise of {beat.promise} us after an answer to a wedge with {still.promise} us"
        if any(holding.seq > still.have[holding.rank] for holding in beat.held):
            return "wedged", f"holds {beat.held} after an answer to a wedge with {still.have}"
        return None

    def _vote(self, session: Session, message: Wedge | State | Accept | Ack) -> Broken | None:
        own = session.own
        bond = self._bonds.setdefault((own.peer, own.disk, message.table, message.view), Bond())
        if message.ballot < bond.ballot:
            return "vote", f"ballot {_name(message.ballot)} after {_name(bond.ballot)}"
        bond.ballot = message.ballot
        if isinstance(message, Accept | Ack):
            bond.accepted = message.ballot
            return self._accepted(session, message)
        if isinstance(message, State):
            told = NO_BALLOT if message.accepted is None else message.accepted.ballot
            if told < bond.accepted:
                return "vote", f"has accepted {_name(told)}, it says, and it was {_name(bond.accepted)}"
        key = (*_process(session), message.table, message.view)
        if key not in self._still and session.log.view.number == message.view:
            have = message.have if isinstance(message, State) else session.log.have()
            # What it has promised counts even where nobody could be told: it may be heard later.
            own_promise = session.finality.promise_of(own.peer) if session.log.view.member(own.peer) else 0
            promise = max(self._beats.get(key, 0), own_promise)
            self._still[key] = Stillness(promise, have, session.finality.final)
        return None

    def _accepted(self, session: Session, message: Accept | Ack) -> Broken | None:
        """A proposer has accepted its own value, or somebody acknowledges one."""
        key = (message.table, message.view)
        candidates = self._candidates.setdefault(key, {})
        if isinstance(message, Accept) and message.ballot not in candidates:
            chosen = self._chosen.get(key)
            if chosen is not None and message.ballot > chosen[0] and chosen[1] != message.proposal:
                return "chosen", f"another value with ballot {_name(message.ballot)} than with {_name(chosen[0])}"
            candidates[message.ballot] = Candidate(session.own.peer, ended_view(session, message), message.proposal)
        candidate = candidates.get(message.ballot)
        if candidate is None or key in self._chosen:
            return None
        member = candidate.view.member(session.own.peer)
        candidate.peers.add(session.own.peer)
        if member is not None and member.disk == session.own.disk:
            candidate.voters.add(session.own.peer)
        if candidate.chosen:
            self._chosen[key] = (message.ballot, candidate.proposal)
        return None

    def _decided(self, session: Session, commit: Commit) -> Broken | None:
        """Somebody tells a decision; its proposer must have got it from quorums."""
        key, own = (commit.table, commit.view), session.own.peer
        if key in self._chosen:
            return None
        for candidate in self._candidates.get(key, {}).values():
            if candidate.proposer == own and candidate.proposal == commit.decision.proposal:
                return "chosen", f"view {commit.view} was ended by {len(candidate.peers)} who had accepted its end"
        return None


def ended_view(session: Session, message: Accept | Ack) -> View:
    """The view that a proposal is to end; by the time that it is told its proposer may have ended it already."""
    views = (session.log.view, *(closed.view for closed in reversed(session.log.closed)))
    return next(view for view in views if view.number == message.view and view.lineage == message.table)


def _process(session: Session) -> tuple[bytes, bytes, bytes]:
    # Who leaves and comes back does so with another disk, in the same process.
    return session.own.peer, session.own.incarnation, session.own.disk


def _name(ballot: Ballot) -> str:
    return f"{ballot.counter}/{ballot.rank}"

"""The voting part of a node in view changes: what it has promised, what it has accepted, what was decided.

| stance   | the node                                                  |
| -------- | --------------------------------------------------------- |
| FREE     | has promised nothing in the open view: it speaks          |
| WEDGED   | has promised a ballot: it says nothing new until the end  |
| ACCEPTED | has accepted a value besides, with the log to its cut     |

Invariants:
- A promise, and an accepted value with the log to its cut, are written before anybody is told of them.
- Only who holds the log to the cut acknowledges or installs.
- The way back to FREE leads through the next view only.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from p2p_ligretto.replication.effects import Blame, Effects, GivenUp, Installed, Vote, Write
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Accept, Ack, Commit, Fetch, Outbid, Resume, State, Wedge
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.views import NO_BALLOT, Accepted, Ballot, Decision, Member, Proposal, View, parted_lineage

FETCH_US: Final = 500_000
"""How long a fetch may take before it is asked for again."""
MAX_TRIES: Final = 4
"""How often who tells a decision about another log than ours is asked to show what is otherwise in it."""


class Stance(Enum):
    """How far a node has bound itself in the open view."""

    FREE = "free"
    WEDGED = "wedged"
    ACCEPTED = "accepted"


FREE: Final = Stance.FREE
"""By itself, because it is asked for at every step: Python 3.11 takes long to look a member of an Enum up."""


class Bond(Enum):
    """What changes a stance."""

    PROMISE = "promises a higher ballot"
    ACCEPT = "accepts a value"
    INSTALL = "installs the next view"


STANCES: Final[Mapping[tuple[Stance, Bond], Stance]] = MappingProxyType(
    {
        (Stance.FREE, Bond.PROMISE): Stance.WEDGED,
        (Stance.WEDGED, Bond.PROMISE): Stance.WEDGED,
        (Stance.ACCEPTED, Bond.PROMISE): Stance.ACCEPTED,
        (Stance.WEDGED, Bond.ACCEPT): Stance.ACCEPTED,
        (Stance.ACCEPTED, Bond.ACCEPT): Stance.ACCEPTED,
        (Stance.FREE, Bond.INSTALL): Stance.FREE,
        (Stance.WEDGED, Bond.INSTALL): Stance.FREE,
        (Stance.ACCEPTED, Bond.INSTALL): Stance.FREE,
    }
)


class Voter:
    """The votes of one node at one table."""

    def __init__(self, own: Member, log: Log, effects: Effects) -> None:
        self.stance = Stance.FREE
        self.promised = NO_BALLOT
        self.accepted: Accepted | None = None
        self._own = own
        self._log = log
        self._effects = effects
        self._asked: tuple[bytes, Accept] | None = None
        self._decided: tuple[bytes, Decision] | None = None
        self._fetch_at = 0
        self._tries = 0

    def restore(self, vote: Vote) -> None:
        """Take up what was written before a restart; it has to be of the log's view."""
        self.promised, self.accepted = vote.promised, vote.accepted
        if vote.accepted is not None:
            self.stance = Stance.ACCEPTED
        elif vote.promised != NO_BALLOT:
            self.stance = Stance.WEDGED

    @property
    def idle(self) -> bool:
        """Whether nothing is promised, and nothing waits for events."""
        return self.stance is FREE and self._asked is None and self._decided is None

    def floor(self, author: bytes) -> int:
        """How much of the chain of ``author`` this node has answered for, by accepting a value."""
        rank = self._log.view.rank(author)
        return 0 if self.accepted is None or rank is None else self.accepted.proposal.cut[rank]

    @property
    def wake_at(self) -> int | None:
        """When to ask again for what a decision needs and this node lacks."""
        return None if self._decided is None else self._fetch_at

    def next_views(self) -> list[View]:
        """What may be the next view, as far as this node has to do with it."""
        proposals = [self.accepted.proposal] if self.accepted is not None else []
        proposals += [self._asked[1].proposal] if self._asked is not None else []
        proposals += [self._decided[1].proposal] if self._decided is not None else []
        return [proposal.view for proposal in proposals]

    # ---- promising and accepting

    def promise(self, ballot: Ballot) -> None:
        """From now on nothing is answered to a lower ballot, and nothing new is said in this view."""
        self.stance = STANCES[self.stance, Bond.PROMISE]
        self.promised = ballot
        self._write()

    def accept(self, ballot: Ballot, proposal: Proposal) -> bytes:
        """Accept a value whose cut the log holds; returns the hash of the log to it."""
        assert ballot == self.promised, "a ballot is promised before its value is accepted"
        self.stance = STANCES[self.stance, Bond.ACCEPT]
        self.accepted = Accepted(ballot, proposal)
        self._write()
        return self._log.hash_to(proposal)

    def _write(self) -> None:
        self._effects.add(Write(Vote(self._log.table, self._log.view, self.promised, self.accepted)))

    def state(self, joiners: tuple[Member, ...]) -> State:
        """The answer to a wedge."""
        return State(
            self._log.table,
            self._log.view.number,
            self.promised,
            self.accepted,
            self._log.have(),
            self._log.heads(),
            joiners,
            self._own.incarnation,
            self._own.disk,
        )

    def on_wedge(self, peer: bytes, message: Wedge, joiners: tuple[Member, ...]) -> bool:
        """Answer a wedge; whether it bound this node anew."""
        if self._log.view.rank(peer) != message.ballot.rank or self._own.peer not in self._log.view.peers():
            raise Misconduct("a ballot that is not the sender's")
        if message.ballot < self.promised:
            self._outbid(peer)
            return False
        higher = message.ballot > self.promised
        if higher:
            self.promise(message.ballot)
        self._effects.tell(peer, self.state(joiners))
        return higher

    def _outbid(self, peer: bytes) -> None:
        self._effects.tell(peer, Outbid(self._log.table, self._log.view.number, self.promised))

    def on_accept(self, peer: bytes, message: Accept) -> bool:
        """Fetch what the log lacks for a proposal, to acknowledge it when it is there; whether it bound this node."""
        proposal = message.proposal
        if not proposal.follows(self._log.view) or self._log.view.rank(peer) != message.ballot.rank:
            raise Misconduct("a proposal that does not fit its view")
        if message.ballot < self.promised:
            self._outbid(peer)
            return False
        higher = message.ballot > self.promised
        if higher:
            self.promise(message.ballot)
        self._asked = (peer, message)
        self._fetch_to(peer, proposal, message.log_hash)
        return higher

    def _fetch_to(self, holder: bytes, proposal: Proposal, log_hash: bytes) -> None:
        """Ask ``holder`` for what the log lacks to the cut, or holds otherwise than there."""
        astray = self._log.holds(proposal.cut) and self._log.hash_to(proposal) != log_hash
        for rank, wanted in enumerate(proposal.cut):
            author = self._log.view.peers()[rank]
            if astray and author in self._log.condemned:
                self.give_up(author)
            elif astray and wanted > self._log.start(author).seq:
                # One of them has said another thing there; which one is seen when that is here.
                self._effects.tell(holder, self._fetch(author, wanted, wanted))
            self.fetch(holder, rank, wanted)

    def give_up(self, author: bytes) -> None:
        """Hold no more of the chain of ``author``, which has forked, than has to stay."""
        events = self._log.cut_back(author)
        if events:
            self._effects.add(GivenUp(self._log.condemned[author], self._log.head(author).seq, events))

    def _fetch(self, author: bytes, first: int, last: int) -> Fetch:
        return Fetch(self._log.table, self._log.view.number, author, first, last)

    def fetch(self, holder: bytes, rank: int, wanted: int) -> None:
        """Ask ``holder`` for the events of the member of this rank up to ``wanted`` that are not held here."""
        author = self._log.view.peers()[rank]
        held = self._log.head(author).seq
        if held < wanted:
            self._log.want(author, wanted)
            if holder != self._own.peer:
                self._effects.tell(holder, self._fetch(author, held + 1, wanted))

    def answer_accept(self) -> None:
        """Acknowledge the ACCEPT that waits for the log to its cut, if it is there now."""
        if self._asked is None:
            return
        sender, asked = self._asked
        if asked.view != self._log.view.number or asked.ballot < self.promised:
            self._asked = None
        elif self._log.holds(asked.proposal.cut) and self._log.hash_to(asked.proposal) == asked.log_hash:
            self._asked = None
            log_hash = self.accept(asked.ballot, asked.proposal)
            self._effects.tell(sender, Ack(self._log.table, asked.view, asked.ballot, log_hash, self._own.disk))

    # ---- decisions

    def on_commit(self, peer: bytes, message: Commit) -> None:
        """Keep a decision until the log to its cut is there."""
        if not message.decision.proposal.follows(self._log.view):
            raise Misconduct("a decision that does not fit its view")
        if self._decided is None:
            self._fetch_at = self._tries = 0
        self._decided = (peer, message.decision)

    def install_decided(self, now: int) -> bool:
        """Install the decision that waits for the log to its cut, if it is there now; whether it did."""
        if self._decided is None:
            return False
        sender, decision = self._decided
        if decision.proposal.view.number != self._log.view.number + 1:
            self._decided = None
        elif self._log.holds(decision.proposal.cut) and self._log.hash_to(decision.proposal) == decision.log_hash:
            self._decided = None
            missed = self.accepted is None or self.accepted.proposal != decision.proposal
            self.install(decision)
            if missed:
                # Who had no part in it may have missed more than that.
                self._effects.tell(sender, Resume(self._log.table, self._log.view.number, self._log.have()))
            return True
        elif now >= self._fetch_at:
            self._fetch_decided(sender, decision, now)
        return False

    def _fetch_decided(self, sender: bytes, decision: Decision, now: int) -> None:
        self._tries += self._log.holds(decision.proposal.cut)
        if self._tries > MAX_TRIES:
            self._decided = None
            # Not raised: it is not who made the log complete that is to blame.
            self._effects.add(Blame(sender, "a decision about another log than ours"))
            return
        self._fetch_at = now + FETCH_US
        self._fetch_to(sender, decision.proposal, decision.log_hash)

    def part(self) -> None:
        """Go on without the senior one of two: another lineage, in which this node is alone.

        What it has promised or accepted binds it in the lineage that it leaves behind, and nowhere else.
        """
        view = self._log.view
        alone = View(parted_lineage(view), view.number + 1, (self._own,))
        proposal = Proposal(alone, self._log.have(), tuple(self._log.condemned.values()))
        assert proposal.parts(view), "only the junior of two parts from the other"
        self.install(Decision(proposal, self._log.hash_to(proposal)))

    def install(self, decision: Decision) -> None:
        """The open view has ended with ``decision``, whose log is held here."""
        self.stance = STANCES[self.stance, Bond.INSTALL]
        kept, void = self._log.close(decision)
        self.promised, self.accepted, self._asked = NO_BALLOT, None, None
        self._effects.add(Installed(decision, kept, void))
        # Behind the decision itself: what is synced now includes it, and only then is anybody told.
        self._write()

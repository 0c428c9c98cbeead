"""One member's machine of chapter 05, fed with inputs one by one; what it gives back, in full and in short."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from samples import ADA, BEA, CEM

from p2p_ligretto.replication.effects import Effect, GivenUp, Installed, Tell, Vote, Write
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import Fork
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.membership import Membership
from p2p_ligretto.replication.messages import (
    Accept,
    AnyReplicationMessage,
    Commit,
    Events,
    EventSent,
    Fetch,
    Goodbye,
    Join,
    Resume,
    State,
)
from p2p_ligretto.replication.views import Ballot, Member, Proposal, View

NAMES: Final = {ADA: "ada", BEA: "bea", CEM: "cem"}


@dataclass(frozen=True)
class Linked:
    """These peers can be told something now; those members have been silent for too long."""

    peers: tuple[bytes, ...]
    suspects: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Received:
    """A message from a peer."""

    sender: bytes
    message: AnyReplicationMessage


@dataclass(frozen=True)
class Leaving:
    """The own player wants to leave."""


@dataclass(frozen=True)
class Parting:
    """The own player wants to go on without the senior one of two."""


@dataclass(frozen=True)
class Condemning:
    """This proves that its author has forked; so much of that chain was final here."""

    fork: Fork
    final_seq: int


@dataclass(frozen=True)
class Waited:
    """Nothing came in for so long."""

    duration_us: int


Input = Linked | Received | Leaving | Parting | Condemning | Waited


@dataclass(frozen=True)
class Case:
    """A member of ``view`` that holds ``held``, and had written ``vote`` before it was restarted, if it was.

    Each step is an input and, in short and worked out by hand, the outputs that it must give, in their order.
    """

    name: str
    own: Member
    view: View
    held: tuple[Event, ...]
    vote: Vote | None
    steps: tuple[tuple[Input, tuple[str, ...]], ...]


class Machine:
    """What a case runs on."""

    def __init__(self, case: Case) -> None:
        self._log = Log(case.view.lineage, case.view)
        for event in case.held:
            self._log.add(event)
        self._membership = Membership(case.own, self._log, lambda _: True)
        if case.vote is not None:
            self._membership.restore(case.vote)
        self._now = 0

    def take(self, given: Input) -> list[Effect]:
        """Everything that the input brings about."""
        match given:
            case Linked(peers, suspects):
                self._membership.surroundings(frozenset(peers), frozenset(suspects))
            case Leaving():
                self._membership.leave_wanted(self._membership.own.peer)
            case Parting():
                assert self._membership.may_part, "only the junior of two parts from the other, and only if it waits"
                self._membership.part()
            case Condemning(fork, final_seq):
                self._membership.condemn(fork, final_seq)
            case Waited(duration_us):
                self._now += duration_us
            case Received(sender, message):
                self._receive(sender, message)
        effects: list[Effect] = []
        while True:
            self._membership.advance(self._now)
            more = self._membership.effects()
            effects += more
            if not any(isinstance(effect, Installed) for effect in more):
                return effects

    def _receive(self, sender: bytes, message: Any) -> None:
        match message:
            case EventSent(event):
                self._log.add(event)
            case Events(events):
                for event in events:
                    self._log.add(event)
            case Join(_, incarnation, disk, holds):
                self._membership.join_wanted(Member(sender, incarnation, disk), has_log=holds > 0)
            case Goodbye(_, view):
                self._membership.has_gone(sender, view)
            case Resume(_, view):
                self._membership.answer_old(sender, view)
            case _:
                self._membership.receive(sender, message, self._now)


def _ballot(ballot: Ballot) -> str:
    return f"{ballot.counter}.{ballot.rank}"


def _proposal(proposal: Proposal) -> str:
    members = "+".join(NAMES[member.peer] for member in proposal.view.members)
    out = " ".join(NAMES[fork.author] for fork in proposal.forks)
    return f"{members} cut {' '.join(map(str, proposal.cut))}{f' without {out}' if out else ''}"


def _content(message: AnyReplicationMessage) -> str:
    match message:
        case Accept(_, _, ballot, proposal):
            return f" {_ballot(ballot)} {_proposal(proposal)}"
        case State(_, _, ballot, accepted, have):
            bound = f" accepted {_ballot(accepted.ballot)} {_proposal(accepted.proposal)}" if accepted else ""
            return f" {_ballot(ballot)}{bound} have {' '.join(map(str, have))}"
        case Commit(_, _, decision):
            return f" {_proposal(decision.proposal)}"
        case Fetch(_, _, author, first, last):
            return f" {NAMES[author]} {first}..{last}"
        case Events(events):
            return f" {len(events)}"
    ballot: Callable[[], Ballot] | Ballot | None = getattr(message, "ballot", None)
    return f" {_ballot(ballot)}" if isinstance(ballot, Ballot) else ""


def in_short(effect: Effect) -> str:
    """One output as a line."""
    match effect:
        case Tell(peer, message):
            return f"tell {NAMES[peer]} {message.__struct_config__.tag}{_content(message)}"
        case Write(vote):
            bound = f" accepted {_ballot(vote.accepted.ballot)}" if vote.accepted else ""
            return f"write view {vote.view.number} promised {_ballot(vote.promised)}{bound}"
        case Installed(decision, kept, void):
            return f"install {_proposal(decision.proposal)} kept {len(kept)} void {len(void)}"
        case GivenUp(fork, seq):
            return f"give up {NAMES[fork.author]} beyond {seq}"
    return f"blame {NAMES[effect.peer]}"

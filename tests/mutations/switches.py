"""Rules of the protocol left out, one by one: what the checkers have to find. Switches of test code only."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from p2p_ligretto.node.hearing import Hearing
from p2p_ligretto.node.intake import Intake
from p2p_ligretto.node.session import Session
from p2p_ligretto.replication import proposer
from p2p_ligretto.replication.attempt import Attempt, Step
from p2p_ligretto.replication.clock import LamportClock
from p2p_ligretto.replication.effects import Vote, Write
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.finality import Finality
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.membership import Membership
from p2p_ligretto.replication.messages import State
from p2p_ligretto.replication.proposer import Proposer
from p2p_ligretto.replication.value import value
from p2p_ligretto.replication.views import NO_BALLOT, Ballot, Decision, Proposal, View
from p2p_ligretto.replication.voter import STANCES, Bond, Stance, Voter

Switch = Callable[[pytest.MonkeyPatch], None]


def finality_without_the_quorum(patch: pytest.MonkeyPatch) -> None:
    def count(self: Finality, tail: Iterable[Event]) -> int:
        promised = self.least_promise()
        final = 0
        for event in tail:
            if event.time > promised:
                break
            final += 1
        return final

    patch.setattr(Finality, "count", count)


def finality_over_linked_peers(patch: pytest.MonkeyPatch) -> None:
    settle = Session.settle

    def settle_with(self: Session, linked: frozenset[bytes], now: int) -> None:
        self.finality._standings = _Live(self.finality._standings, linked | {self.own.peer})  # type: ignore[assignment]
        settle(self, linked, now)

    patch.setattr(Session, "settle", settle_with)


class _Live(dict[bytes, Any]):
    """Standings of which only those of peers that are linked are looked through."""

    def __init__(self, all_of_them: Mapping[bytes, Any], live: frozenset[bytes]) -> None:
        super().__init__(all_of_them)
        self._live = live

    def values(self) -> list[Any]:  # type: ignore[override]
        return [standing for peer, standing in self.items() if peer in self._live]


def stamps_without_a_bound(patch: pytest.MonkeyPatch) -> None:
    def witness(self: LamportClock, time: int, _table_time: int) -> None:
        self.last_seen = max(self.last_seen, time)

    keep_for_later = Intake.keep_for_later

    def keep_if_of_a_later_view(self: Intake, sender: bytes, event: Event, _table_time: int | None) -> bool:
        return keep_for_later(self, sender, event, None)

    patch.setattr(LamportClock, "witness", witness)
    patch.setattr(Intake, "keep_for_later", keep_if_of_a_later_view)


def decided_by_the_old_view_alone(patch: pytest.MonkeyPatch) -> None:
    def chosen(self: Attempt, view: View) -> bool:
        return self.step is Step.ACCEPTING and view.is_quorum(frozenset(self.acks))

    patch.setattr(Attempt, "chosen", chosen)


def cut_at_the_least(patch: pytest.MonkeyPatch) -> None:
    def least(view: View, states: Mapping[bytes, State], *rest: Any) -> Proposal:
        proposal = value(view, states, *rest)
        haves = [state.have for state in states.values()]
        return replace(proposal, cut=tuple(map(min, zip(*haves, strict=True))))

    patch.setattr(proposer, "value", least)


def promises_not_kept(patch: pytest.MonkeyPatch) -> None:
    def stamp(self: LamportClock, table_time: int) -> int:
        self.last_own = max(table_time - 50_000, self.last_own + 1, self.last_seen + 1)
        return self.last_own

    patch.setattr(LamportClock, "stamp", stamp)


def restarted_and_not_mute(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Membership, "mute", property(lambda self: self.log.view.member(self.own.peer) is None))


# ---- votes and ballots


def promise_not_written(patch: pytest.MonkeyPatch) -> None:
    def promise(self: Voter, ballot: Ballot) -> None:
        self.stance = STANCES[self.stance, Bond.PROMISE]
        self.promised = ballot

    patch.setattr(Voter, "promise", promise)


def value_not_written(patch: pytest.MonkeyPatch) -> None:
    def write(self: Voter) -> None:
        self._effects.add(Write(Vote(self._log.table, self._log.view, self.promised)))

    patch.setattr(Voter, "_write", write)


def value_of_its_own_whatever_was_accepted(patch: pytest.MonkeyPatch) -> None:
    def fresh(view: View, states: Mapping[bytes, State], *rest: Any) -> Proposal:
        return value(view, {peer: replace(state, accepted=None) for peer, state in states.items()}, *rest)

    patch.setattr(proposer, "value", fresh)


def nobody_is_waited_for(patch: pytest.MonkeyPatch) -> None:
    def answered(self: Attempt, _needed: frozenset[bytes], view: View) -> bool:
        return view.is_quorum(frozenset(self.states))

    patch.setattr(Attempt, "answered", answered)


def nobody_takes_over(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Membership, "_turn_at", lambda self: END_OF_TIME)


def back_to_the_old_view(patch: pytest.MonkeyPatch) -> None:
    advance = Membership.advance

    def advance_or_go_back(self: Membership, now: int) -> None:
        bound = self._bound_at and now >= self._bound_at + 1_000_000
        if self.voter.stance is Stance.WEDGED and bound and self.proposer.attempt is None:
            self.voter.stance, self.voter.promised = Stance.FREE, NO_BALLOT
        advance(self, now)

    patch.setattr(Membership, "advance", advance_or_go_back)


def both_halves_go_on(patch: pytest.MonkeyPatch) -> None:
    def is_quorum(self: View, peers: frozenset[bytes]) -> bool:
        return 2 * sum(member.peer in peers for member in self.members) >= len(self.members)

    patch.setattr(View, "is_quorum", is_quorum)


def votes_without_a_disk(patch: pytest.MonkeyPatch) -> None:
    on_state = Proposer.on_state

    def on_any_state(self: Proposer, peer: bytes, message: State) -> None:
        member = self._log.view.member(peer)
        on_state(self, peer, message if member is None else replace(message, disk=member.disk))

    patch.setattr(Proposer, "on_state", on_any_state)
    patch.setattr(Membership, "_has_no_vote", lambda self, member: self.wishes.has_gone(member.peer))


# ---- what a view begins with


def acknowledged_without_the_log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Log, "holds", lambda self, cut: True)
    patch.setattr(Log, "hash_to", lambda self, proposal: hashlib.sha256(repr(proposal).encode()).digest())


def nothing_is_void(patch: pytest.MonkeyPatch) -> None:
    close = Log.close

    def close_with_all(self: Log, decision: Decision) -> Any:
        most = tuple(map(max, decision.proposal.cut, self.have()))
        return close(self, replace(decision, proposal=replace(decision.proposal, cut=most)))

    patch.setattr(Log, "close", close_with_all)


def decisions_are_not_told_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Membership, "answer_old", lambda self, peer, view: None)


# ---- what is said and final meanwhile


def speaks_while_wedged(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Session, "speaks", property(lambda self: self.clock.synchronised and not self.membership.mute))


def final_while_wedged(patch: pytest.MonkeyPatch) -> None:
    settle = Session.settle

    def settle_and_finalise(self: Session, linked: frozenset[bytes], now: int) -> None:
        settle(self, linked, now)
        if not self.membership.mute:
            self._finalise()

    patch.setattr(Session, "settle", settle_and_finalise)


def final_with_half(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(View, "is_majority_of_others", lambda self, count: 2 * (count + 1) >= len(self.members))


def promises_count_before_the_events(patch: pytest.MonkeyPatch) -> None:
    heard = Finality.heard

    def heard_at_once(self: Finality, peer: bytes, promise: int, _last_seq: int, *rest: Any) -> None:
        heard(self, peer, promise, 0, *rest)

    patch.setattr(Finality, "heard", heard_at_once)


def only_direct_links_count(patch: pytest.MonkeyPatch) -> None:
    find_ways = Hearing._find_ways

    def find_none(self: Hearing) -> None:
        find_ways(self)
        self._within_reach &= self._direct
        self.detours = {}

    patch.setattr(Hearing, "_find_ways", find_none)

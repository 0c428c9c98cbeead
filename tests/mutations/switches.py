"""Rules of the protocol left out, one by one: what the checkers have to find. Switches of test code only."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from p2p_ligretto.node.intake import Intake
from p2p_ligretto.node.session import Session
from p2p_ligretto.replication import membership
from p2p_ligretto.replication.clock import LamportClock
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.finality import Finality
from p2p_ligretto.replication.membership import Membership
from p2p_ligretto.replication.messages import State
from p2p_ligretto.replication.proposer import Attempt, value
from p2p_ligretto.replication.views import Proposal, View

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


def joiners_counted_without_the_log(patch: pytest.MonkeyPatch) -> None:
    def chosen(self: Attempt, view: View) -> bool:
        return self.proposal is not None and self.accepting and view.is_quorum(frozenset(self.acks))

    patch.setattr(Attempt, "chosen", chosen)


def cut_at_the_least(patch: pytest.MonkeyPatch) -> None:
    def least(view: View, states: Mapping[bytes, State], *rest: Any) -> Proposal:
        proposal = value(view, states, *rest)
        haves = [state.have for state in states.values()]
        return replace(proposal, cut=tuple(map(min, zip(*haves, strict=True))))

    patch.setattr(membership, "value", least)


def promises_not_kept(patch: pytest.MonkeyPatch) -> None:
    def stamp(self: LamportClock, table_time: int) -> int:
        self.last_own = max(table_time - 50_000, self.last_own + 1, self.last_seen + 1)
        return self.last_own

    patch.setattr(LamportClock, "stamp", stamp)


def restarted_and_not_mute(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Membership, "mute", property(lambda self: self.log.view.member(self.own.peer) is None))

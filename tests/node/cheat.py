"""A table at which one node is changed: what it says is not what an honest node in its place would say."""

import json
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from p2p_ligretto.dealing.leaves import CardProof
from p2p_ligretto.dealing.own_cards import OwnCards
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.node import notices as told
from p2p_ligretto.node.table import Phase
from p2p_ligretto.wire.payloads import AnyMove, AnyPayload, Moved, StopMove
from tests.node.company import Company

LIAR = 1
HONEST = (0, 2)

Change = Callable[[AnyPayload], AnyPayload | None]
"""What is said in place of a payload; None for nothing."""


def table_with_liar(options: Options = OFFICIAL) -> Company:
    """Three sit at a table; the one in the middle is not honest as soon as ``lie`` says how."""
    company = Company(3)
    company.sit(options)
    return company


def lie(company: Company, change: Change) -> None:
    """From now on the liar's node says what ``change`` makes of its words."""
    session = company[LIAR].session
    say = session.say

    def say_otherwise(payload: AnyPayload, now: int) -> bool:
        changed = change(payload)
        return True if changed is None else say(changed, now)

    session.say = say_otherwise  # type: ignore[method-assign]


def once(kind: type[AnyPayload], change: Callable[[Any], AnyPayload | None]) -> Change:
    """Change the first payload of that kind that can be changed: where ``change`` gives back another one."""
    done = False

    def changed(payload: AnyPayload) -> AnyPayload | None:
        nonlocal done
        if done or not isinstance(payload, kind):
            return payload
        other = change(payload)
        done = other != payload
        return other

    return changed


def own_cards_of(company: Company) -> OwnCards:
    own = company[LIAR].session.seen.own
    assert own is not None
    return own


def shown(moved: Moved) -> tuple[int, ...]:
    return () if isinstance(moved.move, StopMove) else moved.move.exposes


def showing(moved: Moved, exposes: tuple[int, ...], proofs: tuple[CardProof, ...]) -> Moved:
    """The same move with other cards to show."""
    move: AnyMove = moved.move
    assert not isinstance(move, StopMove)
    return replace(moved, move=replace(move, exposes=exposes), proofs=proofs)


def lies_told(company: Company, number: int) -> list[tuple[int, str]]:
    notices = company[number].told(told.LieFound)
    return [(notice.seat, notice.check) for notice in notices if isinstance(notice, told.LieFound)]


def of_kind(company: Company, number: int, kind: str) -> list[dict[str, Any]]:
    """The lines of that kind in the record of the match at a node."""
    lines = [json.loads(line) for line in company.export(number)]
    return [line for line in lines if line["kind"] == kind]


def verdicts(company: Company, number: int = 0) -> list[dict[str, Any]]:
    """Of the last round."""
    found: list[dict[str, Any]] = of_kind(company, number, "audit")[-1]["verdicts"]
    return found


def findings(company: Company) -> list[tuple[str, str | None]]:
    """Verdict and failed check of each player; all nodes say the same, and so do their screens, records and states."""
    assert company.all_in(Phase.BETWEEN)
    assert len({company.export(number) for number in range(len(company.seats))}) == 1
    assert len({company[number].final for number in range(len(company.seats))}) == 1
    assert lies_told(company, 0) == lies_told(company, 2)
    return [(one["verdict"], one.get("check")) for one in verdicts(company)]


def honest_but(finding: str, check: str | None = None) -> list[tuple[str, str | None]]:
    return [("honest", None), (finding, check), ("honest", None)]

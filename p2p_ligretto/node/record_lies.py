"""The lines of a record about honesty: lies that were caught at once, and the audit of a round (docs/record.md)."""

from collections.abc import Iterable
from typing import Any

from p2p_ligretto.node.audit import Verdict
from p2p_ligretto.node.table import TableState


def lie_lines(before: TableState, after: TableState) -> list[dict[str, Any]]:
    """One line for each lie that was caught between the two."""
    caught = after.lies[len(before.lies) :]
    return [{"kind": "lie", "number": lie.number, "seat": lie.seat, "check": lie.check} for lie in caught]


def audit_lines(table: TableState, verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    """The verdicts on a round that is scored now; nothing for any other."""
    found = list(map(_verdict, verdicts))
    return [{"kind": "audit", "number": table.number, "verdicts": found}] if found else []


def _verdict(verdict: Verdict) -> dict[str, Any]:
    found: dict[str, Any] = {"seat": verdict.seat, "verdict": verdict.finding}
    if verdict.check is not None:
        found["check"] = verdict.check
    if verdict.move is not None:
        incarnation, seq = verdict.move
        found |= {"incarnation": incarnation.hex(), "seq": seq}
    return found

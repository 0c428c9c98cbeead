"""The lines of a record about honesty: lies caught at once, forks, and the audit of a round (docs/record.md)."""

from collections.abc import Iterable
from typing import Any

from msgspec.msgpack import encode

from p2p_ligretto.node.audit import Verdict
from p2p_ligretto.node.table import TableState
from p2p_ligretto.replication.forks import Forks


def lie_lines(before: TableState, after: TableState) -> list[dict[str, Any]]:
    """One line for each lie that was caught between the two."""
    caught = after.lies[len(before.lies) :]
    return [{"kind": "lie", "number": lie.number, "seat": lie.seat, "check": lie.check} for lie in caught]


def fork_lines(table: TableState, forks: Forks) -> list[dict[str, Any]]:
    """One line for each seat that is put out for a fork, with the two events that prove it."""
    seated = ((table.seat_of(fork.author), fork) for fork in forks)
    return [
        {"kind": "fork", "seat": seat, "events": [encode(fork.first).hex(), encode(fork.second).hex()]}
        for seat, fork in seated
        if seat is not None
    ]


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

"""Records written by hand: small ones, whose every figure is known."""

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ADA, BEA, CEM = "aa" * 16, "bb" * 16, "cc" * 16
DAY_S = 86_400
NOON_S = 1_790_000_000
"""Some moment in the year 2026."""


def match_line(*sitters: tuple[str, str], rounds: int = 3) -> dict[str, Any]:
    seats = [{"seat": seat, "name": name, "peer": peer} for seat, (name, peer) in enumerate(sitters)]
    return {
        "kind": "match",
        "format": 1,
        "id": "m",
        "options": {"rounds": rounds, "target_score": None},
        "seats": seats,
    }


def move(time: int, seat: int, **fields: Any) -> dict[str, Any]:
    return {"kind": "move", "time": time, "seat": seat, "type": "play", "accepted": True, **fields}


def beaten(time: int, seat: int, by: int, margin_us: int) -> dict[str, Any]:
    return move(time, seat, accepted=False, reason="beaten", by={"seat": by, "margin_us": margin_us})


def score(
    number: int, points: Sequence[int | None], totals: Sequence[int | None], by: int | None = 0
) -> dict[str, Any]:
    ended: dict[str, Any] = {"end": "blocked"} if by is None else {"end": "stop", "by": by}
    left = [None if point is None else 0 for point in points]
    figures = {"centre": list(points), "left": left, "points": list(points), "totals": list(totals)}
    return {"kind": "score", "number": number, **ended, **figures}


def played_round(
    number: int, lasts_us: int, points: Sequence[int], totals: Sequence[int], by: int
) -> list[dict[str, Any]]:
    """A round of two that seat ``by`` ends after so long; the other one has lost a race to it before."""
    return [
        {"kind": "round", "number": number, "dealt": []},
        move(1_000, by),
        beaten(2_000, 1 - by, by, 1_000),
        move(lasts_us, by),
        move(lasts_us + 500, 1 - by, accepted=False, reason="over"),
        score(number, points, totals, by),
    ]


def result(totals: Sequence[int | None], *winners: int) -> dict[str, Any]:
    return {"kind": "result", "totals": list(totals), "winners": list(winners)}


ONE_ROUND = [
    match_line(("Ada", ADA), ("Bea", BEA), rounds=1),
    *played_round(1, 60_000_000, (20, 8), (20, 8), by=0),
    result((20, 8), 0),
]
TWO_ROUNDS = [
    match_line(("Ada", ADA), ("Bea", BEA), rounds=2),
    *played_round(1, 90_000_000, (4, 14), (4, 14), by=1),
    *played_round(2, 45_000_000, (12, 6), (16, 20), by=0),
    result((16, 20), 1),
]


def text(lines: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)


def write_record(
    data: Path, match: str, content: str | bytes | Iterable[dict[str, Any]], changed_s: int = NOON_S
) -> Path:
    """A record in a data folder, last changed at that time."""
    path = data / "matches" / f"{match}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(content, bytes):
        content = (content if isinstance(content, str) else text(content)).encode()
    path.write_bytes(content)
    os.utime(path, (changed_s, changed_s))
    return path

"""Check the branch coverage of each room of the package against the room's own gate.

Usage: coverage_gate.py COVERAGE.json (a report of ``coverage json``). One room with no test can't hide behind the
others: each gated room has to reach its gate alone. Prints one line a room; exit code 1 when a gate is missed.
"""

import json
import sys
from collections import Counter
from pathlib import Path, PurePath

GATE_PERCENT = 95.0
GATED_ROOMS = ("game", "dealing", "replication", "wire", "node", "bots", "history", "scorepad", "playback")


def room_of(path: str) -> str:
    """``game`` for ``p2p_ligretto/game/cards.py``; ``(top)`` for the modules beside the rooms."""
    parts = PurePath(path).parts
    return parts[1] if len(parts) > 2 else "(top)"


def measure(report: dict) -> dict[str, tuple[int, int]]:
    """For each room: statements and branches covered, and all there are."""
    covered: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for path, file in report["files"].items():
        summary = file["summary"]
        covered[room_of(path)] += summary["covered_lines"] + summary["covered_branches"]
        total[room_of(path)] += summary["num_statements"] + summary["num_branches"]
    return {room: (covered[room], total[room]) for room in total}


def main(report_path: str) -> int:
    """Print the table; 1 if a gated room is missing or below the gate."""
    rooms = measure(json.loads(Path(report_path).read_text(encoding="utf-8")))
    missed = False
    print(f"\nStatements and branches covered (gate: {GATE_PERCENT:.0f}% in each room marked *)")
    for room in (*GATED_ROOMS, *sorted(set(rooms) - set(GATED_ROOMS))):
        covered, total = rooms.get(room, (0, 0))
        percent = 100 * covered / total if total else (0.0 if room in GATED_ROOMS else 100.0)
        gated = room in GATED_ROOMS
        below = gated and percent < GATE_PERCENT
        missed |= below
        print(f"{'*' if gated else ' '} {room:<12} {percent:6.1f}%{'   BELOW THE GATE' if below else ''}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

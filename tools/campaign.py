"""The long run: tables of 2 to 12 with every kind of trouble, on all cores, and a report of what was reached.

Usage: python -m tools.campaign [--for 2h] [--first-seed 0] [--jobs N] [--folder build/campaign]

In the folder are afterwards ``seeds.jsonl`` (a line for each seed), a scenario for each that failed, and
``report.json``: {seeds, violations, speed, moves_per_s, reached, never, players, failed}. ``never`` names the counters
that are still 0, ``players`` says how many seeds had how many players, ``failed`` holds the lines of the seeds that
failed. The exit code is 0 only if nothing was violated and everything was reached.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from p2p_ligretto.sim.profiles import players_of

LEAST, MOST = 2, 12


def report_of(lines: Iterable[str]) -> dict[str, Any]:
    """What the lines of ``simulate --json`` come to; ValueError if the last one, for all, is not there."""
    *seeds, totals = (json.loads(line) for line in lines)
    if "reached" not in totals:
        raise ValueError("the run did not come to its end")
    players = Counter(players_of(line["seed"], LEAST, MOST) for line in seeds)
    return {
        **totals,
        "never": [name for name, times in totals["reached"].items() if not times],
        "players": {str(count): players[count] for count in sorted(players)},
        "failed": [line for line in seeds if not line["ok"]],
    }


def main() -> int:
    """Run it; 0 if nothing was violated and nothing was never reached."""
    asked = argparse.ArgumentParser(prog="python -m tools.campaign", description="Simulate for long, and report.")
    asked.add_argument("--for", dest="limit", default="2h", help="how long: 90s, 20m, 2h")
    asked.add_argument("--first-seed", type=int, default=0)
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; all cores if not given")
    asked.add_argument("--folder", type=Path, default=Path("build/campaign"))
    given = asked.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "p2p_ligretto", "simulate", "--seeds", f"{given.first_seed}:"]
    command += ["--players", f"{LEAST}-{MOST}", "--faults", "all", "--jobs", str(given.jobs), "--for", given.limit]
    log = given.folder / "seeds.jsonl"
    with log.open("w", encoding="utf-8") as file:
        # Failing scenarios are left where it runs.
        subprocess.run([*command, "--json"], stdout=file, cwd=given.folder, check=False)
    report = report_of(log.read_text(encoding="utf-8").splitlines())
    (given.folder / "report.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(f"{report['seeds']} seeds, {report['violations']} with violations; {report['speed']} times real time")
    print(f"never reached: {', '.join(report['never']) or 'nothing'}")
    print(f"the rest is in {given.folder / 'report.json'}")
    return int(report["violations"] > 0 or bool(report["never"]))


if __name__ == "__main__":
    sys.exit(main())

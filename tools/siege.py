"""The long siege: three programs play on and on while one intruder after the other goes at the first of them.

Usage: python -m tools.siege [--seconds 20] [--folder build/siege] [INTRUDER ...]; "all" is all of them at once.

For each intruder a line, and at the end ``report.json``: what it did, how many events the table made a second, what the
besieged program and the others used of a core and of memory at most, and how often a link between players was lost. The
exit code is 0 only if all played on, saw the same matches end alike, kept their links, and no log has a traceback.
Linux only: it takes figures from ``/proc``, and intruders come from addresses of their own.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.children import ROOT, Child, children
from benchmarks.lobby import memory_mb, processor_s
from tests.runtime.intruders import INTRUDERS, REASONS

NAMES = ("Ada", "Bea", "Cai")
SAMPLE_S = 0.25
PEACE = "nobody"
ALL = "all"


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one time under siege; ``cpu_percent``, of one core, and ``memory_mb`` are of the besieged program first."""

    intruder: str
    done: dict[str, dict[str, int]]
    events_per_s: float
    cpu_percent: tuple[float, ...]
    memory_mb: tuple[float, ...]
    links_lost: int
    told: tuple[str, ...]


class Siege:
    """Three programs at a table."""

    def __init__(self, players: list[Child], folder: Path) -> None:
        self._players = players
        self._folder = folder
        self.seats = [player.answer() for player in players]

    def under(self, intruder: str, seconds: float) -> Figures:
        """Let an intruder go at the first of them for so long."""
        processes = [player.process.pid for player in self._players]
        before, told_before = self.reports(), len(self._log())
        used = [processor_s(process) for process in processes]
        begun = time.monotonic()
        attack = None if intruder == PEACE else self._attack(intruder)
        most = [0.0] * len(processes)
        while time.monotonic() - begun < seconds:
            time.sleep(SAMPLE_S)
            most = [max(so_far, memory_mb(process)) for so_far, process in zip(most, processes, strict=True)]
        took = time.monotonic() - begun
        used = [processor_s(process) - so_far for process, so_far in zip(processes, used, strict=True)]
        after = self.reports()
        done = {} if attack is None else json.loads(attack.communicate("", timeout=30)[0])
        text = self._log()[told_before:]
        return Figures(
            intruder,
            done,
            round((after[0]["events"] - before[0]["events"]) / took, 1),
            tuple(round(100 * each / took, 1) for each in used),
            tuple(round(each, 1) for each in most),
            sum(each["gone"] for each in after) - sum(each["gone"] for each in before),
            tuple(reason for reason in REASONS.get(intruder, ()) if reason in text),
        )

    def seat(self, player: Child) -> None:
        """Wait until one more sits."""
        self.seats.append(player.answer())
        self._players.append(player)

    def reports(self) -> list[dict[str, Any]]:
        """What each of them sees."""
        return [player.ask("report") for player in self._players]

    def _log(self) -> str:
        return (self._folder / f"{NAMES[0]}.log").read_text(encoding="utf-8")

    def _attack(self, intruder: str) -> "subprocess.Popen[str]":
        besieged = self.seats[0]
        asked = {
            "port": besieged["port"],
            "table": besieged["table"],
            "intruders": list(INTRUDERS) if intruder == ALL else [intruder],
            "members": [seat["peer"] for seat in self.seats],
        }
        command = [sys.executable, "-m", "tests.runtime.intruders", json.dumps(asked)]
        return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def faults(reports: list[dict[str, Any]], figures: list[Figures], folder: Path) -> list[str]:
    """What is not as it should be."""
    found = [f"only {report['present']} at the table" for report in reports if report["present"] != len(NAMES)]
    ended = min(len(report["matches"]) for report in reports)
    if any(report["matches"][:ended] != reports[0]["matches"][:ended] for report in reports):
        found.append("matches that did not end alike")
    if not ended:
        found.append("no match has ended")
    found += [f"{each.intruder}: {each.links_lost} links of players lost" for each in figures if each.links_lost]
    found += [f"{each.intruder}: nobody played" for each in figures if not each.events_per_s]
    found += [
        f"{each.intruder}: no reason in the log" for each in figures if each.intruder in REASONS and not each.told
    ]
    for name in NAMES:
        if re.search(r"Traceback| ERROR ", (folder / f"{name}.log").read_text(encoding="utf-8")):
            found.append(f"a traceback or an error in the log of {name}")
    return found


def main() -> int:
    """Run it; 0 if nothing was wrong."""
    asked = argparse.ArgumentParser(prog="python -m tools.siege", description="Besiege a table, and measure.")
    asked.add_argument("--seconds", type=float, default=20, help="for each intruder")
    asked.add_argument("--folder", type=Path, default=Path("build/siege"))
    asked.add_argument("intruders", nargs="*", help=f"all if none is named: {', '.join(INTRUDERS)}")
    given = asked.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    folder = given.folder.resolve()
    logs = [str(folder / f"{name}.log") for name in NAMES]
    for log in logs:
        Path(log).unlink(missing_ok=True)
    with children("tools.siege_player", [[NAMES[0], logs[0]]]) as first:
        siege = Siege(list(first), folder)
        opened = siege.seats[0]
        arguments = [[name, log, str(opened["port"]), opened["table"]] for name, log in zip(NAMES, logs, strict=True)]
        with children("tools.siege_player", arguments[1:]) as others:
            for player in others:
                siege.seat(player)
            figures = []
            for intruder in (PEACE, *(given.intruders or [*INTRUDERS, ALL])):
                figures.append(siege.under(intruder, given.seconds))
                print(json.dumps(asdict(figures[-1])), flush=True)
            reports = siege.reports()
    wrong = faults(reports, figures, folder)
    report = {"figures": [asdict(each) for each in figures], "matches": len(reports[0]["matches"]), "wrong": wrong}
    (folder / "report.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print("\n".join(wrong) or f"all played on: {len(reports[0]['matches'])} matches")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

"""The program itself on the hosts of a test LAN: started, watched by what it writes, and ended."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.lan.lan import Lan

PROGRAM = (sys.executable, "-m", "p2p_ligretto")
PATIENCE_S = 30.0

KEEP_PORT_5353 = """
import signal, socket
sockets = []
for family, any_host in ((socket.AF_INET, ""), (socket.AF_INET6, "::")):
    taken = socket.socket(family, socket.SOCK_DGRAM)
    if family == socket.AF_INET6:
        taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    taken.bind((any_host, 5353))
    sockets.append(taken)
print("taken", flush=True)
signal.pause()
"""


def until(condition: Callable[[], bool], limit_s: float, what: Callable[[], str]) -> None:
    """Wait for a condition of the outside world; ``what`` describes what is there instead."""
    deadline = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < deadline, what()
        time.sleep(0.02)


@dataclass(frozen=True)
class Figures:
    """What a node counted: events by how they came, re-folds that changed an outcome, races that somebody lost."""

    direct: int
    handed_over: int
    rollbacks: int
    contested: int


@dataclass(frozen=True)
class Program:
    """A running program with a data folder, an output and a log of its own."""

    lan: Lan
    host: int
    player: str
    folder: Path
    process: subprocess.Popen[str]
    started_s: float
    """When it was started, on the monotonic clock."""
    output_file: Path
    data: Path

    def output(self) -> str:
        return self.output_file.read_text(encoding="utf-8")

    def wait_for(self, pattern: str, limit_s: float = PATIENCE_S) -> re.Match[str]:
        """The first place in the output that matches."""
        until(
            lambda: re.search(pattern, self.output()) is not None or self.process.poll() is not None,
            limit_s,
            lambda: f"{self.player} did not write {pattern!r} but:\n{self.output()}",
        )
        found = re.search(pattern, self.output())
        assert found is not None, f"{self.player} ended without writing {pattern!r}:\n{self.output()}"
        return found

    def wait_for_end(self, limit_s: float) -> int:
        """The exit code."""
        until(
            lambda: self.process.poll() is not None,
            limit_s,
            lambda: f"{self.player} did not end; its last lines:\n{self.output()[-2000:]}",
        )
        assert self.process.returncode is not None
        return self.process.returncode

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def record(self) -> bytes:
        """What it has written of its only match; nothing while there is none."""
        found = [path.read_bytes() for path in (self.data / "matches").glob("*.jsonl")]
        assert len(found) <= 1, f"{self.player} has played several matches"
        return found[0] if found else b""

    def export(self) -> bytes:
        """The last match, as the program prints it."""
        command = [*PROGRAM, "export", "last", "--data", str(self.data)]
        return subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE_S).stdout

    def figures(self) -> Figures:
        """The last figures that its log tells."""
        log = (self.folder / "log").read_text(encoding="utf-8")
        told = re.findall(r"figures: Figures\((.*)\)", log)
        assert told, f"{self.player} logged no figures"
        return Figures(**{key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", told[-1])})


def start(lan: Lan, host: int, folder: Path, player: str, *arguments: str, data: Path | None = None) -> Program:
    """Start the program on ``host``; everything of it goes to ``folder``/``player``, but what it keeps to ``data``."""
    own = folder / player
    own.mkdir()
    return _start(lan, host, own / "output", data or own / "data", *arguments)


def start_again(ended: Program, *arguments: str) -> Program:
    """Start the program anew where it ran, with what it kept."""
    number = len(list(ended.folder.glob("output*"))) + 1
    return _start(ended.lan, ended.host, ended.folder / f"output-{number}", ended.data, *arguments)


def _start(lan: Lan, host: int, output: Path, data: Path, *arguments: str) -> Program:
    own = output.parent
    everywhere = ("--player", own.name, "--data", str(data), "--log", str(own / "log"))
    started_s = time.monotonic()
    process = lan.start(host, (*PROGRAM, *arguments, *everywhere), output)
    return Program(lan, host, own.name, own, process, started_s, output, data)


def run(lan: Lan, host: int, folder: Path, *arguments: str, limit_s: float = PATIENCE_S) -> tuple[int, str, str]:
    """Run the program to its end: exit code, standard output, standard error."""
    done = lan.run(host, (*PROGRAM, *arguments, "--data", str(folder / f"data-{host}")), limit_s)
    return done.returncode, done.stdout, done.stderr


def assert_one_clear_line(errors: str) -> None:
    """Exactly one line on standard error, no traceback."""
    assert len(errors.splitlines()) == 1, errors
    assert errors.startswith("p2p-ligretto: ")
    assert "Traceback" not in errors

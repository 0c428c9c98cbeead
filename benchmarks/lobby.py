"""What a node costs while nobody plays: the program in the lobby, with three others on this network in sight.

Processor time and resident memory come from ``/proc``, so this needs Linux. The programs find one another as laptops
do, by multicast DNS on the network that the machine has. The memory of the interpreter with the libraries alone is
measured beside it.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.terminals import Terminal, program

NAMES = ("Mirabelle", "Nordhild", "Ottokar", "Pankraz")
LIBRARIES = "click, cryptography.hazmat.primitives.asymmetric.ed25519, filelock, ifaddr, msgpack, msgspec, platformdirs"
SCREEN = "prompt_toolkit.application, trio, zeroconf"
SETTLING_S = 3.0
"""After all are in sight, before measuring begins: discovery asks several times at first."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """``cpu_percent`` of one core."""

    cpu_percent: float
    memory_mb: float
    libraries_mb: float


def measure_lobby(seconds: float) -> Lobby:
    """Watch one of four programs in the lobby for that long."""
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        terminals = [Terminal(program(folder, name)) for name in NAMES]
        for terminal in terminals:
            stack.callback(terminal.close)
        watched = terminals[0]
        for name in NAMES:
            watched.wait_for(name)
        time.sleep(min(SETTLING_S, seconds))
        before = processor_s(watched.process.pid)
        time.sleep(seconds)
        used = processor_s(watched.process.pid) - before
        return Lobby(100 * used / seconds, memory_mb(watched.process.pid), _libraries_mb())


def processor_s(process: int) -> float:
    """Processor time that a process has used so far, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(process: int) -> float:
    """Resident memory of a process, in megabytes."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    (kilobytes,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(kilobytes) * 1024 / 1e6


def _libraries_mb() -> float:
    with _idle(f"import {LIBRARIES}, {SCREEN}") as process:
        return memory_mb(process)


@contextmanager
def _idle(code: str) -> Iterator[int]:
    """A Python process that has run ``code`` and waits."""
    command = [sys.executable, "-c", f"{code}; print(flush=True); input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process.pid
        process.communicate(b"\n")

"""From the start of the program to the lobby on screen, on a terminal of 80x24.

The name that the player goes by is looked for: it is part of the first picture. Beside it, by turns, the interpreter
with the libraries that a first picture needs, which then writes one line.
"""

import sys
from dataclasses import dataclass
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.terminals import Terminal, program

NAME = "Mirabelle"
LIBRARIES = "click, msgpack, msgspec, prompt_toolkit.application, trio"


@dataclass(frozen=True, slots=True)
class Start:
    """Medians, in seconds."""

    ours_s: float
    floor_s: float


def measure_start(starts: int) -> Start:
    """Start both ``starts`` times, after one start of each that is not counted."""
    ours: list[float] = []
    floor: list[float] = []
    bare = [sys.executable, "-c", f"import {LIBRARIES}; print({NAME!r})"]
    with TemporaryDirectory() as folder:
        for _ in range(starts + 1):
            ours.append(_until_name(program(folder, NAME)))
            floor.append(_until_name(bare))
    return Start(median(ours[1:]), median(floor[1:]))


def _until_name(command: list[str]) -> float:
    terminal = Terminal(command)
    try:
        return (terminal.wait_for(NAME) - terminal.started_ns) / 1e9
    finally:
        terminal.close()

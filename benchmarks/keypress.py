"""From a key on one terminal to the bytes with which the screen of another one changes; both of 80x24.

Two programs and two nodes play at one table. In one of the programs a key turns three cards; what is looked for is the
line of its seat on the other one's screen, which then shows another discard top. The figure holds all of the way: the
first program's terminal and keys, its node, loopback, the other node, and its drawing. Beside it, by turns, the
terminal library alone, twice: a program that tells another one of each key over TCP, which changes one cell.
"""

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.children import children
from benchmarks.redraw import PAUSE_S, line_of
from benchmarks.spread import AS_THE_PROGRAM
from benchmarks.terminals import LIMIT_S, Terminal, program

NODES: Final = 2
MOVER: Final = "Nordhild"
WATCHER: Final = "Mirabelle"
TURN: Final = b" "


@dataclass(frozen=True, slots=True)
class Keypress:
    """Milliseconds, sorted."""

    ours_ms: tuple[float, ...]
    floor_ms: tuple[float, ...]


def measure_keypress(samples: int) -> Keypress:
    """``samples`` keys for each."""
    ours: list[float] = []
    floor: list[float] = []
    with TemporaryDirectory() as folder, _table(folder) as (typed, seen), _bare_screens() as (key, cell):
        for _ in range(samples):
            time.sleep(PAUSE_S)
            before = line_of(MOVER, seen.lines())
            ours.append(_until(typed, seen, TURN, lambda lines, before=before: line_of(MOVER, lines) != before))
            cell.lines()
            floor.append(_until(key, cell, b"x", lambda lines: True))
    return Keypress(tuple(sorted(ours)), tuple(sorted(floor)))


def _until(typed: Terminal, seen: Terminal, keys: bytes, changed: Callable[[list[str]], bool]) -> float:
    """Press keys on one terminal; milliseconds until the other one has ``changed``."""
    pressed_ns = typed.type(keys)
    while time.monotonic_ns() - pressed_ns < LIMIT_S * 1e9:
        for when, lines in seen.lines_after_each():
            if changed(lines):
                return (when - pressed_ns) / 1e6
        time.sleep(0.002)
    raise RuntimeError("a key never came to the other screen:\n" + "\n".join(seen.lines()))


@contextmanager
def _table(folder: str) -> Iterator[tuple[Terminal, Terminal]]:
    """A round that is played by nodes and programs: the terminal of who moves, and that of who sees it."""
    arguments = [[str(NODES + 2), f"Node {number}", *AS_THE_PROGRAM] for number in range(NODES)]
    with children("benchmarks.spread_node", arguments) as nodes, ExitStack() as stack:
        port, table = nodes[0].ask("open")
        for node in nodes[1:]:
            node.ask(f"join {port} {table}")
        terminals = []
        for name in (MOVER, WATCHER):
            terminals.append(Terminal(program(folder, name, "join", f"127.0.0.1:{port}")))
            stack.callback(terminals[-1].close)
        for node in nodes:
            node.tell("play")
        for node in nodes:
            node.answer()
        for terminal in terminals:
            terminal.wait_for("Node 0")
        yield terminals[0], terminals[1]


@contextmanager
def _bare_screens() -> Iterator[tuple[Terminal, Terminal]]:
    """Two bare screens: a key on the first changes a cell of the second."""
    with ExitStack() as stack:
        key = Terminal([sys.executable, "-m", "benchmarks.keypress_floor"])
        stack.callback(key.close)
        key.wait_for("port ")
        (port,) = re.findall(r"port (\d+)", "\n".join(key.lines()))
        cell = Terminal([sys.executable, "-m", "benchmarks.redraw_floor", port])
        stack.callback(cell.close)
        cell.wait_for("line 22")
        yield key, cell

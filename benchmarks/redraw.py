"""From a move on one node to the bytes with which the screen of another one is redrawn, on a terminal of 80x24.

Three nodes and the program play at one table. One of the nodes turns three cards; what is looked for is the line of
its seat on the program's screen, which then shows another discard top. The figure holds the way over loopback, the
program's node and its drawing. Beside it, by turns, the terminal library alone: a program that is told over TCP to
change one cell of a full screen.
"""

import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory

from benchmarks.children import Child, children
from benchmarks.spread import AS_THE_PROGRAM
from benchmarks.terminals import LIMIT_S, Terminal, program

NODES = 3
NAME = "Mirabelle"
MOVER = "Node 0"
PAUSE_S = 0.4
"""Between two moves: what was pale or marked as new is drawn plainly by then."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Milliseconds, sorted."""

    ours_ms: tuple[float, ...]
    floor_ms: tuple[float, ...]


def measure_redraw(samples: int) -> Redraw:
    """``samples`` moves and as many changes of a cell."""
    ours: list[float] = []
    floor: list[float] = []
    with TemporaryDirectory() as folder, _table(folder) as (mover, terminal), _cell_changer() as change_cell:
        for _ in range(samples):
            ours.append(_line_changed(terminal, mover))
            floor.append(change_cell())
    return Redraw(tuple(sorted(ours)), tuple(sorted(floor)))


@contextmanager
def _table(folder: str) -> Iterator[tuple[Child, Terminal]]:
    """A round that is played by the nodes and the program; the node that moves, and the program's terminal."""
    arguments = [[str(NODES + 1), f"Node {number}", *AS_THE_PROGRAM] for number in range(NODES)]
    with children("benchmarks.spread_node", arguments) as nodes:
        port, table = nodes[0].ask("open")
        for node in nodes[1:]:
            node.ask(f"join {port} {table}")
        terminal = Terminal(program(folder, NAME, "join", f"127.0.0.1:{port}"))
        try:
            for node in nodes:
                node.tell("play")
            for node in nodes:
                node.answer()
            terminal.wait_for("Node 0")
            yield nodes[0], terminal
        finally:
            terminal.close()


def _line_changed(terminal: Terminal, mover: Child) -> float:
    """One move; milliseconds until the line of the mover's seat has changed."""
    time.sleep(PAUSE_S)
    before = line_of(MOVER, terminal.lines())
    moved_ns = int(mover.ask("timed move"))
    while time.monotonic_ns() - moved_ns < LIMIT_S * 1e9:
        for when, lines in terminal.lines_after_each():
            if line_of(MOVER, lines) != before:
                return (when - moved_ns) / 1e6
        time.sleep(0.002)
    raise RuntimeError("a move never came to the screen:\n" + "\n".join(terminal.lines()))


def line_of(name: str, lines: list[str]) -> str:
    """The line of the seat with that name, but for what changes by itself: its link's delay."""
    return next((re.sub(r"\d+ ms", "", line) for line in lines if name in line), "")


@contextmanager
def _cell_changer() -> Iterator[Callable[[], float]]:
    """What changes a cell of the bare screen, and tells how many milliseconds it took."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        terminal = Terminal([sys.executable, "-m", "benchmarks.redraw_floor", str(port)])
        try:
            connection, _address = server.accept()
            terminal.wait_for("line 22")
            with connection:
                yield lambda: _cell_changed(terminal, connection)
        finally:
            terminal.close()


def _cell_changed(terminal: Terminal, connection: socket.socket) -> float:
    terminal.lines_after_each()
    sent_ns = time.monotonic_ns()
    connection.sendall(b"x")
    while time.monotonic_ns() - sent_ns < LIMIT_S * 1e9:
        for when, _lines in terminal.lines_after_each():
            return (when - sent_ns) / 1e6
        time.sleep(0.002)
    raise RuntimeError("a cell never changed")

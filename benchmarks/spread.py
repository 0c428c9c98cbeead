"""How long a move is on its way: from ``submit`` on one node to the predicted state of the last of the others.

Real processes on loopback, each a driver with its node, at one table in a round that is played. Beside them as many
processes that only send the same bytes over TCP with trio, and, where the table is protected as the program's are, as
many again that sign, encrypt and check them too. All are there all the time and are measured by turns, so that whatever
else the machine does hits them alike. Every node moves in its turn.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.children import Child, children

PAUSE_S: Final = 0.03
"""Between two samples: a move is final by then, on a machine like this."""
WARM_UP: Final = 6
"""Rounds of samples that are thrown away."""
AS_THE_PROGRAM: Final = ("ed25519", "tls")
UNPROTECTED: Final = ("keyed_hash", "plain")


@dataclass(frozen=True, slots=True)
class Spread:
    """Milliseconds until the last other one has it, one for each sample, sorted; ``protected_ms`` may be empty."""

    ours_ms: tuple[float, ...]
    floor_ms: tuple[float, ...]
    protected_ms: tuple[float, ...]
    """Of the floor that signs, encrypts and checks."""


def percentile(values: Sequence[float], percent: float) -> float:
    """The value of ``values``, which are sorted, that ``percent`` of them do not exceed."""
    return values[min(len(values) - 1, round(len(values) * percent / 100))]


def measure_spread(processes: int, samples: int, protection: tuple[str, str] = AS_THE_PROGRAM) -> Spread:
    """``samples`` moves and as many broadcasts, among as many processes each."""
    floors = ("nothing", "all") if protection == AS_THE_PROGRAM else ("nothing",)
    with ExitStack() as stack:
        nodes = stack.enter_context(table_of(processes, protection))
        nodes[0].tell("move")
        time.sleep(PAUSE_S)
        frame = nodes[1].ask("report")["frame"]
        meshes = [nodes, *(stack.enter_context(_floor(processes, frame, each)) for each in floors)]
        for sample in range(samples + WARM_UP):
            for mesh in meshes:
                mesh[sample % processes].tell("move")
                time.sleep(PAUSE_S)
        found = [_last_seen_ms([child.ask("report") for child in mesh], samples) for mesh in meshes]
        return Spread(found[0], found[1], found[2] if len(found) > 2 else ())


@contextmanager
def table_of(processes: int, protection: tuple[str, str] = AS_THE_PROGRAM) -> Iterator[list[Child]]:
    """Nodes at one table, in a round in which moves are legal."""
    arguments = [[str(processes), f"Node {number}", *protection] for number in range(processes)]
    with playing("benchmarks.spread_node", arguments) as (nodes, _port, _table):
        yield nodes


@contextmanager
def playing(module: str, arguments: Sequence[Sequence[str]]) -> Iterator[tuple[list[Child], int, str]]:
    """Nodes of ``module`` that play at one table; the port at which the first listens, and the table's id."""
    with children(module, arguments) as nodes:
        port, table = nodes[0].ask("open")
        for node in nodes[1:]:
            node.ask(f"join {port} {table}")
        for node in nodes:
            node.tell("play")
        for node in nodes:
            node.answer()
        yield nodes, port, table


@contextmanager
def _floor(processes: int, frame: str, protection: str) -> Iterator[list[Child]]:
    """Processes that are linked with one another, and send ``frame``."""
    with children("benchmarks.spread_floor", [[frame, protection]] * processes) as floor:
        ports = [child.answer() for child in floor]
        for own, child in enumerate(floor):
            child.tell(" ".join(map(str, ["mesh", *ports[:own], processes - 1])))
        for child in floor:
            child.answer()
        yield floor


def _last_seen_ms(reports: Sequence[Mapping[str, Any]], samples: int) -> tuple[float, ...]:
    made = sorted((when, name) for report in reports for name, when in report["made"].items())
    seen = [report["seen"] for report in reports]
    waits = []
    for when, name in made[-samples:]:
        arrivals = [each[name] for each in seen if name in each]
        assert len(arrivals) == len(reports) - 1, f"{len(arrivals)} of {len(reports) - 1} have seen move {name}"
        waits.append((max(arrivals) - when) / 1e6)
    return tuple(sorted(waits))

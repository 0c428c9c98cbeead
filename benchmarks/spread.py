"""How long a move is on its way: from ``submit`` on one node to the predicted state of the last of the others.

Real processes on loopback, each a driver with its node, at one table in a round that is played. Beside them as many
processes that only send the same bytes over TCP with trio. Both kinds are there all the time and are measured by
turns, so that whatever else the machine does hits both alike. Every node moves in its turn.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.children import Child, children

PAUSE_S = 0.03
"""Between two samples: a move is final by then, on a machine like this."""
WARM_UP = 6
"""Rounds of samples that are thrown away."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Milliseconds from submit until the last other one has it, one for each sample, sorted."""

    ours_ms: tuple[float, ...]
    floor_ms: tuple[float, ...]


def percentile(values: Sequence[float], percent: float) -> float:
    """The value of ``values``, which are sorted, that ``percent`` of them do not exceed."""
    return values[min(len(values) - 1, round(len(values) * percent / 100))]


def measure_spread(processes: int, samples: int) -> Spread:
    """``samples`` moves and as many broadcasts, among as many processes each."""
    with children(
        "benchmarks.spread_node", [[str(processes), f"Node {number}"] for number in range(processes)]
    ) as nodes:
        port, table = nodes[0].ask("open")
        for node in nodes[1:]:
            node.ask(f"join {port} {table}")
        _ask_all(nodes, "play")
        nodes[0].tell("move")
        time.sleep(PAUSE_S)
        frame = nodes[1].ask("report")["frame"]
        with children("benchmarks.spread_floor", [[frame]] * processes) as floor:
            ports = [child.answer() for child in floor]
            for own, child in enumerate(floor):
                child.tell(" ".join(map(str, ["mesh", *ports[:own], processes - 1])))
            for child in floor:
                child.answer()
            for sample in range(samples + WARM_UP):
                for mesh in (nodes, floor):
                    mesh[sample % processes].tell("move")
                    time.sleep(PAUSE_S)
            return Spread(
                _last_seen_ms([node.ask("report") for node in nodes], samples),
                _last_seen_ms([child.ask("report") for child in floor], samples),
            )


def _ask_all(asked: Sequence[Child], command: str) -> None:
    for child in asked:
        child.tell(command)
    for child in asked:
        child.answer()


def _last_seen_ms(reports: Sequence[Mapping[str, Any]], samples: int) -> tuple[float, ...]:
    made = sorted((when, name) for report in reports for name, when in report["made"].items())
    seen = [report["seen"] for report in reports]
    waits = []
    for when, name in made[-samples:]:
        arrivals = [each[name] for each in seen if name in each]
        assert len(arrivals) == len(reports) - 1, f"{len(arrivals)} of {len(reports) - 1} have seen move {name}"
        waits.append((max(arrivals) - when) / 1e6)
    return tuple(sorted(waits))

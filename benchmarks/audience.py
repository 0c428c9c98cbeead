"""What an audience costs those who play: processor time and bytes sent of the seated nodes, with few and with many.

Real processes on loopback, each a driver with its node, at one table in a round that is played; those who look on are
many in each of a few processes. Every player moves in the same rhythm all the time, so all spells have the same moves.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchmarks.children import Child, children
from benchmarks.spread import playing

CROWD_PROCESSES = 4
AT_ONCE = 10
"""So many of each process come before the next are told to: a child has a minute to answer."""
SETTLING_S = 12.0
"""After the last one is fed: until links that nobody has a use for are gone, and who could not reach others at once has
been sent on to them."""


@dataclass(frozen=True, slots=True)
class Spell:
    """Of all seated nodes together, in one spell of play."""

    processor_s: float
    sent_kb: float
    links: int
    """That they have with others than one another, when it ends."""


def measure_audience(players: int, audiences: Sequence[int], spell_s: float) -> list[Spell]:
    """A spell for each number of spectators in ``audiences``, which grow."""
    arguments = [[str(players), f"Node {number}"] for number in range(players)]
    with (
        playing("benchmarks.audience_node", arguments) as (nodes, port, table),
        children("benchmarks.audience_crowd", [[]] * CROWD_PROCESSES) as crowds,
    ):
        spells = []
        for before, spectators in pairwise((0, *audiences)):
            for there in range(before, spectators, AT_ONCE * CROWD_PROCESSES):
                _come(crowds, min(AT_ONCE * CROWD_PROCESSES, spectators - there), f"watch {port} {table}")
            spells.append(_spell(nodes, spell_s))
        return spells


def _come(crowds: Sequence[Child], count: int, command: str) -> None:
    """So many more look on, spread over the processes."""
    for number, crowd in enumerate(crowds):
        crowd.tell(f"{command} {len(range(number, count, len(crowds)))}")
    for crowd in crowds:
        crowd.answer()


def _spell(nodes: Sequence[Child], spell_s: float) -> Spell:
    time.sleep(SETTLING_S if spell_s > 1 else 0.0)
    before = [node.ask("report") for node in nodes]
    time.sleep(spell_s)
    after = [node.ask("report") for node in nodes]
    processor_s, sent_bytes = (
        sum(later[what] - earlier[what] for earlier, later in zip(before, after, strict=True))
        for what in ("processor_s", "bytes")
    )
    links = sum(report["links"] for report in after) - len(nodes) * (len(nodes) - 1)
    return Spell(processor_s, sent_bytes / 1000, links)

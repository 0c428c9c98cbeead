"""What an audience costs those who play: processor time and bytes sent of the seated nodes, with few and with many.

Real processes on loopback, each a driver with its node, at two tables in a round that is played; those who look on are
many in each of a few processes. Every player moves in the same rhythm all the time, so both tables have the same moves.
Many who look on at one table load the machine, and everybody's caches; both tables are measured in the same seconds, so
that this hits them alike.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

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


def measure_audience(players: int, audiences: Sequence[int], spell_s: float) -> list[tuple[Spell, Spell]]:
    """For each number in ``audiences``, which grow: a table with one who looks on, and one with so many."""
    arguments = [[str(players), f"Node {number}"] for number in range(players)]
    with (
        playing("benchmarks.audience_node", arguments) as (alone, *place_alone),
        playing("benchmarks.audience_node", arguments) as (watched, *place_watched),
        children("benchmarks.audience_crowd", [[]] * CROWD_PROCESSES) as crowds,
    ):
        _come(crowds[:1], 1, place_alone)
        spells = []
        for before, spectators in pairwise((0, *audiences)):
            for there in range(before, spectators, AT_ONCE * CROWD_PROCESSES):
                _come(crowds, min(AT_ONCE * CROWD_PROCESSES, spectators - there), place_watched)
            one, many = _spells((alone, watched), spell_s)
            spells.append((one, many))
        return spells


def _come(crowds: Sequence[Child], count: int, place: Sequence[object]) -> None:
    """So many more look on at one place (port and table), spread over the processes."""
    for number, crowd in enumerate(crowds):
        crowd.tell(" ".join(map(str, ["watch", *place, len(range(number, count, len(crowds)))])))
    for crowd in crowds:
        crowd.answer()


def _spells(tables: Sequence[Sequence[Child]], spell_s: float) -> list[Spell]:
    """Of all of them in the same seconds."""
    time.sleep(SETTLING_S if spell_s > 1 else 0.0)
    before = [[node.ask("report") for node in nodes] for nodes in tables]
    time.sleep(spell_s)
    after = [[node.ask("report") for node in nodes] for nodes in tables]
    return list(map(_spell, before, after))


def _spell(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> Spell:
    processor_s, sent_bytes = (
        sum(later[what] - earlier[what] for earlier, later in zip(before, after, strict=True))
        for what in ("processor_s", "bytes")
    )
    links = sum(report["links"] for report in after) - len(after) * (len(after) - 1)
    return Spell(processor_s, sent_bytes / 1000, links)

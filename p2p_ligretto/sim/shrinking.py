"""Making a failing scenario smaller while it goes on failing in the same way.

Each candidate drops a half of the faults, then single ones; then players and guests that no fault names, from the last;
then it replaces real signatures by the keyed hash, and shortens what lasts. The first that still fails is taken, and so
on until none does or ``trials`` are used up.
"""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from p2p_ligretto.sim.faults import Planned
from p2p_ligretto.sim.scenario import Scenario

TRIALS: Final = 200
SHORTEST_US: Final = 1_000


def shrunk(failing: Scenario, fails: Callable[[Scenario], bool], trials: int = TRIALS) -> Scenario:
    """The smallest scenario that was found for which ``fails`` holds, as it does for ``failing``."""
    left = trials
    smaller: Scenario | None = failing
    while smaller is not None:
        failing, smaller = smaller, None
        for candidate in _candidates(failing):
            if left == 0:
                return failing
            left -= 1
            if fails(candidate):
                smaller = candidate
                break
    return failing


def _candidates(scenario: Scenario) -> Iterator[Scenario]:
    faults = scenario.faults
    half = len(faults) // 2
    if half > 1:
        yield replace(scenario, faults=faults[half:])
        yield replace(scenario, faults=faults[:half])
    for number in range(len(faults)):
        yield replace(scenario, faults=(*faults[:number], *faults[number + 1 :]))
    yield from _fewer_hosts(scenario)
    if scenario.rounds > 1:
        yield replace(scenario, rounds=1)
    if scenario.signatures != "keyed_hash":
        yield replace(scenario, signatures="keyed_hash")
    for number, planned in enumerate(faults):
        for shorter in _shorter(planned):
            yield replace(scenario, faults=(*faults[:number], shorter, *faults[number + 1 :]))


def _fewer_hosts(scenario: Scenario) -> Iterator[Scenario]:
    """Without the last guest, or else the last player; not where a fault is of it."""
    try:
        if scenario.guests:
            yield replace(scenario, guests=scenario.guests - 1)
        elif scenario.players > 2:
            yield replace(scenario, players=scenario.players - 1)
    except ValueError:
        return


def _shorter(planned: Planned) -> Iterator[Planned]:
    if planned.for_us is not None and planned.for_us // 2 >= SHORTEST_US:
        yield replace(planned, for_us=planned.for_us // 2)

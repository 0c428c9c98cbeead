"""How fast a table without faults is simulated: one round of sharp bots, checked after every step, in one process.

Time is the process's own, and of several runs of a seed the best counts: they do the same to the byte, so what is
slower is the machine's. ``python -m benchmarks.simulation`` tells where the time goes, by room of the package.
"""

import cProfile
import pstats
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

import p2p_ligretto
from p2p_ligretto.game.options import Options
from p2p_ligretto.sim.match import play_match
from p2p_ligretto.sim.profiles import scenario
from p2p_ligretto.sim.signatures import Scheme
from p2p_ligretto.sim.trial import Trial

PLAYERS = 4
LEVEL = "sharp"
PACKAGE = str(Path(p2p_ligretto.__file__).parent)
LIBRARIES = "libraries"

Place = tuple[str, int, str]
"""A function as ``pstats`` names it: file (``~`` for one that is built in), line, name."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Simulated seconds for one of the processor.

    As ``simulate`` plays, the same tables without the checks, and as it plays with real signatures (Ed25519).
    """

    checked: float
    unchecked: float
    really_signed: float


def measure_simulation(seeds: int, runs: int) -> Speed:
    """Play that many seeds, each so many times. Raises RuntimeError for one that fails."""
    checked, unchecked = _speed(_checked, seeds, runs), _speed(_unchecked, seeds, runs)
    return Speed(checked, unchecked, _speed(_really_signed, seeds, runs))


def _speed(simulate: Callable[[int], int], seeds: int, runs: int) -> float:
    simulated_us, processor_s = 0, 0.0
    for seed in range(seeds):
        took_s = []
        for _ in range(runs):
            began_s = time.process_time()
            duration_us = simulate(seed)
            took_s.append(time.process_time() - began_s)
        simulated_us, processor_s = simulated_us + duration_us, processor_s + min(took_s)
    return simulated_us / 1e6 / processor_s


def _checked(seed: int, signatures: Scheme = "keyed_hash") -> int:
    verdict = Trial(replace(scenario(seed, PLAYERS, 1, LEVEL, "none"), signatures=signatures)).run()
    if not verdict.ok:
        raise RuntimeError(f"seed {seed}: {verdict.violations[0]}")
    return verdict.simulated_us


def _really_signed(seed: int) -> int:
    return _checked(seed, "ed25519")


def _unchecked(seed: int) -> int:
    return play_match(seed, PLAYERS, LEVEL, Options(rounds=1)).duration_us


def shares(seeds: Sequence[int]) -> dict[str, float]:
    """The share of each room in the time that a profiler sees, greatest first; what is built in is its caller's."""
    _checked(seeds[0])  # imports and caches are no part of it
    profile = cProfile.Profile()
    for seed in seeds:
        profile.runcall(_checked, seed)
    spent: Counter[str] = Counter()
    for place, (_calls, _primitive, own_s, _cumulative, callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        if place[0] != "~":
            spent[_room(place)] += own_s
            continue
        for caller, (_calls, _primitive, from_there_s, _cumulative) in callers.items():
            spent[_room(caller)] += from_there_s
    return {room: seconds / spent.total() for room, seconds in spent.most_common()}


def _room(place: Place) -> str:
    if not place[0].startswith(PACKAGE):
        return LIBRARIES
    return place[0][len(PACKAGE) + 1 :].replace("\\", "/").split("/")[0].removesuffix(".py")


def main() -> int:
    """Print the shares as lines of a table."""
    for room, share in shares(range(6)).items():
        print(f"| `{room}` | {100 * share:.0f} % |")
    return 0


if __name__ == "__main__":
    sys.exit(main())

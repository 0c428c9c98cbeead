"""What can be asked of ``simulate``, and what comes of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from p2p_ligretto.sim.profiles import players_of, scenario
from p2p_ligretto.sim.scenario import Scenario
from p2p_ligretto.sim.trial import Verdict


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is asked for. ``seeds`` without an end is (first, None); ``faults`` is a profile, or a file's scenario.

    After ``limit_s`` seconds no further seed is taken. ``cluster`` is where a Dask scheduler is.
    """

    players: tuple[int, int]
    rounds: int
    level: str
    seeds: tuple[int, int | None]
    faults: str | Scenario
    jobs: int = 1
    limit_s: int | None = None
    cluster: str | None = None
    json: bool = False
    transcript: bool = False

    def scenarios(self) -> Iterator[Scenario]:
        """All of them, in order; without end if the seeds are."""
        if isinstance(self.faults, Scenario):
            yield self.faults
            return
        first, end = self.seeds
        for seed in count(first) if end is None else range(first, end):
            yield scenario(seed, players_of(seed, *self.players), self.rounds, self.level, self.faults)

    @property
    def length(self) -> int | None:
        """How many scenarios there are."""
        first, end = self.seeds
        return 1 if isinstance(self.faults, Scenario) else None if end is None else max(0, end - first)


@dataclass(frozen=True, slots=True)
class Played:
    """One scenario, what came of it, and how long that took."""

    scenario: Scenario
    verdict: Verdict
    wall_s: float


@dataclass(slots=True)
class Totals:
    """Sums over all that were played."""

    seeds: int = 0
    failed: int = 0
    simulated_us: int = 0
    moves: int = 0
    reached: dict[str, int] = field(default_factory=dict)

    def add(self, verdict: Verdict) -> None:
        """One more."""
        self.seeds += 1
        self.failed += not verdict.ok
        self.simulated_us += verdict.simulated_us
        self.moves += verdict.moves
        for name, times in verdict.reached.items():
            self.reached[name] = self.reached.get(name, 0) + times

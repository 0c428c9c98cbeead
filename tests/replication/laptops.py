"""Laptops that ask each other for the time: own clocks, links that take their time, and what is really so.

Smaller than ``p2p_ligretto.sim``: nothing but clocks and pings. True time is in microseconds from 0; every random
number comes from the seed. What a test asks for is how far table times are apart at the same true moment.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from random import Random
from statistics import median

from p2p_ligretto.replication.clock import TableClock
from p2p_ligretto.replication.peer_clock import measure

MS = 1_000
SECOND = 1_000_000
PING_US = SECOND
HURRIED_US = 50 * MS
LOOK_US = 20 * MS

Delay = Callable[[int, int, Random], int]
"""From one to the other: how long it takes now, in microseconds."""


def between(low_us: int, high_us: int) -> Delay:
    return lambda source, target, draws: draws.randint(low_us, high_us)


WIRED = between(200, 1_000)
WIFI = between(2 * MS, 8 * MS)


@dataclass
class Laptop:
    """Its own clock shows ``offset_us + true * (1 + drift)``; ``lies_us`` is added to all that it answers."""

    number: int
    offset_us: int
    drift_ppm: float
    lies_us: int = 0
    asleep: bool = False
    clock: TableClock | None = None

    def own(self, true_us: int) -> int:
        return self.offset_us + true_us + round(true_us * self.drift_ppm / 1e6)

    @property
    def peer(self) -> bytes:
        return bytes([self.number + 1]) * 16

    def table(self, true_us: int) -> int:
        assert self.clock is not None
        return self.clock.table_time(self.own(true_us)) + self.lies_us


class Room:
    """Laptops 0 to ``size`` - 1, by seniority, all at one table from the first moment."""

    def __init__(self, size: int, delay: Delay, seed: int = 1, drift_ppm: int = 50) -> None:
        self.draws = Random(seed)
        self.delay = delay
        self.true_us = 0
        self.laptops = [
            Laptop(number, self.draws.randint(0, 3_600 * SECOND), self.draws.uniform(-drift_ppm, drift_ppm))
            for number in range(size)
        ]
        self.there = list(range(size))
        self._order = count()
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        for laptop in self.laptops:
            self.start(laptop.number)
            self._later(self.draws.randint(0, PING_US), lambda number=laptop.number: self._ask(number, 0))

    def start(self, number: int) -> None:
        """A new process: it knows nothing."""
        laptop = self.laptops[number]
        laptop.clock = TableClock(laptop.own(self.true_us))
        self._follow(number)
        for other in self.laptops:
            if other.clock is not None:
                other.clock.forget(laptop.peer)

    def view(self, *numbers: int) -> None:
        """From now on these are the members, by seniority."""
        self.there = list(numbers)
        for number in numbers:
            self._follow(number)

    def _follow(self, number: int) -> None:
        laptop = self.laptops[number]
        others = frozenset(self.laptops[other].peer for other in self.there if other != number)
        senior = None if self.there[0] == number else self.laptops[self.there[0]].peer
        assert laptop.clock is not None
        laptop.clock.follow(senior, others, 0, laptop.own(self.true_us))

    # ---- pings

    def _later(self, after_us: int, act: Callable[[], None]) -> None:
        heappush(self._queue, (self.true_us + after_us, next(self._order), act))

    def _ask(self, number: int, asked_all_at: int) -> None:
        laptop = self.laptops[number]
        clock, own = laptop.clock, laptop.own(self.true_us)
        assert clock is not None
        clock.advance(own)
        everybody = self.true_us >= asked_all_at or not clock.synchronised
        wanting = clock.wanting(own)
        for other in self.there if number in self.there and not laptop.asleep else ():
            if other != number and (everybody or self.laptops[other].peer in wanting):
                self._ping(laptop, self.laptops[other], clock)
        next_us = self.true_us + PING_US if everybody else asked_all_at
        self._later(HURRIED_US, lambda: self._ask(number, next_us))

    def _ping(self, asker: Laptop, other: Laptop, process: TableClock) -> None:
        sent = asker.own(self.true_us)

        def arrive() -> None:
            if other.asleep or other.clock is None or not other.clock.synchronised:
                return
            shown, table = other.own(self.true_us), other.table(self.true_us)

            def answered() -> None:
                if asker.clock is process and not asker.asleep:
                    now = asker.own(self.true_us)
                    process.sample(other.peer, measure(sent, shown, table, table, now), now)

            self._later(self.delay(other.number, asker.number, self.draws), answered)

        self._later(self.delay(asker.number, other.number, self.draws), arrive)

    # ---- time

    def run(self, duration_us: int) -> None:
        end = self.true_us + duration_us
        while self._queue and self._queue[0][0] <= end:
            self.true_us, _, act = heappop(self._queue)
            act()
        self.true_us = end

    def looks(self, duration_us: int) -> Iterator[dict[int, int]]:
        """The table times of all members, every ``LOOK_US``; no clock goes back meanwhile."""
        before: dict[int, int] = {}
        for _ in range(duration_us // LOOK_US):
            self.run(LOOK_US)
            times = {number: self.laptops[number].table(self.true_us) for number in self.there}
            for number, time in times.items():
                assert time >= before.get(number, 0), f"laptop {number} went back"
            before = times
            yield times

    def worst_us(self, duration_us: int, *, among: tuple[int, ...] | None = None) -> int:
        """The greatest true error within the time: how far one of ``among`` (all) was off the middle one of them."""
        return max(
            max(abs(times[number] - median(times[each] for each in among or times)) for number in among or times)
            for times in self.looks(duration_us)
        )

    def step(self, number: int, by_us: int) -> None:
        """The own clock of a laptop jumps."""
        self.laptops[number].offset_us += by_us

    def drift(self, number: int, ppm: float) -> None:
        """The own clock of a laptop goes on otherwise from what it shows now."""
        laptop = self.laptops[number]
        before = laptop.own(self.true_us)
        laptop.drift_ppm = ppm
        laptop.offset_us += before - laptop.own(self.true_us)

"""The experiment: many tables of one profile, each with other clocks; both kinds of clock judge the same contests.

Tables know nothing of one another. So an experiment can be done in pieces of some tables each, wherever, and in any
order: what comes of all of them does not depend on it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from p2p_ligretto.sim.fairness.contests import Contest, contests
from p2p_ligretto.sim.fairness.figures import ClockName, Count, Counts, Fairness, Others, gap_shares, total
from p2p_ligretto.sim.fairness.member import Stamps
from p2p_ligretto.sim.fairness.order import Order
from p2p_ligretto.sim.fairness.profiles import FairnessProfile
from p2p_ligretto.sim.fairness.table import Table
from p2p_ligretto.sim.seeds import stream

TABLES: Final = 40
LEAST_PER_TABLE: Final = 50
"""Contests: fewer would not be worth the time that clocks take to find one another."""
TABLES_PER_PIECE: Final = 5
"""So that a piece takes about a second: whoever wants it to end does not wait for long."""


@dataclass(slots=True)
class Tally:
    """What was counted and measured at some tables of one profile."""

    counts: dict[ClockName, Counts]
    error_us: int = 0
    others_error_us: int = 0

    def merge(self, other: "Tally") -> None:
        """What came of other tables of the same profile, too."""
        for clock, counts in other.counts.items():
            self.counts[clock].merge(counts)
        self.error_us = max(self.error_us, other.error_us)
        self.others_error_us = max(self.others_error_us, other.others_error_us)


@dataclass(frozen=True, slots=True)
class Experiment:
    """All contests of one profile: ``each`` for each gap, and ten times as many at equal times."""

    profile: FairnessProfile
    seed: int
    players: int
    each: int

    def run(self) -> tuple[Fairness, Fairness]:
        """By bare counters, and by table time: of the same presses of the same keys."""
        return self.figures(played(piece) for piece in self.pieces())

    def pieces(self) -> tuple["Piece", ...]:
        """All tables, some in each piece."""
        tables = max(1, min(TABLES, len(self.contests()) // LEAST_PER_TABLE))
        firsts = range(0, tables, TABLES_PER_PIECE)
        return tuple(Piece(self, tables, first, min(tables, first + TABLES_PER_PIECE)) for first in firsts)

    def contests(self) -> tuple[Contest, ...]:
        """Those of all tables. All profiles have the same."""
        return _contests(self.seed, self.players, self.each)

    def nothing(self) -> Tally:
        """Of no table."""
        odd = self.profile.odd
        kinds = [self.profile.link] if odd is None else [self.profile.link, odd.link]
        return Tally(
            {
                clock: Counts([Count() for _ in range(self.players)], {kind: Count() for kind in kinds})
                for clock in ("bare", "table")
            }
        )

    def figures(self, tallies: Iterable[Tally]) -> tuple[Fairness, Fairness]:
        """By bare counters, and by table time, where ``tallies`` are those of all pieces."""
        whole = self.nothing()
        for tally in tallies:
            whole.merge(tally)
        return self._of_clock("bare", whole), self._of_clock("table", whole)

    def _of_clock(self, clock: ClockName, tally: Tally) -> Fairness:
        counts = tally.counts[clock]
        others = Others(total(counts.others), tally.others_error_us, gap_shares(counts.others))
        return Fairness(
            profile=self.profile.name,
            clock=clock,
            contests=total(counts.all_members),
            clock_error_us=tally.error_us,
            gaps=gap_shares(counts.all_members),
            share_by_seat=tuple(count.share for count in counts.by_seat),
            share_by_link={kind: count.share for kind, count in counts.by_link.items()},
            others=others if self.profile.odd else None,
        )


@dataclass(frozen=True, slots=True)
class Piece:
    """The tables from ``first`` up to ``end``, which is not included, of the ``tables`` of an experiment."""

    experiment: Experiment
    tables: int
    first: int
    end: int


def played(piece: Piece) -> Tally:
    """Play the contests of these tables, in whichever process this is."""
    every = piece.experiment.contests()
    tally = piece.experiment.nothing()
    for number in range(piece.first, piece.end):
        begin, end = (len(every) * place // piece.tables for place in (number, number + 1))
        _play(piece.experiment, number, every[begin:end], tally)
    return tally


def _play(experiment: Experiment, number: int, contested: Sequence[Contest], tally: Tally) -> None:
    profile, seed, players = experiment.profile, experiment.seed, experiment.players
    table = Table(profile, seed, number, players)
    usual, odd = profile.link, profile.odd
    links = [odd.link if odd and host == table.odd else usual for host in range(players)]
    order = Order([member.peer for member in table.members], stream(seed, "fairness", number, "piles"))

    def decide(contest: Contest, stamps: Sequence[Stamps]) -> None:
        pile = order.next_pile()
        times: dict[ClockName, list[int]] = {
            "bare": [one.bare for one in stamps],
            "table": [one.table for one in stamps],
        }
        for clock, counts in tally.counts.items():
            winner = order.first(pile, contest.hosts, times[clock], contest.seats)
            counts.add(contest, links, table.odd, winner)

    table.play(contested, decide)
    tally.error_us = max(tally.error_us, table.clock_error_us)
    tally.others_error_us = max(tally.others_error_us, table.others_clock_error_us)


@lru_cache(maxsize=1)
def _contests(seed: int, players: int, each: int) -> tuple[Contest, ...]:
    """Drawn once in each process: that of all of them takes as long as to play two tables."""
    return tuple(contests(stream(seed, "fairness", "contests"), players, each))

"""The experiment: many tables of one profile, each with other clocks; both kinds of clock judge the same contests."""

from collections.abc import Sequence
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


class Experiment:
    """All contests of one profile: ``each`` for each gap, and ten times as many at equal times."""

    def __init__(self, profile: FairnessProfile, seed: int, players: int, each: int) -> None:
        self._profile = profile
        self._seed = seed
        self._players = players
        self._contests = tuple(contests(stream(seed, "fairness", "contests"), players, each))
        kinds = [profile.link] if profile.odd is None else [profile.link, profile.odd.link]
        self._counts: dict[ClockName, Counts] = {
            clock: Counts([Count() for _ in range(players)], {kind: Count() for kind in kinds})
            for clock in ("bare", "table")
        }
        self._error_us = 0
        self._others_error_us = 0

    def run(self) -> tuple[Fairness, Fairness]:
        """By bare counters, and by table time: of the same presses of the same keys."""
        tables = max(1, min(TABLES, len(self._contests) // LEAST_PER_TABLE))
        for number in range(tables):
            begin, end = (len(self._contests) * place // tables for place in (number, number + 1))
            self._play(number, self._contests[begin:end])
        return self._figures("bare"), self._figures("table")

    def _play(self, number: int, played: Sequence[Contest]) -> None:
        table = Table(self._profile, self._seed, number, self._players)
        usual, odd = self._profile.link, self._profile.odd
        links = [odd.link if odd and host == table.odd else usual for host in range(self._players)]
        order = Order([member.peer for member in table.members], stream(self._seed, "fairness", number, "piles"))

        def decide(contest: Contest, stamps: Sequence[Stamps]) -> None:
            pile = order.next_pile()
            times: dict[ClockName, list[int]] = {
                "bare": [one.bare for one in stamps],
                "table": [one.table for one in stamps],
            }
            for clock, counts in self._counts.items():
                winner = order.first(pile, contest.hosts, times[clock], contest.seats)
                counts.add(contest, links, table.odd, winner)

        table.play(played, decide)
        self._error_us = max(self._error_us, table.clock_error_us)
        self._others_error_us = max(self._others_error_us, table.others_clock_error_us)

    def _figures(self, clock: ClockName) -> Fairness:
        counts = self._counts[clock]
        others = Others(total(counts.others), self._others_error_us, gap_shares(counts.others))
        return Fairness(
            profile=self._profile.name,
            clock=clock,
            contests=total(counts.all_members),
            clock_error_us=self._error_us,
            gaps=gap_shares(counts.all_members),
            share_by_seat=tuple(count.share for count in counts.by_seat),
            share_by_link={kind: count.share for kind, count in counts.by_link.items()},
            others=others if self._profile.odd else None,
        )

"""What came of the contests, counted: how often who pressed first won, how often each seat and each kind of link."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from p2p_ligretto.sim.fairness.contests import GAPS_US, Contest

ClockName = Literal["bare", "table"]
"""Bare Lamport counters, or stamps that keep pace with table time."""
DIGITS: Final = 5


@dataclass(frozen=True, slots=True)
class GapShare:
    """Of ``contests`` with this gap those who pressed first won so many; None if there were none.

    With a gap of 0, where nobody was first, it is the share of whoever was named first.
    """

    gap_us: int
    contests: int
    share_true_first: float | None


@dataclass(frozen=True, slots=True)
class Others:
    """The contests in which the odd member had no part."""

    contests: int
    clock_error_us: int
    gaps: tuple[GapShare, ...]


@dataclass(frozen=True, slots=True)
class Fairness:
    """What came of all contests of one profile by one kind of clock.

    ``clock_error_us`` is the largest distance to table time that there was when a key was pressed, by the table clocks
    of the run; bare counters take no notice of them. ``share_by_seat`` has for each seat its share of the contests at
    equal times that it had a part in; ``share_by_link`` the same for each kind of link, where the two were of different
    kinds. Shares are 0..1, None of none.
    ``others`` is None where all members are alike.
    """

    profile: str
    clock: ClockName
    contests: int
    clock_error_us: int
    gaps: tuple[GapShare, ...]
    share_by_seat: tuple[float | None, ...]
    share_by_link: dict[str, float | None]
    others: Others | None


@dataclass(slots=True)
class Count:
    """So many of so many."""

    won: int = 0
    of: int = 0

    def add(self, won: bool) -> None:
        """One more."""
        self.of += 1
        self.won += won

    def merge(self, other: "Count") -> None:
        """As many more as ``other`` has."""
        self.of += other.of
        self.won += other.won

    @property
    def share(self) -> float | None:
        """None of none."""
        return round(self.won / self.of, DIGITS) if self.of else None


def _counts_by_gap() -> dict[int, Count]:
    return {gap_us: Count() for gap_us in GAPS_US}


@dataclass(slots=True)
class Counts:
    """The sums of one profile by one kind of clock, while they grow."""

    by_seat: list[Count]
    by_link: dict[str, Count]
    all_members: dict[int, Count] = field(default_factory=_counts_by_gap)
    others: dict[int, Count] = field(default_factory=_counts_by_gap)

    def add(self, contest: Contest, links: Sequence[str], odd: int | None, winner: int) -> None:
        """``winner`` was first in the order; ``links`` are the kinds of link of all hosts, ``odd`` is the odd one."""
        won_by_first = winner == contest.hosts[0]
        self.all_members[contest.gap_us].add(won_by_first)
        if odd not in contest.hosts:
            self.others[contest.gap_us].add(won_by_first)
        if contest.gap_us:
            return
        mixed = len({links[host] for host in contest.hosts}) > 1
        for host in contest.hosts:
            self.by_seat[contest.seats[host]].add(host == winner)
            if mixed or len(self.by_link) == 1:
                self.by_link[links[host]].add(host == winner)

    def merge(self, other: "Counts") -> None:
        """All that ``other`` has counted, of contests of the same profile."""
        for seat, count in enumerate(other.by_seat):
            self.by_seat[seat].merge(count)
        for link, count in other.by_link.items():
            self.by_link[link].merge(count)
        for gap_us in GAPS_US:
            self.all_members[gap_us].merge(other.all_members[gap_us])
            self.others[gap_us].merge(other.others[gap_us])


def gap_shares(counts: dict[int, Count]) -> tuple[GapShare, ...]:
    """In the order of the gaps."""
    return tuple(GapShare(gap_us, count.of, count.share) for gap_us, count in counts.items())


def total(counts: dict[int, Count]) -> int:
    """Contests of all gaps."""
    return sum(count.of for count in counts.values())

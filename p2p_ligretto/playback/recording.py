"""A match as its record tells it: for each round how it was dealt, and step by step what came of it.

A step holds the table after it, so that each moment can be looked at without those before it. What nobody has seen is
not in the record, and so it is not here: the states are what everybody at the table knew.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from p2p_ligretto.node.notices import Notice, RoundScored
from p2p_ligretto.node.races import Race
from p2p_ligretto.node.table import TableState


@dataclass(frozen=True, slots=True)
class Step:
    """Something that was recorded. ``time_us`` is since the start of the round, and never less than a step before.

    ``notices``: what was told of it; ``race``: the contested card that it was, if it was one.
    """

    time_us: int
    table: TableState
    notices: tuple[Notice, ...] = ()
    race: Race | None = None


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round: the table as it was ``dealt``, and the steps from there. ``times_us`` are those of the steps."""

    dealt: TableState
    steps: tuple[Step, ...]
    times_us: tuple[int, ...]

    @property
    def number(self) -> int:
        """Which round of the match it is, from 1 on."""
        return self.dealt.number

    @property
    def begin_us(self) -> int:
        """When it begins: 0, or at the first thing that was done before the start signal."""
        return min((0, *self.times_us[:1]))

    @property
    def end_us(self) -> int:
        """When the last step was."""
        return self.times_us[-1] if self.times_us else 0

    def table_at(self, shown: int) -> TableState:
        """The table once ``shown`` steps were made."""
        return self.steps[shown - 1].table if shown else self.dealt

    def steps_until(self, time_us: int) -> int:
        """How many steps were made by that time."""
        return bisect_right(self.times_us, time_us)

    @property
    def contests(self) -> tuple[int, ...]:
        """After how many steps a contested card has just been lost, each time."""
        return tuple(place for place, step in enumerate(self.steps, start=1) if step.race is not None)

    @property
    def scored(self) -> RoundScored | None:
        """What the round has come to; None where the record ends before that."""
        return next((told for step in self.steps for told in step.notices if isinstance(told, RoundScored)), None)


@dataclass(frozen=True, slots=True)
class Flaw:
    """The first line of a record that can't be, counted from 1, and why: what stands behind it is left out."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole match, or as much of it as the record holds: at least one round. ``match`` is its id.

    ``finished``: it was played to its end, and the record says so. ``flaw``: where the record goes wrong, if it does.
    """

    match: str
    rounds: tuple[RecordedRound, ...]
    finished: bool
    flaw: Flaw | None = None

    @property
    def seats(self) -> TableState:
        """The table at the end of the record, which knows all who ever sat at it."""
        last = self.rounds[-1]
        return last.table_at(len(last.steps))

    def scored(self) -> Iterator[RoundScored]:
        """What each round has come to, in order."""
        return (scored for each in self.rounds if (scored := each.scored) is not None)

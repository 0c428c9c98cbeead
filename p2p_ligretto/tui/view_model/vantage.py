"""From where a table is looked at: what a node knows about it beside its state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


def _nothing() -> Mapping[int, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Vantage:
    """``spectator``: this node only watches; it may still have an ``own_seat`` at the table, left long ago."""

    own_seat: int | None
    now_us: int
    away_since: Mapping[int, int] = field(default_factory=_nothing)
    """By seat, on the clock of ``now_us``: since when there is no link to it."""
    delays_us: Mapping[int, int] = field(default_factory=_nothing)
    """By seat: there and back, where it was measured."""
    watching: int = 0
    """How many nodes look on."""
    spectator: bool = False

    @property
    def away(self) -> frozenset[int]:
        """The seats that can't be reached."""
        return frozenset(self.away_since)

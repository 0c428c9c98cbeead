"""What has just changed on the table, and when: it stands out for a moment.

A frozen value; ``after`` compares the round with the one before. A new round, or the first that is seen, has nothing
fresh: then everything is new.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from p2p_ligretto.game.state import Area, RoundState
from p2p_ligretto.node.table import TableState

FRESH_US: Final = 300_000


class Spot(NamedTuple):
    """A place where cards lie: ``pile`` (colour, opener), ``row`` (seat, slot), ``stack`` or ``discard`` (seat)."""

    kind: str
    owner: int
    detail: int | str = ""


@dataclass(frozen=True, slots=True)
class Freshness:
    """``changed``: when each spot changed last, for those that may still be fresh."""

    round: RoundState | None = None
    named: tuple[int, int] = (0, 0)
    """Match and number of the round."""
    changed: Mapping[Spot, int] = field(default_factory=lambda: MappingProxyType({}))

    def after(self, table: TableState | None, now_us: int) -> "Freshness":
        """What is fresh once the table is as in ``table``, at ``now_us`` by any one clock."""
        state = None if table is None else table.round
        named = (0, 0) if table is None else (table.match, table.number)
        if state is None or self.round is None or named != self.named:
            return Freshness(state, named)
        kept = {spot: at_us for spot, at_us in self.changed.items() if now_us - at_us < FRESH_US}
        if state is not self.round:
            kept.update((spot, now_us) for spot in _changes(self.round, state))
        elif len(kept) == len(self.changed):
            return self
        return Freshness(state, named, MappingProxyType(kept))

    def is_fresh(self, spot: Spot, now_us: int) -> bool:
        """Whether ``spot`` has changed in the last ``FRESH_US``."""
        at_us = self.changed.get(spot)
        return at_us is not None and now_us - at_us < FRESH_US

    @property
    def until_us(self) -> int | None:
        """When the next mark has to go, if there is one: time to draw again."""
        return min(self.changed.values()) + FRESH_US if self.changed else None


def pile_spot(colour: str, opener: int) -> Spot:
    """The spot of a centre pile."""
    return Spot("pile", opener, colour)


def _changes(before: RoundState, after: RoundState) -> Iterator[Spot]:
    if before.piles is not after.piles:
        heights = {pile.id: pile.height for pile in before.piles}
        for pile in after.piles:
            if heights.get(pile.id) != pile.height:
                yield pile_spot(*pile.id)
    for seat, (was, area) in enumerate(zip(before.areas, after.areas, strict=False)):
        if was is not area and was is not None and area is not None:
            yield from _area_changes(seat, was, area)


def _area_changes(seat: int, was: Area, area: Area) -> Iterator[Spot]:
    for slot, (under, cards) in enumerate(zip(was.row, area.row, strict=False)):
        if under != cards:
            yield Spot("row", seat, slot)
    if (was.stack, was.stack_top) != (area.stack, area.stack_top):
        yield Spot("stack", seat)
    if was.discard != area.discard:
        yield Spot("discard", seat)

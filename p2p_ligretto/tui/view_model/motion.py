"""Own cards on their way: from where each goes to where, and how far it has come.

The table itself is shown as it is at once; what is on its way is drawn over it, in a few steps that are over within
``MOTION_US``. A frozen value; ``after`` compares the round with the one before, as ``freshness`` does. Several cards
may be on their way beside one another, and none is waited for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.moves import DISCARD, STACK, Source, row
from p2p_ligretto.game.state import Area, RoundState
from p2p_ligretto.node.table import TableState
from p2p_ligretto.tui.views import Flight

STEP_US: Final = 30_000
STEPS: Final = 4
MOTION_US: Final = STEP_US * STEPS


class Way(NamedTuple):
    """``source`` is None for the hand."""

    card: Card
    source: Source | None
    target: Source | PileId


@dataclass(frozen=True, slots=True)
class Motion:
    """``ways``: what is on its way, with the time of its start."""

    round: RoundState | None = None
    named: tuple[int, int] = (0, 0)
    """Match and number of the round."""
    ways: tuple[tuple[Way, int], ...] = ()

    def after(self, table: TableState | None, own_seat: int | None, now_us: int) -> "Motion":
        """What is on its way once the table is as in ``table``, at ``now_us`` by any one clock."""
        state = None if table is None else table.round
        named = (0, 0) if table is None else (table.match, table.number)
        if state is None or own_seat is None or named != self.named or self.round is None:
            return Motion(state, named)
        kept = tuple((way, start_us) for way, start_us in self.ways if now_us - start_us < MOTION_US)
        if state is self.round:
            return self if len(kept) == len(self.ways) else Motion(state, named, kept)
        was, area = self.round.area(own_seat), state.area(own_seat)
        new = () if was is None or area is None else tuple(_ways(self.round, state, was, area))
        return Motion(state, named, (*kept, *((way, now_us) for way in new)))

    def flights_at(self, now_us: int) -> tuple[Flight, ...]:
        """What is seen on its way at ``now_us``."""
        under_way = [(way, (now_us - start_us) // STEP_US) for way, start_us in self.ways]
        return tuple(Flight(*way, int(step), STEPS) for way, step in under_way if 0 <= step < STEPS)

    def next_us(self, now_us: int) -> int | None:
        """When a card is seen at its next step, or has arrived; None if none is on its way."""
        whens = [
            start_us + ((now_us - start_us) // STEP_US + 1) * STEP_US
            for _way, start_us in self.ways
            if now_us - start_us < MOTION_US
        ]
        return min(whens, default=None)


def _ways(before: RoundState, after: RoundState, was: Area, area: Area) -> Iterator[Way]:
    tops = _tops(was)
    if before.piles is not after.piles and area.centre > was.centre:
        heights = {pile.id: pile.height for pile in before.piles}
        for pile in after.piles:
            card = Card(pile.id.colour, pile.height)
            source = tops.get(card)
            if heights.get(pile.id) != pile.height and source is not None and card not in _tops(area):
                yield Way(card, source, pile.id)
    for slot, cards in enumerate(area.row):
        if cards and (cards,) != was.row[slot : slot + 1] and tops.get(cards[-1]) in (STACK, DISCARD):
            yield Way(cards[-1], tops[cards[-1]], row(slot))
    if area.discard and area.hand < was.hand and len(area.discard) > len(was.discard):
        yield Way(area.discard[-1], None, DISCARD)


def _tops(area: Area) -> dict[Card, Source]:
    """Own cards that lie open, and where."""
    tops = {cards[-1]: row(slot) for slot, cards in enumerate(area.row) if cards}
    if area.stack_top is not None:
        tops[area.stack_top] = STACK
    if area.discard:
        tops[area.discard[-1]] = DISCARD
    return tops

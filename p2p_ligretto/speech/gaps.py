"""Gaps of the row, which are filled from the stack by themselves: with what, and when it is tried again."""

from typing import Final

from p2p_ligretto.game.moves import Fill
from p2p_ligretto.game.state import Area, RoundState
from p2p_ligretto.node.table import MIN_PLAYERS

FILL_AGAIN_US: Final = 1_000_000
"""A gap that could not be filled (too many moves under way) is tried again with the first change after this."""


class GapFilling:
    """Fills the gaps of one seat, each as soon as it is there."""

    def __init__(self) -> None:
        self._tried: Area | None = None
        self._again_us = 0

    def due(self, state: RoundState, seat: int, now_us: int) -> Fill | None:
        """The move to make now, None if there is none; who asks makes it."""
        fill = gap_filling(state, seat)
        area = state.area(seat)
        if fill is None or (area == self._tried and now_us < self._again_us):
            return None
        self._tried, self._again_us = area, now_us + FILL_AGAIN_US
        return fill


def gap_filling(state: RoundState, seat: int) -> Fill | None:
    """The move that fills the first gap from the stack; None without a gap, a stack, or somebody to play with."""
    area = state.area(seat)
    if area is None or area.stack_top is None or state.end is not None or len(state.present) < MIN_PLAYERS:
        return None
    gap = first_gap(area)
    return None if gap is None else Fill(area.stack_top, gap)


def first_gap(area: Area) -> int | None:
    """The slot of the row furthest to the left that is empty, from 0."""
    return next((slot for slot, cards in enumerate(area.row) if not cards), None)

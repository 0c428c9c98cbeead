"""The own place: stack, row, discard and hand as large cards, each with its key below, all of them to be clicked."""

from dataclasses import dataclass, replace
from typing import Final

from p2p_ligretto.game.moves import DISCARD, STACK, row
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Action, FillSlot, PlayFrom, Turn
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.keymap import ROW
from p2p_ligretto.tui.layout.cards import Block, back_block, empty_block, framed_block, state_of
from p2p_ligretto.tui.layout.frame import Heading, rule
from p2p_ligretto.tui.picture import Line, Pen
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import CardView, SeatView

CARD_CELLS: Final[dict[int, tuple[int, ...]]] = {3: (8, 6), 5: (10, 8), 7: (16, 14), 9: (22, 18)}
"""Cells of a card by its lines, the best first."""
GROUP_GAP: Final = 2
"""Between stack, row, discard and hand: at least so many cells more than between two slots."""
_MOST_GROUP_GAP: Final = 7
_MOST_STACK: Final = 10
_MOST_HAND: Final = 40


def frame_lines(*, replayed: bool) -> int:
    """The heading above the cards and, unless it is a replay, the keys below them."""
    return 1 if replayed else 2


@dataclass(frozen=True, slots=True)
class _Place:
    """One card of the own place: where it is drawn, its heading, its key, what a click does."""

    column: int
    block: Block
    heading: str
    widest: str
    """The heading with as large a count as there can be: where it stands must not depend on the count."""
    key: str
    live: bool
    action: Action | None


def own_columns(slots: int, cells: int) -> int:
    """Columns that the own cards need at least if each takes ``cells``."""
    return (slots + 3) * (cells + 1) + 3 * GROUP_GAP + 2


def own_lines(seat: SeatView, height: int, columns: int, look: Look, *, replayed: bool = False) -> list[Line]:
    """The heading, ``height`` lines of cards, and the keys; ``replayed``: signs over what fits instead."""
    slots = len(seat.row)
    cells = next((wide for wide in CARD_CELLS[height] if own_columns(slots, wide) <= columns), CARD_CELLS[height][-1])
    places = _places(seat, cells, height, columns, look)
    if replayed:
        places = [replace(place, heading=_signed(place, look), widest=f"  {place.widest}") for place in places]
    lines = [rule(_headings(places, cells, columns), columns, look)]
    for line in range(height):
        pen = Pen(columns)
        for place in places:
            pen.to(place.column)
            for run in place.block[line]:
                pen.write(run.text, run.style, place.action)
        lines.append(pen.done())
    if replayed:
        return lines
    pen = Pen(columns)
    for place in places:
        pen.to(place.column)
        key = marked_key(place.key, cells, look) if place.live else place.key
        pen.write(key.center(cells), "class:key.live" if place.live else "class:key", place.action)
    lines.append(pen.done())
    return lines


def _headings(places: list[_Place], cells: int, columns: int) -> list[Heading]:
    """Each over its card; a long one begins further left, where nothing else needs the room."""
    headings = []
    end = columns
    for number, place in reversed(list(enumerate(places))):
        taken = width(place.widest)
        column = place.column + (1 if taken < cells else 0)
        before = places[number - 1].column + cells + 1 if number else 1
        column = max(min(column, end - 1 - taken), min(column, before))
        headings.append((column, place.heading))
        if place.heading:
            end = column - 1
    return headings[::-1]


def marked_key(key: str, cells: int, look: Look) -> str:
    """The key of a card that fits: between marks, so that it is seen where nothing is bold."""
    between = f"{look.glyphs.left}{key}{look.glyphs.right}"
    return between if width(between) <= cells else key


def _signed(place: _Place, look: Look) -> str:
    return f"{look.glyphs.down} {place.heading}".strip() if place.live else place.heading


def _places(seat: SeatView, cells: int, height: int, columns: int, look: Look) -> list[_Place]:
    slots = len(seat.row)
    taken = (slots + 3) * (cells + 1)
    gap = max(GROUP_GAP, min(_MOST_GROUP_GAP, (columns - taken - 2) // 3))
    at = max(2, (columns - taken - 3 * gap) // 2)
    times = look.glyphs.times
    stack_words = _("stack {times}{count}")
    heading, widest = (stack_words.format(times=times, count=count) for count in (seat.stack, _MOST_STACK))
    stack = _block(seat.stack_top, cells, height, look)
    places = [_Place(at, stack, heading, widest, look.keys.shown("stack"), seat.stack_top.playable, PlayFrom(STACK))]
    at += cells + 1 + gap
    for slot, shown in enumerate(seat.row):
        action: Action = FillSlot(slot) if shown.card is None else PlayFrom(row(slot))
        heading = _("row") if slot == 0 else ""
        if shown.depth > 1:
            heading = f"{heading} {times}{shown.depth}".strip()
        block, key = _block(shown, cells, height, look), look.keys.shown(ROW[slot])
        places.append(_Place(at, block, heading, _("row"), key, shown.playable, action))
        at += cells + 1
    at += gap
    discard, heading = _block(seat.discard, cells, height, look), _("discard")
    key = look.keys.shown("discard")
    places.append(_Place(at, discard, heading, heading, key, seat.discard.playable, PlayFrom(DISCARD)))
    at += cells + 1 + gap
    hand = back_block(cells, height, look) if seat.hand else empty_block(cells, height, look, framed=True)
    hand_words = _("hand {times}{count}")
    heading, widest = (hand_words.format(times=times, count=count) for count in (seat.hand, _MOST_HAND))
    places.append(_Place(at, hand, heading, widest, look.keys.shown("turn"), live=False, action=Turn()))
    return places


def _block(shown: CardView, cells: int, height: int, look: Look) -> Block:
    if shown.card is None:
        return empty_block(cells, height, look, framed=True)
    return framed_block(shown.card, state_of(shown), cells, height, look)

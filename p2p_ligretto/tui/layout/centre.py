"""The centre: a line of piles for each colour, each in the place where it was opened.

A pile keeps its place to the end of the round, also when it is complete and set aside, so that nothing jumps. Piles
are one, two, three or five lines high, as there is room.
"""

from dataclasses import dataclass
from itertools import product
from typing import Final

from p2p_ligretto.game.cards import COLOURS, Card
from p2p_ligretto.speech.words import colour_word
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import PlayOn
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout.banner import with_banner
from p2p_ligretto.tui.layout.cards import CHIP_CELLS, Block, card_block, set_aside_block, state_of
from p2p_ligretto.tui.layout.frame import rule
from p2p_ligretto.tui.picture import Line, Pen
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import GameView, PileView

PILE_CELLS: Final[dict[int, tuple[int, ...]]] = {
    1: (8, 6, CHIP_CELLS),
    2: (8, 6, CHIP_CELLS),
    3: (8, 6),
    5: (10, 8),
    7: (14, 12),
}
"""Cells of a pile by its lines, the best first."""
SHORT_LABEL_CELLS: Final = 5
_WORD_CELLS: Final = 6
"""Of the name of a colour, at least."""
ASIDE_CELLS: Final = 5
WIDE_COLUMNS: Final = 100
FULL_HEIGHT: Final = 10
_WIDEST: Final = 40
"""A count of as many digits as there can be: what is placed by it stays where it is."""


def places(view: GameView) -> int:
    """How many piles one colour may get in this round: one for each seat."""
    return max(len(view.others) + (view.own is not None), *_counts(view), 1)


def _counts(view: GameView) -> list[int]:
    return [sum(pile.id.colour == colour for pile in view.piles) for colour in COLOURS]


def centre_columns(piles: int, height: int) -> int:
    """Columns that the centre needs at least with so many piles of a colour, of ``height`` lines."""
    return Centre(piles, height, PILE_CELLS[height][-1], SHORT_LABEL_CELLS).needed


@dataclass(frozen=True, slots=True)
class Centre:
    """Where everything in the centre stands: ``piles`` places for each colour, after a label of ``label`` cells."""

    piles: int
    height: int
    cells: int
    label: int
    columns: int = 0

    @property
    def needed(self) -> int:
        """Columns that it takes."""
        return self.label + self.piles * (self.cells + 1) + ASIDE_CELLS

    @property
    def left(self) -> int:
        """Column of the labels: a narrow centre stands in the middle of a wide screen."""
        return (self.columns - self.needed) // 2 if self.columns >= WIDE_COLUMNS else 0

    @property
    def aside(self) -> int:
        """Column after the last pile."""
        return self.left + self.needed - ASIDE_CELLS


def _centre(piles: int, height: int, columns: int) -> Centre:
    """The roomiest that fits."""
    words = max(_WORD_CELLS, *(width(colour_word(colour)) for colour in COLOURS))
    for cells, label in product(PILE_CELLS[height], (SHORT_LABEL_CELLS + words, SHORT_LABEL_CELLS)):
        centre = Centre(piles, height, cells, label, columns)
        if centre.needed <= columns:
            return centre
    raise ValueError(f"{piles} piles of {height} lines do not fit {columns} columns")


def centre_lines(view: GameView, height: int, columns: int, look: Look) -> list[Line]:
    """The heading, and ``height`` lines for each colour; over them what the table stands still for."""
    centre = _centre(places(view), height, columns)
    lines = [rule(_headings(view, centre), columns, look)]
    piles = [line for colour in COLOURS for line in _colour_lines(colour, view, centre, look)]
    return [*lines, *with_banner(tuple(piles), view, columns, look)]


def _headings(view: GameView, centre: Centre) -> list[tuple[int, str]]:
    headings = [(2, _("centre"))]
    after = max(centre.left + SHORT_LABEL_CELLS + _WORD_CELLS + 1, 2 + width(_("centre")) + 1)
    if view.own is not None:
        headings.append((after, _("yours: {count}").format(count=view.own.centre)))
    if any(pile.height == FULL_HEIGHT for pile in view.piles):
        # Translators: a heading above piles that have all ten cards.
        complete = _("complete")
        aside = max(centre.aside, after + max(12, width(_("yours: {count}").format(count=_WIDEST)) + 1))
        headings.append((min(aside, centre.columns - width(complete) - 2), complete))
    return headings


def _colour_lines(colour: str, view: GameView, centre: Centre, look: Look) -> list[Line]:
    piles = [pile for pile in view.piles if pile.id.colour == colour]
    complete = sum(pile.height == FULL_HEIGHT for pile in piles)
    blocks = [_pile_block(pile, centre, look) for pile in piles]
    actions = [PlayOn(*pile.id) if view.own is not None and pile.height < FULL_HEIGHT else None for pile in piles]
    middle = (centre.height - 1) // 2
    lines = []
    for row in range(centre.height):
        pen = Pen(centre.columns)
        pen.to(centre.left)
        if row == middle:
            _label(pen, colour, centre.label, look)
        pen.to(centre.left + centre.label)
        for block, action in zip(blocks, actions, strict=True):
            for run in block[row]:
                pen.write(run.text, run.style, action)
            pen.write(" ")
        if row == middle and complete:
            pen.to(centre.aside + 1)
            pen.right(str(complete), "class:count", 2)
        lines.append(pen.done())
    return lines


def _pile_block(pile: PileView, centre: Centre, look: Look) -> Block:
    cells, height = centre.cells, centre.height
    if pile.height == FULL_HEIGHT and not pile.fresh:
        return set_aside_block(cells, height, look)
    return card_block(Card(pile.id.colour, pile.height), state_of(pile), cells, height, look)


def _label(pen: Pen, colour: str, cells: int, look: Look) -> None:
    shape = look.glyphs.shapes.get(colour, "")
    pen.write(f" {colour}{shape} ", f"class:label.{colour.lower()}")
    if cells > SHORT_LABEL_CELLS:
        pen.write(colour_word(colour), "class:faint", None, cells - SHORT_LABEL_CELLS)

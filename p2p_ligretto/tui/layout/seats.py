"""The places of other players, or of all for who only watches: one line each, or a panel of cards.

Everything that can be seen lies in the same order as before oneself: stack with its count, row, discard. A seat whose
laptop is silent or away says so where its delay stands otherwise, and its name is pale.

Columns are as wide as names and headings need, which stay the same for a round: no figure and no state moves any.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.texts import _
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout.cards import CHIP_CELLS, Block, card_block, empty_block, state_of
from p2p_ligretto.tui.layout.frame import rule
from p2p_ligretto.tui.picture import Line, Pen
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import CardView, SeatView

SLOT_CELLS: Final = CHIP_CELLS + 1
NAME_CELLS: Final = 10
USUAL_NAME_CELLS: Final = 18
"""So many there are for names where there is room, also if none is so long."""
STACK_CELLS: Final = 9
DISCARD_CELLS: Final = 8
CENTRE_CELLS: Final = 6
DELAY_CELLS: Final = 7
STATE_CELLS: Final = 23
"""Of what is said of a seat that is away, at most."""
_COUNT_CELLS: Final = 5
_PANEL_GAP: Final = 3
PANEL_CELLS: Final = {4: 5, 6: 8, 8: 14}
"""Cells of a card in a panel of so many lines: one of text, the others of cards."""
_WIDE_COLUMNS: Final = 100
"""From here on panels stand in the middle of their room, as the centre and the own cards do."""
_WIDEST: Final = 40
"""A count of as many digits as there can be."""


def slots_of(seats: Sequence[SeatView]) -> int:
    """Slots of the longest row; as many as three players have where no card is dealt yet."""
    return max((len(seat.row) for seat in seats), default=0) or 3


def longest_name(seats: Sequence[SeatView]) -> int:
    """Cells of the longest name."""
    return max((width(seat.name) for seat in seats), default=0)


def seat_columns(slots: int, height: int, names: int = 0) -> int:
    """Columns that one seat needs at least, in ``height`` lines; with ``names`` of so many cells shown whole."""
    if height <= 2:
        name_cells = max(NAME_CELLS, names + 1)
        return 1 + name_cells + STACK_CELLS + slots * SLOT_CELLS + 1 + DISCARD_CELLS + CENTRE_CELLS + DELAY_CELLS
    return max(_card_columns(slots, height) + _PANEL_GAP, _head_columns(names) if names else 0)


def _card_columns(slots: int, height: int) -> int:
    """Columns of the cards in a panel."""
    cells = PANEL_CELLS[height]
    return 1 + cells + _COUNT_CELLS + slots * (cells + 1) + 1 + cells


def _head_columns(names: int) -> int:
    """Columns that the heading of a panel needs for a name of so many cells, and for whatever is said of its seat."""
    return 1 + names + 1 + STATE_CELLS + 1


@dataclass(frozen=True, slots=True)
class SeatGrid:
    """Where everything of a seat stands: ``abreast`` seats side by side, each ``height`` lines high.

    ``names``: cells of the longest name.
    """

    slots: int
    height: int
    abreast: int
    columns: int
    names: int
    name_cells: int
    """Of a name in one line, with the blank after it."""
    discard_cells: int
    centre_cells: int

    @property
    def each(self) -> int:
        """Columns of one seat."""
        return self.columns // self.abreast

    @property
    def head_name_cells(self) -> int:
        """Cells of a name over a panel, with the blanks around it, if there is room for them."""
        return max(USUAL_NAME_CELLS, self.names + 2)

    @property
    def indent(self) -> int:
        """Cells to the left of a panel."""
        if self.columns < _WIDE_COLUMNS:
            return 0
        counts = sum(width(text.format(count=_WIDEST)) + 2 for text in (_("centre {count}"), _("hand {count}")))
        head = max(_head_columns(self.names), self.head_name_cells + counts + DELAY_CELLS)
        return max(0, self.each - max(_card_columns(self.slots, self.height), head)) // 2

    @property
    def row_at(self) -> int:
        """Column of the first slot."""
        return 1 + self.name_cells + STACK_CELLS

    @property
    def discard_at(self) -> int:
        """Column of the discard."""
        return self.row_at + self.slots * SLOT_CELLS + 1

    @property
    def centre_at(self) -> int:
        """Column of the count of cards in the centre."""
        return self.discard_at + self.discard_cells

    @property
    def delay_at(self) -> int:
        """Column of the delay; all the rest is its room."""
        return self.centre_at + self.centre_cells


def seat_grid(slots: int, height: int, abreast: int, columns: int, names: int) -> SeatGrid:
    """The room that is left over goes to headings that need it, then to names, then between the columns."""
    spare = max(0, columns // abreast - seat_columns(slots, 1))
    # The heading of the delays is at the right of its column: what is free at its left is for the one before.
    beside = max(0, DELAY_CELLS - 1 - width(_("link")))
    most = (
        width(_("discard")) + 1 - DISCARD_CELLS,
        width(_("centre")) + 1 - CENTRE_CELLS - beside,
        names + 1 - NAME_CELLS,
        1,
        USUAL_NAME_CELLS - max(NAME_CELLS, names + 1),
    )
    given = []
    for cells in most:
        given.append(min(spare, max(0, cells)))
        spare -= given[-1]
    discard, centre, longer, gap, usual = given
    return SeatGrid(
        slots,
        height,
        abreast,
        columns,
        names,
        name_cells=NAME_CELLS + longer + usual,
        discard_cells=DISCARD_CELLS + discard + gap,
        centre_cells=CENTRE_CELLS + centre,
    )


def seats_lines(seats: Sequence[SeatView], heading: str, grid: SeatGrid, look: Look) -> list[Line]:
    """All seats under one heading; they fill columns from top to bottom."""
    down = -(-len(seats) // grid.abreast)
    blocks = [_line(seat, grid, look) if grid.height <= 2 else _panel(seat, grid, look) for seat in seats]
    lines = [rule(_headings(heading, grid, -(-len(seats) // down)), grid.columns, look)]
    for place in range(down):
        for row in range(grid.height):
            pen = Pen(grid.columns)
            for block in blocks[place::down]:
                pen.put(block[row])
            lines.append(pen.done())
    return lines


def _headings(heading: str, grid: SeatGrid, abreast: int) -> list[tuple[int, str]]:
    if grid.height > 2:
        return [(2, heading)]
    # Translators: link is a heading above how long a message to that laptop takes; some seven letters.
    stack, link = _("stack"), _("link")
    headings = []
    for start in range(0, abreast * grid.each, grid.each):
        headings += [
            (start + 2, "" if start else heading),
            (start + grid.row_at - 1 - width(stack), stack),
            (start + grid.row_at + 1, _("row")),
            (start + grid.discard_at, _("discard")),
            (start + grid.centre_at, _("centre")),
            (start + grid.delay_at + max(0, DELAY_CELLS - 1 - width(link)), link),
        ]
    return headings


def _name_style(seat: SeatView) -> str:
    return "class:faint" if seat.away or seat.silent else "class:name"


def _line(seat: SeatView, grid: SeatGrid, look: Look) -> list[Line]:
    """A seat in one line, or two with cards of one and a half.

    What is said of an away seat stands instead of its cards if there is no room for it beside them; a very long one
    needs the rest of the line as well.
    """
    instead = width(seat.away) > grid.each - grid.delay_at - 1
    across = width(seat.away) > grid.centre_at - grid.row_at - 1
    stack, *row_blocks, discard = (
        _block(card, CHIP_CELLS, grid.height, look) for card in (seat.stack_top, *seat.row, seat.discard)
    )
    lines = []
    for row in range(grid.height):
        first = row == 0
        pen = Pen(grid.each, look.glyphs.ellipsis)
        pen.write(" ")
        pen.write(seat.name if first else "", _name_style(seat), None, grid.name_cells - 1)
        pen.right(str(seat.stack) if first and seat.row else "", "class:count", 3)
        pen.write(" ")
        pen.put(stack[row])
        pen.to(grid.row_at)
        if instead:
            end = grid.each if across else grid.centre_at
            pen.write(seat.away if first else "", "class:away", None, end - grid.row_at - 1)
        else:
            for block in row_blocks:
                pen.put(block[row])
                pen.write(" ")
            pen.to(grid.discard_at)
            pen.put(discard[row])
        pen.to(grid.centre_at)
        if first and not (instead and across):
            pen.right(str(seat.centre), "class:count", 4)
            pen.to(grid.delay_at)
            if not instead:
                _delay(pen, seat, grid.each - grid.delay_at - 1)
        lines.append(pen.done())
    return lines


def _delay(pen: Pen, seat: SeatView, cells: int) -> None:
    if seat.away:
        pen.write(seat.away, "class:away", None, cells)
    elif seat.silent:
        pen.write(_("silent"), "class:away", None, cells)
    else:
        pen.right(seat.delay, _delay_style(seat), min(cells, DELAY_CELLS - 1))


def _delay_style(seat: SeatView) -> str:
    return "class:away" if seat.slow else "class:faint"


def _panel(seat: SeatView, grid: SeatGrid, look: Look) -> list[Line]:
    each, height = grid.each, grid.height
    cells = PANEL_CELLS[height]
    stack = _block(seat.stack_top, cells, height - 1, look)
    row_blocks = [_block(card, cells, height - 1, look) for card in seat.row]
    discard = _block(seat.discard, cells, height - 1, look)
    middle = (height - 2) // 2
    lines = [_panel_head(seat, grid, look)]
    for row in range(height - 1):
        pen = Pen(each)
        pen.write(" " * (grid.indent + 1))
        pen.put(stack[row])
        count = f"{look.glyphs.times}{seat.stack}" if row == middle and seat.row else ""
        pen.write(f" {count}", "class:count", None, _COUNT_CELLS)
        for block in row_blocks:
            pen.put(block[row])
            pen.write(" ")
        pen.write(" ")
        pen.put(discard[row])
        lines.append(pen.done())
    return lines


def _panel_head(seat: SeatView, grid: SeatGrid, look: Look) -> Line:
    """Name, counts, delay; the counts give way to what matters more."""
    each = grid.each
    pen = Pen(each, look.glyphs.ellipsis)
    last = seat.away or (_("silent") if seat.silent else seat.delay)
    dimmed = seat.away or seat.silent
    # Neither a delay that gets longer nor a count of two digits moves anything.
    last_cells = max(width(last), DELAY_CELLS - 1)
    name_cells = min(grid.head_name_cells, max(NAME_CELLS, each - grid.indent - last_cells - 1))
    pen.to(grid.indent)
    pen.write(f" {seat.name}", "class:faint" if dimmed else "class:name.own", None, name_cells)
    counts = ((_("centre {count}"), seat.centre, "class:count"), (_("hand {count}"), seat.hand, "class:faint"))
    for text, count, style in counts if seat.row else ():
        cells = width(text.format(count=_WIDEST)) + 2
        if pen.at + cells + last_cells < each:
            pen.write(text.format(count=count), style, None, cells)
    pen.write(last, "class:away" if dimmed else _delay_style(seat))
    return pen.done()


def _block(shown: CardView, cells: int, height: int, look: Look) -> Block:
    if shown.card is None:
        return empty_block(cells, height, look, framed=False)
    return card_block(shown.card, state_of(shown), cells, height, look)

"""Cards on their way, drawn over a picture of the table: where they come from and go to is read off the picture itself.

Only cells change, never what a click on them means: whoever clicks a card below one on its way hits that card.
"""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.game.cards import PileId
from p2p_ligretto.game.moves import Source
from p2p_ligretto.tui.actions import Action, FillSlot, PlayFrom, PlayOn, Turn
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout.cards import CHIP_CELLS, card_block
from p2p_ligretto.tui.picture import Line, Picture, Run, cells_in, paste
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import Flight

_MOST_LINES: Final = 3
_MOST_CELLS: Final = 8


@dataclass(frozen=True, slots=True)
class _Field:
    """The cells of one card or pile."""

    left: int
    top: int
    cells: int
    lines: int

    @property
    def middle(self) -> tuple[int, int]:
        """Twice its column and its line."""
        return 2 * self.left + self.cells, 2 * self.top + self.lines


def with_flights(picture: Picture, flights: tuple[Flight, ...], look: Look) -> Picture:
    """``picture`` with all that is on its way over it; what can't be placed is left out."""
    for flight in flights:
        picture = _with_flight(picture, flight, look)
    return picture


def _with_flight(picture: Picture, flight: Flight, look: Look) -> Picture:
    source, target = _field(picture, _actions(flight.source)), _field(picture, _actions(flight.target))
    if source is None or target is None:
        return picture
    lines = min(target.lines, _MOST_LINES)
    cells = max(CHIP_CELLS, min(target.cells, _MOST_CELLS)) if lines > 1 else CHIP_CELLS
    block = card_block(flight.card, "", cells, lines, look)
    (from_x, from_y), (to_x, to_y) = source.middle, target.middle
    part = flight.step + 1
    left = (from_x + (to_x - from_x) * part // (flight.steps + 1) - cells) // 2
    top = (from_y + (to_y - from_y) * part // (flight.steps + 1) - lines) // 2
    left = max(0, min(left, cells_in(picture[0]) - cells))
    top = max(0, min(top, len(picture) - lines))
    box = [_above(picture[top + place], left, line) for place, line in enumerate(block)]
    return paste(picture, box, left, top)


def _actions(place: Source | PileId | None) -> tuple[Action, ...]:
    """What clicks ask for where such a card lies."""
    match place:
        case None:
            return (Turn(),)
        case PileId(colour, opener):
            return (PlayOn(colour, opener),)
        case Source("row", slot):
            return PlayFrom(place), FillSlot(slot)
        case Source():
            return (PlayFrom(place),)


def _field(picture: Picture, actions: tuple[Action, ...]) -> _Field | None:
    found: list[tuple[int, int, int]] = []
    for number, line in enumerate(picture):
        column = 0
        first, end = -1, 0
        for run in line:
            cells = width(run.text)
            if run.action in actions:
                first = column if first < 0 else first
                end = column + cells
            column += cells
        if first >= 0:
            found.append((number, first, end))
    if not found:
        return None
    top, left, end = found[0]
    return _Field(left, top, end - left, found[-1][0] - top + 1)


def _above(under: Line, left: int, drawn: Line) -> Line:
    """``drawn``, each cell with the action of the cell of ``under`` that it covers, from column ``left`` on."""
    actions = [run.action for run in under for _cell in range(width(run.text))]
    runs: list[Run] = []
    at = left
    for run in drawn:
        for character in run.text:
            runs.append(Run(run.style, character, actions[at]))
            at += 1
    return tuple(runs)

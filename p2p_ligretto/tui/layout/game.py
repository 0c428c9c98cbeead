"""The game: title, centre, the others, the own place and a line of news, each as large as there is room for.

All sizes are tried, the best first; what fits is drawn. Lines that are left over part the sections.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from p2p_ligretto.texts import _
from p2p_ligretto.tui.layout.centre import centre_columns, centre_lines, places
from p2p_ligretto.tui.layout.frame import clock_detail, title_line
from p2p_ligretto.tui.layout.message import Message, with_message
from p2p_ligretto.tui.layout.own import CARD_CELLS, frame_lines, own_columns, own_lines
from p2p_ligretto.tui.layout.seats import longest_name, seat_columns, seat_grid, seats_lines, slots_of
from p2p_ligretto.tui.picture import Line, Picture, blank
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import GameView, Spoken

MIN_COLUMNS: Final = 60
_COLOUR_COUNT: Final = 4
_AIR: Final = 2
"""Lines that should be left over to part the sections."""
_MOST_PARTING: Final = 3
_SEATS_A_COLUMN: Final = 4
"""More seats than these stand side by side where there is room."""

_WORTH_OWN: Final = {9: 9, 7: 7, 5: 4, 3: 0, 0: 0}
_WORTH_PILE: Final = {7: 10, 5: 9, 3: 6, 2: 3, 1: 0}
_WORTH_OTHER: Final = {8: 4, 6: 4, 4: 3, 2: 1, 1: 0}


@dataclass(frozen=True, slots=True)
class Shape:
    """What of a game its arrangement depends on; it stays as it is for a round, so that nothing jumps.

    ``slots`` are those of the own row, None without an own place; ``names`` the cells of the longest name of another.
    """

    slots: int | None
    others: int
    other_slots: int
    piles: int
    replayed: bool
    names: int


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Lines of an own card (0 without an own place), of a pile, of another seat; and how many seats side by side."""

    own: int
    pile: int
    other: int
    abreast: int = 1


def game_size_needed(view: GameView, columns: int) -> tuple[int, int]:
    """Columns without which this game can't be drawn, and the rows that it needs in ``columns``, or at least there."""
    shape = _shape(view)
    own = 0 if shape.slots is None else min(CARD_CELLS)
    least = max(MIN_COLUMNS, _columns(shape, Arrangement(own, 1, 1)))
    abreast = max(columns, least) // seat_columns(shape.other_slots, 1)
    return least, _rows(shape, Arrangement(own, 1, 1, abreast))


def game_picture(view: GameView, columns: int, rows: int, look: Look, talk: Sequence[Spoken] = ()) -> Picture:
    """The whole screen; the size must not be below ``game_size_needed``."""
    chosen = _arrange(_shape(view), columns, rows)
    sections = [centre_lines(view, chosen.pile, columns, look)]
    if view.others:
        heading = _("others") if view.own is not None else _("players")
        grid = seat_grid(slots_of(view.others), chosen.other, chosen.abreast, columns, longest_name(view.others))
        sections.append(seats_lines(view.others, heading, grid, look))
    if view.own is not None:
        sections.append(own_lines(view.own, chosen.own, columns, look, replayed=view.replayed))
    detail = f" {look.glyphs.dot} ".join(part for part in (view.round_text, view.clock) if part)
    title = title_line(view.title, (detail, clock_detail(view.clock_error, look)), view.watching, columns, look)
    lines = _spread(title, sections, columns, rows - 1)
    return tuple(with_message(lines, Message(view.message, view.urgent, talk), columns, look))


def _shape(view: GameView) -> Shape:
    slots = None if view.own is None else len(view.own.row)
    names = longest_name(view.others)
    return Shape(slots, len(view.others), slots_of(view.others), places(view), view.replayed, names)


@lru_cache(maxsize=64)
def _arrange(shape: Shape, columns: int, rows: int) -> Arrangement:
    """The best arrangement that fits; one with whole names before one without, then one that leaves some air."""
    fitting = [each for each in _arrangements(shape, columns) if _rows(shape, each) <= rows]
    fitting = [each for each in fitting if _names_are_whole(shape, each, columns)] or fitting
    airy = [each for each in fitting if _rows(shape, each) + _AIR <= rows]
    return max(airy or fitting, key=_worth)


def _arrangements(shape: Shape, columns: int) -> list[Arrangement]:
    own_heights = (0,) if shape.slots is None else tuple(CARD_CELLS)
    found = []
    for own, pile, other in product(own_heights, _WORTH_PILE, _WORTH_OTHER):
        least = Arrangement(own, pile, other)
        if _columns(shape, least) <= columns:
            wanted = shape.others if other > 2 else -(-shape.others // _SEATS_A_COLUMN)
            rooms = {columns // seat_columns(shape.other_slots, other, names) for names in (0, shape.names)}
            for most in {least for room in rooms for least in (room, min(room, wanted))}:
                found.append(Arrangement(own, pile, other, _abreast(shape, most)))
    return found


def _names_are_whole(shape: Shape, arrangement: Arrangement, columns: int) -> bool:
    return seat_columns(shape.other_slots, arrangement.other, shape.names) <= columns // arrangement.abreast


def _abreast(shape: Shape, most: int) -> int:
    """As few side by side as there are lines for, ``most`` at most."""
    down = -(-shape.others // max(1, most))
    return -(-shape.others // down) if down else 1


def _worth(arrangement: Arrangement) -> tuple[int, int, int]:
    """Large cards and piles are worth more than large cards of others; who only watches has none of the first.

    The largest cards of others are for where there is room that nothing else can use.
    """
    other = _WORTH_OTHER[arrangement.other] * (1 if arrangement.own else 2)
    return _WORTH_OWN[arrangement.own] + _WORTH_PILE[arrangement.pile] + other, arrangement.pile, arrangement.other


def _columns(shape: Shape, arrangement: Arrangement) -> int:
    needed = max(centre_columns(shape.piles, arrangement.pile), seat_columns(shape.other_slots, arrangement.other))
    if shape.slots is None:
        return needed
    return max(needed, own_columns(shape.slots, min(CARD_CELLS[arrangement.own])))


def _rows(shape: Shape, arrangement: Arrangement) -> int:
    centre = 1 + _COLOUR_COUNT * arrangement.pile
    others = 1 + -(-shape.others // arrangement.abreast) * arrangement.other if shape.others else 0
    own = arrangement.own + frame_lines(replayed=shape.replayed) if shape.slots is not None else 0
    return 1 + centre + others + own + 1


def _spread(title: Line, sections: Sequence[list[Line]], columns: int, rows: int) -> list[Line]:
    """The title and the sections below it, with the lines that are left over between them and at the end."""
    spare = rows - 1 - sum(map(len, sections))
    gaps = len(sections) + 1
    # From below: what is looked at most is parted first.
    partings = [0] * gaps
    order = [gaps - 2, gaps - 1, *range(gaps - 3, -1, -1)]
    for place in order * _MOST_PARTING:
        if spare:
            partings[place] += 1
            spare -= 1
    above = spare // 2
    lines = [title, *[blank(columns)] * above]
    for parting, section in zip(partings, sections, strict=False):
        lines += [blank(columns)] * parting
        lines += section
    return [*lines, *[blank(columns)] * (rows - len(lines))]

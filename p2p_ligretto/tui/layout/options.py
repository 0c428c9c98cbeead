"""What is played: a heading with the preset, a line an option, a mark where it is not as in the official game."""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.texts import _
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout.frame import rule
from p2p_ligretto.tui.picture import Line, Pen
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import OptionEntry

_NAME_CELLS: Final = 12
_MOST_NAME_CELLS: Final = 18
_VALUE_CELLS: Final = 15
_MOST_VALUE_CELLS: Final = 20


def option_lines(preset: str, options: Sequence[OptionEntry], columns: int, look: Look) -> list[Line]:
    """The heading and all ``options``."""
    names = max((width(option.name) for option in options), default=0) + 1
    values = max((width(option.value) for option in options), default=0) + 1
    cells = (min(max(_NAME_CELLS, names), _MOST_NAME_CELLS), min(max(_VALUE_CELLS, values), _MOST_VALUE_CELLS))
    return [_heading(preset, options, columns, look), *(_option(option, cells, columns, look) for option in options)]


def _heading(preset: str, options: Sequence[OptionEntry], columns: int, look: Look) -> Line:
    """What the game is called, and what the mark before some of its options means, if there is room."""
    name = _("what is played: {preset}").format(preset=preset) if preset else _("what is played")
    headings = [(2, name)]
    if any(option.changed for option in options):
        room = columns - width(name) - 8
        legends = (_("! is not as in the official game"), _("! is changed"))
        headings += [(columns - width(legend) - 2, legend) for legend in legends if width(legend) <= room][:1]
    return rule(headings, columns, look)


def _option(option: OptionEntry, cells: tuple[int, int], columns: int, look: Look) -> Line:
    name_cells, value_cells = cells
    pen = Pen(columns, look.glyphs.ellipsis)
    pen.write("! " if option.changed else "  ", "class:value")
    pen.write(option.name, "class:faint", None, name_cells - 1)
    pen.write(" ")
    pen.write(option.value, "class:value", None, value_cells - 1)
    pen.write(" ")
    pen.write(option.explanation, "class:faint")
    return pen.done()

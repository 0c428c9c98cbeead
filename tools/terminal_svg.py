"""What a terminal shows as SVG that looks the same in every browser.

Every cell has its place: texts are stretched to the cells that they take, whatever font there is, and the characters
that boxes and bars are made of are drawn as shapes, so that they meet at the edges of their cells.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Final

from pyte.screens import Char
from wcwidth import wcwidth

from tools.terminal_program import Cells

WIDE: Final = 9
HIGH: Final = 18
MARGIN: Final = 12
_BASELINE: Final = 14
_FONT: Final = "'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"
_FONT_SIZE: Final = 15
_PAPER: Final = "#16181d"
_INK: Final = "#d7dae0"
_NAMED: Final = {
    "black": "#1c1c1c",
    "red": "#d7483f",
    "green": "#3f9f3f",
    "brown": "#af8700",
    "blue": "#4a86e0",
    "magenta": "#a45bad",
    "cyan": "#2aa1b3",
    "white": "#d7dae0",
}

_Box = tuple[float, float, float, float]
"""Left, top, width, height."""
_WHOLE: Final[_Box] = (0, 0, WIDE, HIGH)
_BOXES: Final[dict[str, _Box]] = {
    "─": (0, 9, WIDE, 1),
    "│": (4, 0, 1, HIGH),
    "▀": (0, 0, WIDE, HIGH / 2),
    "▌": (0, 0, WIDE / 2, HIGH),
    "▐": (WIDE / 2, 0, WIDE / 2, HIGH),
    **{sign: (0, HIGH * (1 - eighths / 8), WIDE, HIGH * eighths / 8) for eighths, sign in enumerate("▁▂▃▄▅▆▇█", 1)},
}
_SHADES: Final = {"░": 0.25, "▒": 0.5, "▓": 0.75}
_CORNERS: Final = {
    "╭": "M9 9.5h-1a3.5 3.5 0 0 0-3.5 3.5v5",
    "╮": "M0 9.5h1a3.5 3.5 0 0 1 3.5 3.5v5",
    "╰": "M9 9.5h-1a3.5 3.5 0 0 1-3.5-3.5v-6",
    "╯": "M0 9.5h1a3.5 3.5 0 0 0 3.5-3.5v-6",
}


@dataclass(frozen=True, slots=True)
class _Style:
    ink: str
    paper: str
    attributes: str
    """Of a text, as SVG has them."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """``sign`` may take two columns."""

    column: int
    sign: str
    style: _Style

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + max(1, wcwidth(self.sign[0]))


def svg_of(cells: Cells, title: str) -> str:
    """One picture; ``title`` says what it shows."""
    wide = len(cells[0]) * WIDE + 2 * MARGIN
    high = len(cells) * HIGH + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        'role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{wide}" height="{high}" rx="8" fill="{_PAPER}"/>',
        f'<g font-family="{_FONT}" font-size="{_FONT_SIZE}" fill="{_INK}">',
    ]
    for row, chars in enumerate(cells):
        drawn = list(_row(list(_cells_of(chars))))
        if drawn:
            lines += [f'<g transform="translate({MARGIN} {MARGIN + row * HIGH})">', *drawn, "</g>"]
    return "\n".join([*lines, "</g>", "</svg>", ""])


def _cells_of(chars: Iterable[Char]) -> Iterator[_Cell]:
    for column, char in enumerate(chars):
        if char.data:  # the second column of a wide character holds nothing
            yield _Cell(column, char.data, _style(char))


def _style(char: Char) -> _Style:
    ink, paper = _colour(char.fg, _INK), _colour(char.bg, _PAPER)
    if char.reverse:
        ink, paper = paper, ink
    attributes = ' font-weight="bold"' if char.bold else ""
    attributes += ' font-style="italic"' if char.italics else ""
    attributes += ' text-decoration="underline"' if char.underscore else ""
    return _Style(ink, paper, attributes)


def _colour(name: str, default: str) -> str:
    if name == "default":
        return default
    return _NAMED.get(name.removeprefix("bright"), f"#{name}")


def _row(cells: list[_Cell]) -> Iterator[str]:
    for paper, run in groupby(cells, key=lambda cell: cell.style.paper):
        if paper != _PAPER:
            yield _filled(list(run), _WHOLE, paper)
    for (shape, style), run in groupby(cells, key=lambda cell: (_shape(cell.sign), cell.style)):
        group = list(run)
        if shape in _BOXES:
            yield from _boxes(group, _BOXES[shape], style.ink)
        elif shape in _SHADES:
            yield _filled(group, _WHOLE, style.ink, f' opacity="{_SHADES[shape]:g}"')
        elif shape in _CORNERS:
            for cell in group:
                place = f'transform="translate({cell.column * WIDE})"'
                yield f'<path {place} d="{_CORNERS[shape]}" fill="none" stroke="{style.ink}"/>'
        else:
            yield from _texts(group, style)


def _shape(sign: str) -> str:
    """``sign`` if it is drawn; nothing if it is written."""
    return sign if sign in _BOXES or sign in _SHADES or sign in _CORNERS else ""


def _boxes(group: Sequence[_Cell], box: _Box, colour: str) -> Iterator[str]:
    """One for all where they meet at the sides, else one for each cell."""
    if box[2] == WIDE:
        yield _filled(group, box, colour)
    else:
        for cell in group:
            yield _filled([cell], box, colour)


def _filled(group: Sequence[_Cell], box: _Box, colour: str, attributes: str = "") -> str:
    left, top, width, height = box
    x = group[0].column * WIDE + left
    wide = (group[-1].end - group[0].column - 1) * WIDE + width
    return f'<rect x="{x:g}" y="{top:g}" width="{wide:g}" height="{height:g}" fill="{colour}"{attributes}/>'


def _texts(group: Sequence[_Cell], style: _Style) -> Iterator[str]:
    """Words that stand together; signs that fonts may not have in the same width each by itself."""
    for plain, run in groupby(group, key=lambda cell: cell.sign.isascii()):
        cells = list(run)
        for part in _phrases(cells) if plain else [[cell] for cell in cells]:
            text = escape("".join(cell.sign for cell in part), quote=False)
            x, length = part[0].column * WIDE, (part[-1].end - part[0].column) * WIDE
            ink = "" if style.ink == _INK else f' fill="{style.ink}"'
            yield (
                f'<text x="{x}" y="{_BASELINE}" textLength="{length}" lengthAdjust="spacingAndGlyphs"'
                f"{ink}{style.attributes}>{text}</text>"
            )


def _phrases(cells: Sequence[_Cell]) -> Iterator[Sequence[_Cell]]:
    """What is parted by more than one blank: several blanks in a row are not kept by everybody who reads SVG."""
    text = "".join(cell.sign for cell in cells)
    for found in re.finditer(r"\S+(?: \S+)*", text):
        yield cells[found.start() : found.end()]

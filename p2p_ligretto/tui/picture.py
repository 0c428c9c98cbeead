"""What is drawn: lines of runs, each with its style, its text, and what a click on it asks for.

A picture for a screen of C x R cells has exactly R lines of exactly C cells each, so that what was drawn before never
shows through, and no line wraps.
"""

from collections.abc import Sequence
from typing import NamedTuple

from p2p_ligretto.tui.actions import Action
from p2p_ligretto.tui.cells import clip, head, tail, width
from p2p_ligretto.wire.printable import printable


class Run(NamedTuple):
    """``style`` is a style string of prompt_toolkit that names classes of ``style`` only."""

    style: str
    text: str
    action: Action | None = None


Line = tuple[Run, ...]
Picture = tuple[Line, ...]


def blank(columns: int) -> Line:
    """A line with nothing on it."""
    return (Run("", " " * columns),)


def cells_in(line: Line) -> int:
    """Cells that a line takes."""
    return sum(width(run.text) for run in line)


class Pen:
    """Writes one line from left to right, never beyond ``columns``; what does not fit is cut, with ``ellipsis``."""

    __slots__ = ("_runs", "at", "columns", "ellipsis")

    def __init__(self, columns: int, ellipsis: str = "") -> None:
        self.columns = columns
        self.ellipsis = ellipsis
        self.at = 0
        """Cells written so far."""
        self._runs: list[Run] = []

    def write(self, text: str, style: str = "", action: Action | None = None, cells: int | None = None) -> None:
        """Write ``text``; with ``cells`` given, in a field of exactly so many, as far as the line is long.

        Whatever a terminal would obey is an escape from here on, should it have come so far.
        """
        text = printable(text)
        room = self.columns - self.at
        field = room if cells is None else min(cells, room)
        taken = width(text)
        if taken > field:
            text = clip(text, field, self.ellipsis)
            taken = width(text)
        if cells is not None and taken < field:
            text += " " * (field - taken)
            taken = field
        if text:
            self._runs.append(Run(style, text, action))
            self.at += taken

    def right(self, text: str, style: str = "", cells: int = 0, action: Action | None = None) -> None:
        """Write ``text`` at the right end of a field of ``cells``."""
        self.write(" " * (cells - width(text)) + text, style, action, cells)

    def to(self, column: int, style: str = "", filling: str = " ") -> None:
        """Fill up to ``column`` with ``filling``, a text of one cell; nothing if the pen is there already."""
        if column > self.at:
            self.write(filling * (column - self.at), style)

    def put(self, line: Line) -> None:
        """Write runs as they are."""
        for run in line:
            self.write(run.text, run.style, run.action)

    def done(self) -> Line:
        """The line, filled up with blanks."""
        self.to(self.columns)
        return tuple(self._runs)


def reversed_picture(picture: Picture) -> Picture:
    """``picture`` with all its cells reversed, whatever their colours are."""
    return tuple(tuple(run._replace(style=f"{run.style} reverse".strip()) for run in line) for line in picture)


def paste(picture: Picture, box: Sequence[Line], left: int, top: int) -> Picture:
    """``picture`` with the lines of ``box`` over it, its upper left corner at (``left``, ``top``); it must fit."""
    lines = list(picture)
    for place, pasted in enumerate(box):
        under = lines[top + place]
        right = left + cells_in(pasted)
        lines[top + place] = (*_left_part(under, left), *pasted, *_right_part(under, cells_in(under) - right))
    return tuple(lines)


def _left_part(line: Line, cells: int) -> Line:
    pen = Pen(cells)
    for run in line:
        kept = head(run.text, cells - pen.at)
        pen.write(kept, run.style, run.action)
        if kept != run.text:
            break
    return pen.done()


def _right_part(line: Line, cells: int) -> Line:
    runs: list[Run] = []
    used = 0
    for run in reversed(line):
        kept = tail(run.text, cells - used)
        if kept:
            runs.append(Run(run.style, kept, run.action))
            used += width(kept)
        if kept != run.text:
            break
    if used < cells:
        runs.append(Run("", " " * (cells - used)))
    return tuple(reversed(runs))

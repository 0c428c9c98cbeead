"""Curves drawn with characters: each player has a mark, the letter or digit that also stands before the name.

Where several go through one cell their marks take turns along the line, so that none hides another.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from p2p_ligretto.tui.cells import clip, width
from p2p_ligretto.tui.layout.frame import fitted, keys_line, rule, text_lines, title_line
from p2p_ligretto.tui.picture import Line, Pen, Picture, blank
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import CurvesView, Graph, GraphLine, View

LEAST_COLUMNS: Final = 60
_LEAST_HEIGHT: Final = 4
_FRAME_LINES: Final = 2
"""Of a graph: its heading, and what stands at the ends of its axis."""
_LABEL_CELLS: Final = 6
_NAME_CELLS: Final = 20
_Limits = tuple[int, int]


def curves_size_needed(screen: CurvesView, columns: int) -> tuple[int, int]:
    """Columns and rows without which a graph can't be read."""
    names = len(_name_lines(screen.names, max(columns, LEAST_COLUMNS)))
    return LEAST_COLUMNS, 1 + len(screen.graphs) * (_FRAME_LINES + _LEAST_HEIGHT) + names + 1


def curves_picture(view: View, screen: CurvesView, columns: int, rows: int, look: Look) -> Picture:
    """The whole screen; the size must not be below ``curves_size_needed``."""
    names = _name_lines(screen.names, columns)
    foot = [*names, keys_line(view, columns, look)]
    lines = [title_line(screen.title, (), 0, columns, look)]
    room = rows - len(lines) - len(foot)
    for place, graph in enumerate(screen.graphs):
        share = room // (len(screen.graphs) - place)
        lines += _graph_lines(graph, share - _FRAME_LINES, columns, look)
        room -= share
    return fitted(lines, foot, columns, rows)


def _name_lines(names: Sequence[str], columns: int) -> list[Line]:
    lines: list[Line] = []
    pen = Pen(columns)
    for name in names:
        shown = clip(name, _NAME_CELLS)
        if pen.at and pen.at + width(shown) + 2 > columns:
            lines.append(pen.done())
            pen = Pen(columns)
        pen.write(f"  {shown}")
    return [*lines, pen.done()]


def _graph_lines(graph: Graph, height: int, columns: int, look: Look) -> list[Line]:
    heading = rule([(2, graph.heading)], columns, look)
    points = [point for line in graph.lines for point in line.points]
    if not points:
        told = text_lines(graph.empty, columns, 1, look)
        return [heading, *told, *[blank(columns)] * (height + 1 - len(told))]
    across = min(x for x, _y in points), max(x for x, _y in points)
    upright = min(0, *(y for _x, y in points)), max(1, *(y for _x, y in points))
    cells = columns - _LABEL_CELLS - 2
    drawn = _drawn(graph, across, upright, (cells, height))
    lines = [heading]
    for row in range(height - 1, -1, -1):
        pen = Pen(columns)
        label = {height - 1: str(upright[1]), _scaled(0, upright, height): "0", 0: str(upright[0])}.get(row, "")
        pen.right(label, "class:count", _LABEL_CELLS)
        pen.write(look.glyphs.upright, "class:rule")
        for column in range(cells):
            marks = drawn.get((column, row), ())
            line = marks[column % len(marks)] if marks else None
            pen.write(line.mark if line else " ", "class:winner" if line and line.own else "class:key", None, 1)
        lines.append(pen.done())
    pen = Pen(columns)
    pen.to(_LABEL_CELLS + 1)
    pen.write(graph.first, "class:faint")
    pen.to(max(pen.at + 1, columns - 1 - width(graph.last)))
    pen.write(graph.last, "class:faint")
    return [*lines, pen.done()]


def _drawn(graph: Graph, across: _Limits, upright: _Limits, size: _Limits) -> dict[tuple[int, int], list[GraphLine]]:
    """Which lines go through which cell: column from the left, row from below."""
    cells, height = size
    drawn: dict[tuple[int, int], list[GraphLine]] = {}
    for line in graph.lines:
        for column in range(cells):
            at = across[0] + (across[1] - across[0]) * column / max(1, cells - 1)
            value = _value(line.points, at, steps=graph.steps)
            if value is not None:
                drawn.setdefault((column, _scaled(value, upright, height)), []).append(line)
    return drawn


def _value(points: Sequence[tuple[int, int]], at: float, *, steps: bool) -> float | None:
    """What a line has come to at ``at``; None before its beginning and after its end."""
    after = bisect_right(points, at, key=lambda point: point[0])
    if after == 0:
        return None
    x, y = points[after - 1]
    if after == len(points):
        return y if x == at else None
    if steps:
        return y
    next_x, next_y = points[after]
    return y + (next_y - y) * (at - x) / (next_x - x)


def _scaled(value: float, limits: _Limits, height: int) -> int:
    return round((value - limits[0]) * (height - 1) / (limits[1] - limits[0]))

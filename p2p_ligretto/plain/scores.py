"""Score tables in plain text: aligned columns, no drawing, readable from left to right.

Columns are aligned by how many cells a terminal gives a name, so that wide glyphs do not shift them.
"""

from collections.abc import Sequence
from typing import Final

from wcwidth import wcswidth

from p2p_ligretto.node.notices import MatchEnded, RoundScored
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _

MOST_ROUNDS_SHOWN: Final = 4
"""More rounds than these would not fit in a line of 80 cells; the last ones are shown."""


def round_table(table: TableState, scored: RoundScored) -> tuple[str, ...]:
    """What each seat earned in one round, and its total so far; seats that were not in the round show ``-``."""
    rows = [[_("player"), _("centre"), _("left"), _("points"), _("total")]]
    for seat, total in enumerate(scored.totals):
        if total is None:
            continue
        figures = (_at(scored.centre, seat), _at(scored.left, seat), _at(scored.points, seat), total)
        rows.append([seat_name(table, seat), *map(_figure, figures)])
    return _aligned(rows)


def match_table(table: TableState, ended: MatchEnded, rounds: Sequence[RoundScored]) -> tuple[str, ...]:
    """The final score, best first, with the points of the last rounds."""
    shown = rounds[-MOST_ROUNDS_SHOWN:]
    rows = [[_("player"), *(_("round {number}").format(number=scored.number) for scored in shown), _("total")]]
    seats = [seat for seat, total in enumerate(ended.totals) if total is not None]
    best_first = sorted(seats, key=lambda seat: (-(ended.totals[seat] or 0), seat))
    for seat in best_first:
        points = (_at(scored.points, seat) for scored in shown)
        rows.append([seat_name(table, seat), *map(_figure, points), _figure(ended.totals[seat])])
    head, *lines = _aligned(rows)
    marked = (
        f"{line}  {_('winner')}" if seat in ended.winners else line
        for seat, line in zip(best_first, lines, strict=True)
    )
    return (head, *marked)


def _at(figures: tuple[int | None, ...], seat: int) -> int | None:
    return figures[seat] if seat < len(figures) else None


def _figure(number: int | None) -> str:
    return "-" if number is None else str(number)


def _aligned(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """First column to the left, the others to the right, two cells between them."""
    widths = [max(_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0] + " " * (widths[0] - _width(row[0]))]
        cells.extend(" " * (width - _width(cell)) + cell for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join(cells).rstrip())
    return tuple(lines)


def _width(text: str) -> int:
    """Cells on a terminal; texts are printable here, so that the library knows each glyph."""
    return max(wcswidth(text), 0)

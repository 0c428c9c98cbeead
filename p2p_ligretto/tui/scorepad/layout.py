"""Pictures of the score pad: the games, one a line; a sheet with a line a player and a column a round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Confirm, Select
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout.frame import fitted, keys_line, rule, text_lines, title_line
from p2p_ligretto.tui.layout.message import FOOT_LINES, Message, footed
from p2p_ligretto.tui.picture import Line, Pen, Picture, blank
from p2p_ligretto.tui.scorepad.views import GameEntry, GamesView, PadView
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import View

GAMES_SIZE: Final = (60, 8)
LEAST_COLUMNS: Final = 60
_NAME_CELLS: Final = 17
_ROUND_CELLS: Final = 5
_TOTAL_CELLS: Final = 8
_LEAST_ROWS: Final = 3
_FOOT_ROWS: Final = 4
"""What is wrong in two lines, what was done, the keys."""


def pad_size_needed(screen: PadView) -> tuple[int, int]:
    """Columns and rows without which a player would be cut."""
    return LEAST_COLUMNS, 2 + max(_LEAST_ROWS, len(screen.rows)) + _FOOT_ROWS


def games_picture(view: View, screen: GamesView, columns: int, rows: int, look: Look) -> Picture:
    """The whole screen of games."""
    foot = _Foot(screen.problem, view.notice, keys_line(view, columns, look))
    head = [title_line(_("Score pad"), (_("for a table with real cards"),), 0, columns, look)]
    heading = rule([(2, _("games"))], columns, look)
    room = max(1, rows - len(head) - 1 - foot.lines(columns, look))
    if not screen.games:
        text = _("No game yet. Press n to begin one.")
        return foot.below([*head, heading, *text_lines(text, columns, 2, look, "class:faint")], columns, rows, look)
    first = min(max(0, screen.chosen - room // 2), max(0, len(screen.games) - room))
    shown = list(enumerate(screen.games))[first : first + room]
    lines = [_game(entry, place, chosen=place == screen.chosen, columns=columns, look=look) for place, entry in shown]
    return foot.below([*head, heading, *lines], columns, rows, look)


@dataclass(frozen=True, slots=True)
class _Foot:
    """What is wrong stays; what has just been done has a line of its own then."""

    problem: str
    notice: str
    keys: Line

    def lines(self, columns: int, look: Look) -> int:
        """How many it needs."""
        return len(self._problem(columns, look)) + (1 if self.notice or not self.problem else 0) + 1

    def below(self, lines: Sequence[Line], columns: int, rows: int, look: Look) -> Picture:
        """The whole screen, of ``lines`` from the top."""
        problem = self._problem(columns, look)
        if problem and not self.notice:
            return fitted(lines, [*problem, self.keys], columns, rows)
        body = fitted(lines, problem, columns, max(0, rows - FOOT_LINES))
        return footed(body, Message(self.notice), self.keys, columns, rows, look)

    def _problem(self, columns: int, look: Look) -> list[Line]:
        return text_lines(self.problem, columns, 2, look, "class:urgent") if self.problem else []


def _game(entry: GameEntry, place: int, *, chosen: bool, columns: int, look: Look) -> Line:
    pen = Pen(columns, look.glyphs.ellipsis)
    style = "class:chosen" if chosen else ""
    action = Confirm() if chosen else Select(place)
    title_cells = max(18, columns // 4)
    pen.write(f" {look.glyphs.pointer if chosen else ' '} ", style, action)
    pen.write(entry.title, f"{style} bold", action, title_cells)
    pen.write(f" {entry.rounds}", style, action, 12)
    details = f"{entry.leader}; {entry.players}" if entry.leader else entry.players
    pen.write(f" {details}", style, action)
    pen.to(columns, style)
    return pen.done()


def pad_picture(view: View, screen: PadView, columns: int, rows: int, look: Look) -> Picture:
    """The whole screen of a sheet."""
    foot = _Foot(screen.problem, view.notice or screen.entry, keys_line(view, columns, look))
    head = [title_line(screen.title, (screen.details,), 0, columns, look)]
    if not screen.rows:
        text = _("No players yet. Press a to add them, then r after each round.")
        body = [rule([(2, _("player"))], columns, look), *text_lines(text, columns, 2, look, "class:faint")]
        return foot.below([*head, *body], columns, rows, look)
    names = min(max(_NAME_CELLS, *(width(row.name) + 1 for row in screen.rows)), _NAME_CELLS + 4)
    shown = _rounds_shown(screen, (columns - 3 - names - _TOTAL_CELLS - 1) // _ROUND_CELLS)
    table = _Table(screen, names, shown)
    lines = [_headings(table, columns, look)]
    lines += [_row(table, place, columns, look) for place in range(len(screen.rows))]
    spare = rows - len(head) - len(lines) - foot.lines(columns, look)
    return foot.below([*head, *[blank(columns)] * (spare > 1), *lines], columns, rows, look)


def _rounds_shown(screen: PadView, most: int) -> range:
    """The last rounds that there is room for, or those that end with the chosen one if that is earlier."""
    count = len(screen.rows[0].points)
    end = min(count, max(most, screen.round + 1)) if 0 <= screen.round < count - most else count
    return range(max(0, end - most), end)


@dataclass(frozen=True, slots=True)
class _Table:
    """``names`` cells for the names, then the totals, then the rounds that are shown."""

    screen: PadView
    names: int
    shown: range


def _headings(table: _Table, columns: int, look: Look) -> Line:
    at = 3 + table.names + _TOTAL_CELLS
    headings = [(3, _("player")), (at - width(_("total")), _("total"))]
    pen = Pen(columns)
    pen.put(rule(headings, at + 1, look))
    for number in table.shown:
        text = str(number + 1)
        style = "class:chosen" if number == table.screen.round else "class:rule"
        pen.write(look.glyphs.rule * max(0, _ROUND_CELLS - len(text) - 1), "class:rule")
        pen.write(f" {text}"[-_ROUND_CELLS:], style)
    pen.to(columns, "class:rule", look.glyphs.rule)
    return pen.done()


def _row(table: _Table, place: int, columns: int, look: Look) -> Line:
    screen, row = table.screen, table.screen.rows[place]
    pen = Pen(columns, look.glyphs.ellipsis)
    chosen, select = place == screen.chosen, Select(place)
    style = "class:winner" if row.leads else "class:name"
    pen.write(f" {look.glyphs.pointer if chosen else ' '} ", "class:key.live" if chosen else "", select)
    pen.write(row.name, f"class:chosen {style}" if chosen else style, select, table.names - 1)
    pen.write(" ", "", select)
    pen.right("-" if row.total is None else str(row.total), f"{style} bold", _TOTAL_CELLS, select)
    pen.write(" ")
    for number in table.shown:
        points = row.points[number]
        text = "-" if points is None else str(points)
        marked = number == screen.round and chosen
        pen.write(" " * max(1, _ROUND_CELLS - len(text)), "", select)
        pen.write(text, "class:chosen" if marked else "class:count", select)
    return pen.done()

"""The scores: a line a seat, best total first, with a small curve of its totals; contested cards; who is ready."""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.texts import _
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout.cards import CHIP_CELLS, card_block
from p2p_ligretto.tui.layout.frame import keys_line, rule, text_lines, title_line
from p2p_ligretto.tui.layout.message import FOOT_LINES, Message, footed
from p2p_ligretto.tui.layout.options import option_lines
from p2p_ligretto.tui.picture import Line, Pen, Picture, blank
from p2p_ligretto.tui.style import Glyphs, Look
from p2p_ligretto.tui.views import Contest, ScoreRow, ScoresView, View

LEAST_COLUMNS: Final = 60
_NAME_CELLS: Final = 17
_FIGURE_CELLS: Final = 8
_MOST_ROUNDS: Final = 12
_PILE_CELLS: Final = 7
_MOST_PILE_CELLS: Final = 12
_MARGIN_CELLS: Final = 8


def scores_size_needed(screen: ScoresView) -> tuple[int, int]:
    """Columns and rows without which a seat would be cut."""
    return LEAST_COLUMNS, 1 + 1 + 1 + len(screen.rows) + 2


def scores_picture(view: View, screen: ScoresView, columns: int, rows: int, look: Look) -> Picture:
    """The whole screen."""
    message = Message(view.notice or screen.hint, bool(view.notice) or screen.urgent, view.talk)
    code = _("private, code {code}").format(code=screen.code) if screen.code else ""
    game = screen.preset if screen.changed_options else ""
    lines = [title_line(screen.title, (code, game), screen.watching, columns, look)]
    table = _table(screen, columns, look)
    ending = text_lines(screen.ending, columns, 1, look, "class:winner" if screen.finished else "")
    spare = rows - FOOT_LINES - 1 - len(ending) - len(table)
    lines += [*[blank(columns)] * (spare > 0), *ending, *[blank(columns)] * (spare > 1), *table]
    played = option_lines(screen.preset, screen.changed_options, columns, look) if screen.changed_options else []
    if played and screen.newcomer:
        lines += [blank(columns), *played]
    if screen.contests:
        lines.append(blank(columns))
        lines += _contests(screen.contests, rows - FOOT_LINES - len(lines), columns, look)
    if played and not screen.newcomer and len(lines) + 1 + len(played) <= rows - FOOT_LINES:
        lines += [blank(columns), *played]
    return footed(lines, message, keys_line(view, columns, look), columns, rows, look)


def _table(screen: ScoresView, columns: int, look: Look) -> list[Line]:
    # Translators: columns of scores: cards in the centre, cards left on the stack, points of the round, total.
    words = (_("centre"), _("left"), _("points"), _("total"))
    figures = tuple(max(_FIGURE_CELLS, width(word) + 2) for word in words)
    names = max((width(row.name) for row in screen.rows), default=0)
    name_cells = min(max(_NAME_CELLS, names + 2), max(_NAME_CELLS, columns - sum(figures) - 11))
    heading_at = 4 + name_cells
    headings = [(2, _("player"))]
    for word, cells in zip(words, figures, strict=True):
        heading_at += cells
        headings.append((heading_at - width(word), word))
    totals = [total for row in screen.rows for total in row.history if total is not None]
    low, high = min([0, *totals]), max([1, *totals])
    lines = [rule(headings, columns, look)]
    lines += [_row(row, (name_cells, *figures), (low, high), columns, look) for row in screen.rows]
    return lines


def _row(row: ScoreRow, cells: tuple[int, ...], limits: tuple[int, int], columns: int, look: Look) -> Line:
    name_cells, *figure_cells, total_cells = cells
    pen = Pen(columns, look.glyphs.ellipsis)
    style = "class:winner" if row.winner else "class:name.own" if row.own else "class:name"
    pen.write(f"  {look.glyphs.tick if row.ready else ' '} ", "class:good")
    pen.write(row.name, style, None, name_cells)
    for figure, room in zip((row.centre, row.left, row.points), figure_cells, strict=True):
        pen.right("-" if figure is None else str(figure), "class:count", room)
    pen.right("-" if row.total is None else str(row.total), f"{style} bold", total_cells)
    pen.write("  ")
    pen.write(curve(row.history[-_MOST_ROUNDS:], limits, look.glyphs), "class:key")
    words = [_("winner")] if row.winner else []
    words += [_("stop")] if row.stopped else []
    words += [_("ready")] if row.ready else []
    words += [row.note] if row.note else []
    pen.write(f"  {', '.join(words)}", "class:faint")
    return pen.done()


def curve(totals: Sequence[int | None], limits: tuple[int, int], glyphs: Glyphs) -> str:
    """Totals as bars of one cell each, from the lower to the higher of ``limits``; a blank where there is none."""
    low, high = limits
    steps = len(glyphs.bars) - 1
    return "".join(
        " " if total is None else glyphs.bars[round((min(max(total, low), high) - low) * steps / max(1, high - low))]
        for total in totals
    )


def _contests(contests: Sequence[Contest], room: int, columns: int, look: Look) -> list[Line]:
    """The closest races, as many as there is room for; side by side where they are whole there."""
    if room < 2:
        return []
    names = max(width(_names(contest)) for contest in contests)
    close, others = _("too close to be sure"), _cells_beside_names(contests, _("too close to be sure"), look)
    if others + names > columns:
        close, others = _("too close"), _cells_beside_names(contests, _("too close"), look)
    abreast = max(1, columns // (others + names))
    each = columns // abreast
    shown = contests[: (room - 1) * abreast]
    down = -(-len(shown) // abreast)
    cells = (_pile_cells(contests), min(names, max(1, each - others)))
    lines = [rule([(2, _("contested cards, closest first"))], columns, look)]
    for place in range(down):
        pen = Pen(columns)
        for contest in shown[place::down]:
            pen.put(_contest(contest, cells, close, each, look))
        lines.append(pen.done())
    return lines


def _names(contest: Contest) -> str:
    return _("{first} before {late}").format(first=contest.first, late=contest.late)


def _cells_beside_names(contests: Sequence[Contest], close: str, look: Look) -> int:
    """Of one contest, with the cells that part it from another one beside it."""
    sure = max(width(_sureness(contest, close, look)) for contest in contests)
    return 2 + CHIP_CELLS + 2 + _pile_cells(contests) + 2 + 2 + _MARGIN_CELLS + 2 + sure + 1


def _pile_cells(contests: Sequence[Contest]) -> int:
    return min(_MOST_PILE_CELLS, max(_PILE_CELLS, *(width(contest.pile) for contest in contests)))


def _sureness(contest: Contest, close: str, look: Look) -> str:
    if contest.close:
        return close
    return f"{look.glyphs.about}{contest.error}" if contest.error else ""


def _contest(contest: Contest, cells: tuple[int, int], close: str, columns: int, look: Look) -> Line:
    """Card, pile, names, margin and what it is worth, each below the same of the race before."""
    pile_cells, name_cells = cells
    pen = Pen(columns, look.glyphs.ellipsis)
    pen.write("  ")
    (chip,) = card_block(contest.card, "", CHIP_CELLS, 1, look)
    pen.put(chip)
    pen.write("  ")
    pen.write(contest.pile, "class:faint", None, pile_cells)
    pen.write("  ")
    pen.write(_names(contest), "", None, name_cells)
    pen.write("  ")
    pen.right(contest.margin, "class:count", _MARGIN_CELLS)
    pen.write(f"  {_sureness(contest, close, look)}", "class:faint")
    return pen.done()

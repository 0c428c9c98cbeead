"""A recorded match: what is shown of it, as it was shown when it was played, and a line that says how it runs."""

from typing import Final

from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout.curves import curves_picture, curves_size_needed
from p2p_ligretto.tui.layout.frame import keys_line
from p2p_ligretto.tui.layout.game import game_picture, game_size_needed
from p2p_ligretto.tui.layout.scores import scores_picture, scores_size_needed
from p2p_ligretto.tui.picture import Line, Pen, Picture
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import CurvesView, GameView, ReplayView, ScoresView, View

_STATUS_LINES: Final = 1
_GAP: Final = 2


def replay_size_needed(screen: ReplayView, columns: int) -> tuple[int, int]:
    """Columns and rows without which it can't be drawn."""
    match screen.shown:
        case GameView():
            least, rows = game_size_needed(screen.shown, columns)
        case ScoresView():
            least, rows = scores_size_needed(screen.shown)
        case CurvesView():
            least, rows = curves_size_needed(screen.shown, columns)
    return least, rows + _STATUS_LINES


def replay_picture(view: View, screen: ReplayView, columns: int, rows: int, look: Look) -> Picture:
    """The whole screen."""
    above = rows - _STATUS_LINES
    foot = _status_line(view, screen, columns, look)
    match screen.shown:
        case GameView():
            picture = game_picture(screen.shown, columns, above, look)
        case ScoresView():
            picture = scores_picture(view, screen.shown, columns, above, look)
        case CurvesView():
            picture = curves_picture(view, screen.shown, columns, above, look)
    return (*picture, foot)


def _status_line(view: View, screen: ReplayView, columns: int, look: Look) -> Line:
    """As many parts as there is room for, and beside them the keys where no other line has them."""
    pen = Pen(columns, look.glyphs.ellipsis)
    for place, part in enumerate(screen.status):
        if place and pen.at + width(part) + 2 > columns:
            break
        pen.write(" " if place == 0 else "  ")
        pen.write(part, ("class:good" if screen.playing else "class:value") if place == 0 else "class:faint")
    room = columns - pen.at - _GAP
    if isinstance(screen.shown, GameView) and room > 0:
        pen.write(" " * _GAP)
        pen.put(keys_line(view, room, look))
    return pen.done()

"""How a view becomes a picture of a given size: a pure function, drawn anew whenever anything changes."""

from p2p_ligretto.tui.layout.form import FORM_SIZE, with_form
from p2p_ligretto.tui.layout.game import game_picture, game_size_needed
from p2p_ligretto.tui.layout.help import help_picture, help_rows_needed
from p2p_ligretto.tui.layout.lesson import lesson_lines, lesson_rows
from p2p_ligretto.tui.layout.lobby import LOBBY_SIZE, lobby_picture
from p2p_ligretto.tui.layout.motion import with_flights
from p2p_ligretto.tui.layout.replay import replay_picture, replay_size_needed
from p2p_ligretto.tui.layout.scores import scores_picture, scores_size_needed
from p2p_ligretto.tui.layout.table_lobby import table_lobby_picture, table_lobby_size_needed
from p2p_ligretto.tui.layout.too_small import too_small_picture
from p2p_ligretto.tui.picture import Picture, reversed_picture
from p2p_ligretto.tui.scorepad.layout import GAMES_SIZE, games_picture, pad_picture, pad_size_needed
from p2p_ligretto.tui.scorepad.views import GamesView, PadView
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import GameView, LobbyView, ReplayView, ScoresView, TableLobbyView, View

__all__ = ["render", "size_needed"]


def render(view: View, columns: int, rows: int, look: Look) -> Picture:
    """``view`` in exactly ``rows`` lines of exactly ``columns`` cells; both are at least 1.

    Where that is less than ``size_needed``, the picture says so.
    """
    picture = _picture(view, columns, rows, look)
    return reversed_picture(picture) if view.flash else picture


def _picture(view: View, columns: int, rows: int, look: Look) -> Picture:
    needed = size_needed(view, columns)
    if columns < needed[0] or rows < needed[1]:
        return too_small_picture(view, needed, columns, rows, look)
    if view.help:
        return help_picture(view, columns, rows, look)
    picture = _taught_picture(view, columns, rows, look)
    if view.flights and _lies_open(view):
        picture = with_flights(picture, view.flights, look)
    return picture if view.form is None else with_form(picture, view.form, columns, rows, look)


def _lies_open(view: View) -> bool:
    """Whether nothing lies over the table."""
    game = view.screen
    over = isinstance(game, GameView) and (game.banner is not None or bool(game.countdown))
    return not over and (view.form is None or view.form.foot)


def size_needed(view: View, columns: int = 0) -> tuple[int, int]:
    """Columns and rows that the screen, and the dialog over it, need at least; the rows are those for ``columns``."""
    least, rows = _screen_size_needed(view, columns)
    if view.lesson is not None:
        rows += lesson_rows(max(columns, least))
    if view.help:
        rows = max(rows, help_rows_needed(view))
    if view.form is None:
        return least, rows
    return max(least, FORM_SIZE[0]), max(rows, FORM_SIZE[1])


def _taught_picture(view: View, columns: int, rows: int, look: Look) -> Picture:
    """The screen, with the lesson below it if there is one."""
    if view.lesson is None:
        return _screen_picture(view, columns, rows, look)
    picture = _screen_picture(view, columns, rows - lesson_rows(columns), look)
    return (*picture, *lesson_lines(view.lesson, columns, look))


def _screen_size_needed(view: View, columns: int) -> tuple[int, int]:
    match view.screen:
        case LobbyView():
            return LOBBY_SIZE
        case TableLobbyView():
            return table_lobby_size_needed(view.screen)
        case GameView():
            return game_size_needed(view.screen, columns)
        case ScoresView():
            return scores_size_needed(view.screen)
        case ReplayView():
            return replay_size_needed(view.screen, columns)
        case GamesView():
            return GAMES_SIZE
        case PadView():
            return pad_size_needed(view.screen)


def _screen_picture(view: View, columns: int, rows: int, look: Look) -> Picture:
    match view.screen:
        case LobbyView():
            return lobby_picture(view, view.screen, columns, rows, look)
        case TableLobbyView():
            return table_lobby_picture(view, view.screen, columns, rows, look)
        case GameView():
            return game_picture(view.screen, columns, rows, look, view.talk)
        case ScoresView():
            return scores_picture(view, view.screen, columns, rows, look)
        case ReplayView():
            return replay_picture(view, view.screen, columns, rows, look)
        case GamesView():
            return games_picture(view, view.screen, columns, rows, look)
        case PadView():
            return pad_picture(view, view.screen, columns, rows, look)

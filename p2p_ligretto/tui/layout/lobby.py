"""The lobby: tables to choose from, people seen, and what to tell others who want to join."""

from typing import Final

from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Confirm, Rename, Select
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout.frame import fitted, keys_line, rule, text_lines, title_line, written
from p2p_ligretto.tui.layout.message import FOOT_LINES, Message, footed, with_message
from p2p_ligretto.tui.picture import Line, Pen, Picture, Run, blank
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import LobbyView, TableEntry, View

LOBBY_SIZE: Final = (60, 16)
_TITLE_CELLS: Final = 20
_PHASE_CELLS: Final = 24
_MOST_ADDRESSES: Final = 3
_PEOPLE_LINES: Final = 2
_LEAST_TABLE_LINES: Final = 3


def lobby_picture(view: View, screen: LobbyView, columns: int, rows: int, look: Look) -> Picture:
    """The whole screen."""
    news = screen.busy or view.notice
    message = Message(screen.problem or news or screen.rules, bool(screen.problem))
    above: list[Line] = []
    if screen.problem:
        # A problem is long, and so may be what came of it: each has a second line.
        above = with_message([blank(columns)], Message(news), columns, look) if news else []
        above.append(blank(columns))
    below = [*_people(screen, columns, look), *_addresses(screen, columns, look)]
    head = [title_line(_("P2P Ligretto"), (), 0, columns, look), _own_name(screen, columns), blank(columns)]
    room = rows - len(head) - len(above) - FOOT_LINES - len(below) - 2
    tables = _tables(screen, max(_LEAST_TABLE_LINES, room), columns, look)
    lines = [*head, rule([(2, _("tables"))], columns, look), *tables, blank(columns), *below]
    body = fitted(lines, above, columns, max(0, rows - FOOT_LINES))
    return footed(body, message, keys_line(view, columns, look), columns, rows, look)


def _own_name(screen: LobbyView, columns: int) -> Line:
    return written(
        columns,
        # Translators: the own name stands behind it.
        Run("class:faint", " " + _("you are") + " "),
        Run("class:name.own", screen.own_name, Rename()),
    )


def _tables(screen: LobbyView, most: int, columns: int, look: Look) -> list[Line]:
    """So many lines at most; where there are more tables, those around the chosen one."""
    if not screen.tables:
        what_to_do = _("Press {open} to open one, {bots} to play against bots, {learn} to learn the game.").format(
            open=look.keys.shown("open"), bots=look.keys.shown("play_bots"), learn=look.keys.shown("learn")
        )
        return [
            *text_lines(_("No table was found on this network yet."), columns, 1, look, "class:faint"),
            *text_lines(what_to_do, columns, 2, look, "class:faint"),
        ]
    most = max(1, most)
    first = min(max(0, screen.chosen - most // 2), max(0, len(screen.tables) - most))
    shown = list(enumerate(screen.tables))[first : first + most]
    return [_table(entry, place, chosen=place == screen.chosen, columns=columns, look=look) for place, entry in shown]


def _table(entry: TableEntry, place: int, *, chosen: bool, columns: int, look: Look) -> Line:
    pen = Pen(columns, look.glyphs.ellipsis)
    style = "class:chosen" if chosen else "class:faint" if entry.refused else ""
    action = Confirm() if chosen else Select(place)
    pen.write(f" {look.glyphs.pointer if chosen else ' '} ", style, action)
    private = _("private")
    title = f"{entry.title} ({private})" if entry.private else entry.title
    title_cells = max(_TITLE_CELLS, min(32, columns // 4))
    pen.write(title, f"{style} bold" if not entry.refused else style, action, title_cells)
    pen.write(" ", style, action)
    if entry.refused:
        pen.write(entry.refused, style, action)
    else:
        players = max(10, columns - pen.at - _PHASE_CELLS - 1)
        pen.write(entry.players, style, action, players)
        pen.write(f" {entry.phase}", style, action)
    pen.to(columns, style)
    return pen.done()


def _people(screen: LobbyView, columns: int, look: Look) -> list[Line]:
    lines = [rule([(2, _("people on this network"))], columns, look)]
    if screen.people:
        lines += _listed(screen.people, columns, look)
    else:
        lines += text_lines(_("nobody else was found yet"), columns, 1, look, "class:faint")
    return [*lines, blank(columns)]


def _listed(people: tuple[str, ...], columns: int, look: Look) -> list[Line]:
    """Names in as many lines as there are for them; no name is broken."""
    pens = [Pen(columns - 1, look.glyphs.ellipsis)]
    for place, name in enumerate(people):
        text = name if place == len(people) - 1 else f"{name}, "
        if pens[-1].at and pens[-1].at + width(text) > columns - 1 and len(pens) < _PEOPLE_LINES:
            pens.append(Pen(columns - 1, look.glyphs.ellipsis))
        if not pens[-1].at:
            pens[-1].write("  ")
        pens[-1].write(text)
    return [(*pen.done(), Run("", " ")) for pen in pens]


def _addresses(screen: LobbyView, columns: int, look: Look) -> list[Line]:
    if not screen.addresses:
        return []
    lines = [rule([(2, _("who does not find you may type"))], columns, look)]
    for address in screen.addresses[:_MOST_ADDRESSES]:
        lines.append(join_line(address, columns, look))
    return lines


def join_line(address: str, columns: int, look: Look) -> Line:
    """What to read out to somebody who wants to join by address."""
    command = f"p2p-ligretto join {address}"
    indent = "  " if width(command) + 4 <= columns else ""
    return written(columns, Run("", indent), Run("class:value", command), ellipsis=look.glyphs.ellipsis)

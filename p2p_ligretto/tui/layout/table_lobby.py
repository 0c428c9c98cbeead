"""The table before its first round: seats, options with what each means, how others join, what happens next."""

from typing import Final

from p2p_ligretto.texts import _
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout.frame import clock_detail, fitted, keys_line, message_line, rule, title_line
from p2p_ligretto.tui.layout.lobby import join_line
from p2p_ligretto.tui.picture import Line, Pen, Picture, blank
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import OptionEntry, SeatEntry, TableLobbyView, View

LEAST_COLUMNS: Final = 60
_MOST_IN_A_COLUMN: Final = 6
_NAME_CELLS: Final = 12
_VALUE_CELLS: Final = 15


def table_lobby_size_needed(screen: TableLobbyView) -> tuple[int, int]:
    """Columns and rows without which seats or options would be cut."""
    return LEAST_COLUMNS, 1 + 1 + _down(screen) + 1 + len(screen.options) + 2 + 2


def table_lobby_picture(view: View, screen: TableLobbyView, columns: int, rows: int, look: Look) -> Picture:
    """The whole screen."""
    foot = [
        message_line(view.notice or screen.hint, columns, look, urgent=bool(view.notice) or screen.urgent),
        keys_line(view, columns, look),
    ]
    details = _("before the first round"), clock_detail(screen.clock_error, look)
    title = title_line(screen.title, details, screen.watching, columns, look)
    parts = [
        [rule([(2, _("seats"))], columns, look), *_seats(screen, columns, look)],
        [_played(screen, columns, look), *(option_line(each, columns, look) for each in screen.options)],
    ]
    if screen.addresses:
        addresses = [join_line(address, columns, look) for address in screen.addresses[:2]]
        parts.append([rule([(2, _("who does not find this table may type"))], columns, look), *addresses])
    spare = rows - len(foot) - 1 - sum(map(len, parts))
    lines = [title]
    for place, part in enumerate(parts):
        lines += [blank(columns)] * (spare > place) + part
    return fitted(lines, foot, columns, rows)


def _down(screen: TableLobbyView) -> int:
    """Lines of seats: two columns where there are many."""
    return len(screen.seats) if len(screen.seats) <= _MOST_IN_A_COLUMN else -(-len(screen.seats) // 2)


def _seats(screen: TableLobbyView, columns: int, look: Look) -> list[Line]:
    down = _down(screen)
    abreast = -(-len(screen.seats) // down) if down else 1
    lines = []
    for place in range(down):
        pen = Pen(columns)
        for seat in screen.seats[place::down]:
            pen.put(_seat(seat, columns // abreast, look))
        lines.append(pen.done())
    return lines


def _seat(seat: SeatEntry, columns: int, look: Look) -> Line:
    pen = Pen(columns, look.glyphs.ellipsis)
    pen.write(f"  {look.glyphs.tick if seat.ready else ' '} ", "class:good")
    pen.write(seat.name, "class:name.own" if seat.own else "class:name", None, max(8, min(24, columns - 18)))
    pen.write(" ")
    words = [_("you")] if seat.own else []
    words += [_("ready")] if seat.ready else []
    pen.write(", ".join(words), "class:faint")
    if seat.note:
        pen.write(", " if words else "", "class:faint")
        pen.write(seat.note, "class:away" if seat.slow else "class:faint")
    return pen.done()


def _played(screen: TableLobbyView, columns: int, look: Look) -> Line:
    """The heading of the options: what the game is called, and what the mark before some of them means."""
    name = _("what is played: {preset}").format(preset=screen.preset) if screen.preset else _("what is played")
    headings = [(2, name)]
    if any(option.changed for option in screen.options):
        free = columns - width(name) - 2
        legends = (_("! is not as in the official game"), _("! is changed"))
        headings += [(columns - width(legend) - 2, legend) for legend in legends if width(legend) + 6 <= free][:1]
    return rule(headings, columns, look)


def option_line(option: OptionEntry, columns: int, look: Look) -> Line:
    """An option, what it is set to, what that means; with a mark if it is changed."""
    pen = Pen(columns, look.glyphs.ellipsis)
    pen.write("! " if option.changed else "  ", "class:value")
    pen.write(option.name, "class:faint", None, _NAME_CELLS - 1)
    pen.write(" ")
    pen.write(option.value, "class:value", None, _VALUE_CELLS - 1)
    pen.write(" ")
    pen.write(option.explanation, "class:faint")
    return pen.done()

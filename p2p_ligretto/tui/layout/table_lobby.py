"""The table before its first round: seats, options with what each means, how others join, what happens next."""

from typing import Final

from p2p_ligretto.texts import _
from p2p_ligretto.tui.layout.frame import clock_detail, keys_line, rule, title_line
from p2p_ligretto.tui.layout.lobby import join_line
from p2p_ligretto.tui.layout.message import FOOT_LINES, Message, footed
from p2p_ligretto.tui.layout.options import option_lines
from p2p_ligretto.tui.picture import Line, Pen, Picture, blank
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import SeatEntry, TableLobbyView, View

LEAST_COLUMNS: Final = 60
_MOST_IN_A_COLUMN: Final = 6


def table_lobby_size_needed(screen: TableLobbyView) -> tuple[int, int]:
    """Columns and rows without which seats or options would be cut."""
    return LEAST_COLUMNS, 1 + 1 + _down(screen) + 1 + len(screen.options) + 2 + 2


def table_lobby_picture(view: View, screen: TableLobbyView, columns: int, rows: int, look: Look) -> Picture:
    """The whole screen."""
    message = Message(view.notice or screen.hint, bool(view.notice) or screen.urgent, view.talk)
    details = _("before the first round"), clock_detail(screen.clock_error, look)
    title = title_line(screen.title, details, screen.watching, columns, look)
    parts = [
        [rule([(2, _("seats"))], columns, look), *_seats(screen, columns, look)],
        option_lines(screen.preset, screen.options, columns, look),
    ]
    if screen.addresses:
        addresses = [join_line(address, columns, look) for address in screen.addresses[:2]]
        parts.append([rule([(2, _("who does not find this table may type"))], columns, look), *addresses])
    spare = rows - FOOT_LINES - 1 - sum(map(len, parts))
    lines = [title]
    for place, part in enumerate(parts):
        lines += [blank(columns)] * (spare > place) + part
    return footed(lines, message, keys_line(view, columns, look), columns, rows, look)


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

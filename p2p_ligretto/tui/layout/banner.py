"""What lies over the centre while the table stands still: a banner that says why, or the seconds until it goes on.

It covers piles and never moves them: when it goes, everything is where it was.
"""

from typing import Final

from p2p_ligretto.tui.actions import Action, GoOn, Pause
from p2p_ligretto.tui.cells import width, wrap
from p2p_ligretto.tui.layout.digits import HEIGHTS, digits
from p2p_ligretto.tui.picture import Line, Pen, Picture, Run, paste
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import Banner, GameView

_USUAL_CELLS: Final = 56
"""Narrow enough to leave the names of the colours beside it in 80 columns."""
_MARGIN: Final = 3
_MOST_TEXT: Final = 4


def with_banner(piles: Picture, view: GameView, columns: int, look: Look) -> Picture:
    """The lines of the centre with what lies over them, if anything does."""
    if view.countdown:
        box = _countdown_box(view.countdown, len(piles), columns, look)
    elif view.banner is not None:
        action = _ACTIONS.get(view.banner.kind) if view.seated else None
        box = _banner_box(view.banner, action, len(piles), columns, look)
    else:
        return piles
    cells = sum(width(run.text) for run in box[0])
    return paste(piles, box, (columns - cells) // 2, (len(piles) - len(box)) // 2)


_ACTIONS: Final[dict[str, Action]] = {"paused": Pause(), "frozen": GoOn()}
"""What a click on a banner asks for."""


def _banner_box(banner: Banner, action: Action | None, most: int, columns: int, look: Look) -> list[Line]:
    cells = min(columns, max(_USUAL_CELLS, width(banner.title) + 2 * _MARGIN))
    text = wrap(banner.text, cells - 2 * _MARGIN, min(_MOST_TEXT, most - 1), look.glyphs.ellipsis)
    lines = [_centred(part, cells, action, look) for part in (banner.title, *(text if banner.text else ()))]
    for place in (0, len(lines) + 1):
        if len(lines) < most:
            lines.insert(place, _centred("", cells, action, look))
    return lines


def _centred(text: str, cells: int, action: Action | None, look: Look) -> Line:
    pen = Pen(cells, look.glyphs.ellipsis)
    pen.write(" " * max(_MARGIN, (cells - width(text)) // 2), "class:urgent", action)
    pen.write(text, "class:urgent", action)
    pen.to(cells, "class:urgent")
    return tuple(Run(run.style, run.text, action) for run in pen.done())


def _countdown_box(number: str, most: int, columns: int, look: Look) -> list[Line]:
    """The seconds as large as they fit, with a margin around."""
    drawn: tuple[str, ...] = (number,)
    for height in HEIGHTS if number.isdigit() else ():
        large = digits(number, height, look.glyphs)
        if len(large) <= most and len(large[0]) + 2 * _MARGIN <= columns:
            drawn = large
            break
    cells = min(columns, width(drawn[0]) + 2 * _MARGIN)
    lines = []
    for part in drawn:
        pen = Pen(cells)
        pen.write(part.center(cells), "class:big")
        lines.append(pen.done())
    if len(lines) + 2 <= most:
        lines = [Pen(cells).done(), *lines, Pen(cells).done()]
    return lines

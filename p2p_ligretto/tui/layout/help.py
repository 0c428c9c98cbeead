"""The keys of what is on screen, one a line, from the very table by which they are obeyed; and how cards look."""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.game.cards import COLOURS, Card
from p2p_ligretto.speech.words import colour_word
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Help
from p2p_ligretto.tui.cells import width, wrap
from p2p_ligretto.tui.key_bindings import bindings_for
from p2p_ligretto.tui.key_tables import Binding
from p2p_ligretto.tui.layout.cards import card_block
from p2p_ligretto.tui.layout.frame import fitted, rule, written
from p2p_ligretto.tui.picture import Line, Pen, Picture, Run, blank
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import GameView, View

_KEY_CELLS: Final = 13
_MOST_KEY_CELLS: Final = 26
"""Room for a row of keys that have long names."""


def help_rows_needed(view: View) -> int:
    """Rows without which a key would be left out."""
    return len(bindings_for(view)) + 1


def help_picture(view: View, columns: int, rows: int, look: Look) -> Picture:
    """The whole page; where it is low, the words of a key have one line each."""
    lines = _keys(view, columns, rows - 1, look)
    if isinstance(view.screen, GameView) and view.form is None:
        legend = [_cards_rule(columns, look), *_legend(columns, look)]
        lines += [*([blank(columns)] if len(lines) + 1 + len(legend) < rows else []), *legend]
    way_back = _("or esc: back; with a mouse, click on what you want")
    foot = [
        written(
            columns,
            Run("class:key", f" {look.keys.shown('help')}", Help()),
            Run("class:faint", f" {way_back}", Help()),
            ellipsis=look.glyphs.ellipsis,
        )
    ]
    return fitted(lines, foot, columns, rows)


def _keys(view: View, columns: int, room: int, look: Look) -> list[Line]:
    heading = rule([(2, _("keys"))], columns, look)
    bindings = bindings_for(view, look.keys)
    cells = min(_MOST_KEY_CELLS, max(_KEY_CELLS, *(width(binding.shown) + 1 for binding in bindings)))
    for most in (2, 1):
        lines = [line for binding in bindings for line in _key_lines(binding, cells, columns, most, look)]
        if len(lines) < room:
            return [heading, *lines]
    return lines


def _key_lines(binding: Binding, cells: int, columns: int, most: int, look: Look) -> list[Line]:
    lines = []
    for place, words in enumerate(wrap(binding.words, columns - cells - 3, most, look.glyphs.ellipsis)):
        pen = Pen(columns)
        pen.write("  ")
        pen.write("" if place else binding.shown, "class:key.live", binding.action, cells)
        pen.write(words)
        lines.append(pen.done())
    return lines


def _cards_rule(columns: int, look: Look) -> Line:
    """The heading of the cards, with what their letters stand for beside it: the page has no line to spare."""
    heading = _("cards")
    names = ", ".join(f"{colour} {colour_word(colour)}" for colour in COLOURS)
    return rule([(2, heading), (width(heading) + 6, names)], columns, look)


def _legend(columns: int, look: Look) -> list[Line]:
    samples: Sequence[tuple[str, str]] = (
        ("", _("lies there for good")),
        (".pending", _("has been laid, and can still turn out to be late")),
        (".fresh", _("has just changed")),
    )
    lines = []
    for state, words in samples:
        pen = Pen(columns, look.glyphs.ellipsis)
        pen.write("  ")
        for number, colour in enumerate(COLOURS, start=2):
            (chip,) = card_block(Card(colour, number), state, 4, 1, look)
            pen.put(chip)
            pen.write(" ")
        pen.write(f"  {words}")
        lines.append(pen.done())
    return lines

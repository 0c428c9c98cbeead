"""What all screens share: the title line, rules with headings, the line of keys."""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.texts import _, ngettext
from p2p_ligretto.tui.actions import Action, Help, Quit
from p2p_ligretto.tui.cells import clip, width, wrap
from p2p_ligretto.tui.key_bindings import bindings_for
from p2p_ligretto.tui.picture import Line, Pen, Picture, Run, blank
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import View

Heading = tuple[int, str]
"""A column, and what is written there."""
_LEAST_TITLE: Final = 8


def title_line(title: str, details: Sequence[str], watching: int, columns: int, look: Look) -> Line:
    """What this is at the left; who looks on, help and the way out at the right.

    Where there is no room the title gives way to the first of ``details``; the others are left out.
    """
    hints: list[tuple[str, str, Action | None]] = []
    if watching:
        hints.append((ngettext("{count} watching", "{count} watching", watching).format(count=watching), "", None))
    hints.append((look.keys.shown("help"), _("keys"), Help()))
    hints.append((look.keys.shown("quit"), _("quit"), Quit()))
    taken = sum(width(key) + width(word) + (1 if word else 0) + 3 for key, word, _action in hints)
    head = Pen(max(0, columns - taken), look.glyphs.ellipsis)
    first = width(details[0]) + 3 if details and details[0] else 0
    head.write(f" {clip(title, max(_LEAST_TITLE, head.columns - first - 1), look.glyphs.ellipsis)}", "class:title")
    for place, detail in enumerate(details):
        text = f" {look.glyphs.dot} {detail}"
        if detail and (place == 0 or head.at + width(text) <= head.columns):
            head.write(text, "class:faint")
    pen = Pen(columns)
    pen.put(head.done())
    for key, word, action in hints:
        pen.write("  ")
        pen.write(key, "class:key" if action else "class:faint", action)
        if word:
            pen.write(f" {word}", "class:faint", action)
        pen.write(" ")
    return pen.done()


def clock_detail(error: str, look: Look) -> str:
    """How wrong the own clock may be, as a detail of the title; empty if nothing is known of it."""
    # Translators: {error} is by how much the own clock may be wrong: "clock ±2 ms".
    return _("clock {error}").format(error=look.glyphs.about + error) if error else ""


def rule(headings: Sequence[Heading], columns: int, look: Look) -> Line:
    """A line across, with headings at their columns; the first is the name of the part below.

    A heading that is too long for its room is cut: it may not push the next one from its column.
    """
    pen = Pen(columns)
    ends = [*[column - 1 for column, text in headings if text][1:], columns]
    for place, (column, text) in enumerate(heading for heading in headings if heading[1]):
        shown = clip(text, ends[place] - column, look.glyphs.ellipsis)
        pen.to(column - 1, "class:rule", look.glyphs.rule)
        pen.to(column)
        pen.write(f"{shown} ", "class:rule.name" if (column, text) == headings[0] else "class:rule")
    pen.to(columns, "class:rule", look.glyphs.rule)
    return pen.done()


def keys_line(view: View, columns: int, look: Look) -> Line:
    """The keys that are worth a hint, each to be clicked too."""
    pen = Pen(columns, look.glyphs.ellipsis)
    for binding in bindings_for(view, look.keys):
        if not binding.hint:
            continue
        taken = width(binding.shown) + width(binding.hint) + 4
        if pen.at + taken > columns:
            break
        pen.write("  " if pen.at else " ")
        pen.write(binding.shown, "class:key", binding.action)
        pen.write(f" {binding.hint}", "class:faint", binding.action)
        pen.write(" ")
    return pen.done()


def text_lines(text: str, columns: int, lines: int, look: Look, style: str = "") -> list[Line]:
    """``text`` in at most so many lines, with a margin of two cells."""
    return [
        written(columns, Run("", "  "), Run(style, part))
        for part in wrap(text, columns - 4, lines, look.glyphs.ellipsis)
    ]


def written(columns: int, *runs: Run, ellipsis: str = "") -> Line:
    """One line of ``runs``, cut or filled up."""
    pen = Pen(columns, ellipsis)
    pen.put(runs)
    return pen.done()


def fitted(lines: Sequence[Line], foot: Sequence[Line], columns: int, rows: int) -> Picture:
    """A screen of ``lines`` from the top and ``foot`` at the bottom; what does not fit between is left out."""
    room = max(0, rows - len(foot))
    body = list(lines[:room])
    body += [blank(columns)] * (room - len(body))
    return (*body, *foot)[:rows]

"""A lesson below the screen that it explains: a box of its own lines, so that it never hides a card."""

from typing import Final

from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import NextLesson
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout.frame import rule, text_lines
from p2p_ligretto.tui.picture import Line, Pen, blank
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import LessonView

_WIDE: Final = 80
_LINES: Final = 4
"""Of text where a window has 80 columns; always as many, so that the cards above stay where they are."""
_LINES_NARROW: Final = 5


def lesson_rows(columns: int) -> int:
    """How many lines a lesson takes."""
    return 1 + (_LINES if columns >= _WIDE else _LINES_NARROW)


def lesson_lines(lesson: LessonView, columns: int, look: Look) -> list[Line]:
    """The heading, with the key for the next one, and the text."""
    heading = _("lesson {number} of {count}").format(number=lesson.number, count=lesson.count)
    above = rule([(2, heading)], columns, look)
    lines = [_with_key(above, columns, look) if lesson.may_skip else above]
    lines += text_lines(lesson.text, columns, lesson_rows(columns) - 1, look)
    return lines + [blank(columns)] * (lesson_rows(columns) - len(lines))


def _with_key(heading: Line, columns: int, look: Look) -> Line:
    key, word = look.keys.shown("lesson"), _("next lesson")
    pen = Pen(columns - width(key) - width(word) - 4)
    pen.put(heading)
    whole = Pen(columns)
    whole.put(pen.done())
    whole.write(f" {key}", "class:key", NextLesson())
    whole.write(f" {word} ", "class:faint", NextLesson())
    whole.to(columns, "class:rule", look.glyphs.rule)
    return whole.done()

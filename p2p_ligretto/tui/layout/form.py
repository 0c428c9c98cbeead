"""A dialog: a box over the middle of the screen, with its fields and what its keys do; or the line at its foot."""

from typing import Final

from p2p_ligretto.speech.talk import emote_words
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Action, Back, Change, Confirm, Emote, Select
from p2p_ligretto.tui.cells import tail, width, wrap
from p2p_ligretto.tui.picture import Line, Pen, Picture, Run, paste
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import Field, Form

FORM_SIZE: Final = (40, 10)
_MOST_COLUMNS: Final = 72
_LABEL_CELLS: Final = 16
_MOST_LABEL_CELLS: Final = 24
_MOST_FAULT_LINES: Final = 3
_EDGE_CELLS: Final = 6
"""At each side a blank, the frame, a blank."""
_EDGE_LINES: Final = 6
"""Two of the frame, two for the explanation of the chosen field, two for the keys."""


def with_form(picture: Picture, form: Form, columns: int, rows: int, look: Look) -> Picture:
    """``picture`` with the dialog over it."""
    if form.foot:
        return (*picture[:-1], _saying(form, columns, look))
    inner = min(columns, _MOST_COLUMNS) - _EDGE_CELLS
    text = wrap(form.text, inner, max(1, rows // 3), look.glyphs.ellipsis) if form.text else []
    lines = [_line(inner, Run("", part)) for part in text]
    if text and form.fields:
        lines.append(_line(inner))
    lines += _fields(form, inner, rows - _EDGE_LINES - len(lines), look)
    lines += [_line(inner), _buttons(form, inner)]
    box = _boxed(form.title, lines, inner, look)
    return paste(picture, box, (columns - inner - _EDGE_CELLS) // 2, max(0, (rows - len(box)) // 2))


def _saying(form: Form, columns: int, look: Look) -> Line:
    """What is typed to be said; beside it what else can be said, or what ends it."""
    (field,) = form.fields
    emotes: list[tuple[str, str, Action]] = [
        (str(number + 1), words, Emote(number)) for number, words in enumerate(emote_words())
    ]
    ends: list[tuple[str, str, Action]] = [(_("enter"), form.confirm, Confirm()), (_("esc"), form.back, Back())]
    hints = ends if field.value else [*emotes, ends[1]]
    pen = Pen(columns, look.glyphs.ellipsis)
    pen.write(f" {form.title}: ", "class:title")
    pen.write(f"{tail(field.value, columns - pen.at - 2)}_", "bold")
    for key, words, action in hints:
        if pen.at + 3 + width(key) + width(words) > columns:
            break
        pen.write("  ")
        pen.write(key, "class:key.live", action)
        pen.write(f" {words}", "class:faint", action)
    return pen.done()


def _line(inner: int, *runs: Run) -> Line:
    pen = Pen(inner)
    pen.put(runs)
    return pen.done()


def _fields(form: Form, inner: int, room: int, look: Look) -> list[Line]:
    """The fields, or those around the chosen one; under the chosen one what it means, or what is wrong with it."""
    if not form.fields:
        return []
    explained = form.fields[form.chosen] if 0 <= form.chosen < len(form.fields) else None
    explanation = [_line(inner)] if explained is None else _explanation(explained, inner, look)
    most = max(1, room - len(explanation) + 1)
    first = min(max(0, form.chosen - most // 2), max(0, len(form.fields) - most))
    longest = max(width(field.label) for field in form.fields) + 1
    labels = min(max(_LABEL_CELLS, longest), _MOST_LABEL_CELLS)
    lines = []
    for place, field in list(enumerate(form.fields))[first : first + most]:
        chosen = place == form.chosen
        lines.append(_field(field, place, (inner, labels), chosen=chosen, look=look))
    return [*lines, _line(inner), *explanation]


def _field(field: Field, place: int, cells: tuple[int, int], *, chosen: bool, look: Look) -> Line:
    """``cells`` of the whole line, and of its label."""
    inner, labels = cells
    glyphs = look.glyphs
    select = Select(place)
    style = "class:chosen" if chosen else ""
    pen = Pen(inner, glyphs.ellipsis)
    pen.write(f"{glyphs.pointer if chosen else ' '} ", style, select)
    pen.write(field.label, style, select, labels)
    if field.typed:
        room = max(1, inner - pen.at - 2)
        pen.write(" ", style, select)
        pen.write(tail(field.value, room - 1), f"{style} bold", select)
        pen.write("_" if chosen else "", style, select)
    else:
        pen.write(f"{glyphs.left} ", style, Change(-1) if chosen else select)
        pen.write(field.value, f"{style} bold", Change(1) if chosen else select)
        pen.write(f" {glyphs.right}", style, Change(1) if chosen else select)
    if field.fault:
        pen.write(f"  {glyphs.cross}", "class:fault")
    elif chosen:
        pen.to(inner, style)
    return pen.done()


def _explanation(field: Field, inner: int, look: Look) -> list[Line]:
    """What is wrong with the field may say at length what to do; what it means has a line."""
    if field.fault:
        parts = wrap(field.fault, inner, _MOST_FAULT_LINES, look.glyphs.ellipsis)
        return [_line(inner, Run("class:urgent", part)) for part in parts]
    pen = Pen(inner, look.glyphs.ellipsis)
    pen.write(f"  {field.explanation}", "class:faint")
    return [pen.done()]


def _buttons(form: Form, inner: int) -> Line:
    pen = Pen(inner)
    yes, no = ("y", "n") if form.deliberate else (_("enter"), _("esc"))
    buttons: list[tuple[str, str, Action]] = [(no, form.back or _("back"), Back())]
    if form.confirm:
        buttons.insert(0, (yes, form.confirm, Confirm()))
    for key, words, action in buttons:
        if pen.at:
            pen.write("   ")
        pen.write(f" {key} ", "class:button", action)
        pen.write(f" {words}", "", action)
    return pen.done()


def _boxed(title: str, lines: list[Line], inner: int, look: Look) -> list[Line]:
    upper_left, upper_right, lower_left, lower_right = look.glyphs.corners
    glyphs = look.glyphs
    top = Pen(inner + 3, glyphs.ellipsis)
    top.write(f"{upper_left}{glyphs.rule}", "class:rule")
    top.write(f" {title} ", "class:title")
    top.to(inner + 3, "class:rule", glyphs.rule)
    blank = Run("", " ")
    side, other_side = Run("class:rule", f"{glyphs.upright} "), Run("class:rule", f" {glyphs.upright}")
    return [
        (blank, *top.done(), Run("class:rule", upper_right), blank),
        *((blank, side, *line, other_side, blank) for line in lines),
        (blank, Run("class:rule", lower_left + glyphs.rule * (inner + 2) + lower_right), blank),
    ]

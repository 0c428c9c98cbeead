"""Instead of a screen that has no room: the size that it needs, the size that there is, and how to get out."""

from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Quit
from p2p_ligretto.tui.cells import wrap
from p2p_ligretto.tui.picture import Pen, Picture
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import Form, View


def too_small_picture(view: View, needed: tuple[int, int], columns: int, rows: int, look: Look) -> Picture:
    """As much of it as there is room for, in any size."""
    texts = [
        (
            _("This screen needs {columns} columns and {rows} rows.").format(columns=needed[0], rows=needed[1]),
            "class:title",
        ),
        (_("The window has {columns} and {rows}: make it larger.").format(columns=columns, rows=rows), ""),
    ]
    if view.form is not None:
        texts.append((_asked(view.form), "class:urgent"))
    lines = []
    for text, style in texts:
        for part in wrap(text, columns, rows, look.glyphs.ellipsis):
            pen = Pen(columns)
            pen.write(part, style)
            lines.append(pen.done())
    pen = Pen(columns, look.glyphs.ellipsis)
    pen.write("q", "class:key", Quit())
    pen.write(" " + _("quit"), "class:faint", Quit())
    lines = [*lines[: max(0, rows - 1)], pen.done()]
    lines += [Pen(columns).done()] * (rows - len(lines))
    return tuple(lines[:rows])


def _asked(form: Form) -> str:
    """A dialog in one line."""
    back = form.back or _("back")
    if not form.confirm:
        return _("{title} esc: {back}").format(title=form.title, back=back)
    if form.deliberate:
        return _("{question} y: {yes}; n: {no}").format(question=form.title, yes=form.confirm, no=back)
    return _("{question} enter: {yes}; esc: {no}").format(question=form.title, yes=form.confirm, no=back)

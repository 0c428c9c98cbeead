"""Instead of a screen that has no room: the size that it needs, the size that there is, and how to get out."""

from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Quit
from p2p_ligretto.tui.cells import wrap
from p2p_ligretto.tui.picture import Pen, Picture
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import View


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
        asked = _("{question} enter: {yes}; esc: {no}").format(
            question=view.form.title, yes=view.form.confirm or _("yes"), no=view.form.back or _("back")
        )
        texts.append((asked, "class:urgent"))
    lines = []
    for text, style in texts:
        for part in wrap(text, columns, rows, look.glyphs.ellipsis):
            pen = Pen(columns)
            pen.write(part, style)
            lines.append(pen.done())
    pen = Pen(columns, look.glyphs.ellipsis)
    pen.write("q", "class:key", Quit())
    pen.write(f" {_('quit')}", "class:faint", Quit())
    lines = [*lines[: max(0, rows - 1)], pen.done()]
    lines += [Pen(columns).done()] * (rows - len(lines))
    return tuple(lines[:rows])

"""A table on a terminal: what arrives there is the picture, in every cell, with its colours."""

import sys
from collections.abc import Iterator
from functools import partial

import pytest
import trio
from wcwidth import wcwidth

from p2p_ligretto.tui.drawing import Drawing
from p2p_ligretto.tui.host import open_host
from p2p_ligretto.tui.picture import Picture
from p2p_ligretto.tui.terminal import drawing_for, open_descriptors
from tests.tui.samples import VIEWS
from tests.tui.terminal.pty_screen import LIMIT_S, PtyScreen

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a console there is no pty")


def cells_of(picture: Picture) -> Iterator[tuple[int, int, str, str]]:
    """Line, column, character and style of each cell; of a wide character its left cell only."""
    for number, line in enumerate(picture):
        column = 0
        for run in line:
            for character in run.text:
                yield number, column, character, run.style
                column += wcwidth(character)


def colour_of(name: str | None) -> str | None:
    """The colour as six digits, if it is one of its own and not one of the terminal's."""
    return name if name and len(name) == 6 and not name.startswith("ansi") else None


def assert_is(terminal: PtyScreen, picture: Picture, drawing: Drawing) -> None:
    coloured = 0
    for line, column, character, style in cells_of(picture):
        cell, attributes = terminal.screen.buffer[line][column], drawing.style.get_attrs_for_style_str(style)
        assert (cell.data, cell.bold) == (character, bool(attributes.bold)), (line, column)
        if paper := colour_of(attributes.bgcolor):
            assert (cell.bg, cell.fg) == (paper, colour_of(attributes.color)), (line, column)
            coloured += 1
    assert coloured


@pytest.mark.parametrize(
    ("name", "columns", "rows"), [("game-4", 80, 24), ("game-12", 120, 40), ("watched-8", 200, 60)]
)
async def test_a_table_arrives_as_it_is_drawn(name: str, columns: int, rows: int) -> None:
    terminal = PtyScreen(columns, rows)
    drawing = drawing_for({"TERM": "xterm-256color", "COLORTERM": "truecolor"})
    picture = drawing.render(VIEWS[name], columns, rows)
    wanted = "\n".join("".join(run.text for run in line).rstrip() for line in picture)
    try:
        with trio.fail_after(LIMIT_S), terminal.keys() as keys:
            async with open_host(VIEWS[name], drawing, partial(open_descriptors, keys, terminal.slave, "utf-8")):
                await trio.to_thread.run_sync(terminal.wait_until, wanted.__eq__)
                assert_is(terminal, picture, drawing)
    finally:
        terminal.close()

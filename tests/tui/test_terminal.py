import pytest
from prompt_toolkit.output import ColorDepth

from p2p_ligretto.tui.style import ASCII, UNICODE
from p2p_ligretto.tui.terminal import colour_depth, drawing_for
from p2p_ligretto.tui.views import LobbyView, View

TRUE, PALETTE, SIXTEEN, NONE = (
    ColorDepth.DEPTH_24_BIT,
    ColorDepth.DEPTH_8_BIT,
    ColorDepth.DEPTH_4_BIT,
    ColorDepth.DEPTH_1_BIT,
)


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUE),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, TRUE),
        ({"TERM": "xterm-direct"}, TRUE),
        ({"TERM": "xterm-256color"}, PALETTE),
        ({"TERM": "screen"}, PALETTE),
        ({"TERM": "linux"}, SIXTEEN),
        ({"TERM": "xterm-16color"}, SIXTEEN),
        ({"TERM": "vt220"}, NONE),
        ({"TERM": "xterm-mono"}, NONE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, PALETTE),
    ],
)
def test_how_many_colours_there_are(environment: dict[str, str], depth: ColorDepth) -> None:
    assert colour_depth(environment) is depth


@pytest.mark.parametrize(("encoding", "glyphs"), [("utf-8", UNICODE), ("ascii", ASCII), ("latin-1", ASCII)])
def test_what_is_drawn_can_be_written(encoding: str, glyphs: object) -> None:
    drawing = drawing_for({"TERM": "xterm-256color"}, encoding)
    picture = drawing.render(View(LobbyView("Ada", (), (), ())), 80, 24)
    text = "\n".join("".join(run.text for run in line) for line in picture)
    assert text.encode(encoding)
    assert (glyphs is ASCII) == text.isascii()

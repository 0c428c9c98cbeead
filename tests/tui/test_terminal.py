import pytest
from prompt_toolkit.output import ColorDepth

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
    ],
)
def test_how_many_colours_there_are(environment: dict[str, str], depth: ColorDepth) -> None:
    assert colour_depth(environment) is depth


@pytest.mark.parametrize("in_ascii", [True, False])
def test_what_is_drawn_can_be_written(in_ascii: bool) -> None:
    drawing = drawing_for({"TERM": "xterm-256color"}, in_ascii=in_ascii)
    picture = drawing.render(View(LobbyView("Ada", (), (), ())), 80, 24)
    assert "".join(run.text for line in picture for run in line).isascii() == in_ascii


def test_without_colours_nothing_is_filled() -> None:
    drawing = drawing_for({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "mono")
    assert drawing.depth is NONE

"""Every byte that a real program writes, where characters, colours or keys are wanted otherwise."""

import re
import sys
from pathlib import Path

import pytest

from tests.tui.terminal.program import started

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a console there is no pty")

PLAY = ("play", "--bots", "1", "--level", "easy", "--player", "Zoë")
DEALT = "round 1 of 3"


def renditions(written: bytes) -> set[int]:
    """The numbers of all that sets how characters look (SGR)."""
    return {int(number or 0) for found in re.findall(rb"\x1b\[([\d;]*)m", written) for number in found.split(b";")}


def test_the_c_locale_and_no_color_get_neither_characters_beyond_ascii_nor_colours(tmp_path: Path) -> None:
    environment = {"LC_ALL": "C", "NO_COLOR": "yes", "COLORTERM": "truecolor"}
    with started(*PLAY, folder=tmp_path, **environment) as zoe:
        zoe.see(DEALT, "Zoe", "+------", "space")
        zoe.type("?")
        zoe.see("R red, Y yellow", "show or hide these keys")
        zoe.type("?q")
        zoe.see("enter", "esc")
        zoe.type("\r")
        assert zoe.wait() == 0
        written = zoe.terminal.written
    assert written.isascii()
    assert renditions(written) <= {0, 1, 2, 7}


def test_the_console_of_linux_gets_ascii_and_its_sixteen_colours(tmp_path: Path) -> None:
    with started(*PLAY, "--palette", "colour-blind", folder=tmp_path, TERM="linux") as zoe:
        zoe.see(DEALT, "Zoe", "+------")
        written = zoe.terminal.written
    assert written.isascii()
    colours = renditions(written) - {0, 1, 2, 22}
    assert colours
    assert colours <= {*range(30, 38), *range(40, 48), *range(90, 98), *range(100, 108)}


def test_keys_and_colours_of_the_settings_file(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "p2p-ligretto"
    folder.mkdir(parents=True)
    text = 'palette = "high-contrast"\nplain = 3\nhints = false\n[keys]\nturn = "t"\nquit = "f10"\nrow_1 = "j"\n'
    (folder / "config.toml").write_text(text, encoding="utf-8")
    with started(*PLAY, folder=tmp_path, XDG_CONFIG_HOME=str(tmp_path / "config")) as zoe:
        zoe.see("Your settings", "config.toml, line 2: plain can't be 3", "all right")
        zoe.type("\r")
        zoe.see(DEALT, "Zoë", "f10 quit")
        zoe.terminal.find(r"s +j +2 +3 .* d +t")
        ground = zoe.terminal.screen.buffer[0][0]
        assert (ground.bg, ground.fg) == ("000000", "ffffff")
        zoe.type("q\x1b[21~")
        zoe.see("Leave")
        zoe.type("\r")
        assert zoe.wait() == 0
        assert "config.toml, line 2: plain can't be 3" in zoe.errors

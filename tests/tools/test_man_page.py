import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import click
import pytest

from p2p_ligretto.cli import program
from tools.man_page import PAGE, escaped, page

ROOT = Path(__file__).parents[2]
MACROS = ('.\\"', ".TH ", ".SH ", ".SS ", ".TP")


def test_the_page_is_as_the_commands_are() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "say make man"


def test_nothing_but_what_is_meant_to_be_obeyed_is() -> None:
    for line in page().splitlines():
        assert not line.startswith((".", "'")) or line.startswith(MACROS), line
        assert line.isascii(), line
    assert escaped(".a 'b'\n.c --d\\e") == r"\&.a \(aqb\(aq" + "\n" + r"\&.c \-\-d\ee"


def test_a_wheel_puts_it_where_man_looks() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert shared == {str(PAGE.relative_to(ROOT)): "share/man/man1/p2p-ligretto.1"}


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_it_is_set_without_a_complaint_and_tells_every_option() -> None:
    command = ["groff", "-man", "-Tascii", "-P-cbou", "-ww", "-rLL=200n", str(PAGE)]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert shown.stderr == ""
    words = set(re.findall(r"--[\w-]+", shown.stdout))
    for name, command in program().commands.items():
        assert re.search(rf"^ {{3}}{name}\b", shown.stdout, re.M), name
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.opts[0] in words

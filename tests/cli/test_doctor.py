"""``doctor`` as people and programs read it: the verdict first, then what to do, the line to read out, and its code."""

import json
from dataclasses import replace

import pytest
import segno

from p2p_ligretto.cli import run
from p2p_ligretto.commands.doctor_report import report_json, report_lines
from p2p_ligretto.commands.qr_code import BORDER_MODULES, Drawing, draw, drawing_for
from p2p_ligretto.doctor.diagnosis import diagnose
from p2p_ligretto.doctor.observations import Observations
from p2p_ligretto.wire.printable import printable
from tests.doctor.samples import DOCKER, HEALTHY, LO, WIFI, peer

LINE = "p2p-ligretto join 192.168.1.20:50123"
TAKEN = replace(HEALTHY, listening="taken", echoes=(), interfaces=(LO, WIFI, DOCKER), peers=(peer("answered"),))


def lines_of(observed: Observations, columns: int | None = None) -> list[str]:
    return list(report_lines(observed, diagnose(observed), columns))


def test_the_verdict_is_first_with_what_to_do_below_it() -> None:
    lines = lines_of(TAKEN)
    assert lines[0].startswith("Port 5353 is taken")
    assert lines[2].startswith("  What to do: ")
    assert sum(line.startswith("Port 5353") for line in lines) == 1
    assert "Bea: reached; p2p-ligretto join 192.168.1.30:4711" in lines
    assert lines[-1] == f"  {LINE}"


def test_without_a_running_game_the_port_is_left_to_it() -> None:
    lines = lines_of(replace(TAKEN, own_ports=()))
    assert lines[-1] == "  p2p-ligretto join 192.168.1.20:PORT"
    assert "once the game runs here" in lines[-2]


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_lines_fit_the_terminal_and_nothing_is_lost(columns: int) -> None:
    broken = lines_of(TAKEN, columns)
    assert all(len(line) < columns for line in broken)
    assert " ".join(" ".join(broken).split()) == " ".join(" ".join(lines_of(TAKEN)).split())


def test_programs_read_the_same() -> None:
    report = json.loads(report_json(TAKEN, diagnose(TAKEN)))
    assert report["can_be_found"] is False
    assert report["findings"][0]["kind"] == "port-taken"
    assert report["join"] == [LINE]
    assert report["peers"][0]["addresses"] == {"192.168.1.30:4711": "answered"}


def test_the_code_shows_each_module_as_half_a_character() -> None:
    drawn = list(draw([LINE], Drawing(blocks=True, colours=False)))
    light = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    halves = [[light[character] for character in line] for line in drawn]
    modules = [[half[side] for half in line] for line in halves for side in (0, 1)]
    wanted = [list(row) for row in segno.make_qr(LINE, error="L").matrix_iter(border=BORDER_MODULES)]
    assert modules[: len(wanted)] == wanted
    assert not any(any(row) for row in modules[len(wanted) :])
    assert len(drawn[0]) < 80
    assert len(drawn) < 24


def test_the_code_is_shown_only_as_the_terminal_can_show_it() -> None:
    assert drawing_for({}, "utf-8", "linux") == Drawing(blocks=True, colours=True)
    assert drawing_for({"NO_COLOR": "1"}, "utf-8", "linux") == Drawing(blocks=True, colours=False)
    assert drawing_for({}, "utf-8", "win32") == Drawing(blocks=True, colours=False)
    assert not drawing_for({}, "ascii", "linux").blocks
    assert list(draw([LINE], Drawing(blocks=False, colours=False))) == []
    assert all("\x1b" not in line for line in draw([LINE], Drawing(blocks=True, colours=False)))


@pytest.mark.parametrize("where", ["Kitchen", "10.0.0.1:port", "http://10.0.0.1:4711", "\x1b[2J"])
def test_what_is_no_address_is_said_back(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", where]) == 1
    told = "is no address: say HOST:PORT, as the program of the other one shows it."
    assert capsys.readouterr().err == f"p2p-ligretto: {printable(where)} {told}\n"

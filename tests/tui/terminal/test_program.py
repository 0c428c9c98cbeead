"""Every way out of the program leaves a usable terminal; what is typed while it is busy is neither lost nor doubled.

Only loopback is used: ``play`` listens nowhere else, and ``join`` with an address announces nothing.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.tui.terminal.program import Program, started
from tests.tui.terminal.pty_screen import LIMIT_S

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a console there is no pty")

PLAY = ("play", "--bots", "1", "--level", "easy", "--player", "Ada")
TIMES = "\u00d7"
DEALT = "round 1 of 3"
"""Cards lie open, and the countdown runs."""
RUNNING = "00:01"
"""On the clock of a round that has begun."""


@contextmanager
def playing(folder: Path, until: str = DEALT, **environment: str) -> Iterator[Program]:
    """Ada in a round against a bot."""
    with started(*PLAY, folder=folder, **environment) as ada:
        ada.see(until)
        yield ada


@contextmanager
def hosting(folder: Path) -> Iterator[tuple[Program, "Lines", str]]:
    """Ada hosts on the screen, and Bea, a bot in the line interface, sits at her table; its address."""
    with started("host", "--player", "Ada", "--seats", "2", folder=folder / "ada") as ada:
        port = ada.terminal.find(r"p2p-ligretto join \S+:(\d+)")
        address = f"127.0.0.1:{port[1]}"
        join = ("join", address, "--auto", "--level", "sharp", "--player", "Bea")
        with Lines(*join, "--data", str(folder / "bea")) as bea:
            ada.see(DEALT)
            yield ada, bea, address


class Lines:
    """The program in the line interface; ``lines`` is what it has printed."""

    def __init__(self, *arguments: str) -> None:
        self.lines: list[str] = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "p2p_ligretto", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        self.lines.extend(iter(self._process.stdout.readline, ""))

    def see(self, part: str, after: int = 0) -> None:
        deadline = time.monotonic() + LIMIT_S
        while not any(part in line for line in self.lines[after:]):
            assert time.monotonic() < deadline, self.lines
            time.sleep(0.02)

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        assert self._process.stdout is not None
        self._process.stdout.close()


# ---- ways out


def test_quitting_in_mid_round_asks_and_gives_the_terminal_back(tmp_path: Path) -> None:
    with playing(tmp_path) as ada:
        ada.type("q")
        ada.see("Leave the round?")
        ada.type("\r")
        assert ada.wait() == 0
        ada.terminal.assert_usable()
        assert ada.errors == ""


def test_quitting_the_lobby(tmp_path: Path) -> None:
    with started(folder=tmp_path) as ada:
        ada.see("P2P Ligretto")
        ada.type("q")
        assert ada.wait() == 0
        ada.terminal.assert_usable()
        assert ada.errors == ""


def test_ctrl_c_leaves_at_once(tmp_path: Path) -> None:
    with playing(tmp_path) as ada:
        ada.type("\x03")
        assert ada.wait() == 130
        ada.terminal.assert_usable()
        assert ada.errors == ""


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=str
)
def test_a_signal_leaves(number: signal.Signals, code: int, tmp_path: Path) -> None:
    with playing(tmp_path) as ada:
        ada.signal(number)
        assert ada.wait() == code
        ada.terminal.assert_usable()
        assert ada.errors == ""


def test_a_signal_while_it_starts_leaves_too(tmp_path: Path) -> None:
    with started(*PLAY, folder=tmp_path) as ada:
        ada.terminal.wait_until(lambda _text: b"\x1b[?1049h" in ada.terminal.written)
        ada.signal(signal.SIGTERM)
        assert ada.wait() == 143
        ada.terminal.assert_usable()


def test_a_closed_window_says_goodbye_and_ends(tmp_path: Path) -> None:
    with hosting(tmp_path) as (ada, bea, _address):
        ada.terminal.close_window()
        assert ada.wait() in (0, 129)
        assert ada.errors == ""
        bea.see("Ada has left the table")


def test_an_error_in_drawing_is_one_line_with_the_rest_in_a_file(tmp_path: Path) -> None:
    broken = (
        "import p2p_ligretto.tui.terminal as terminal; draw = terminal.render\n"
        "terminal.render = lambda view, *more: draw(view, *more) if hasattr(view.screen, 'own_name') else 1 // 0"
    )
    with started_with(broken, tmp_path) as ada:
        assert ada.wait() == 1
        ada.terminal.assert_usable()
        assert_told(ada, "ZeroDivisionError")


def test_an_error_in_a_key_is_one_line_with_the_rest_in_a_file(tmp_path: Path) -> None:
    broken = "from p2p_ligretto.tui.wishes import Wishes; Wishes.obey = lambda self, action: 1 // 0"
    with started_with(broken, tmp_path) as ada:
        ada.see(DEALT)
        ada.type("1")
        assert ada.wait() == 1
        ada.terminal.assert_usable()
        assert_told(ada, "ZeroDivisionError")


def test_an_error_in_the_node_is_one_line_with_the_rest_in_a_file(tmp_path: Path) -> None:
    broken = "from p2p_ligretto.node.node import Node; Node.starts_in_us = property(lambda self: 1 // 0)"
    with started_with(broken, tmp_path) as ada:
        assert ada.wait() == 1
        ada.terminal.assert_usable()
        assert_told(ada, "ZeroDivisionError")


@contextmanager
def started_with(broken: str, folder: Path) -> Iterator[Program]:
    """The program with something broken in it."""
    (folder / "broken.py").write_text(
        f"import sys\n{broken}\nfrom p2p_ligretto.cli import main\nsys.argv[0] = 'p2p-ligretto'\nmain()\n"
    )
    program = Program(*PLAY, folder=folder, module="broken", PYTHONPATH=str(folder))
    try:
        yield program
    finally:
        program.close()


def test_a_goodbye_that_takes_long_is_told_after_the_terminal_is_given_back(tmp_path: Path) -> None:
    slow = (
        "import trio, p2p_ligretto.commands.screen as screen; screen.PATIENCE_S = 0.1\n"
        "from p2p_ligretto.runtime.driver import Driver; leave = Driver.leave\n"
        "async def leave_late(self):\n"
        "    with trio.CancelScope(shield=True):\n"
        "        await trio.sleep(0.5)\n"
        "    await leave(self)\n"
        "Driver.leave = leave_late"
    )
    with started_with(slow, tmp_path) as ada:
        ada.see(DEALT)
        ada.type("q\r")
        assert ada.wait() == 0
        ada.terminal.assert_usable()
        assert ada.errors.startswith("Leaving the table")
        assert len(ada.errors.splitlines()) == 1


def assert_told(ada: Program, what: str) -> None:
    assert len(ada.errors.splitlines()) == 1, ada.errors
    assert what in ada.errors
    report = (ada.folder / "data" / "error.log").read_text(encoding="utf-8")
    assert "Traceback" in report
    assert what in report


# ---- while it runs


def test_a_terminal_that_stops_reading_is_noticed_by_nobody(tmp_path: Path) -> None:
    with hosting(tmp_path) as (ada, bea, _address):
        ada.see(RUNNING)
        ada.terminal.stop_reading()
        before = len(bea.lines)
        ada.type(" " * 30)
        time.sleep(5.5)
        quiet = [line for line in bea.lines[before:] if "away" in line or "has left" in line or "waits" in line]
        assert quiet == []
        bea.see("you lay ", after=before)  # the game goes on
        ada.terminal.read_on()
        ada.terminal.wait_until(lambda text: f"hand {TIMES}27" not in text)
        ada.type("\x03")
        assert ada.wait() == 130
        ada.terminal.assert_usable()


def test_a_key_that_is_held_down_is_heard_as_often_as_it_comes(tmp_path: Path) -> None:
    """Each turn takes three cards of 25: nine make one pass and one take the discard up again."""
    with playing(tmp_path, RUNNING) as ada:
        for turned in range(1, 9):
            ada.type(" ")
            left = 25 - 3 * turned
            ada.see(f"hand {TIMES}{left}")
        ada.type("  ")
        ada.see(f"hand {TIMES}22")


def test_typing_fast_into_a_field_keeps_order(tmp_path: Path) -> None:
    with started(folder=tmp_path) as ada:
        ada.see("P2P Ligretto")
        ada.type("j")
        ada.see("Join by address")
        text = "abcdefghijklmnopqrstuvwxyz0123456789"
        for character in text:
            ada.type(character)
        ada.see(text)
        ada.type("\x1b")
        ada.terminal.wait_until(lambda shown: "Join by address" not in shown)
        ada.type("q")
        assert ada.wait() == 0


def test_resizing_in_mid_game_is_harmless(tmp_path: Path) -> None:
    with playing(tmp_path, RUNNING) as ada:
        for columns, rows in ((120, 40), (40, 10), (200, 60), (81, 25), (1, 1), (80, 24)):
            ada.terminal.resize(columns, rows)
            if columns >= 80:
                ada.terminal.wait_until(lambda text: re.search(r"round 1 of 3 · 0\d:\d\d", text))
            else:
                time.sleep(0.2)
        ada.type(" ")
        ada.see(f"hand {TIMES}22")
        assert ada.process.poll() is None


def test_looking_on_in_mid_round_is_seen_by_the_players(tmp_path: Path) -> None:
    with hosting(tmp_path) as (ada, _bea, address):
        with started("watch", address, "--player", "Wim", folder=tmp_path / "wim") as wim:
            wim.see(DEALT, "Ada", "Bea")
            ada.see("1 watching")
            wim.type(" 1sdr")
            wim.type("q")
            assert wim.wait() == 0
            wim.terminal.assert_usable()
        ada.terminal.wait_until(lambda text: "watching" not in text)


# ---- which interface


@pytest.mark.parametrize(("environment", "more"), [({"TERM": "dumb"}, ()), ({}, ("--plain",))])
def test_lines_where_the_screen_cannot_or_should_not_be_drawn(
    tmp_path: Path, environment: dict[str, str], more: tuple[str, ...]
) -> None:
    with started(*PLAY, *more, folder=tmp_path, **environment) as ada:
        ada.see("round 1 starts in 3 s")
        assert b"\x1b[?1049h" not in ada.terminal.written
        ada.type("q\nq\n")
        assert ada.wait() == 0


def test_without_colours_nothing_is_coloured(tmp_path: Path) -> None:
    with playing(tmp_path, NO_COLOR="1") as ada:
        assert not re.search(rb"\x1b\[[0-9;]*[34]8;[25];", ada.terminal.written)
        assert not re.search(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|9[0-7])m", ada.terminal.written)


def test_an_encoding_without_suits_gets_letters(tmp_path: Path) -> None:
    with playing(tmp_path, LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii") as ada:
        assert ada.terminal.written.isascii()
        assert b"?" * 5 not in ada.terminal.written


def test_the_lobby_is_there_soon(tmp_path: Path) -> None:
    with started(folder=tmp_path / "warm") as ada:
        ada.see("P2P Ligretto")
    begun = time.monotonic()
    with started(folder=tmp_path / "timed") as ada:
        ada.see("P2P Ligretto")
        assert time.monotonic() - begun < 3.0, "the aim is 0.6 s on an idle machine"
    assert os.path.isdir(tmp_path / "timed")

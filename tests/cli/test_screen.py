"""Which interface is used, and what each command begins with on the screen."""

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from p2p_ligretto import cli
from p2p_ligretto.commands import at_tables, screen
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.starts import start_against_bots, start_at_own_table, start_at_table
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.node.readiness import BY_HAND, bot, host_with_seats
from p2p_ligretto.tui.surroundings import AgainstBots, AtOwnTable, AtTable, Lobby, Start

ADA = Settings(player="Ada")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Start]:
    """A terminal that can draw; what would be shown on it."""
    shown: list[Start] = []

    def show(settings: Settings, start: Start) -> int:
        shown.append(start)
        return 0

    monkeypatch.setattr(screen, "sys", SimpleNamespace(stdin=Terminal(), stdout=Terminal()))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(cli, "show_screen", show)
    monkeypatch.setattr(at_tables, "show_screen", show)
    return shown


@pytest.mark.parametrize(
    ("arguments", "errand"),
    [
        ([], Lobby()),
        (["play", "--bots", "2", "--level", "easy", "--rounds", "5"], AgainstBots(2, "easy", Options(rounds=5))),
        (["learn"], AgainstBots(1, "slow", Options(rounds=1), guided=True)),
        (["host"], AtOwnTable("Ada", OFFICIAL)),
        (["host", "--name", "Kitchen", "--option", "call=manual"], AtOwnTable("Kitchen", Options(call="manual"))),
        (["join"], AtTable(None)),
        (["join", "Kitchen"], AtTable("Kitchen")),
        (["join", "10.0.0.1:4711"], AtTable("10.0.0.1:4711", discovery=False)),
        (["watch"], AtTable(None, watch=True)),
        (["watch", "[::1]:4711"], AtTable("[::1]:4711", watch=True, discovery=False)),
    ],
)
def test_in_a_terminal_the_screen_is_shown(started: list[Start], arguments: list[str], errand: object) -> None:
    assert cli.run([*arguments, "--player", "Ada"]) == 0
    (start,) = started
    assert start.name == "Ada"
    assert start.errand == errand


def test_without_a_command_and_a_terminal_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([]) == 0
    assert "Usage:" in capsys.readouterr().out


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_terminal_that_cannot_place_its_cursor_gets_lines(
    started: list[Start], monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    assert screen.wants_screen(Settings())
    assert not screen.wants_screen(Settings(plain=True))
    monkeypatch.setenv("TERM", term)
    assert not screen.wants_screen(Settings())


def test_no_terminal_gets_lines(started: list[Start], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "sys", SimpleNamespace(stdin=Terminal(), stdout=io.StringIO()))
    assert not screen.wants_screen(Settings())


def test_when_each_start_is_ready_by_itself() -> None:
    assert start_against_bots(ADA, 3, "easy", OFFICIAL, auto=False).readiness == host_with_seats(4)
    assert start_against_bots(ADA, 3, "easy", OFFICIAL, auto=True).readiness == bot(seats=4)
    assert start_at_own_table(ADA, None, None, OFFICIAL, None).readiness == BY_HAND
    assert start_at_own_table(ADA, None, 4, OFFICIAL, None).readiness == host_with_seats(4)
    assert start_at_own_table(ADA, None, None, OFFICIAL, "easy").readiness == bot(seats=2)
    assert start_at_table(ADA, None).readiness == BY_HAND
    watching = start_at_table(ADA, None, own_bot="easy")
    assert watching.readiness == bot()
    assert watching.player is not None


@pytest.mark.parametrize("command", ["join", "watch"])
def test_a_code_can_not_come_from_where_the_keys_come_from(
    started: list[Start], capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    code = cli.run([command, "Kitchen", "--data", str(tmp_path), "--code-file", "-"])
    assert code == 1
    assert not started
    assert "reads keys from standard input" in capsys.readouterr().err

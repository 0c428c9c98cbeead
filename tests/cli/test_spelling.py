"""How the command line is spelt: complete help, options in both places, one line for what is not understood."""

from pathlib import Path

import click
import pytest

from p2p_ligretto import __version__
from p2p_ligretto.cli import program, run
from p2p_ligretto.wire.messages import VERSION_HIGH

COMMANDS = (
    "play",
    "host",
    "join",
    "learn",
    "watch",
    "bot",
    "tables",
    "doctor",
    "export",
    "history",
    "replay",
    "profile",
    "config",
    "simulate",
    "score",
    "who-starts",
    "completion",
    "logs",
)
EVERYWHERE = ("--player", "--plain", "--palette", "--ascii", "--profile", "--data", "--log", "--version", "--help")


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A data folder with one match."""
    folder = tmp_path / "matches"
    folder.mkdir()
    (folder / "abcdef-1.jsonl").write_text('{"kind":"match","id":"abcdef-1","seats":[]}\n')
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(list(arguments))
    output, errors = capsys.readouterr()
    return code, output, errors


def test_exactly_the_promised_commands_are_there() -> None:
    assert tuple(sorted(program().commands)) == tuple(sorted(COMMANDS))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_explains_every_parameter(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, output, errors = said(capsys, name, "--help")
    assert (code, errors) == (0, "")
    assert output.startswith(f"Usage: p2p-ligretto {name}")
    for option in EVERYWHERE:
        assert option in output
    for parameter in program().commands[name].params:
        assert isinstance(parameter, click.Argument) or parameter.help or parameter.hidden


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, errors = said(capsys)
    assert (code, errors) == (0, "")
    for name in COMMANDS:
        assert f"\n  {name} " in output


@pytest.mark.parametrize("arguments", [("--version",), ("play", "--version"), ("export", "--version")])
def test_version_is_told_everywhere(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, *arguments) == (0, f"p2p-ligretto {__version__} (protocol {VERSION_HIGH})\n", "")


@pytest.mark.parametrize("where", ["before", "after"])
def test_options_stand_before_or_after_the_command(
    where: str, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(recorded), "--plain", "--player", "Ada")
    arguments = (*data, "export") if where == "before" else ("export", *data)
    code, output, errors = said(capsys, *arguments)
    assert (code, errors) == (0, "")
    assert output == '{"kind":"match","id":"abcdef-1","seats":[]}\n'


def test_what_is_said_after_the_command_counts_for_more(
    recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _output, _errors = said(capsys, "--data", str(tmp_path / "nothing"), "export", "--data", str(recorded))
    assert code == 0


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("hots",), "host"),
        (("host", "--seat", "3"), "--seats"),
        (("host", "--seats", "13"), "12"),
        (("host", "--seats", "1"), "2"),
        (("play", "--bots", "0"), "1"),
        (("play", "--bots", "12"), "11"),
        (("play", "--level", "hard"), "steady"),
        (("play", "--rounds", "0"), "1"),
        (("host", "--option", "target_score"), "KEY=VALUE"),
        (("host", "--option", "colour=blue"), "target_score"),
        (("host", "--option", "call=never"), "manual"),
        (("host", "--preset", "children"), "family"),
        (("play", "--preset", "brettspielwelt", "--rounds", "2"), "at most 80 points: allow 3"),
        (("play", "--option", "preset=family"), "row_storage"),
        (("host", "--player", "\x1b\u202e"), "letters"),
        (("\x1b[2J",), "\\x1b[2J"),
        (("host", "--name", "\u200b"), "letters"),
        (("join", "one", "two"), "two"),
        (("--profile", "../ada", "play"), "letters"),
        (("play", "--profile", ""), "letters"),
        (("--profile", "ada", "play", "--data", "here"), "leave one of them out"),
        (("export", "--data", "here", "--profile", "ada"), "leave one of them out"),
        (("profile", "old"), "new"),
        (("history", "--since", "yesterday"), "2026-11-30"),
        (("history", "--limit", "0"), "1"),
        (("history", "--json", "players"), "behind players"),
        (("history", "export"), "--csv"),
        (("history", "ply"), "ply"),
    ],
)
def test_what_is_not_understood_is_one_line_that_helps(
    arguments: tuple[str, ...], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, output, errors = said(capsys, *arguments)
    assert (code, output) == (2, "")
    assert len(errors.splitlines()) == 1
    assert errors.startswith("p2p-ligretto: ")
    assert hint in errors
    assert "--help" in errors
    assert "\x1b" not in errors

"""Slips on the command line: one line says what is wrong, and what can be said instead."""

import pytest

from p2p_ligretto.cli import run


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("play", "--bots", "x"), "Invalid value for '--bots': say a whole number from 1 to 11."),
        (("play", "--bots", "12"), "Invalid value for '--bots': say a whole number from 1 to 11."),
        (("play", "--bots", "2.5"), "Invalid value for '--bots': say a whole number from 1 to 11."),
        (("logss",), "No such command 'logss'. Did you mean 'logs'? See p2p-ligretto --help."),
        (("score", "--json", "--csv"), "say --json or --csv, not both."),
        (("simulate", "--seeds", "5"), "as in 0:100, or 0: for no end; one alone is a --seed."),
        (("host", "--option", "row_storage=x"), "write descending or ascending or none."),
        (
            ("host", "--player", "Maximiliane-Sophie"),
            "a name has at most 16 letters; this would become Maximiliane-Soph.",
        ),
        (("--plain",), "with --plain say what to do, 'tables' to see what is open,"),
    ],
    ids=" ".join,
)
def test_a_slip_is_answered_by_one_line_that_says_what_can_be_said(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(list(arguments)) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.count("\n") == 1
    assert told in errors


@pytest.mark.parametrize("command", ["profile", "logs", "history"])
def test_a_log_that_cannot_be_written_is_told_by_commands_that_log_nothing(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, "--log", "/nowhere/log"]) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert "Cannot write the log /nowhere/log" in errors

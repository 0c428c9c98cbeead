"""What a shell completes, and where the program says that it writes things down."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete

from p2p_ligretto.cli import program
from p2p_ligretto.commands.completion import VARIABLE
from p2p_ligretto.commands.housekeeping import SHELLS
from p2p_ligretto.commands.parameters import NAME
from tests.cli.test_spelling import said

ROOT = Path(__file__).parents[2]
PROGRAM = program()


def completed(*words: str) -> list[str]:
    """What the last of ``words`` may go on as."""
    answers = BashComplete(PROGRAM, {}, NAME, VARIABLE).get_completions(list(words[:-1]), words[-1])
    return [answer.value for answer in answers]


def every_command() -> list[tuple[str, ...]]:
    commands: list[tuple[str, ...]] = []
    for name, command in PROGRAM.commands.items():
        commands.append((name,))
        if isinstance(command, click.Group):
            commands += [(name, inner) for inner in command.commands]
    return commands


def test_the_name_of_every_command_is_completed() -> None:
    for *above, name in every_command():
        assert name in completed(*above, "")
        assert name in completed(*above, name[:-1])


@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_the_options_of_every_command_are_completed(words: tuple[str, ...]) -> None:
    command: click.Command = PROGRAM
    for word in words:
        assert isinstance(command, click.Group)
        command = command.commands[word]
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            assert parameter.opts[0] in completed(*words, parameter.opts[0][:-1])
            if isinstance(parameter.type, click.Choice):
                assert completed(*words, parameter.opts[0], "") == list(parameter.type.choices)


def test_a_question_of_the_shell_does_nothing_else(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert completed("--version", "--profile", "../ada", "pl") == ["play"]
    assert completed("--data", str(tmp_path / "new"), "play", "--level", "st") == ["steady"]
    assert not list(tmp_path.iterdir())
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_asks_this_program(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, script, _errors = said(capsys, "completion", shell)
    assert code == 0
    assert f"{VARIABLE}={shell}_complete" in script
    assert "\n\n\n" not in script
    assert script.endswith("\n")


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_a_command_line(tmp_path: Path) -> None:
    program_file = tmp_path / NAME
    program_file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m p2p_ligretto "$@"\n')
    program_file.chmod(0o755)
    asked = (
        f'eval "$({NAME} completion bash)"; complete -p {NAME}; COMP_WORDS=({NAME} play --level s); COMP_CWORD=3;'
        f' _p2p_ligretto_completion {NAME}; echo "${{COMPREPLY[@]}}"'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    answer = subprocess.run(
        ["bash", "--norc", "-c", asked], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    function, values = answer.stdout.splitlines()
    assert function.endswith(f"-F _p2p_ligretto_completion {NAME}")
    assert values == "slow steady sharp"
    assert answer.stderr == ""


def test_where_things_are_written_is_told_and_nothing_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kept"
    (folder / "matches").mkdir(parents=True)
    code, output, errors = said(capsys, "logs", "--data", str(folder))
    assert (code, errors) == (0, "")
    assert "--log FILE" in output
    assert f": {folder / 'matches'}\n" in output
    assert f": {folder / 'error.log'} (not there yet)\n" in output
    assert [path.name for path in folder.iterdir()] == ["matches"]
    log = tmp_path / "log.txt"
    assert f"log: {log} (not there yet)\n" in said(capsys, "logs", "--log", str(log))[1]


def test_a_place_that_cannot_be_looked_at_is_told_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / ("x" * 300)
    code, output, errors = said(capsys, "logs", "--data", str(folder))
    assert (code, errors) == (0, "")
    assert f"{folder} (cannot be looked at: " in output

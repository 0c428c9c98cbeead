"""In which language the program speaks: what says so, and that all of its help is in it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest

from p2p_ligretto import texts
from p2p_ligretto.cli import program, run, speak
from p2p_ligretto.commands.languages import LANGUAGES, language_of, said_before_the_command
from p2p_ligretto.commands.parameters import everywhere
from p2p_ligretto.commands.preferences import combine
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.settings_file import read_settings

OTHERS = [language for language in LANGUAGES if language != texts.ENGLISH]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak(texts.ENGLISH)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "nl-BE"}, "nl"),
        ({"LANG": "nb_NO.UTF-8"}, "nb"),
        ({"LANG": "no_NO"}, "nb"),
        ({"LANG": "nn_NO.UTF-8"}, "nb"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LC_ALL": "", "LANG": "de_DE.UTF-8"}, "de"),
        ({"LC_MESSAGES": "nl_NL.UTF-8", "LANG": "de_DE.UTF-8"}, "nl"),
        ({"LC_CTYPE": "nl_NL.UTF-8", "LANG": "de_DE.UTF-8"}, "de"),
        ({"LC_ALL": "nb_NO.UTF-8", "LC_MESSAGES": "nl_NL.UTF-8", "LANG": "de_DE.UTF-8"}, "nb"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:de:nl"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:en_GB:de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": ""}, "de"),
        ({"LANGUAGE": "nl"}, "nl"),
    ],
)
def test_a_locale_is_read_as_other_programs_read_it(environment: Mapping[str, str], language: str) -> None:
    assert language_of(environment) == language


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("", None),
        ("--lang nl", "nl"),
        ("--lang=de_CH play", "de"),
        ("--lang no", "nb"),
        ("--player Ada --plain --lang nl host --name x", "nl"),
        ("--lang nl --lang de play", "de"),
        ("--lang nl --help", "nl"),
        ("--nonsense --lang nl play", "nl"),
        ("--player --lang nl", None),
        ("play --lang nl", None),
        ("--lang klingon", None),
        ("--lang", None),
    ],
)
def test_the_language_said_before_the_command_is_known_before_anything_is_told(line: str, language: str | None) -> None:
    assert said_before_the_command(line.split(), everywhere())["language"] == language


@pytest.mark.parametrize(
    ("option", "file", "environment", "found"),
    [
        (None, "", {"LANG": "de_DE.UTF-8"}, ("de", "locale")),
        (None, 'language = "nl"', {"LANG": "de_DE.UTF-8"}, ("nl", "file")),
        ("nb", 'language = "nl"', {"LANG": "de_DE.UTF-8"}, ("nb", "option")),
        (None, 'language = "no"', {}, ("nb", "file")),
        (None, 'language = "klingon"', {"LANG": "de_DE.UTF-8"}, ("de", "locale")),
    ],
)
def test_an_option_comes_before_the_file_and_the_file_before_the_locale(
    option: str | None, file: str, environment: Mapping[str, str], found: tuple[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "config.toml"
    path.write_text(file)
    wanted = combine(Settings(language=option), environment, "utf-8", read_settings(path))
    assert (wanted.language, wanted.origins["language"]) == found


def test_a_language_that_there_is_not_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    for said in ('"klingon"', "7", "true"):
        path.write_text(f"bell = true\nlanguage = {said}\n")
        (fault,) = read_settings(path).faults
        assert fault.line == 2
        assert fault.text.endswith("write one of en, nl, de, nb")


def test_behind_the_command_it_is_told_where_it_belongs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["history", "players", "--lang", "de"]) == 2
    line = capsys.readouterr().err
    assert line.startswith("p2p-ligretto: --lang stands before the command: p2p-ligretto --lang de history players")


def spoken(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "p2p_ligretto", *arguments],
        env=os.environ | {"LANGUAGE": ""} | environment,
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_the_program_speaks_the_language_of_the_locale_and_of_the_option(tmp_path: Path) -> None:
    by_locale = spoken("--help", LC_ALL="de_DE.UTF-8", PYTHONUTF8="1")
    by_option = spoken("--lang", "de", "--help", LC_ALL="C.UTF-8")
    assert by_locale.stdout == by_option.stdout
    assert "Aufruf: p2p-ligretto [OPTIONS]" in by_option.stdout.decode()
    settings = tmp_path / "p2p-ligretto" / "config.toml"
    settings.parent.mkdir()
    settings.write_text('language = "nl"')
    by_file = spoken("histroy", LC_ALL="C.UTF-8", XDG_CONFIG_HOME=str(tmp_path))
    assert by_file.stderr.decode().startswith("p2p-ligretto: Het commando 'histroy' is er niet.")


@pytest.mark.parametrize(
    "line", ["logs", "history", "who-starts 4", "--help", "config", "play --bots 99", "history --nonsense", "profile"]
)
@pytest.mark.parametrize("language", OTHERS)
def test_where_only_ascii_is_written_words_are_spelt_in_it(language: str, line: str, tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    usual = spoken("--lang", language, *line.split(), LC_ALL="C.UTF-8", **home)
    shown = spoken("--lang", language, *line.split(), LC_ALL="C", **home)
    assert shown.returncode == usual.returncode
    written = shown.stdout + shown.stderr
    assert written.isascii()
    assert written.count(b"?") == (usual.stdout + usual.stderr).count(b"?")


def test_what_is_said_of_ascii_behind_the_command_counts_more(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path), "LC_ALL": "C"}
    shown = spoken("--lang", "nb", "history", "players", "--no-ascii", **home)
    assert "spill et først" in shown.stdout.decode()


def helps(command: click.Command) -> Iterator[str]:
    """The help of a command and of those below it, in the language of the moment."""
    context = click.Context(command, info_name=command.name)
    yield command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from helps(below)


def words_in(help_text: str) -> set[str]:
    """Its sentences, without the lines' breaks."""
    return set(re.split(r"(?<=[.;:])\s+|\s{2,}", " ".join(help_text.split("\n"))))


@pytest.mark.parametrize("language", OTHERS)
def test_all_help_is_in_the_language(language: str) -> None:
    english = [words_in(text) for text in helps(program())]
    speak(language)
    shown = [words_in(text) for text in helps(program())]
    assert len(shown) == len(english)
    for before, after in zip(english, shown, strict=True):
        alike = {words for words in before & after if len(words.split()) > 5 and "[OPTIONS]" not in words}
        assert alike == set()

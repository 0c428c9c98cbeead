"""The settings file and what else is said: what counts, what is wrong and where, and the command ``config``."""

import os
import re
import subprocess
import sys
import threading
import tomllib
from pathlib import Path

import pytest

from p2p_ligretto.cli import run
from p2p_ligretto.commands import settings_file
from p2p_ligretto.commands.config import template
from p2p_ligretto.commands.preferences import combine, notice_of
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.settings_file import FileSettings, read_settings
from p2p_ligretto.tui.keymap import USUAL
from p2p_ligretto.tui.palettes import PALETTE_NAMES

UNICODE = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}


@pytest.fixture(autouse=True)
def path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(settings_file.platformdirs, "user_config_dir", lambda *_a, **_k: str(tmp_path / "app"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path / "app" / "config.toml"


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(list(arguments))
    output, errors = capsys.readouterr()
    return code, output, errors


# ---- the file


def test_no_file_says_nothing(path: Path) -> None:
    assert read_settings(path) == FileSettings()


def test_a_file_in_order(path: Path) -> None:
    text = 'palette = "light"\nascii = true\nkeys.stack = "a"\n[keys.more]\n'
    found = read_settings(written(path, text.replace("[keys.more]\n", 'keys.turn = ["PageDown", "ö", "F2"]\n')))
    assert (found.palette, found.ascii, found.plain, found.faults) == ("light", True, None, ())
    assert found.keys == {"stack": ("a",), "turn": ("pagedown", "ö", "f2")}


def test_a_mark_at_the_beginning_does_no_harm(path: Path) -> None:
    assert read_settings(written(path, '\ufeffpalette = "light"\r\n')) == FileSettings(palette="light")


def test_keys_can_be_swapped(path: Path) -> None:
    found = read_settings(written(path, '[keys]\nstack = "d"\ndiscard = "s"\n'))
    assert (found.faults, found.keys) == ((), {"stack": ("d",), "discard": ("s",)})


@pytest.mark.parametrize(
    ("text", "line", "parts"),
    [
        ("palette = light\n", 1, ("TOML", "palette = ")),
        ('ascii = true\n\npalette = "lite"\n', 3, ("'lite'", "light", "mono")),
        ('plain = "yes"\n', 1, ("plain", "'yes'", "true or false")),
        ("ascii = 1\n", 1, ("ascii", "true or false")),
        ('plain = true\nbell = "loud"\n', 2, ("bell", "'loud'", "true or false")),
        ('colour = "red"\n', 1, ("'colour'", "palette, ascii, plain, hints, bell, flash, motion, keys")),
        ('[key]\nstack = "a"\n', 1, ("'key'", "did you mean keys?")),
        ("keys = 3\n", 1, ("[keys]",)),
        ('[keys]\nstak = "a"\n', 2, ("'stak'", "did you mean stack?")),
        ('[keys]\n\nstack = ""\n', 3, ("''", "one character", "pageup")),
        ('[keys]\nstack = "ctrl-c"\n', 2, ("'ctrl-c'", "one character")),
        ('[keys]\nstack = "escape"\n', 2, ("'escape'",)),
        ('[keys]\nstack = "\\u0007"\n', 2, ("one character",)),
        ('[keys]\nstack = "王"\n', 2, ("one character",)),
        ("[keys]\nstack = []\n", 2, ('stack = "x"',)),
        ("[keys]\nstack = [1]\n", 2, ('stack = "x"',)),
        ('[keys]\npause = "k"\n', 2, ("k would be for pause and for kick", "another key")),
        ('[keys]\n# both\nstack = "x"\ndiscard = "x"\n', 4, ("x would be for discard and for stack",)),
        ('[keys]\nwatch = "up"\n', 2, ("up can't be for watch", "another key")),
        ('keys.quit = "o"\n', 1, ("o would be for quit and for open",)),
    ],
)
def test_what_is_wrong_is_told_with_its_line(path: Path, text: str, line: int, parts: tuple[str, ...]) -> None:
    found = read_settings(written(path, text))
    (fault,) = found.faults
    assert fault.line == line
    for part in parts:
        assert part in fault.text
    assert found.keys == {}


def test_what_is_in_order_counts_beside_what_is_wrong(path: Path) -> None:
    text = 'palette = "light"\nplain = 3\n[keys]\nstack = "a"\nstak = "b"\n'
    found = read_settings(written(path, text))
    assert [fault.line for fault in found.faults] == [2, 5]
    assert (found.palette, found.plain, found.keys) == ("light", None, {})
    notice = notice_of(found.faults)
    assert notice.startswith("config.toml, line 2: ")
    assert "(1 more)" in notice
    assert "config --check" in notice


def test_the_same_key_may_mean_other_things_elsewhere(path: Path) -> None:
    assert read_settings(written(path, '[keys]\nwatch = "s"\nopen = "1"\n')).faults == ()


def test_files_that_are_no_text(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"palette = '\xff'")
    assert "UTF-8" in read_settings(path).faults[0].text
    path.unlink()
    path.mkdir()
    assert "cannot be read" in read_settings(path).faults[0].text


# ---- what counts


@pytest.mark.parametrize(
    ("option", "environment", "in_file", "palette", "origin"),
    [
        (None, {}, None, "default", "default"),
        (None, {}, "light", "light", "file"),
        (None, {"NO_COLOR": "1"}, "light", "mono", "NO_COLOR"),
        (None, {"NO_COLOR": "0"}, None, "mono", "NO_COLOR"),
        (None, {"NO_COLOR": ""}, "light", "light", "file"),
        ("colour-blind", {"NO_COLOR": "1"}, "light", "colour-blind", "option"),
    ],
)
def test_an_option_then_no_color_then_the_file(
    option: str | None, environment: dict[str, str], in_file: str | None, palette: str, origin: str
) -> None:
    found = combine(Settings(palette=option), UNICODE | environment, "utf-8", FileSettings(palette=in_file))
    assert (found.palette, found.origins["palette"]) == (palette, origin)


@pytest.mark.parametrize(("in_file", "wanted"), [(None, True), (True, True), (False, False)])
def test_hints_are_there_unless_the_file_says_no(in_file: bool | None, wanted: bool) -> None:
    found = combine(Settings(), UNICODE, "utf-8", FileSettings(hints=in_file))
    assert (found.hints, found.origins["hints"]) == (wanted, "default" if in_file is None else "file")


@pytest.mark.parametrize(
    ("environment", "encoding", "needed"),
    [
        ({}, "utf-8", False),
        ({}, "UTF8", False),
        ({}, "ascii", True),
        ({}, "iso-8859-1", True),
        ({}, "no such encoding", True),
        ({"TERM": "linux"}, "utf-8", True),
        ({"LANG": "C"}, "utf-8", True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", True),
        ({"LANG": "C", "LC_CTYPE": "en_US.UTF-8"}, "utf-8", False),
        ({"LC_ALL": "POSIX"}, "utf-8", True),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, "utf-8", False),
        ({"LANG": ""}, "utf-8", False),
    ],
)
def test_ascii_where_the_terminal_needs_it(environment: dict[str, str], encoding: str, needed: bool) -> None:
    found = combine(Settings(), UNICODE | environment, encoding, FileSettings())
    assert (found.ascii, found.origins["ascii"]) == (needed, "terminal")


@pytest.mark.parametrize(
    ("option", "in_file", "wanted"),
    [(None, False, (False, "file")), (True, False, (True, "option")), (False, True, (False, "option"))],
)
def test_ascii_where_it_is_said(option: bool | None, in_file: bool | None, wanted: tuple[bool, str]) -> None:
    found = combine(Settings(ascii=option), UNICODE | {"TERM": "linux"}, "ascii", FileSettings(ascii=in_file))
    assert (found.ascii, found.origins["ascii"]) == wanted


@pytest.mark.parametrize(
    ("text", "both"), [("", (False, False)), ("bell = true\n", (True, False)), ("flash = true", (False, True))]
)
def test_bell_and_flash_are_off_unless_the_file_says_otherwise(path: Path, text: str, both: tuple[bool, bool]) -> None:
    found = combine(Settings(), UNICODE, "utf-8", read_settings(written(path, text)))
    assert (found.bell, found.flash) == both


@pytest.mark.parametrize(
    ("option", "in_file", "plain"), [(None, None, False), (None, True, True), (False, True, False)]
)
def test_lines_of_text_by_option_or_file(option: bool | None, in_file: bool | None, plain: bool) -> None:
    assert combine(Settings(plain=option), UNICODE, "utf-8", FileSettings(plain=in_file)).plain == plain


# ---- the command


def test_config_shows_what_holds_and_where_it_is_from(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(path, 'ascii = false\n[keys]\nstack = "a"\n')
    code, output, errors = said(capsys, "config", "--palette", "light")
    assert (code, errors) == (0, "")
    assert str(path) in output
    shown = {
        line.split(" = ")[0]: re.split(r" +# ", line.split(" = ")[1]) for line in output.splitlines() if " = " in line
    }
    assert shown["palette"] == ['"light"', "option"]
    assert shown["ascii"] == ["false", "file"]
    assert shown["plain"] == ["false", "default"]
    assert shown["stack"] == ['"a"', "file"]
    assert shown["turn"] == ['["space", "enter"]', "default"]
    # It can be kept as a settings file.
    assert tomllib.loads(output)["keys"].keys() == USUAL.keys()


def test_config_init_writes_once_a_file_that_says_nothing_yet(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _errors = said(capsys, "config", "--init")
    assert code == 0
    assert str(path) in output
    assert read_settings(path) == FileSettings()
    text = path.read_text(encoding="utf-8")
    code, _output, errors = said(capsys, "config", "--init")
    assert code == 1
    assert "left as it is" in errors
    assert path.read_text(encoding="utf-8") == text


def test_what_the_template_shows_is_what_holds_without_it(path: Path) -> None:
    found = read_settings(written(path, re.sub(r"^# (\w+ = )", r"\1", template(), flags=re.M)))
    assert (found.palette, found.ascii, found.plain, found.faults) == ("default", False, False, ())
    assert found.keys == USUAL
    for name in PALETTE_NAMES:
        assert name in template()


def test_config_check(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "config", "--check")[0] == 0
    written(path, "ascii = true\n")
    assert said(capsys, "config", "--check")[0] == 0
    written(path, 'palette = "lite"\nplain = 3\n')
    code, output, _errors = said(capsys, "config", "--check")
    assert code == 1
    lines = output.splitlines()
    assert [line.startswith(f"{path}, line {number}: ") for number, line in enumerate(lines, start=1)] == [True, True]


def test_only_one_thing_is_asked_of_config(capsys: pytest.CaptureFixture[str]) -> None:
    code, _output, errors = said(capsys, "config", "--check", "--init")
    assert code == 2
    assert "not both" in errors


def test_with_a_faulty_file_the_rest_goes_on_and_is_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(path, 'palette = "lite"\n[keys]\nstack = "a"\n')
    code, output, errors = said(capsys, "config")
    assert code == 0
    assert 'stack = "a"' in output
    assert 'palette = "default"' in output
    assert "config.toml, line 1: " in errors


# ---- lines as they are written


def test_lines_in_the_c_locale_are_ascii(tmp_path: Path) -> None:
    play = ("play", "--plain", "--bots", "1", "--player", "Zoë", "--data", str(tmp_path))
    command = [sys.executable, "-m", "p2p_ligretto", *play]
    environment = os.environ | {"LC_ALL": "C"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as program:
        watchdog = threading.Timer(60, program.kill)
        watchdog.start()
        try:
            assert program.stdin is not None
            assert program.stdout is not None
            written = b""
            for line in program.stdout:
                written += line
                if b"you have a seat" in line:
                    program.stdin.write(b"who\nq\nq\n")
                    program.stdin.flush()
        finally:
            watchdog.cancel()
    assert program.returncode == 0
    assert b"\nZoe: you" in written
    assert written.isascii()


def test_a_pipe_is_not_waited_for(path: Path) -> None:
    path.parent.mkdir()
    os.mkfifo(path)
    (fault,) = read_settings(path).faults
    assert "is a pipe" in fault.text


@pytest.mark.parametrize("text", ["palette = " + "9" * 5_000, "palette = " + "[" * 5_000])
def test_what_python_takes_no_value_of_is_a_fault(path: Path, text: str) -> None:
    (fault,) = read_settings(written(path, text)).faults
    assert "is not TOML" in fault.text


@pytest.mark.parametrize("arguments", [("config",), ("config", "--check")])
def test_a_file_that_cannot_be_asked_for_is_told(
    arguments: tuple[str, ...], path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Such as one in a folder without rights; that is no hindrance to those who run tests as root, but this is.
    path.parent.mkdir()
    monkeypatch.setattr(settings_file, "FILE_NAME", "c" * 300)
    _code, output, errors = said(capsys, *arguments)
    assert "cannot be read" in output + errors
    assert "should not have happened" not in errors

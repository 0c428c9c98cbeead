"""``simulate --script`` as it is typed: what is told, exit codes, and scripts against a program that really runs."""

import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p_ligretto.cli import run

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "protocol" / "scripts"
FORK = SCRIPTS / "fork.script"
LIMIT_S = 60.0
PASSED_OVER = "node ada\npeer mal\nada opens\nmal links ada\nmal < ada beat within 10ms\n"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["simulate", *arguments])
    output, errors = capsys.readouterr()
    return code, output, errors


def written(folder: Path, text: str) -> Path:
    path = folder / "one.script"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_script_that_is_met_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--script", str(FORK)) == (0, f"{FORK}: 6 expectations, all met\n", "")


def test_what_is_not_met_is_told_with_its_line_and_what_came_instead(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = written(tmp_path, PASSED_OVER)
    code, output, errors = said(capsys, "--script", str(path))
    first, instead, *came = output.splitlines()
    assert (code, errors) == (1, "")
    assert (first, instead) == (f"{path}:5: not met: mal < ada beat within 10ms", "  came instead:")
    assert any(line.startswith('    presence name="Ada"') for line in came)


def test_the_page_shows_what_is_told_of_an_expectation_that_is_not_met(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = FORK.read_text(encoding="utf-8").splitlines()
    lines[11] = 'mal < ada refusal reason="two different events with one name" within 50ms'
    path = written(tmp_path, "\n".join(lines))
    _, output, _ = said(capsys, "--script", str(path))
    page = (ROOT / "docs" / "scripted-peers.md").read_text(encoding="utf-8")
    assert f"```\n{output.replace(str(path), 'protocol/scripts/fork.script')}```\n" in page


def test_json_has_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, output, _ = said(capsys, "--json", "--script", str(FORK))
    assert (code, json.loads(output)) == (
        0,
        {"script": str(FORK), "ok": True, "met": 6, "expectations": 6, "missed": None},
    )
    code, output, _ = said(capsys, "--json", "--script", str(written(tmp_path, PASSED_OVER)))
    missed = json.loads(output)["missed"]
    assert (code, missed["line"], missed["expected"]) == (1, 5, "mal < ada beat within 10ms")
    assert isinstance(missed["instead"], list)


def test_a_transcript_has_a_line_for_each_message_of_the_peers(capsys: pytest.CaptureFixture[str]) -> None:
    path = SCRIPTS / "oversized-frame.script"
    code, output, _ = said(capsys, "--transcript", "--script", str(path))
    lines = [line.split(maxsplit=1)[1] for line in output.splitlines()]
    assert code == 0
    assert "mal > ada 4 bytes 0x80000000" in lines
    assert any(line.startswith("mal < ada refusal reason=") for line in lines)
    assert "mal < ada closed" in lines
    assert "moe > ada ping sent=1" in lines


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "node ada\npeer mal\n mal lonks ada #\n",
            "one.script:3:6: lonks is nothing that anybody can do: did you mean links? The line is: mal lonks ada #\n",
        ),
        (
            "foo bar\n",
            "one.script:1:1: no line begins with foo: there are: node, peer, seed. The line is: foo bar\n",
        ),
        ("node ada\n", "one.script:2:1: nothing is expected, so nothing can be found: end with a line as 'mal < ada c"),
        (f"node ada\nada {'x' * 200}\n", f". The line is: ada {'x' * 113}...\n"),
        ("node ada\npeer mal\nmal links ada\nmal > ada frame 1\nmal < ada closed\n", "one.script:4:11: what is sent"),
    ],
)
def test_what_is_wrong_in_a_script_is_told_with_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, says: str
) -> None:
    code, output, errors = said(capsys, "--script", str(written(tmp_path, text)))
    assert (code, output) == (1, "")
    assert says in errors


def test_a_file_that_is_no_script_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    errors = said(capsys, "--script", str(tmp_path / "none"))[2]
    assert errors.endswith("none (No such file or directory): name the file of a script.\n")
    path = tmp_path / "bytes"
    path.write_bytes(b"\xff")
    assert "is not a text in UTF-8" in said(capsys, "--script", str(path))[2]
    path.write_bytes(b"#" * 1_000_001)
    assert "is too long for a script" in said(capsys, "--script", str(path))[2]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--connect", "127.0.0.1:1"), 2, "--connect is for a script"),
        (("--script", str(FORK), "--seed", "1"), 2, "a script says all that --seed would"),
        (("--script", str(FORK), "--connect", "127.0.0.1:1"), 1, "once for each node, in this order: ada, bea"),
        (("--script", str(SCRIPTS / "gap.script"), "--connect", "127.0.0.1:1", "--connect", "::1:1"), 1, "look into"),
        (("--script", str(SCRIPTS / "stranger.script"), "--connect", "127.0.0.1"), 1, "is no address: say HOST:PORT"),
    ],
)
def test_what_does_not_go_together_is_told(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, says: str
) -> None:
    done, output, errors = said(capsys, *arguments)
    assert (done, output) == (code, "")
    assert says in errors


# ---- against a program that really runs


@pytest.fixture
def port() -> Iterator[int]:
    """Where a table is open, on this machine alone."""
    command = [sys.executable, "-m", "tests.cli.loopback_host"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        watchdog = threading.Timer(LIMIT_S, process.kill)
        watchdog.start()
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())
        finally:
            watchdog.cancel()
            process.kill()


@pytest.mark.parametrize(
    "name",
    [
        "broken-promise",
        "join-by-hand",
        "other-version",
        "oversized-frame",
        "wrong-view",
    ],
)
def test_a_program_does_at_its_port_what_it_does_in_the_simulator(
    capsys: pytest.CaptureFixture[str], port: int, name: str
) -> None:
    path = SCRIPTS / f"{name}.script"
    code, output, errors = said(capsys, "--script", str(path), "--connect", f"127.0.0.1:{port}")
    assert (code, errors) == (0, ""), output
    assert "all met" in output


def test_what_a_program_does_not_do_is_told_the_same_way(
    capsys: pytest.CaptureFixture[str], port: int, tmp_path: Path
) -> None:
    text = "node ada\npeer mal\nada opens\nmal joins ada\nmal leaves\nmal < ada refusal within 200ms\n"
    code, output, _ = said(capsys, "--script", str(written(tmp_path, text)), "--connect", f"127.0.0.1:{port}")
    assert code == 1
    assert "one.script:6: not met: mal < ada refusal within 200ms" in output
    assert "    commit " in output


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("mal > ada frame 7", "one.script:5:11: what is sent as it is"),
        ("mal rewrites beat held=was.nose", "no nose in"),
    ],
)
def test_what_a_script_can_not_do_at_a_port_is_told_as_in_the_simulator(
    capsys: pytest.CaptureFixture[str], port: int, tmp_path: Path, line: str, says: str
) -> None:
    path = written(tmp_path, f"node ada\npeer mal\nada opens\nmal joins ada\n{line}\nmal < ada closed within 1s\n")
    code, output, errors = said(capsys, "--script", str(path), "--connect", f"127.0.0.1:{port}")
    assert (code, output) == (1, "")
    assert says in errors


def test_where_links_can_not_be_encrypted_a_person_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    path = written(tmp_path, "node ada\npeer mal\nmal links ada\nmal > ada ping\nmal < ada pong\n")
    code, output, errors = said(capsys, "--script", str(path), "--connect", "127.0.0.1:1")
    assert (code, output) == (1, "")
    assert "No temporary file can be written" in errors
    assert "TMPDIR" in errors


def test_nobody_at_the_port_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = "node ada\npeer mal\nmal links ada\nmal > ada ping\nmal < ada pong\n"
    code, output, _ = said(capsys, "--script", str(written(tmp_path, text)), "--connect", "127.0.0.1:1")
    assert code == 1
    assert "there is no link to ada: " in output

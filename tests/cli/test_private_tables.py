"""A private table from the command line: the code is typed, or read from a file; it shows up nowhere else."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from p2p_ligretto.node.table_code import written
from tests.cli.test_programs import LIMIT_S, PROGRAM, started, wait_for

ASKED = "this table is private: type its code"
SEATED = "you have a seat at the table"


@dataclass
class Host:
    port: str
    code: str

    @property
    def at(self) -> str:
        return f"127.0.0.1:{self.port}"


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """A private table that nobody ever deals at."""
    command = [sys.executable, "-m", "tests.cli.loopback_private_host"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        watchdog = threading.Timer(3 * LIMIT_S, process.kill)
        watchdog.start()
        try:
            assert process.stdout is not None
            yield Host(*process.stdout.readline().split())
        finally:
            watchdog.cancel()
            process.kill()


def ran(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=LIMIT_S,
        check=False,
    )


@contextmanager
def guest(*arguments: str) -> "Iterator[subprocess.Popen[str]]":
    with started(*arguments) as process:
        yield process


def write(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


def test_the_code_is_typed_when_it_is_asked_for_and_shows_up_nowhere(host: Host, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with guest("join", host.at, "--data", str(tmp_path / "bea"), "--log", str(log)) as bea:
        wait_for(bea, ASKED)
        write(bea, "zzz-zzz")
        wait_for(bea, "that is not the code of this table: try again")
        write(bea, written(host.code).upper())
        wait_for(bea, SEATED)
        wait_for(bea, f"asked for its code: {written(host.code)}")
        proc = Path("/proc") / str(bea.pid)
        shown = [log.read_bytes()]
        if proc.exists():
            shown += [(proc / "cmdline").read_bytes(), (proc / "environ").read_bytes()]
        for text in shown:
            assert not any(code.encode() in text.lower() for code in (host.code, written(host.code)))
        write(bea, "q")
        assert bea.wait() == 0


def test_the_code_is_read_from_a_file(host: Host, tmp_path: Path) -> None:
    file = tmp_path / "code"
    file.write_text(f"{written(host.code)}\n", encoding="utf-8")
    with guest("join", host.at, "--data", str(tmp_path / "cai"), "--code-file", str(file)) as cai:
        wait_for(cai, SEATED)
        write(cai, "q")
        assert cai.wait() == 0


def test_the_code_is_the_first_line_of_standard_input_and_commands_follow(host: Host, tmp_path: Path) -> None:
    with guest("watch", host.at, "--data", str(tmp_path / "dov"), "--code-file", "-") as dov:
        write(dov, host.code)
        wait_for(dov, "you look on")
        write(dov, "q")
        assert dov.wait() == 0


def test_who_watches_is_asked_for_the_code_as_well(host: Host, tmp_path: Path) -> None:
    with guest("watch", host.at, "--data", str(tmp_path / "eve")) as eve:
        wait_for(eve, ASKED)
        write(eve, host.code)
        wait_for(eve, "you look on")
        write(eve, "q")
        assert eve.wait() == 0


@pytest.mark.parametrize("command", ["bot", "watch"])
def test_without_a_code_there_is_no_way_in(command: str, host: Host, tmp_path: Path) -> None:
    refused = ran(command, host.at, "--data", str(tmp_path))
    assert refused.returncode == 1
    assert "--code-file" in refused.stdout + refused.stderr
    assert SEATED not in refused.stdout


@pytest.mark.parametrize(
    ("content", "told"), [(None, "can't be read"), (b"\xff\xfe\n", "is no code"), (b"", "is no code")]
)
def test_a_file_without_a_code_is_told(content: bytes | None, told: str, host: Host, tmp_path: Path) -> None:
    file = tmp_path / "code"
    if content is not None:
        file.write_bytes(content)
    refused = ran("join", host.at, "--data", str(tmp_path), "--code-file", str(file))
    assert refused.returncode == 1
    assert told in refused.stderr


def test_there_is_no_way_to_say_the_code_among_the_arguments() -> None:
    for command in ("join", "watch", "bot", "host"):
        text = ran(command, "--help").stdout
        assert "--code " not in text
    assert ran("join", "--code", "k7m2xq").returncode == 2

"""What is left when the program is killed at any moment, the disk is full, or nothing may be written: all of it."""

import contextlib
import ctypes
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from p2p_ligretto.history.summary import Choice, RecordedMatch
from p2p_ligretto.runtime.match_index import INDEX_FILE, open_index
from tests.history.samples import ADA, BEA, DAY_S, NOON_S, beaten, match_line, move, result, score, write_record

LIMIT_S = 60.0
ROOT = Path(__file__).parents[2]
MATCHES = 24
RACES = 800
LONG_NAME = "match" * 12
"""So much is kept of each match that SQLite writes to the file long before it commits: its cache is smaller."""
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


def program(*arguments: str, **how: Any) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "p2p_ligretto", "history", *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)


def said(*arguments: str, **how: Any) -> tuple[int, str, str]:
    process = program(*arguments, **how)
    output, errors = process.communicate(timeout=LIMIT_S)
    return process.returncode, output.decode(), errors.decode()


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recorded")
    races = [beaten(time_us, 1, 0, 5) for time_us in range(RACES)]
    match = [
        match_line(("Ada", ADA), ("Bea", BEA)),
        {"kind": "round", "number": 1, "dealt": []},
        *races,
        move(9_000_000, 0),
        score(1, (3, 4), (3, 4)),
        result((3, 4), 1),
    ]
    for number in range(MATCHES):
        write_record(folder, f"{number:02}{LONG_NAME}", match, NOON_S + number * DAY_S)
    return folder


@pytest.fixture(scope="module")
def with_index(recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(shutil.copytree(recorded, tmp_path_factory.mktemp("indexed") / "data"))
    indexed(folder)
    return folder


@pytest.fixture
def kept(with_index: Path, tmp_path: Path) -> Path:
    """As ``data``, with its index."""
    return Path(shutil.copytree(with_index, tmp_path / "data"))


@pytest.fixture
def data(recorded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(recorded, tmp_path / "data"))


def records(data: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (data / "matches").iterdir() if path.is_file()}


def indexed(data: Path) -> tuple[RecordedMatch, ...]:
    with open_index(data) as index:
        assert index.trouble is None
        return tuple(index.matches(Choice()))


def wait_for(process: "subprocess.Popen[bytes]", condition: Callable[[], object]) -> None:
    """Until the condition holds while the process runs, or has ended."""
    until = time.monotonic() + LIMIT_S
    while not condition() and process.poll() is None:
        assert time.monotonic() < until, "the moment never came"
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.001)


def kill(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.communicate(timeout=LIMIT_S)


def opened_to_write(pipe: Path) -> tuple[int, ...]:
    """The named pipe, opened to write once somebody has opened it to read, and now waits for what never comes."""
    try:
        return (os.open(pipe, os.O_WRONLY | os.O_NONBLOCK),)
    except OSError:
        return ()


# ---- killed


@pytest.mark.parametrize("place", [0, MATCHES - 1])
def test_killed_while_it_reads_the_records(place: int, data: Path) -> None:
    """A record that is a named pipe holds the program up in the middle of its transaction; the newest is read first."""
    before = records(data)
    pipe = data / "matches" / "pipe.jsonl"
    os.mkfifo(pipe)
    changed_s = NOON_S + (MATCHES - 1 - place) * DAY_S + 1
    os.utime(pipe, (changed_s, changed_s))
    process = program("--data", str(data))
    held: list[int] = []
    wait_for(process, lambda: held or held.extend(opened_to_write(pipe)))
    assert held
    kill(process)
    os.close(held[0])
    pipe.unlink()
    if place == MATCHES - 1:
        assert (data / INDEX_FILE).stat().st_size > 100_000, "it has written to the file by then"
    assert len(indexed(data)) == MATCHES
    assert records(data) == before


def test_killed_as_it_begins_to_write(data: Path) -> None:
    before = records(data)
    process = program("--data", str(data))
    wait_for(process, (data / f"{INDEX_FILE}-journal").exists)
    kill(process)
    assert len(indexed(data)) == MATCHES
    assert records(data) == before


def test_killed_while_it_makes_the_index_anew(kept: Path) -> None:
    process = program("rebuild", "--data", str(kept))
    wait_for(process, (kept / f"{INDEX_FILE}-journal").exists)
    kill(process)
    with closing(sqlite3.connect(kept / INDEX_FILE)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM matches").fetchone() == (MATCHES,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_journal_of_a_killed_program_does_no_harm_to_an_index_made_anew(data: Path) -> None:
    process = program("--data", str(data))
    wait_for(
        process, lambda: (data / f"{INDEX_FILE}-journal").exists() and (data / INDEX_FILE).stat().st_size > 1_000_000
    )
    kill(process)
    (data / INDEX_FILE).unlink()
    assert len(indexed(data)) == MATCHES


def test_an_export_that_is_killed_leaves_the_file_whole(kept: Path, tmp_path: Path) -> None:
    target = tmp_path / "rounds.csv"
    target.write_text("what was there before")
    process = program("export", "--csv", str(target), "--data", str(kept))
    wait_for(process, (tmp_path / "rounds.csv.new").exists)
    kill(process)
    content = target.read_bytes()
    assert content == b"what was there before" or content.count(b"\r\n") == 1 + 2 * MATCHES
    assert said("export", "--csv", str(target), "--data", str(kept)) == (0, "", "")
    assert target.read_bytes().count(b"\r\n") == 1 + 2 * MATCHES


# ---- nothing can be written


def with_small_files() -> None:
    """No file may grow beyond this, as on a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))


def test_on_a_full_disk_the_answer_is_the_same(data: Path) -> None:
    before = records(data)
    code, output, errors = said("--data", str(data), preexec_fn=with_small_files)
    assert (code, len(output.splitlines()), len(errors.splitlines())) == (0, 23, 1)
    assert "nothing is lost" in errors
    assert records(data) == before
    assert len(indexed(data)) == MATCHES


def as_anybody() -> None:
    """Root is kept out of nothing: it gives that up."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="rights are given up as Linux has it")
def test_in_a_folder_that_can_only_be_read_the_answer_is_the_same(data: Path) -> None:
    sealed = (data, data / "matches")
    for folder in sealed:
        folder.chmod(0o555)
    try:
        for arguments, lines in (((), 23), (("export", "--csv", "-"), 1 + 2 * MATCHES)):
            code, output, errors = said(*arguments, "--data", str(data), preexec_fn=as_anybody)
            assert (code, len(output.splitlines()), len(errors.splitlines())) == (0, lines, 1), errors
            assert "nothing is lost" in errors
    finally:
        for folder in sealed:
            folder.chmod(0o700)
    assert [path.name for path in data.iterdir()] == ["matches"]

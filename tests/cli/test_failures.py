"""What a person is told when a command fails: one line, whatever it was wrapped in."""

import errno
import os
import stat
from pathlib import Path

import pytest

from p2p_ligretto.commands.failures import REPORT_FILE, told
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.runtime.encryption_error import EncryptionError
from p2p_ligretto.runtime.profile_error import ProfileError
from tests.wire.hostile import HOSTILE, named


@pytest.mark.parametrize(
    "error",
    [
        Problem("say it"),
        ProfileError("say it"),
        EncryptionError("say it"),
        ExceptionGroup("a nursery", [ExceptionGroup("another", [Problem("say it")])]),
        ExceptionGroup("a nursery", [RuntimeError("a consequence"), Problem("say it")]),
    ],
)
def test_expected_failures_say_their_line_and_leave_no_report(error: Exception, tmp_path: Path) -> None:
    assert told(error, None, tmp_path) == "say it"
    assert not list(tmp_path.iterdir())


def test_a_closed_pipe_is_no_failure(tmp_path: Path) -> None:
    assert told(ExceptionGroup("a nursery", [BrokenPipeError()]), None, tmp_path) is None


def thrown() -> Exception:
    with pytest.raises(ExceptionGroup) as caught:
        raise ExceptionGroup("a nursery", [ZeroDivisionError("by nought")])
    return caught.value


@pytest.mark.parametrize("log", [None, "own.log"])
def test_our_own_faults_leave_a_report_and_name_it(log: str | None, tmp_path: Path) -> None:
    report = tmp_path / (log or REPORT_FILE)
    line = told(thrown(), None if log is None else report, tmp_path)
    assert line is not None
    assert "\n" not in line
    assert "ZeroDivisionError: by nought" in line
    assert str(report) in line
    assert "Traceback" in report.read_text()


@pytest.mark.skipif(os.name == "nt", reason="rights are kept otherwise there")
def test_a_report_is_for_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        told(thrown(), None, tmp_path)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / REPORT_FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("hostile", HOSTILE, ids=named)
def test_a_report_quotes_what_came_from_elsewhere_as_text(hostile: str, tmp_path: Path) -> None:
    told(ValueError(hostile), None, tmp_path)
    assert all(line.isprintable() for line in (tmp_path / REPORT_FILE).read_text(encoding="utf-8").split("\n"))


def test_a_report_that_cannot_be_written_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    line = told(thrown(), None, tmp_path / "file")
    assert line is not None
    assert "--log FILE" in line


def test_a_full_disk_under_our_output_is_no_fault_of_ours(tmp_path: Path) -> None:
    full = ExceptionGroup("a nursery", [OSError(errno.ENOSPC, "No space left on device")])
    line = told(full, None, tmp_path)
    assert line is not None
    assert line.startswith("Cannot write what there is to say (No space left on device)")
    assert not list(tmp_path.iterdir())

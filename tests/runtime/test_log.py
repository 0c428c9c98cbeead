import gc
import logging
import re
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p_ligretto.runtime.log import LONGEST_LINE, configure_log, log_trouble
from p2p_ligretto.runtime.profile_error import ProfileError
from tests.wire.hostile import HOSTILE, named


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    hook = threading.excepthook
    yield
    configure_log(None)
    threading.excepthook = hook


def fail_in_thread() -> None:
    def fail() -> None:
        raise ValueError("in a thread")

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()


def test_a_log_is_written_where_it_was_asked_for(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    configure_log(tmp_path / "log")
    logging.getLogger("p2p_ligretto.somewhere").debug("for the developer")
    logging.getLogger("zeroconf").warning("from a library")
    logging.getLogger("zeroconf").info("too much")
    fail_in_thread()
    configure_log(None)
    written = (tmp_path / "log").read_text()
    assert "for the developer" in written
    assert "from a library" in written
    assert "ValueError: in a thread" in written
    assert "too much" not in written
    assert capfd.readouterr() == ("", "")


def test_a_library_that_meets_no_network_has_one_line_and_what_is_broken_its_traceback(tmp_path: Path) -> None:
    configure_log(tmp_path / "log")
    for failure in (OSError(101, "Network is unreachable"), ValueError("broken")):
        try:
            raise failure
        except (OSError, ValueError) as error:
            logging.getLogger("zeroconf").warning("socket 16: %s", error, exc_info=True)
    configure_log(None)
    network, broken, *below = (tmp_path / "log").read_text().splitlines()
    assert network.endswith("socket 16: [Errno 101] Network is unreachable")
    assert broken.endswith("socket 16: broken")
    assert "Traceback" in below[0]


def test_without_a_log_nothing_reaches_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    configure_log(None)
    logging.getLogger("zeroconf").error("from a library")
    logging.getLogger("asyncio").error("from below it")
    fail_in_thread()
    assert capfd.readouterr() == ("", "")


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="--log FILE"):
        configure_log(tmp_path)


@pytest.mark.parametrize("hostile", HOSTILE, ids=named)
def test_what_came_from_elsewhere_is_logged_as_text(
    tmp_path: Path, hostile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks at the log looks at it in a terminal, and takes a line for what the program has logged."""
    # What captures logs for reports of tests would carry the texts as they are.
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    configure_log(tmp_path / "log")
    log = logging.getLogger("p2p_ligretto.somewhere")
    log.info("they say %s", hostile)
    log.error("it failed", exc_info=ValueError(hostile))
    configure_log(None)
    lines = (tmp_path / "log").read_text(encoding="utf-8").split("\n")
    assert all(line.isprintable() for line in lines)
    assert max(map(len, lines)) <= LONGEST_LINE
    assert len([line for line in lines if re.match(r"\S+ ERROR ", line)]) == 1


def test_warnings_and_errors_in_finalizers_go_to_the_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def __del__(self) -> None:
            raise ValueError("at the end")

    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(False)
        configure_log(tmp_path / "log")
        warnings.warn("mind this", RuntimeWarning, stacklevel=1)
        Broken()
        gc.collect()
        configure_log(None)
        logging.captureWarnings(False)
    written = (tmp_path / "log").read_text()
    assert "RuntimeWarning: mind this" in written
    assert "ValueError: at the end" in written
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_full_disk_is_told_once_and_not_in_the_middle_of_the_game(capfd: pytest.CaptureFixture[str]) -> None:
    configure_log(Path("/dev/full"))
    for _time in range(3):
        logging.getLogger("p2p_ligretto.somewhere").warning("for the developer")
    assert capfd.readouterr() == ("", "")
    assert log_trouble().startswith("The log /dev/full is not whole (No space left on device)")
    configure_log(None)
    assert log_trouble() == ""


def test_a_log_that_is_whole_is_no_trouble(tmp_path: Path) -> None:
    configure_log(tmp_path / "log")
    logging.getLogger("p2p_ligretto.somewhere").warning("for the developer")
    assert log_trouble() == ""

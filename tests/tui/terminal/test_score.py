"""The score pad as a program on a terminal: what is typed is there again after it was killed."""

import signal
import sys
from pathlib import Path

import pytest

from tests.tui.terminal.program import started

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a console there is no pty")


def test_a_round_is_entered_and_is_there_after_a_kill(tmp_path: Path) -> None:
    with started("score", folder=tmp_path) as first:
        first.see("No game yet")
        first.type("n\r")
        first.see("Add players")
        first.type("Ada, Bea\r\r")
        first.see("0 rounds")
        first.type("r17 4\r12 3\r")
        first.see("Ada leads with 9 points")
        first.signal(signal.SIGKILL)
        first.wait()
    with started("score", folder=tmp_path, columns=120, rows=40, NO_COLOR="1") as again:
        again.see("Ada leads with 9 points", "round 1, Ada: 17 in the centre, 4 left: 9 points")
        again.type("\x03")
        assert again.wait() == 130
        again.terminal.assert_usable()
        assert again.errors == ""

"""Leaving in the middle of a round: the one who goes says goodbye, the others play on and end with one record."""

import signal
from pathlib import Path

import pytest

from tests.lan.lan import Lan
from tests.lan.programs import start
from tests.replay import check_text

MATCH_LIMIT_S = 120.0


@pytest.mark.parametrize(("leaver", "number", "code"), [(0, signal.SIGINT, 130), (1, signal.SIGTERM, 143)])
def test_the_others_play_on_without_who_leaves(leaver: int, number: signal.Signals, code: int, tmp_path: Path) -> None:
    """Also without the one that opened the table: nobody owns it."""
    table = ("host", "--seats", "3", "--rounds", "1", "--auto", "--level", "sharp")
    with Lan(3) as lan:
        programs = [start(lan, 1, tmp_path, "Ada", *table)]
        programs += [
            start(lan, host, tmp_path, name, "join", "--auto", "--level", "sharp")
            for host, name in ((2, "Bea"), (3, "Cem"))
        ]
        for program in programs:
            program.wait_for(r"lays \w+")
        gone = programs.pop(leaver)
        gone.signal(number)
        assert gone.wait_for_end(10) == code
        assert "Traceback" not in gone.output()
        for program in programs:
            program.wait_for(f"{gone.player} .*left")
            assert program.wait_for_end(MATCH_LIMIT_S) == 0, program.output()
        exports = {program.export() for program in programs}
        assert len(exports) == 1
        check_text(exports.pop().decode())

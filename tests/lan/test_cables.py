"""A cable that is pulled in mid-round, or a switch that lets nothing through though the cable looks good."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lan.lan import Lan
from tests.lan.programs import PATIENCE_S
from tests.lan.tables import BACK_S, GOES_ON_S, SUSPECTED_S, table_in_mid_round

pytestmark = pytest.mark.fault


IS_UNPLUGGED = """
import socket, sys
from p2p_ligretto.runtime.cable import is_unplugged
print(is_unplugged(socket.AF_INET, (sys.argv[1], 9)))
"""


def pull(lan: Lan, host: int, off: bool) -> None:
    lan.plug(host, on=not off)


def silence(lan: Lan, host: int, off: bool) -> None:
    lan.silence(host, on=off)


LONG = pytest.mark.long_fault


@pytest.mark.parametrize(
    ("fault", "seat", "off_s"),
    [
        (pull, 0, 3.0),
        (silence, 2, 3.0),
        pytest.param(pull, 0, 30.0, marks=LONG),
        pytest.param(pull, 3, 30.0, marks=LONG),
        pytest.param(silence, 1, 30.0, marks=LONG),
    ],
)
def test_the_others_go_on_and_who_is_plugged_in_again_plays_on(
    fault: Callable[[Lan, int, bool], None], seat: int, off_s: float, tmp_path: Path, figures: list[str]
) -> None:
    with table_in_mid_round(tmp_path, trouble_s=off_s) as table:
        cut_off = table.programs[seat]
        pulled_s = time.monotonic()
        fault(table.lan, cut_off.host, True)
        goes_on_s = table.wait_until_play_goes_on([seat], pulled_s)
        table.let_pass(pulled_s + off_s - time.monotonic())
        assert table.members(seat, pulled_s) == [], "who is alone can't vote anybody out"
        plugged_s = time.monotonic()
        fault(table.lan, cut_off.host, False)
        back_s = table.wait_until_back(seat, plugged_s)
        table.wait_for_own_card(seat, plugged_s)
        table.end()
    what = f"seat {seat}, {fault.__name__} for {off_s:g} s"
    figures.append(f"{what}: play goes on {goes_on_s:.2f} s, back {back_s:.2f} s")
    assert goes_on_s < SUSPECTED_S + GOES_ON_S
    assert back_s < BACK_S


def test_the_program_sees_that_the_cable_to_an_address_is_pulled() -> None:
    with Lan(2) as lan:

        def is_unplugged(host: str) -> str:
            return lan.run(1, (sys.executable, "-c", IS_UNPLUGGED, host), PATIENCE_S).stdout.strip()

        assert is_unplugged(lan.address(2)) == "False"
        lan.plug(1, on=False)
        assert is_unplugged(lan.address(2)) == "True"
        assert is_unplugged("127.0.0.1") == "False", "nothing is wrong with the way to oneself"
        assert is_unplugged("192.0.2.1") == "False", "where no way leads dialling says so at once"
        lan.plug(1, on=True)
        assert is_unplugged(lan.address(2)) == "False"

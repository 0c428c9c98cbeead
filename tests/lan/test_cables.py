"""A cable that is pulled in mid-round, or a switch that lets nothing through though the cable looks good."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lan.lan import Lan
from tests.lan.tables import BACK_S, GOES_ON_S, SUSPECTED_S, table_in_mid_round

pytestmark = pytest.mark.fault


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

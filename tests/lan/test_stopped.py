"""A laptop that sleeps in mid-round: it is voted out, and when it wakes it plays on as if nothing had been."""

import signal
import time
from pathlib import Path

import pytest

from tests.lan.tables import BACK_S, GOES_ON_S, SUSPECTED_S, table_in_mid_round

pytestmark = pytest.mark.fault

LONG = pytest.mark.long_fault


@pytest.mark.parametrize(
    ("seat", "asleep_s"), [(0, 5.0), (2, 5.0), pytest.param(0, 60.0, marks=LONG), pytest.param(3, 60.0, marks=LONG)]
)
def test_the_others_go_on_and_who_wakes_plays_on(
    seat: int, asleep_s: float, tmp_path: Path, figures: list[str]
) -> None:
    with table_in_mid_round(tmp_path, trouble_s=asleep_s) as table:
        sleeper = table.programs[seat]
        stopped_s = time.monotonic()
        sleeper.signal(signal.SIGSTOP)
        goes_on_s = table.wait_until_play_goes_on([seat], stopped_s)
        table.let_pass(stopped_s + asleep_s - time.monotonic())
        woken_s = time.monotonic()
        sleeper.signal(signal.SIGCONT)
        back_s = table.wait_until_back(seat, woken_s)
        table.wait_for_own_card(seat, woken_s)
        table.end()
    figures.append(f"seat {seat} asleep for {asleep_s:g} s: play goes on {goes_on_s:.2f} s, back {back_s:.2f} s")
    assert goes_on_s < SUSPECTED_S + GOES_ON_S
    assert back_s < BACK_S


def test_a_blink_is_no_absence(tmp_path: Path) -> None:
    """Half of what makes suspicious: nobody is voted out for it."""
    with table_in_mid_round(tmp_path) as table:
        stopped_s = time.monotonic()
        table.programs[1].signal(signal.SIGSTOP)
        table.let_pass(SUSPECTED_S / 2)
        table.programs[1].signal(signal.SIGCONT)
        table.wait_until_play_goes_on([], stopped_s + SUSPECTED_S / 2)
        assert all(table.members(seat, stopped_s) == [] for seat in range(4))
        table.end()

"""A network that falls apart in mid-round: one half goes on, the other waits and says so, and all end together."""

import re
import time
from pathlib import Path

import pytest

from tests.lan.tables import GOES_ON_S, SUSPECTED_S, table_in_mid_round

pytestmark = pytest.mark.fault


@pytest.mark.parametrize("waiting", [(2, 3), (1, 3), (0,), (3,)], ids=str)
@pytest.mark.parametrize("apart_s", [5.0, pytest.param(20.0, marks=pytest.mark.long_fault)])
def test_one_half_goes_on_and_the_other_waits_for_it(
    waiting: tuple[int, ...], apart_s: float, tmp_path: Path, figures: list[str]
) -> None:
    """More than half goes on, or the half with the most senior."""
    with table_in_mid_round(tmp_path, trouble_s=apart_s) as table:
        told_before = {seat: len(table.programs[seat].output()) for seat in waiting}
        split_s = time.monotonic()
        table.lan.split(*(table.programs[seat].host for seat in waiting))
        goes_on_s = table.wait_until_play_goes_on(waiting, split_s)
        table.let_pass(split_s + apart_s - time.monotonic())
        for seat in waiting:
            assert table.members(seat, split_s) == [], "a minority can't vote anybody out"
            told = table.programs[seat].output()[told_before[seat] :]
            names = [table.programs[other].player for other in table.all_but(*waiting)]
            assert re.search(rf"(?i)wait.*\b({'|'.join(names)})\b", told), told
        healed_s = time.monotonic()
        table.lan.heal()
        back_s = max(table.wait_until_back(seat, healed_s) for seat in waiting)
        for seat in waiting:
            table.wait_for_own_card(seat, healed_s)
        table.end()
    figures.append(f"seats {waiting} split off for {apart_s:g} s: play goes on {goes_on_s:.2f} s, back {back_s:.2f} s")
    assert goes_on_s < SUSPECTED_S + GOES_ON_S

"""A program is killed in mid-round: the others go on; started again it has its seat, its cards and its score."""

from pathlib import Path

import pytest

from tests.lan.tables import BACK_S, table_in_mid_round

pytestmark = pytest.mark.fault

GOES_ON_LIMIT_S = 1.0
"""Nobody hears a process that is dead: its closed sockets count at once."""


@pytest.mark.parametrize("seat", range(4))
def test_the_others_go_on_and_who_is_started_again_plays_on(seat: int, tmp_path: Path, figures: list[str]) -> None:
    """Also the most senior one, who opened the table."""
    with table_in_mid_round(tmp_path) as table:
        killed_s = table.kill(seat)
        out_s = table.wait_until_out([seat], killed_s)
        goes_on_s = table.wait_until_play_goes_on([seat], killed_s)
        started_s = table.bring_back(seat)
        back_s = table.wait_until_back(seat, started_s)
        table.wait_for_own_card(seat, started_s)
        table.end()
    figures.append(f"seat {seat} killed: out {out_s:.2f} s, play goes on {goes_on_s:.2f} s, back {back_s:.2f} s")
    assert goes_on_s < GOES_ON_LIMIT_S
    assert back_s < BACK_S


@pytest.mark.long_fault
def test_each_is_killed_in_turn_in_one_match(tmp_path: Path) -> None:
    with table_in_mid_round(tmp_path, trouble_s=60.0) as table:
        for seat in range(4):
            killed_s = table.kill(seat)
            table.wait_until_play_goes_on([seat], killed_s)
            table.wait_for_own_card(seat, table.bring_back(seat))
        table.end()


def test_two_of_four_are_killed_and_the_half_with_the_senior_goes_on(tmp_path: Path) -> None:
    with table_in_mid_round(tmp_path) as table:
        killed_s = [table.kill(seat) for seat in (2, 3)][-1]
        table.wait_until_play_goes_on([2, 3], killed_s)
        table.wait_for_own_card(3, table.bring_back(3), without=[2])
        table.wait_for_own_card(2, table.bring_back(2))
        table.end()

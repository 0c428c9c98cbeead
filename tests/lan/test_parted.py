"""Two that don't reach one another while a third reaches both: they play on by way of the third."""

import time
from pathlib import Path

import pytest

from tests.lan.lan import Lan
from tests.lan.tables import SUSPECTED_S, Table, table_in_mid_round

pytestmark = pytest.mark.fault


def assert_all_stay(table: Table, since_s: float) -> None:
    changes = {seat: table.members(seat, since_s) for seat in range(len(table.programs))}
    assert not any(changes.values()), changes


def assert_handed_over(table: Table, *hosts: int) -> None:
    """What the two say comes to the other one by way of somebody else."""
    for program in table.programs:
        if program.host in hosts:
            assert program.figures().handed_over > 0, program.figures()


def test_a_pair_that_never_meets_plays_a_whole_round(tmp_path: Path) -> None:
    def part(lan: Lan) -> None:
        lan.part(3, 4, on=True)
        assert not lan.reaches(3, 4)
        assert lan.reaches(3, 1)
        assert lan.reaches(4, 1)

    with table_in_mid_round(tmp_path, prepare=part) as table:
        table.end()
        assert_all_stay(table, table.lines(0)[0].seen_s)
        assert_handed_over(table, 3, 4)


def test_a_pair_that_loses_one_another_in_mid_round_plays_it_to_the_end(tmp_path: Path, figures: list[str]) -> None:
    with table_in_mid_round(tmp_path) as table:
        parted_s = time.monotonic()
        hosts = [table.programs[seat].host for seat in (0, 3)]
        table.lan.part(hosts[0], hosts[1], on=True)
        assert not table.lan.reaches(hosts[0], hosts[1])
        goes_on_s = table.wait_until_play_goes_on([], parted_s)
        table.end()
        assert_all_stay(table, parted_s)
        assert_handed_over(table, *hosts)
    figures.append(f"seats 0 and 3 lose one another: play goes on {goes_on_s:.2f} s")
    assert goes_on_s < SUSPECTED_S

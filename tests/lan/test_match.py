"""Whole matches between hosts of a LAN: found by multicast DNS, the same on every host, nobody in the middle."""

from pathlib import Path

import pytest

from tests.lan.lan import Lan
from tests.lan.programs import Program, start
from tests.replay import check_text

MATCH_LIMIT_S = 120.0
NAMES = ("Ada", "Bea", "Cem", "Dora")


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> list[Program]:
    """Three rounds between four hosts that know nothing of one another; all programs have ended."""
    folder = tmp_path_factory.mktemp("match")
    with Lan(4) as lan:
        host = start(lan, 1, folder, NAMES[0], "host", "--seats", "4", "--auto", "--level", "instant")
        others = [
            start(lan, number, folder, name, "join", "--auto", "--level", "instant")
            for number, name in enumerate(NAMES[1:], start=2)
        ]
        programs = [host, *others]
        for program in programs:
            assert program.wait_for_end(MATCH_LIMIT_S) == 0, program.output()
    return programs


def test_every_host_plays_to_the_end(match: list[Program]) -> None:
    for program in match:
        for number in (1, 2, 3):
            assert f"score of round {number}" in program.output()
        assert "the match is over" in program.output()


def test_exports_are_the_same_byte_for_byte(match: list[Program]) -> None:
    exports = {program.export() for program in match}
    assert len(exports) == 1
    check_text(exports.pop().decode())


def test_every_event_comes_from_its_author(match: list[Program], figures: list[str]) -> None:
    for program in match:
        counted = program.figures()
        figures.append(f"four hosts: {program.player}: {counted}")
        assert counted.direct > 0
        assert counted.handed_over == 0


def test_races_are_lost_and_taken_back_on_every_host(match: list[Program]) -> None:
    for program in match:
        assert program.figures().contested > 0
        assert program.figures().rollbacks > 0


def test_twelve_bots_on_one_machine_settle_every_contested_card_alike(tmp_path: Path, figures: list[str]) -> None:
    with Lan(1) as lan:
        table = ("host", "--seats", "12", "--rounds", "1", "--auto", "--level", "instant")
        programs = [start(lan, 1, tmp_path, "Player 1", *table)]
        for number in range(2, 13):
            programs.append(start(lan, 1, tmp_path, f"Player {number}", "join", "--auto", "--level", "instant"))
        for program in programs:
            assert program.wait_for_end(MATCH_LIMIT_S) == 0, program.output()
        exports = {program.export() for program in programs}
        figures.extend(f"twelve bots: {program.player}: {program.figures()}" for program in programs)
        assert len(exports) == 1
        check_text(exports.pop().decode())
        assert all(program.figures().contested > 0 for program in programs)

"""A photo finish in lines: what was close looks close, nothing looks surer than it is, and a score is not buried."""

import pytest

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.node.races import Race
from p2p_ligretto.speech.photo_finish import RACES_TOLD, error_words, margin_words, photo_finish_lines
from tests.speech.samples import area, round_of, table_of

TABLE = table_of("Ada Bea Cas", round_of([area()] * 3, "R1:1 R6:2"))


def race(margin_us: int, error_us: int | None = None, late: int = 2) -> Race:
    return Race(Card("R", 5), PileId("R", 2), 1, late, margin_us, error_us)


@pytest.mark.parametrize(
    ("time_us", "margin", "error"),
    [
        (0, "< 0.1 ms", "0.1 ms"),
        (99, "< 0.1 ms", "0.1 ms"),
        (101, "0.1 ms", "0.2 ms"),
        (2_990, "2.9 ms", "3.0 ms"),
        (9_899, "9.8 ms", "9.9 ms"),
        (9_950, "9.9 ms", "10 ms"),
        (12_400, "12 ms", "13 ms"),
        (12_000, "12 ms", "12 ms"),
        (1_450_000, "1.4 s", "1.4 s"),
    ],
)
def test_margins_are_rounded_down_and_errors_up(time_us: int, margin: str, error: str) -> None:
    assert margin_words(time_us) == margin
    assert error_words(time_us) == error


def test_who_was_first_on_which_pile_by_how_much_and_how_sure_that_is() -> None:
    assert photo_finish_lines(TABLE, (race(900, 1_000), race(3_400, 1_250), race(12_000))) == (
        "contested cards, closest first:",
        "R5 on red pile 2: Bea before Cas by 0.9 ms, too close to be sure",
        "R5 on red pile 2: Bea before Cas by 3.4 ms +-1.3 ms",
        "R5 on red pile 2: Bea before Cas by 12 ms",
    )


def test_the_closest_few_are_told_and_the_others_counted() -> None:
    assert photo_finish_lines(TABLE, ()) == photo_finish_lines(TABLE, (race(5, late=7),)) == ()
    lines = photo_finish_lines(TABLE, [race(step) for step in range(RACES_TOLD + 9)])
    assert len(lines) == 1 + RACES_TOLD + 1
    assert lines[-1] == "and 9 more"
    assert photo_finish_lines(TABLE, [race(step) for step in range(RACES_TOLD)])[-1].startswith("R5 on")

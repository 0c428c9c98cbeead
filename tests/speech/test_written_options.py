"""Options as people write them."""

import pytest

from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.presets import PRESETS
from p2p_ligretto.speech.written_options import OutOfReach, make_options, parse_options


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("rounds=5", "rounds", 5),
        ("target_score=99", "target_score", 99),
        ("target-score=null", "target_score", None),
        ("reshuffle=False", "reshuffle", False),
        ("row_storage=ascending", "row_storage", "ascending"),
        ("row_storage=none", "row_storage", None),
        ("call=manual", "call", "manual"),
        ("one_hand = true", "one_hand", True),
        ("penalty=hand_to_stack", "penalty", "hand_to_stack"),
    ],
)
def test_an_option_as_text(text, name, value):
    assert getattr(parse_options([text]), name) == value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rounds", "KEY=VALUE"),
        ("round=3", "rounds, target_score"),
        ("rounds=0", "1 to 1000"),
        ("rounds=null", "1 to 1000"),
        ("rounds=1001", "1 to 1000"),
        ("rounds=" + "9" * 5000, "1 to 1000"),
        ("rounds=²", "1 to 1000"),
        ("target_score=-5", "1 to 100000 or none"),
        ("reshuffle=null", "true or false"),
        ("row_storage=up", "descending or ascending or none"),
        ("call=none", "auto or manual"),
        ("penalty=2", "stack_to_hand or hand_to_stack or none"),
    ],
)
def test_a_bad_option_says_what_to_write(text, says):
    with pytest.raises(ValueError, match=says) as told:
        parse_options([text])
    assert "\n" not in str(told.value)


def test_an_option_changes_a_preset():
    assert parse_options([], PRESETS["family"]) == PRESETS["family"]
    assert parse_options(["rounds=5"], PRESETS["advanced"]) == Options(rounds=5, row_storage="descending")
    assert parse_options(["row_storage=null"], PRESETS["advanced"]) == OFFICIAL
    assert parse_options(["target_score=99"], PRESETS["brettspielwelt"]).rounds == 50
    assert parse_options(["target_score=99"], PRESETS["family"]) == Options(rounds=50, target_score=99, one_hand=True)
    assert parse_options(["target_score=null"], PRESETS["brettspielwelt"]) == OFFICIAL
    assert parse_options(["target_score=null"], PRESETS["family"]) == PRESETS["family"]
    assert parse_options(["rounds=7"], rounds=3).rounds == 7


def test_options_that_do_not_go_together_say_what_to_write():
    for options, told in (
        (["target_score=99", "rounds=2"], "2 rounds bring at most 80 points: allow 3, or ask for fewer"),
        (["target_score=100", "rounds=1"], "1 round brings at most 40 points: allow 3, or ask for fewer"),
        (["target_score=40000", "rounds=999"], "999 rounds bring at most 39960 points: allow 1000, or ask for fewer"),
        (["target_score=40001"], "50 rounds bring at most 2000 points: ask for fewer"),
    ):
        with pytest.raises(OutOfReach) as refused:
            parse_options(options)
        assert str(refused.value) == told
        assert len(told) <= 67, "a line of a form at 80 columns"


def test_a_target_score_raises_the_limit_of_rounds():
    assert parse_options(["target_score=99"]).rounds == 50
    assert parse_options(["target_score=null"]).rounds == 3
    assert make_options(target_score=99).rounds == 50
    assert make_options(target_score="99", rounds="3").rounds == 3
    assert parse_options(["target_score=99"], rounds=3).rounds == 3
    assert make_options(reshuffle=False, penalty=None) == Options(reshuffle=False)

"""What is played, in words."""

from dataclasses import fields

import pytest

from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.presets import PRESETS
from p2p_ligretto.speech.table_rules import option_words, preset_words, rules_line, rules_lines

ANOTHER = Options(
    rounds=4, target_score=99, reshuffle=False, row_storage="ascending", call="manual", one_hand=True,
    penalty="hand_to_stack", hints=False,
)  # fmt: skip


@pytest.mark.parametrize("key", [field.name for field in fields(Options)])
def test_an_option_that_is_changed_is_marked_and_said_otherwise(key: str) -> None:
    changed = Options(**{key: getattr(ANOTHER, key)})
    marked = [option for option in option_words(changed) if option.changed]
    assert len(marked) == 1
    assert marked[0] not in option_words(OFFICIAL)
    assert len(rules_lines(changed)) == 2
    assert rules_lines(changed)[0].startswith("what is played: own rules") == (changed not in PRESETS.values())


def test_what_is_not_official_is_told_in_a_line_each() -> None:
    assert rules_lines(OFFICIAL) == ("what is played: official (the rule book: three rounds, no house rule)",)
    assert rules_lines(PRESETS["advanced"]) == (
        "what is played: advanced (the official variant: the row stores cards)",
        "changed: storing: descending (on a row card one higher, of another colour)",
    )
    assert rules_lines(Options(call="manual"))[0] == "what is played: own rules (the official game, changed)"


def test_all_options_are_told_to_who_asks() -> None:
    lines = rules_lines(PRESETS["advanced"], whole=True)
    assert len(lines) == 1 + len(option_words(OFFICIAL))
    assert "match: 3 rounds (the highest total wins)" in lines
    assert "changed: storing: descending (on a row card one higher, of another colour)" in lines


@pytest.mark.parametrize("preset", [*PRESETS, None])
def test_a_preset_is_called_and_explained_in_a_line_of_a_form(preset: str | None) -> None:
    name, explanation = preset_words(preset)
    assert len(name) <= 20
    assert 0 < len(explanation) <= 64
    if preset is not None:
        assert len(rules_line(PRESETS[preset])) < 80

from p2p_ligretto.game.options import OFFICIAL, Options, target_in_reach
from p2p_ligretto.game.presets import PRESETS, changed_options, preset_of


def test_each_preset_has_its_name_and_everything_else_has_none() -> None:
    assert [preset_of(options) for options in PRESETS.values()] == list(PRESETS)
    assert preset_of(Options()) == "official"
    assert preset_of(Options(rounds=5)) is None
    assert preset_of(Options(target_score=100, rounds=3)) is None


def test_what_is_promised_of_the_presets() -> None:
    assert PRESETS["official"] == OFFICIAL
    assert changed_options(OFFICIAL) == frozenset()
    assert PRESETS["advanced"].row_storage == "descending"
    assert changed_options(PRESETS["advanced"]) == {"row_storage"}
    assert PRESETS["brettspielwelt"].target_score == 100
    assert PRESETS["family"].rounds < OFFICIAL.rounds
    assert PRESETS["family"].row_storage is None
    assert PRESETS["family"].reshuffle


def test_a_target_score_can_be_out_of_reach() -> None:
    assert all(map(target_in_reach, PRESETS.values()))
    assert target_in_reach(Options(target_score=40, rounds=1))
    assert not target_in_reach(Options(target_score=41, rounds=1))

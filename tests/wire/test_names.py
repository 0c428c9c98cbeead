import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import wcswidth

from p2p_ligretto.wire.names import (
    MAX_NAME_CELLS,
    UNNAMED,
    check_name,
    check_saying,
    check_text,
    clean_name,
    clean_saying,
)

anything = st.text(st.characters(codec=None), max_size=40)


@given(anything)
@example("\u0301" * 20)
@example("e\u0301\u0301 \u0323x")
@example("漢字" * 20)
@example("\ud800\udfff")
@example("\u0301 \u0301x")
def test_a_cleaned_name_is_accepted_by_everybody_and_fits_its_place(typed: str) -> None:
    name = clean_name(typed)
    assert check_name(name) is None
    assert name.isprintable()
    assert unicodedata.is_normalized("NFC", name)
    assert 1 <= wcswidth(name) <= MAX_NAME_CELLS
    assert clean_name(name) == name


@given(anything)
@example("\u0301x" * 20)
@example("a " * 20)
def test_what_is_said_of_anything_typed_is_accepted_by_everybody(typed: str) -> None:
    said = clean_saying(typed, 12)
    assert len(said) <= 12
    assert not said or (check_saying(said) is None and said.isprintable())
    assert clean_saying(said, 12) == said


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada\t Lovelace \n", "Ada Lovelace"),
        ("\x1b[31mred\x07", "[31mred"),
        ("\u202eadA\u200f", "adA"),
        ("Zoe\u0308", "Zoë"),
        ("漢字漢字漢字漢字漢字", "漢字漢字漢字漢字"),
        ("x漢字漢字漢字漢字", "x漢字漢字漢字漢"),
        ("a very long name indeed", "a very long name"),
        ("👩\u200d🚀 Bea", "👩🚀 Bea"),
        ("\u0301Bea", "Bea"),
        ("", UNNAMED),
        ("\u200b\u2060\x00", UNNAMED),
        ("\u3164", UNNAMED),
    ],
)
def test_what_is_made_of_what_people_type(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a" * 17,
        " Ada",
        "Ada ",
        "A\nda",
        "A\x00da",
        "A\x1b[2Jda",
        "A\x7fda",
        "A\x9bda",
        "A\u00adda",
        "A\u00a0da",
        "A\u200bda",
        "A\u200dda",
        "A\u202eda",
        "A\u2066da",
        "A\u2028da",
        "A\u3000da",
        "A\ue000da",
        "A\ufeffda",
        "A\ufffeda",
        "A\ufe0fda",
        "A\U0001ffffda",
        "A\U000e0041da",
        "A\U0010ffffda",
        "Zoe\u0308",
    ],
)
def test_what_no_peer_may_be_called(name: str) -> None:
    assert check_name(name)


@pytest.mark.parametrize("name", ["Ada", "Ada Lovelace", "Zoë", "漢字", "Мария", "שרה", "नेहा", "🦊", "O'Neil-2"])
def test_names_of_people(name: str) -> None:
    assert check_name(name) is None
    assert clean_name(name) == name


def test_a_wide_name_from_a_peer_is_for_the_display_to_clip() -> None:
    assert check_name("漢" * 16) is None


@given(anything)
def test_a_text_that_passes_has_nothing_in_it_that_moves_a_cursor(text: str) -> None:
    if check_text(text) is None:
        assert not {unicodedata.category(character) for character in text} & {"Cc", "Cs", "Co", "Zl", "Zp"}
        assert not {unicodedata.bidirectional(character) for character in text} & {
            "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
        }  # fmt: skip

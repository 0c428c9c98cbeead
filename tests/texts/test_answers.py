"""What a person types and what others see, in another language than English."""

import pytest

from p2p_ligretto.commands.history_tables import duration
from p2p_ligretto.plain.commands import AnswerCaller, Command, Quit, SayEmote, SayReady, Unclear, parse
from p2p_ligretto.plain.place import look_lines
from p2p_ligretto.speech.answers import answer
from p2p_ligretto.speech.photo_finish import margin_words
from p2p_ligretto.speech.words import duration_words
from p2p_ligretto.texts import _, in_english
from tests.speech.samples import area, round_of, table_of
from tests.texts.languages import Marked, Told, spoken

GERMAN = Told({"yes y": "ja j", "no n": "nein n", ".": ",", "red": "rot", "well played": "Gut gespielt"})


@pytest.mark.parametrize(
    ("typed", "answered"),
    [
        ("yes", True),
        ("Y", True),
        ("ja", True),
        (" J ", True),
        ("no", False),
        ("NEIN", False),
        ("n", False),
        ("jein", None),
    ],
)
def test_yes_and_no_are_understood_in_english_and_in_the_own_language(typed: str, answered: bool | None) -> None:
    with spoken(GERMAN):
        assert answer(typed, letters=True) is answered
    assert answer("ja", letters=True) is None


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("ja", AnswerCaller(True)),
        ("yes", AnswerCaller(True)),
        ("Nein", AnswerCaller(False)),
        ("gut  gespielt", SayEmote(0)),
        ("well played", SayEmote(0)),
        ("r", SayReady()),
        ("q", Quit()),
    ],
)
def test_commands_stay_english_and_answers_need_not(typed: str, command: Command) -> None:
    with spoken(GERMAN):
        assert parse(typed) == command


def test_one_letter_lets_nobody_in() -> None:
    with spoken(GERMAN):
        assert all(isinstance(parse(letter), Unclear) for letter in "jny")


def test_what_is_to_be_typed_is_told_as_it_is_to_be_typed() -> None:
    table = table_of(state=round_of([area("R5 G9 Y1", "Y1", discard="R5"), area()], "R4:1"))
    with spoken(Marked()):
        (line,) = look_lines("fits", table, 0)
    assert line.endswith(": stack Y1, row 1 R5, row 3 Y1, discard R5")


def test_tenths_as_they_are_written_in_the_language() -> None:
    with spoken(GERMAN):
        assert (duration_words(1_400_000), margin_words(2_900), duration(63_400_000)) == ("1,4 s", "2,9 ms", "1:03,4")


def test_what_programs_read_is_english() -> None:
    with spoken(GERMAN):
        with in_english():
            assert _("red") == "red"
        assert _("red") == "rot"

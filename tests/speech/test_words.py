import pytest

from p2p_ligretto.game.cards import PileId
from p2p_ligretto.game.moves import DISCARD, STACK, row
from p2p_ligretto.speech.words import back_words, duration_words, listed, pile_number, pile_words, seat_name
from p2p_ligretto.wire.printable import printable
from tests.speech.samples import area, round_of, table_of


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Bea", "Bea"),
        ("Zoë 王", "Zoë 王"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\nb\r", "a\\nb\\r"),
        ("\u202eaeB", "\\u202eaeB"),
        ("\x9b31m", "\\x9b31m"),
        ("\u200b", "\\u200b"),
        ("\ud800", "\\ud800"),
    ],
)
def test_nothing_that_a_terminal_obeys_is_printed(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(text).isprintable()


@pytest.mark.parametrize(
    ("time_us", "words"),
    [
        (0, "less than 0.1 ms"),
        (99, "less than 0.1 ms"),
        (960, "0.9 ms"),
        (400, "0.4 ms"),
        (11_800, "11 ms"),
        (999_999, "999 ms"),
        (1_450_000, "1.4 s"),
        (3_000_000, "3 s"),
        (2_990_000, "2.9 s"),
        (75_000_000, "75 s"),
    ],
)
def test_times(time_us: int, words: str) -> None:
    assert duration_words(time_us) == words


def test_piles_of_a_colour_are_counted_as_they_were_opened() -> None:
    state = round_of([area(), area()], "R4:1 Y2:0 R7:0")
    assert pile_words(state, PileId("R", 1)) == "red pile 1"
    assert pile_words(state, PileId("R", 0)) == "red pile 2"
    assert [pile_number(state, PileId(*each)) for each in (("R", 0), ("Y", 0), ("G", 0))] == [2, 1, 0]
    assert pile_words(state, PileId("G", 0)) == "a green pile"
    assert pile_words(None, PileId("B", 0)) == "a blue pile"


@pytest.mark.parametrize(
    ("source", "words"),
    [(row(0), "back in row 1"), (STACK, "back on your stack"), (DISCARD, "back on your discard")],
)
def test_where_a_card_came_back_to(source: object, words: str) -> None:
    assert back_words(source) == words  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "line"), [(["Ada"], "Ada"), (["Ada", "Bea"], "Ada and Bea"), (["Ada", "Bea", "Cas"], "Ada, Bea and Cas")]
)
def test_lists(words: list[str], line: str) -> None:
    assert listed(words) == line


def test_names_that_look_alike_get_a_fingerprint() -> None:
    table = table_of("Ada ada Cas \x1b")
    assert [seat_name(table, seat) for seat in range(5)] == ["Ada (0000)", "ada (0101)", "Cas", "\\x1b", "seat 5"]

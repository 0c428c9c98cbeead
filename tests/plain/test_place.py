import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.plain.place import centre_line, look_lines, place_line, table_lines
from tests.speech.samples import area, round_of, table_of


@pytest.mark.parametrize(
    ("own", "line"),
    [
        (area(discard="Y1 B7"), "stack Y3 (10), row 1:R4 2:G9 3:B1, discard B7, hand 24"),
        (area("R4 - B1", "Y3", left=1, hand=0), "stack Y3 (1), row 1:R4 2:gap 3:B1, discard empty, hand 0"),
        (area("R4 G9+R8+Y7 B1", ""), "stack empty, row 1:R4 2:Y7 on R8 G9 3:B1, discard empty, hand 24"),
    ],
)
def test_one_place_on_one_line(own: object, line: str) -> None:
    assert place_line(own) == line  # type: ignore[arg-type]


def test_the_centre_on_one_line_a_pile_never_changes_its_place() -> None:
    state = round_of([area(), area()], "R4:1 Y2:0 R10:0 B5:0 B3:1 R1:2")
    assert centre_line(state) == "centre R 4 10 1, Y 2, G none, B 5 3"


def test_the_whole_table() -> None:
    state = round_of([area(), area("R4 G9 B1", "Y9"), None], "R4:1")
    assert table_lines(table_of(state=state), 0) == (
        "centre R 4, Y none, G none, B none",
        "Bea: stack Y9 (10), row 1:R4 2:G9 3:B1, discard empty, hand 24, centre 0",
        "you: stack Y3 (10), row 1:R4 2:G9 3:B1, discard empty, hand 24, centre 0",
    )
    assert len(table_lines(table_of(state=state), None)) == 3
    assert table_lines(None, None) == ("no round is being played; type who to see who is at the table",)


def test_one_thing_of_the_table_can_be_asked_for() -> None:
    table = table_of(state=round_of([area("R5 G9 Y1", "Y3", discard="R5"), area()], "R4:1"))
    assert look_lines("table", table, 0) == table_lines(table, 0)
    assert look_lines("centre", table, 0) == ("centre R 4, Y none, G none, B none",)
    assert look_lines("own", table, 0) == ("stack Y3 (10), row 1:R5 2:G9 3:Y1, discard R5, hand 24",)
    assert look_lines("fits", table, 0) == ("these fit: row 1 R5, row 3 Y1, discard R5",)


def test_gaps_that_can_be_filled_and_cards_that_can_be_stored_are_told_as_they_are_typed() -> None:
    options = Options(row_storage="descending")
    state = round_of([area("R9 - Y4", "Y3", discard="G8"), area()], "B6:1", options)
    assert look_lines("fits", table_of(state=state), 0) == ("a gap can be filled: f2; a card can be stored: d1",)
    state = round_of([area("R5 - Y9", "Y1", discard="B2"), area()], "R4:1 R4:0")
    assert look_lines("fits", table_of(state=state), 0) == ("these fit: stack Y1, row 1 R5; a gap can be filled: f2",)


def test_at_a_table_without_hints_nobody_is_told_what_fits() -> None:
    table = table_of(state=round_of([area("R5 G9 Y1"), area()], "R4:1", Options(hints=False)))
    assert look_lines("fits", table, 0) == ("this table plays without hints: nobody is shown which cards fit",)


def test_what_cannot_be_told_says_what_to_type_instead() -> None:
    table = table_of(state=round_of([area("R9 G9 B9"), area()], "R4:1"))
    assert look_lines("fits", table, 0) == ("none of your cards fits: press enter to turn hand cards",)
    assert look_lines("own", table, None) == ("you have no cards here: type look for the whole table",)
    assert look_lines("fits", None, None) == table_lines(None, None)


def test_nothing_is_drawn_with_signs_that_a_screen_reader_would_name() -> None:
    table = table_of(state=round_of([area(), area("R4 - B1", "", discard="Y1"), None], "R4:1 B3:0"))
    for what in ("table", "centre", "own", "fits"):
        for line in look_lines(what, table, 0):
            assert not set(line) & set("|-_+=<>#*\t")
            assert "  " not in line

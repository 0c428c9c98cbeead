import pytest
from msgspec.structs import replace

from p2p_ligretto.node.table import Seat
from p2p_ligretto.speech.choices import Misfit
from p2p_ligretto.speech.naming import seat_named
from tests.speech.samples import table_of

TABLE = replace(
    table_of(),
    seats=tuple(
        Seat(bytes([place * 17]) * 16, name)
        for place, name in enumerate(("Ada", "Bea", "BEA", "Casimir", "Cas", "Eva Maria", "\x1bX"))
    ),
)


@pytest.mark.parametrize(
    ("typed", "seat"),
    [
        ("ada", 0),
        ("  ADA ", 0),
        ("a", 0),
        ("bea (1111)", 1),
        ("bea (2222)", 2),
        ("bea (22", 2),
        ("casi", 3),
        ("cas", 4),
        ("eva  maria", 5),
        ("eva", 5),
    ],
)
def test_a_name_or_its_beginning_names_a_seat(typed: str, seat: int) -> None:
    assert seat_named(TABLE, typed) == seat


def test_a_name_that_two_have_asks_which() -> None:
    assert seat_named(TABLE, "bea") == Misfit("whom do you mean? type Bea (1111) or BEA (2222)")
    assert seat_named(TABLE, "c") == Misfit("whom do you mean? type Casimir or Cas")


def test_a_name_that_nobody_has_tells_who_is_here() -> None:
    misfit = seat_named(TABLE, "zoe\x1b")
    assert isinstance(misfit, Misfit)
    assert misfit.line.startswith("nobody here is called 'zoe\\x1b': at the table are Ada, Bea (1111)")
    assert misfit.line.isprintable()
    assert isinstance(seat_named(TABLE, ""), Misfit)


def test_who_has_gone_is_nobody_here() -> None:
    gone = replace(TABLE, seats=(replace(TABLE.seats[0], present=False), *TABLE.seats[1:]))
    assert isinstance(seat_named(gone, "ada"), Misfit)

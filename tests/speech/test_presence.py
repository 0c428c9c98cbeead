"""What is known of laptops and seats, in words; and what a person is told before going on without the others."""

import pytest
from msgspec.structs import replace

from p2p_ligretto.game.moves import Turn
from p2p_ligretto.node.notices import (
    Frozen,
    Moved,
    Notice,
    SeatAway,
    SeatBack,
    SeatLeft,
    SeatLost,
    SeatReturned,
    SeatWarned,
    Thawed,
)
from p2p_ligretto.node.table import Seat
from p2p_ligretto.speech.presence import ALL_HERE, Reach, awaited_line, go_on_words, presence_words
from p2p_ligretto.speech.waiting import waiting_line
from tests.speech.samples import table_of

TABLE = table_of("Ada Bea Cas")
GONE = replace(TABLE, seats=(TABLE.seats[0], replace(TABLE.seats[1], present=False), TABLE.seats[2]))


@pytest.mark.parametrize(
    ("told", "reach"),
    [
        ([SeatWarned(1)], Reach(warned=frozenset({1}))),
        ([SeatWarned(1), SeatReturned(1)], ALL_HERE),
        ([SeatWarned(1), SeatAway(1)], Reach(away=frozenset({1}))),
        ([SeatAway(1), SeatWarned(2), SeatReturned(1)], Reach(warned=frozenset({2}))),
        ([SeatAway(1), SeatLost(1)], Reach(lost=frozenset({1}))),
        ([SeatAway(1), SeatLost(1), SeatBack(1)], ALL_HERE),
        ([SeatAway(1), SeatLeft(1)], ALL_HERE),
        ([Frozen((1, 2), False)], Reach(frozen=Frozen((1, 2), False))),
        ([Frozen((1,), True), Thawed()], ALL_HERE),
        ([Moved(1, Turn(9, 0))], ALL_HERE),
    ],
)
def test_notices_tell_who_is_reached(told: list[Notice], reach: Reach) -> None:
    known = ALL_HERE
    for notice in told:
        known = known.after(notice)
    assert known == reach


def test_a_seat_says_how_it_is_with_it_and_the_worst_first() -> None:
    everything = Reach(frozenset({1}), frozenset({1}), frozenset({1}))
    assert presence_words(TABLE, 1, ALL_HERE) == ""
    assert presence_words(TABLE, 1, Reach(warned=frozenset({1}))) == "silent"
    assert presence_words(TABLE, 1, everything) == "away"
    assert presence_words(replace(TABLE, out=frozenset({1})), 1, ALL_HERE) == "counts as absent"
    assert presence_words(GONE, 1, ALL_HERE) == "has left"
    assert presence_words(GONE, 1, everything) == "laptop gone, may return"
    assert presence_words(replace(GONE, banned=frozenset({bytes([1]) * 16})), 1, everything) == "kicked out"


def test_a_minority_says_for_whom_it_waits_before_anything_else() -> None:
    reach = Reach(away=frozenset({1}), frozen=Frozen((1, 2), False))
    assert "minority" in (waiting_line(TABLE, 0, reach) or "")
    assert "Bea or Cas" in (waiting_line(TABLE, 0, reach) or "")


def test_who_is_away_is_waited_for_until_the_table_has_decided() -> None:
    assert awaited_line(TABLE, {1, 2}) == "no answer from the laptop of Bea and Cas: the table decides how to go on"
    assert awaited_line(GONE, {1}) is None
    assert waiting_line(TABLE, 0, ALL_HERE) is None


def test_going_on_without_is_explained() -> None:
    words = go_on_words(Frozen((1,), True), TABLE)
    assert words.startswith("Bea can't be reached")
    assert "never join again" in words
    assert go_on_words(Frozen((), True), None).startswith("the others can't")


def test_names_from_other_laptops_are_made_harmless() -> None:
    evil = replace(TABLE, seats=(*TABLE.seats[:1], Seat(b"x" * 16, "\x1b[2J")))
    assert go_on_words(Frozen((1,), True), evil).isprintable()

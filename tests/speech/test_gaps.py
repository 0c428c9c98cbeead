"""Gaps of the row are filled by themselves: from the left, once each, and again after a while if that failed."""

from p2p_ligretto.game.cards import Card
from p2p_ligretto.game.moves import Fill
from p2p_ligretto.game.rules import agree
from p2p_ligretto.speech.gaps import FILL_AGAIN_US, GapFilling, gap_filling
from tests.speech.samples import area, round_of

FIRST = Fill(Card("Y", 3), 1)


def test_gaps_are_filled_from_the_left_as_long_as_there_is_a_stack() -> None:
    assert gap_filling(round_of([area("R4 - -", "Y3"), area()]), 0) == FIRST
    assert gap_filling(round_of([area("R4 - -", ""), area()]), 0) is None
    assert gap_filling(round_of([area(), area()]), 0) is None
    assert gap_filling(round_of([None, area(), area()]), 0) is None
    assert gap_filling(agree(round_of([area("R4 - -", "Y3"), area()])), 0) is None
    assert gap_filling(round_of([area("R4 - -", "Y3"), None]), 0) is None, "who is left alone can't play"


def test_a_gap_that_stays_is_tried_again_after_a_while() -> None:
    filling, state = GapFilling(), round_of([area("R4 - -", "Y3"), area()])
    assert filling.due(state, 0, 5) == FIRST
    assert filling.due(state, 0, 4 + FILL_AGAIN_US) is None
    assert filling.due(state, 0, 5 + FILL_AGAIN_US) == FIRST


def test_the_next_gap_is_filled_at_once() -> None:
    filling = GapFilling()
    assert filling.due(round_of([area("R4 - -", "Y3"), area()]), 0, 5) == FIRST
    assert filling.due(round_of([area("R4 Y3 -", "G9"), area()]), 0, 6) == Fill(Card("G", 9), 2)
    assert filling.due(round_of([area("R4 Y3 G9", ""), area()]), 0, 7) is None

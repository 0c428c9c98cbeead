"""What everybody knows of face-down cards after penalties: tables for both directions and both ways of taking up."""

import pytest

from p2p_ligretto.game.cards import Card
from p2p_ligretto.game.face_down import pay_hand_to_stack, pay_stack_to_hand, take_stack_top, turn
from p2p_ligretto.game.state import Area
from tests.game.positions import area, cards


def certain(found: Area | None) -> Area:
    assert found is not None
    return found


class TestShuffledHandToStack:
    """Pool of four, one of which was buried: nobody knows which, until the hand has been turned."""

    place = area(row="R9", hidden=1, pool="G1 G2 G3 G4", hand=4)

    def buried(self) -> Area:
        return certain(pay_hand_to_stack(self.place, True, ()))

    def test_any_card_of_the_pool_may_be_the_stray(self):
        after = self.buried()
        assert (after.hand, after.stack, after.pool, after.strays) == (3, 3, self.place.pool, 1)
        assert after.unseen_in_stack == 1

    def test_turning_the_rest_tells_which_it_was(self):
        after = certain(turn(self.buried(), True, cards("G4 G1 G3")))
        assert (after.hand, after.pool, after.buried, after.strays) == (0, (), (cards("G2"),), 0)

    @pytest.mark.parametrize(("next_card", "possible"), [("G5", True), ("G1", False), ("R9", False), ("B9", False)])
    def test_the_card_above_it_has_never_been_seen(self, next_card, possible):
        assert (take_stack_top(self.buried(), cards(next_card)) is not None) == possible

    def test_a_stray_that_comes_to_light_is_not_in_the_hand(self):
        above = certain(take_stack_top(self.buried(), cards("Y5")))
        assert take_stack_top(above, cards("G5")) is None
        lit = certain(take_stack_top(above, cards("G2")))
        assert (lit.stack_top, lit.strays, lit.hand) == (Card("G", 2), 0, 3)
        assert turn(lit, True, cards("G1 G2 G3")) is None
        assert certain(turn(lit, True, cards("G1 G3 G4"))).buried == ()

    def test_the_last_hand_card_makes_the_rest_certain(self):
        after = self.buried()
        after = certain(turn(after, True, cards("G4 G1 G3")))
        one = area(row="R9", hidden=0, pool="G1")
        assert certain(pay_hand_to_stack(one, True, ())).buried == (cards("G1"),)
        two = certain(pay_hand_to_stack(area(row="R9", hidden=0, pool="G1 G2"), True, ()))
        two = certain(pay_hand_to_stack(two, True, ()))
        assert (two.hand, two.buried, two.pool) == (0, (cards("G1 G2"),), ())
        assert take_stack_top(two, cards("G3")) is None
        assert certain(take_stack_top(two, cards("G2"))).buried == (cards("G1"),)
        assert after.hand == 0

    def test_groups_of_several_passes_keep_their_order(self):
        place = area(row="R9", hidden=2, pool="G3 G4 G5", hand=2, buried="G1")
        assert (place.strays, place.unseen_in_stack) == (1, 0)
        assert take_stack_top(place, cards("G3")) is None
        first = certain(take_stack_top(place, cards("G1")))
        assert (first.buried, first.strays) == ((), 1)
        assert take_stack_top(first, cards("G1")) is None
        assert certain(take_stack_top(first, cards("G4"))).strays == 0


class TestUnshuffledHandToStack:
    def test_the_last_of_the_sequence_is_known_to_go(self):
        place = area(row="R9", hidden=1, pool="G1 G2 G3")
        once = certain(pay_hand_to_stack(place, False, ()))
        twice = certain(pay_hand_to_stack(once, False, ()))
        assert (twice.pool, twice.buried, twice.hand) == (cards("G1"), (cards("G3"), cards("G2")), 1)
        above = certain(take_stack_top(twice, cards("Y5")))
        assert take_stack_top(above, cards("G2")) is None
        assert certain(take_stack_top(above, cards("G3"))).buried == (cards("G2"),)

    def test_before_the_first_taking_up_nobody_knows_it(self):
        after = certain(pay_hand_to_stack(area(row="R9", hidden=1, unturned=2), False, ()))
        assert (after.unturned, after.buried, after.unseen_in_stack) == (1, (), 2)


class TestStackToHand:
    def test_known_cards_lie_below_the_unseen_and_below_the_pool(self):
        for place in (area(row="R9", unturned=2), area(row="R9", pool="G1 G2")):
            first = "G1 G2"
            after = certain(pay_stack_to_hand(place, cards("Y5")))
            assert after.hand == 3
            assert turn(after, True, cards("B9 G1 G2")) is None
            assert certain(turn(after, True, cards(first + " B9"))).bottom == ()

    def test_onto_an_empty_hand_it_is_turned_alone(self):
        after = certain(pay_stack_to_hand(area(row="R9", discard="G1 G2"), cards("Y5")))
        assert (after.hand, after.bottom) == (1, cards("B9"))
        assert turn(after, True, cards("G1")) is None
        assert certain(turn(after, True, cards("B9"))).discard == cards("G1 G2 B9")


class TestOpenlyUnderAnEmptyStack:
    @pytest.mark.parametrize(
        ("reshuffle", "exposes", "possible"),
        [
            (True, "G1", True),
            (True, "G2", True),
            (True, "G3", False),
            (False, "G2", True),
            (False, "G1", False),
            (True, "", False),
            (False, "G2 G1", False),
        ],
    )
    def test_of_a_known_hand(self, reshuffle, exposes, possible):
        after = pay_hand_to_stack(area(row="R9", stack="", pool="G1 G2"), reshuffle, cards(exposes))
        assert (after is not None) == possible
        if after is not None:
            assert (after.stack, after.hand, len(after.pool), after.strays) == (1, 1, 1, 0)

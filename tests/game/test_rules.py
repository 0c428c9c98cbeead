"""Tables of cases: what each move does, and each reason for not doing it."""

import pytest

from p2p_ligretto.game.cards import Card, PileId, parse_card
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Play, Source, Stop, Store, Turn, row
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.rules import agree, apply, with_present
from p2p_ligretto.game.state import Area, End, Rejected, RoundState
from tests.game.positions import BUSY, area, cards, pile, slots, state

MANUAL = Options(call="manual")
DOWN = Options(row_storage="descending")
UP = Options(row_storage="ascending")
TO_HAND = Options(penalty="stack_to_hand")
TO_STACK = Options(penalty="hand_to_stack")


def play(card: str, source: Source, pile_name: str, height: int, exposes: str = "") -> Play:
    colour, opener = pile_name.split(":")
    return Play(parse_card(card), source, PileId(colour, int(opener)), height, cards(exposes))


def own(after: RoundState) -> Area:
    place = after.areas[0]
    assert place is not None
    return place


def accepted(before: RoundState, move) -> RoundState:
    outcome = apply(before, 0, move, 10_000)
    assert outcome.rejected is None
    return outcome.state


def rejected(before: RoundState, move, seat: int = 0) -> Rejected:
    outcome = apply(before, seat, move, 10_000)
    assert outcome.rejected is not None
    assert outcome.state is before
    return outcome.rejected


class TestPlay:
    def test_a_1_opens_a_pile_of_its_own_beside_others_of_its_colour(self):
        after = accepted(state(area(row="R1 Y9 G9"), pile("R", 3)), play("R1", row(0), "R:0", 1))
        assert [str(a.id) for a in after.piles] == ["R:1", "R:0"]
        assert after.piles[1].owners == (0,)
        assert after.piles[1].times_us == (10_000,)
        assert own(after).row == slots("- Y9 G9")
        assert own(after).centre == 1

    def test_the_next_number_goes_on_anybodys_pile(self):
        after = accepted(state(area(row="R4 Y9 G9"), pile("Y", 2), pile("R", 3)), play("R4", row(0), "R:1", 4))
        assert after.piles[1].owners == (1, 1, 1, 0)
        assert after.piles[1].times_us[-1] == 10_000
        assert after.piles[0] == pile("Y", 2)

    def test_a_10_completes_a_pile(self):
        after = accepted(state(area(row="R10 Y9 G9"), pile("R", 9)), play("R10", row(0), "R:1", 10))
        assert after.piles[0].complete

    def test_the_stack_top_shows_the_next(self):
        after = accepted(state(area(stack="R4"), pile("R", 3)), play("R4", STACK, "R:1", 4, "G2"))
        assert (own(after).stack, own(after).stack_top) == (3, Card("G", 2))

    def test_the_discard_top_frees_the_one_below(self):
        after = accepted(state(area(discard="B2 R4"), pile("R", 3)), play("R4", DISCARD, "R:1", 4))
        assert own(after).discard == cards("B2")

    def test_the_top_of_a_slot_frees_the_one_below(self):
        after = accepted(state(area(row="G5/R4 Y9"), pile("R", 3), options=DOWN), play("R4", row(0), "R:1", 4))
        assert own(after).row == slots("G5 Y9")

    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            (play("R4", row(1), "R:1", 4), "follows"),
            (play("R4", STACK, "R:1", 4), "follows"),
            (play("R4", DISCARD, "R:1", 4), "follows"),
            (play("R4", row(3), "R:1", 4), "follows"),
            (play("R4", row(-1), "R:1", 4), "follows"),
            (play("R4", row(2), "R:1", 4), "follows"),
            (play("R4", Source("table", 0), "R:1", 4), "follows"),
            (play("B9", Source("stack", 2), "B:1", 9), "follows"),
            (play("R5", row(0), "R:1", 4), "follows"),
            (play("R4", row(0), "R:1", 5), "illegal"),
            (play("R4", row(0), "R:1", 0), "illegal"),
            (play("R4", row(0), "Y:1", 4), "illegal"),
            (play("R4", row(0), "R:0", 4), "illegal"),
            (play("R4", row(0), "R:5", 4), "illegal"),
            (play("R4", row(0), "R:1", 4, "G2"), "illegal"),
            (play("Y1", row(1), "Y:1", 1), "illegal"),
            (play("Y1", row(1), "Y:2", 1), "illegal"),
            (play("Y1", row(1), "Y:0", 1, "G2"), "illegal"),
            (play("B9", STACK, "B:1", 9, "G2"), "illegal"),
            (Play(Card("X", 4), row(0), PileId("X", 1), 4), "follows"),
        ],
        ids=str,
    )
    def test_not_to_be_played(self, move, reason):
        before = state(area(row="R4 Y1 -"), pile("R", 3), pile("Y", 3), pile("B", 5))
        assert rejected(before, move) == Rejected(reason)

    @pytest.mark.parametrize(
        ("piles", "move", "reason"),
        [
            ((pile("R", 2),), play("R4", row(0), "R:1", 4), Rejected("illegal")),
            ((), play("R4", row(0), "R:1", 4), Rejected("illegal")),
            ((pile("R", 4, owners=(1, 1, 0, 1)),), play("R4", row(0), "R:1", 4), Rejected("beaten", 1, 6_000)),
            ((pile("R", 6, owners=(1, 1, 1, 0, 1, 1)),), play("R4", row(0), "R:1", 4), Rejected("beaten", 0, 6_000)),
            ((pile("R", 10),), play("R4", row(0), "R:1", 4), Rejected("beaten", 1, 6_000)),
            ((pile("Y", 10),), play("Y10", row(1), "Y:1", 10), Rejected("beaten", 1, 0)),
            ((pile("R", 4),), play("R4", row(0), "R:1", 4, "G2"), Rejected("illegal")),
            ((pile("R", 4),), play("R4", row(1), "R:1", 4), Rejected("follows")),
            ((pile("B", 9),), play("B9", STACK, "B:1", 9), Rejected("illegal")),
            ((pile("B", 9),), play("B9", STACK, "B:1", 9, "G2"), Rejected("beaten", 1, 1_000)),
            ((pile("B", 9),), play("B9", STACK, "B:1", 9, "R4"), Rejected("illegal")),
        ],
        ids=str,
    )
    def test_lost_races_and_gaps(self, piles, move, reason):
        """Beaten names who was first and by how much, and only where all else is legal."""
        assert rejected(state(area(row="R4 Y10 G9"), *piles), move) == reason


class TestFill:
    def test_a_gap_is_filled_with_the_stack_top(self):
        after = accepted(state(area(row="R9 - G9")), Fill(Card("B", 9), 1, cards("G2")))
        assert own(after).row == slots("R9 B9 G9")
        assert (own(after).stack, own(after).stack_top) == (3, Card("G", 2))

    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            (Fill(Card("R", 4), 1, cards("G2")), "follows"),
            (Fill(Card("B", 9), 0, cards("G2")), "illegal"),
            (Fill(Card("B", 9), 3, cards("G2")), "illegal"),
            (Fill(Card("B", 9), -1, cards("G2")), "illegal"),
            (Fill(Card("B", 9), 1), "illegal"),
            (Fill(Card("B", 9), 1, cards("G2 G3")), "illegal"),
            (Fill(Card("B", 9), 1, cards("R9")), "illegal"),
        ],
        ids=str,
    )
    def test_not_to_be_filled(self, move, reason):
        assert rejected(state(area(row="R9 - G9", discard="R4")), move) == Rejected(reason)

    def test_an_empty_stack_fills_nothing(self):
        before = state(area(row="R9 - G9", stack=""), options=MANUAL)
        assert rejected(before, Fill(Card("B", 9), 1)) == Rejected("follows")


class TestStore:
    @pytest.mark.parametrize(
        ("options", "lower", "source", "card", "fits"),
        [
            (DOWN, "G8", DISCARD, "R7", True),
            (DOWN, "G7", DISCARD, "R8", False),
            (DOWN, "R8", DISCARD, "R7", False),
            (DOWN, "G9", DISCARD, "R7", False),
            (DOWN, "G8/Y7", DISCARD, "R6", True),
            (DOWN, "G8/Y7", DISCARD, "R7", False),
            (DOWN, "G10", STACK, "Y9", True),
            (UP, "G7", DISCARD, "R8", True),
            (UP, "G8", DISCARD, "R7", False),
            (UP, "R7", DISCARD, "R8", False),
            (UP, "G8", STACK, "Y9", True),
            (Options(), "G8", DISCARD, "R7", False),
        ],
        ids=str,
    )
    def test_one_apart_and_another_colour(self, options, lower, source, card, fits):
        place = area(
            row=f"{lower} B1", stack="Y9" if source == STACK else "B9", discard="" if source == STACK else card
        )
        move = Store(parse_card(card), source, 0, cards("B2") if source == STACK else ())
        before = state(place, options=options)
        if fits:
            after = accepted(before, move)
            assert own(after).row == slots(f"{lower}/{card} B1")
            assert own(after).discard == ()
            assert own(after).stack == (3 if source == STACK else 4)
        else:
            assert rejected(before, move) == Rejected("illegal")

    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            (Store(Card("R", 6), DISCARD, 0), "follows"),
            (Store(Card("R", 7), STACK, 0, cards("B2")), "follows"),
            (Store(Card("R", 7), DISCARD, 0, cards("B2")), "illegal"),
            (Store(Card("R", 7), DISCARD, 1), "illegal"),
            (Store(Card("R", 7), DISCARD, 3), "illegal"),
            (Store(Card("R", 7), DISCARD, -3), "illegal"),
            (Store(Card("B", 7), row(2), 0), "illegal"),
            (Store(Card("Y", 9), STACK, 3), "illegal"),
        ],
        ids=str,
    )
    def test_not_to_be_stored(self, move, reason):
        before = state(area(row="G8 - B7", stack="Y9", discard="R7"), options=DOWN)
        assert rejected(before, move) == Rejected(reason)

    def test_storing_the_last_stack_card_ends_nothing(self):
        before = state(area(row="G8 -", stack="Y7", hidden=0), options=DOWN)
        after = accepted(before, Store(Card("Y", 7), STACK, 0))
        assert after.end is None
        assert own(after).stack == 0


class TestTurn:
    @pytest.mark.parametrize(("unturned", "turned"), [(5, "R1 R2 R3"), (3, "R1 R2 R3"), (2, "R1 R2"), (1, "R1")])
    def test_three_at_a_time_or_what_is_left(self, unturned, turned):
        after = accepted(state(area(unturned=unturned, discard="B8")), Turn(unturned, 0, cards(turned)))
        assert own(after).discard == cards("B8 " + turned)
        assert own(after).hand == own(after).unturned == max(0, unturned - 3)
        assert own(after).passes == 0

    def test_an_empty_hand_takes_up_the_discard(self):
        after = accepted(state(area(discard="B8 G1 G2 G3 G4")), Turn(0, 5, cards("G4 B8 G1")))
        assert own(after).discard == cards("G4 B8 G1")
        assert (own(after).hand, own(after).passes) == (2, 1)
        assert set(own(after).pool) == set(cards("G2 G3"))

    def test_unshuffled_the_discard_comes_out_as_it_went_in(self):
        before = state(area(discard="B8 G1 G2 G3 G4"), options=Options(reshuffle=False))
        assert rejected(before, Turn(0, 5, cards("G4 B8 G1"))) == Rejected("illegal")
        after = accepted(before, Turn(0, 5, cards("B8 G1 G2")))
        assert own(after).pool == cards("G3 G4")
        assert rejected(after, Turn(2, 0, cards("G4 G3"))) == Rejected("illegal")
        assert own(accepted(after, Turn(2, 0, cards("G3 G4")))).hand == 0

    @pytest.mark.parametrize(
        ("place", "move", "reason"),
        [
            (area(unturned=5), Turn(4, 0, cards("R1 R2 R3")), "follows"),
            (area(unturned=5), Turn(5, 1, cards("R1 R2 R3")), "follows"),
            (area(unturned=5), Turn(5, 0, cards("R1 R2")), "illegal"),
            (area(unturned=5), Turn(5, 0, cards("R1 R2 R3 R4")), "illegal"),
            (area(unturned=5), Turn(5, 0), "illegal"),
            (area(unturned=5), Turn(5, 0, cards("R1 R2 R2")), "illegal"),
            (area(unturned=5), Turn(5, 0, cards("R1 R2 B9")), "illegal"),
            (area(unturned=5), Turn(5, 0, (Card("R", 1), Card("R", 2), Card("R", 11))), "illegal"),
            (area(discard="B8 G1"), Turn(0, 1, cards("G1")), "follows"),
            (area(discard="B8 G1"), Turn(0, 0, cards("G1")), "follows"),
            (area(discard="B8 G1"), Turn(0, 2, cards("G1 G2")), "illegal"),
            (area(discard="B8 G1"), Turn(0, 2, cards("G1 G1")), "illegal"),
            (area(), Turn(0, 0), "illegal"),
        ],
        ids=str,
    )
    def test_not_to_be_turned(self, place, move, reason):
        assert rejected(state(place), move) == Rejected(reason)


class TestEnd:
    def test_emptying_the_stack_to_the_centre_stops(self):
        before = state(area(stack="R4", hidden=0), pile("R", 3))
        assert accepted(before, play("R4", STACK, "R:1", 4)).end == End("stop", 0)

    def test_emptying_the_stack_into_a_gap_stops(self):
        assert accepted(state(area(row="- R9", hidden=0)), Fill(Card("B", 9), 0)).end == End("stop", 0)

    def test_the_last_stack_card_exposes_nothing(self):
        before = state(area(row="- R9", hidden=0))
        assert rejected(before, Fill(Card("B", 9), 0, cards("G2"))) == Rejected("illegal")

    def test_a_play_from_the_row_with_an_empty_stack_stops_nothing(self):
        before = state(area(row="R4 Y9", stack=""), pile("R", 3), options=DOWN)
        assert accepted(before, play("R4", row(0), "R:1", 4)).end is None

    def test_a_manual_call_needs_an_empty_stack(self):
        assert rejected(state(area(), options=MANUAL), Stop()) == Rejected("illegal")
        before = state(area(row="- R9", hidden=0), options=MANUAL)
        emptied = accepted(before, Fill(Card("B", 9), 0))
        assert emptied.end is None
        assert accepted(emptied, Stop()).end == End("stop", 0)

    def test_there_is_no_call_where_stopping_is_automatic(self):
        assert rejected(state(area(stack="")), Stop()) == Rejected("illegal")

    def test_everybody_blocked_ends_it(self):
        stuck = area(row="R9 Y9", stack="B9")
        before = state(area(row="R4 Y9", stack="B8", discard="G8"), pile("R", 3), other=stuck)
        ended = accepted(state(area(row="R4 Y9/B9", stack=""), pile("R", 3), other=stuck), play("R4", row(0), "R:1", 4))
        assert ended.end == End("blocked")
        assert accepted(before, play("R4", row(0), "R:1", 4)).end is None  # the gap can be filled

    def test_an_absent_seat_counts_as_blocked(self):
        before = state(area(row="R9 Y9", stack="B9"))
        assert with_present(before, frozenset({0})).end == End("blocked")
        assert with_present(before, frozenset({1})).end is None
        assert with_present(before, frozenset({1, 2, 7})).end is None
        assert with_present(before, before.present) is before

    def test_an_ended_round_stays_as_it_ended(self):
        ended = agree(state(area(row="R9 Y9")))
        assert ended.end == End("agreed")
        assert agree(ended) is ended
        assert with_present(ended, frozenset({0})).end == End("agreed")

    @pytest.mark.parametrize(
        "move", [Turn(3, 0, cards("R1 R2 R3")), Turn(9, 9), Stop(), Fill(Card("R", 1), 0)], ids=str
    )
    def test_whatever_comes_later_is_over(self, move):
        assert rejected(agree(state(area(unturned=3))), move) == Rejected("over")


@pytest.mark.parametrize("seat", [1, 2, 3, -1])
def test_who_is_not_there_can_do_nothing(seat):
    before = with_present(state(area(unturned=3), other=BUSY), frozenset({0, 2}))
    assert rejected(before, Turn(9, 0, cards("R1 R2 R3")), seat) == Rejected("illegal")


class TestPenalty:
    def paid(self, before: RoundState, move) -> Area:
        outcome = apply(before, 0, move, 10_000)
        assert outcome.rejected == Rejected("wrong")
        assert outcome.state.piles == before.piles
        assert outcome.state.end is None
        return own(outcome.state)

    @pytest.mark.parametrize("options", [TO_HAND, TO_STACK], ids=str)
    @pytest.mark.parametrize("move", [play("R4", row(0), "R:1", 5), play("R4", row(0), "Y:1", 4)], ids=str)
    def test_number_or_colour_that_do_not_fit_the_pile_named_are_wrong(self, options, move):
        """At whatever height the pile is by now, and if it hasn't been opened."""
        exposes = cards("G2") if options is TO_HAND else ()
        move = Play(move.card, move.source, move.pile, move.height, exposes)
        for piles in ((), (pile("R", 3),), (pile("R", 4),), (pile("Y", 10),)):
            paid = self.paid(state(area(row="R4 Y9", unturned=5), *piles, options=options), move)
            assert paid.row == slots("R4 Y9")

    @pytest.mark.parametrize("options", [TO_HAND, TO_STACK], ids=str)
    def test_lost_races_gaps_and_failed_guards_cost_nothing(self, options):
        place = area(row="R4 Y1", unturned=5)
        move = play("R4", row(0), "R:1", 4)
        assert rejected(state(place, pile("R", 4), options=options), move).reason == "beaten"
        assert rejected(state(place, pile("R", 2), options=options), move).reason == "illegal"
        assert rejected(state(place, options=options), play("Y1", row(1), "Y:1", 1)).reason == "illegal"
        assert rejected(state(place, options=options), play("R4", row(1), "R:1", 5)).reason == "follows"

    def test_the_stack_top_goes_to_the_bottom_of_the_hand(self):
        before = state(area(row="R4 Y9", unturned=2, hidden=2), options=TO_HAND)
        first = apply(before, 0, play("R4", row(0), "R:1", 5, "G2"), 1).state
        assert (own(first).stack, own(first).stack_top) == (2, Card("G", 2))
        assert (own(first).hand, own(first).unturned, own(first).bottom) == (3, 2, cards("B9"))
        second = apply(first, 0, play("G2", STACK, "G:1", 5, "G3"), 2).state
        assert own(second).bottom == cards("B9 G2")
        assert rejected(second, Turn(4, 0, cards("G5 G6 G7"))) == Rejected("illegal")
        assert rejected(second, Turn(4, 0, cards("G5 G6 G2"))) == Rejected("illegal")
        turned = accepted(second, Turn(4, 0, cards("G5 G6 B9")))
        assert own(accepted(turned, Turn(1, 0, cards("G2")))).hand == 0

    def test_the_last_stack_card_is_never_taken(self):
        before = state(area(row="R4 Y9", hidden=0), options=TO_HAND)
        outcome = apply(before, 0, play("R4", row(0), "R:1", 5), 1)
        assert outcome.rejected == Rejected("wrong")
        assert outcome.state is before

    def test_the_bottom_hand_card_goes_unseen_under_the_stack(self):
        before = state(area(row="R4 Y9", unturned=2, hidden=2), options=TO_STACK)
        after = apply(before, 0, play("R4", row(0), "R:1", 5), 1).state
        assert (own(after).stack, own(after).stack_top) == (4, Card("B", 9))
        assert (own(after).hand, own(after).unturned, own(after).unseen_in_stack) == (1, 1, 3)

    def test_an_empty_hand_pays_nothing(self):
        before = state(area(row="R4 Y9", discard="G5"), options=TO_STACK)
        outcome = apply(before, 0, play("R4", row(0), "R:1", 5), 1)
        assert outcome.rejected == Rejected("wrong")
        assert outcome.state is before

    def test_under_an_empty_stack_it_is_the_visible_top(self):
        options = Options(penalty="hand_to_stack", call="manual")
        before = state(area(row="R4 Y9", stack="", unturned=2), options=options)
        assert rejected(before, play("R4", row(0), "R:1", 5)) == Rejected("illegal")
        assert rejected(before, play("R4", row(0), "R:1", 5, "Y9")) == Rejected("illegal")
        after = apply(before, 0, play("R4", row(0), "R:1", 5, "G2"), 1).state
        assert (own(after).stack, own(after).stack_top, own(after).unturned) == (1, Card("G", 2), 1)

    @pytest.mark.parametrize(
        ("options", "exposes"),
        [(TO_HAND, ""), (TO_HAND, "G2 G3"), (TO_HAND, "Y9"), (TO_STACK, "G2"), (TO_STACK, "R4")],
        ids=str,
    )
    def test_what_it_exposes_must_be_so(self, options, exposes):
        before = state(area(row="R4 Y9", unturned=2), options=options)
        assert rejected(before, play("R4", row(0), "R:1", 5, exposes)) == Rejected("illegal")

    def test_nothing_paid_exposes_nothing(self):
        last = state(area(row="R4 Y9", hidden=0, unturned=2), options=TO_HAND)
        assert rejected(last, play("R4", row(0), "R:1", 5, "G2")) == Rejected("illegal")
        empty = state(area(row="R4 Y9", discard="G5"), options=TO_STACK)
        assert rejected(empty, play("R4", row(0), "R:1", 5, "G2")) == Rejected("illegal")

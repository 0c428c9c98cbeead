"""Cards, set-up, options, places, scores and matches: small tables."""

import pytest

from p2p_ligretto.game.cards import DECK, Card, PileId, parse_card
from p2p_ligretto.game.centre import first_place
from p2p_ligretto.game.deal import deal
from p2p_ligretto.game.legal import places_for
from p2p_ligretto.game.match import hand_size, match_over, row_size, winners
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.scoring import Score, points, score
from p2p_ligretto.game.state import Opening
from tests.game.positions import area, pile, state


def test_a_deck_is_four_colours_by_ten_numbers_in_ordinal_order():
    assert [card.ordinal for card in DECK] == list(range(40))
    assert [str(card) for card in DECK[9:12]] == ["R10", "Y1", "Y2"]
    assert all(parse_card(str(card).lower()) == card for card in DECK)
    assert str(PileId("G", 3)) == "G:3"


@pytest.mark.parametrize("text", ["", "R", "R0", "R11", "X4", "4R", "R4 ", "R٤", "RR4", "R-1"])
def test_what_is_no_card_is_told(text):
    with pytest.raises(ValueError, match="as R4"):
        parse_card(text)


@pytest.mark.parametrize(("players", "row", "hand"), [(2, 5, 25), (3, 4, 26), (4, 3, 27), (5, 3, 27), (12, 3, 27)])
def test_set_up(players, row, hand):
    assert (row_size(players), hand_size(players)) == (row, hand)
    openings = {seat: Opening(tuple(DECK[:row]), DECK[30]) for seat in range(1, players + 1)}
    dealt = deal(OFFICIAL, openings, players + 2)
    assert [place is not None for place in dealt.areas] == [False, *[True] * players, False]
    assert dealt.present == frozenset(openings)
    place = dealt.areas[1]
    assert place is not None
    assert (place.stack, place.stack_top, place.hand, place.unturned) == (10, DECK[30], hand, hand)
    assert place.row == tuple((card,) for card in DECK[:row])
    assert (place.discard, place.centre, dealt.piles, dealt.end) == ((), 0, (), None)


@pytest.mark.parametrize("players", [0, 1, 13])
def test_so_many_can_not_play(players):
    with pytest.raises(ValueError, match="2 to 12"):
        row_size(players)


@pytest.mark.parametrize(
    ("row", "top", "seats"),
    [
        (DECK[:4], DECK[20], 2),
        (DECK[:6], DECK[20], 2),
        (DECK[:5], DECK[20], 1),
        (DECK[:5], DECK[4], 2),
        ((*DECK[:4], DECK[0]), DECK[20], 2),
        ((*DECK[:4], Card("R", 11)), DECK[20], 2),
        (DECK[:5], Card("X", 1), 2),
    ],
)
def test_what_can_not_be_dealt(row, top, seats):
    fine = Opening(DECK[:5], DECK[20])
    with pytest.raises(ValueError, match="seat"):
        deal(OFFICIAL, {0: fine, 1: Opening(tuple(row), top)}, seats)


@pytest.mark.parametrize(
    ("centre", "left", "worth"), [(17, 4, 9), (12, 3, 6), (7, 5, -3), (14, 0, 14), (14, 3, 8), (8, 0, 8)]
)
def test_score_checks(centre, left, worth):
    assert points(centre, left) == worth


def test_the_score_of_a_round_is_by_seat():
    found = score(state(area(hidden=2), pile("R", 2)))
    assert found == Score(centre=(0, 0, None), left=(3, 1, None), points=(-6, -2, None))


def test_places_are_oldest_pile_first_and_a_1_opens_its_own():
    now = state(area(), pile("R", 3), pile("R", 2, opener=0), pile("R", 3, opener=2), pile("Y", 3))
    assert places_for(now, 0, Card("R", 4)) == ((PileId("R", 1), 4), (PileId("R", 2), 4))
    assert places_for(now, 0, Card("G", 1)) == ((PileId("G", 0), 1),)
    assert places_for(now, 0, Card("R", 5)) == ()
    for card in (Card("R", 4), Card("G", 1)):
        assert first_place(now.piles, 0, card) == places_for(now, 0, card)[0]
    assert first_place(now.piles, 0, Card("R", 5)) is None
    assert now.pile(PileId("Y", 1)) == pile("Y", 3)
    assert now.pile(PileId("Y", 2)) is None


@pytest.mark.parametrize(
    ("options", "played", "totals", "over"),
    [
        (Options(), 2, (90, 1), False),
        (Options(), 3, (1, 1), True),
        (Options(rounds=1), 1, (0, None), True),
        (Options(rounds=50, target_score=99), 4, (98, None, -5), False),
        (Options(rounds=50, target_score=99), 4, (98, None, 99), True),
        (Options(rounds=50, target_score=99), 50, (9, 9), True),
    ],
)
def test_when_a_match_is_over(options, played, totals, over):
    assert match_over(options, played, totals) == over


@pytest.mark.parametrize(
    ("totals", "best"),
    [((3, 9, 4), (1,)), ((9, 3, 9), (0, 2)), ((None, -4, -2), (2,)), ((None, None), ()), ((), ()), ((0, 0), (0, 1))],
)
def test_the_highest_total_wins_and_equals_share(totals, best):
    assert winners(totals) == best

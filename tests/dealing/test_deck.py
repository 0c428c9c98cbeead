from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.dealing.deck import own_deck, reshuffled
from p2p_ligretto.game.cards import DECK

seeds = st.binary(min_size=32, max_size=32)
discards = st.lists(st.sampled_from(DECK), unique=True, max_size=27).map(tuple)


@given(seeds, seeds)
def test_a_deck_holds_each_card_once(secret: bytes, seed: bytes) -> None:
    assert sorted(own_deck(secret, seed)) == sorted(DECK)


def test_a_deck_depends_on_the_own_secret_and_on_what_all_chose() -> None:
    decks = {own_deck(secret, seed) for secret in (b"a" * 32, b"b" * 32) for seed in (b"c" * 32, b"d" * 32)}
    assert len(decks) == 4


@given(seeds, seeds, st.integers(0, 1000), discards)
def test_a_turn_made_again_shows_what_it_showed(secret: bytes, seed: bytes, passes: int, discard: tuple) -> None:
    hand = reshuffled(secret, seed, passes, discard)
    assert sorted(hand) == sorted(discard)
    assert reshuffled(secret, seed, passes, discard) == hand


def test_each_pass_is_shuffled_in_its_own_way() -> None:
    hands = {reshuffled(b"a" * 32, b"b" * 32, passes, DECK) for passes in range(20)}
    assert len(hands | {own_deck(b"a" * 32, b"b" * 32)}) == 21

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.dealing.keyed_stream import KeyedStream, derived_key
from p2p_ligretto.dealing.leaves import CardProof, deck_salts, fit, leaf, shown_positions
from p2p_ligretto.game.cards import DECK, Card

SECRET, SEED = b"s" * 32, b"j" * 32

seats = st.integers(0, 4095)
cards = st.sampled_from(DECK)
proofs = st.builds(CardProof, st.integers(0, 39), st.binary(min_size=16, max_size=16))


def test_a_leaf_is_a_hash_of_all_that_it_stands_for() -> None:
    proof = CardProof(7, b"x" * 16)
    assert leaf(258, Card("Y", 3), proof) == sha256(b"ligretto leaf" + bytes([1, 2, 7, 12]) + b"x" * 16).digest()


places = st.tuples(seats, cards, proofs)


@given(places, places)
def test_no_two_things_have_one_leaf(one: tuple[int, Card, CardProof], other: tuple[int, Card, CardProof]) -> None:
    assert (leaf(*one) == leaf(*other)) == (one == other)


def test_salts_are_read_one_after_the_other_and_differ() -> None:
    salts = deck_salts(SECRET, SEED)
    assert b"".join(salts) == KeyedStream(derived_key(SECRET, SEED, b"ligretto salts")).take(640)
    assert len(set(salts)) == 40
    assert not set(salts) & set(deck_salts(SECRET, b"k" * 32))


def test_cards_fit_the_leaves_of_their_seat_at_their_positions_with_their_salts() -> None:
    salts = deck_salts(SECRET, SEED)
    right = [CardProof(position, salts[position]) for position in range(40)]
    leaves = [leaf(3, card, proof) for card, proof in zip(DECK, right, strict=True)]
    assert fit(leaves, 3, DECK, right)
    assert fit(leaves, 3, (), ())
    assert not fit(leaves, 2, DECK[:1], right[:1])
    assert not fit(leaves, 3, DECK[1:2], right[:1])
    assert not fit(leaves, 3, DECK[:1], [CardProof(1, salts[0])])
    assert not fit(leaves, 3, DECK[:1], [CardProof(0, salts[1])])
    assert not fit(leaves, 3, DECK[:3], [*right[:2], right[3]])


@pytest.mark.parametrize(("size", "positions"), [(3, (10, 11, 12, 0)), (5, (10, 11, 12, 13, 14, 0))])
def test_what_lies_open_at_the_start(size: int, positions: tuple[int, ...]) -> None:
    assert shown_positions(size) == positions

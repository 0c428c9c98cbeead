import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.dealing.exposure import exposed_by
from p2p_ligretto.dealing.leaves import CardProof
from p2p_ligretto.game.cards import COLOURS, DECK, PileId
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Move, Play, Stop, Store, Turn, row
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import Opening
from p2p_ligretto.wire.conversions import (
    from_card,
    from_move,
    from_opening,
    from_options,
    shown_proofs,
    to_card,
    to_move,
    to_opening,
    to_options,
)
from p2p_ligretto.wire.payload_codec import decode_payload, encode_payload
from p2p_ligretto.wire.payloads import Dealt, Moved, Opened

cards = st.sampled_from(DECK)
exposed = st.lists(cards, max_size=3).map(tuple)
slots = st.integers(0, 4)
piles = st.builds(PileId, st.sampled_from(COLOURS), st.integers(0, 11))
moves = st.one_of(
    st.builds(Play, cards, st.sampled_from([STACK, DISCARD]) | slots.map(row), piles, st.integers(1, 10), exposed),
    st.builds(Fill, cards, slots, exposed),
    st.builds(Store, cards, st.sampled_from([STACK, DISCARD]), slots, exposed),
    st.builds(Turn, st.integers(0, 27), st.integers(0, 27), exposed),
    st.just(Stop()),
)
options = st.builds(
    Options,
    rounds=st.integers(1, 1000),
    target_score=st.none() | st.integers(1, 100_000),
    reshuffle=st.booleans(),
    row_storage=st.sampled_from(["descending", "ascending", None]),
    call=st.sampled_from(["auto", "manual"]),
    one_hand=st.booleans(),
    penalty=st.sampled_from(["stack_to_hand", "hand_to_stack", None]),
    hints=st.booleans(),
)


def test_cards_go_by_their_ordinals() -> None:
    assert [to_card(index) for index in range(40)] == list(DECK)
    assert [from_card(card) for card in DECK] == list(range(40))


@pytest.mark.parametrize("index", [-1, 40])
def test_there_is_no_other_card(index: int) -> None:
    with pytest.raises(IndexError):
        to_card(index)


@given(moves)
def test_a_move_is_the_same_at_the_other_end(move: Move) -> None:
    proofs = tuple(CardProof(card.ordinal, bytes(16)) for card in exposed_by(move))
    sent = decode_payload(encode_payload(Moved(1, from_move(move), proofs)))
    assert isinstance(sent, Moved)
    assert (to_move(sent.move), sent.proofs) == (move, proofs)


@given(options)
def test_options_are_the_same_at_the_other_end(chosen: Options) -> None:
    sent = decode_payload(encode_payload(Opened("Table", from_options(chosen))))
    assert isinstance(sent, Opened)
    assert to_options(sent.options) == chosen


@given(st.lists(cards, min_size=3, max_size=5).map(tuple), cards)
def test_an_opening_is_the_same_at_the_other_end(shown: tuple, top) -> None:
    positions = (*range(10, 10 + len(shown)), 0)
    proofs = tuple(CardProof(position, bytes([position]) * 16) for position in positions)
    sent = decode_payload(encode_payload(from_opening(2, Opening(shown, top), (bytes(32),) * 40, proofs)))
    assert isinstance(sent, Dealt)
    assert to_opening(sent) == Opening(shown, top)
    assert shown_proofs(sent) == proofs

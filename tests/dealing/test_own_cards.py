from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p2p_ligretto.dealing.audit import Hand, Made, audit
from p2p_ligretto.dealing.commitment import joint_seed, secret_hash
from p2p_ligretto.dealing.deck import own_deck
from p2p_ligretto.dealing.exposure import exposed_by, in_place, proved
from p2p_ligretto.dealing.keyed_stream import KeyedStream
from p2p_ligretto.dealing.leaves import deck_salts, fit
from p2p_ligretto.dealing.own_cards import after, complete, deck_leaves, lay_out, opening, prove
from p2p_ligretto.game.cards import DECK, Card, PileId
from p2p_ligretto.game.legal import legal_moves, playable
from p2p_ligretto.game.match import row_size
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Move, Play, Stop, Store, Turn, row
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.rules import apply, deal
from p2p_ligretto.game.state import Opening, Rejected, RoundState

SECRET, SEED = b"s" * 32, b"j" * 32
OFFICIAL = Options()
UNSHUFFLED = Options(reshuffle=False)
WRONG = Rejected("wrong")

ALL_OPTIONS = [
    Options(reshuffle=reshuffle, row_storage=storage, call=call, penalty=penalty)
    for reshuffle, storage, call, penalty in product(
        [True, False], [None, "descending", "ascending"], ["auto", "manual"], [None, "stack_to_hand", "hand_to_stack"]
    )
]


def wrong_play(card: Card) -> Play:
    return Play(card, row(0), PileId(card.colour, 0), card.number % 10 + 1)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_where_each_card_of_the_deck_is_laid(size: int) -> None:
    deck, own = own_deck(SECRET, SEED), lay_out(SECRET, SEED, size)
    assert own.stack == deck[:10]
    assert own.row == deck[10 : 10 + size]
    assert own.hand == deck[10 + size :]
    assert opening(own) == Opening(deck[10 : 10 + size], deck[0])


def test_the_secret_stays_out_of_logs() -> None:
    assert "ssss" not in repr(lay_out(SECRET, SEED, 3))


def test_the_next_stack_card_comes_to_light() -> None:
    own = lay_out(SECRET, SEED, 3)
    top, following = own.stack[:2]
    fits = Play(top, STACK, PileId(top.colour, 0), top.number)
    for move in (fits, Fill(top, 0), Store(top, STACK, 1)):
        assert complete(own, move, OFFICIAL).exposes == (following,)  # type: ignore[union-attr]
        assert after(own, move, None, OFFICIAL).stack == own.stack[1:]


def test_under_the_last_stack_card_lies_nothing() -> None:
    own = replace(lay_out(SECRET, SEED, 3), stack=(Card("R", 4),))
    assert complete(own, Fill(Card("R", 4), 0), OFFICIAL) == Fill(Card("R", 4), 0)
    assert after(own, Fill(Card("R", 4), 0), None, OFFICIAL).stack == ()


def test_nothing_hidden_is_below_row_and_discard() -> None:
    own = lay_out(SECRET, SEED, 3)
    card = own.row[0]
    for move in (Play(card, row(0), PileId(card.colour, 0), card.number), Store(card, DISCARD, 0), Stop()):
        assert complete(own, move, OFFICIAL) == move
        assert after(own, move, None, OFFICIAL) == own


def test_turning_takes_three_and_then_what_is_left() -> None:
    own = replace(lay_out(SECRET, SEED, 3), hand=DECK[:4])
    assert complete(own, Turn(4, 0), OFFICIAL) == Turn(4, 0, DECK[:3])
    own = after(own, Turn(4, 0), None, OFFICIAL)
    assert own.hand == DECK[3:4]
    assert complete(own, Turn(1, 0), OFFICIAL) == Turn(1, 0, DECK[3:4])
    assert after(own, Turn(1, 0), None, OFFICIAL).hand == ()


def test_unshuffled_the_discard_is_turned_over() -> None:
    own = replace(lay_out(SECRET, SEED, 3), hand=(), discard=DECK[:5])
    assert complete(own, Turn(0, 5), UNSHUFFLED) == Turn(0, 5, DECK[:3])
    turned = after(own, Turn(0, 5), None, UNSHUFFLED)
    assert (turned.hand, turned.discard, turned.passes) == (DECK[3:5], DECK[:3], 1)


def test_shuffled_each_pass_has_its_order_and_a_repeated_turn_the_same() -> None:
    own = replace(lay_out(SECRET, SEED, 3), hand=(), discard=DECK[:20])
    turns = [complete(replace(own, passes=passes), Turn(0, 20), OFFICIAL) for passes in (0, 1, 1)]
    assert turns[0] != turns[1] == turns[2]
    left = after(replace(own, passes=1), Turn(0, 20), None, OFFICIAL)
    assert left.discard == turns[1].exposes  # type: ignore[union-attr]
    assert sorted(left.hand + left.discard) == sorted(DECK[:20])


def test_a_card_keeps_its_proof_wherever_it_goes() -> None:
    deck, own = own_deck(SECRET, SEED), lay_out(SECRET, SEED, 3)
    assert [proof.position for proof in prove(own, deck)] == list(range(40))
    assert [proof.salt for proof in prove(own, deck)] == list(deck_salts(SECRET, SEED))
    turned = after(replace(own, hand=(), discard=own.hand), Turn(0, 27), None, OFFICIAL)
    assert prove(turned, turned.discard) == prove(own, turned.discard)


def test_the_leaves_are_those_of_the_deck_in_its_order() -> None:
    deck, own = own_deck(SECRET, SEED), lay_out(SECRET, SEED, 5)
    assert fit(deck_leaves(own, 2), 2, deck, prove(own, deck))
    assert not fit(deck_leaves(own, 2), 1, deck, prove(own, deck))


@pytest.mark.parametrize("reason", ["beaten", "follows", "over", "illegal"])
def test_a_move_that_is_not_accepted_changes_nothing(reason: str) -> None:
    own = lay_out(SECRET, SEED, 3)
    assert after(own, Fill(own.stack[0], 0), Rejected(reason), OFFICIAL) == own


@pytest.mark.parametrize(
    ("penalty", "stack", "hand", "exposes", "stack_after", "hand_after"),
    [
        (None, DECK[:3], DECK[5:8], (), DECK[:3], DECK[5:8]),
        ("stack_to_hand", DECK[:3], DECK[5:8], DECK[1:2], DECK[1:3], (*DECK[5:8], DECK[0])),
        ("stack_to_hand", DECK[:1], DECK[5:8], (), DECK[:1], DECK[5:8]),
        ("stack_to_hand", (), DECK[5:8], (), (), DECK[5:8]),
        ("hand_to_stack", DECK[:3], DECK[5:8], (), (*DECK[:3], DECK[7]), DECK[5:7]),
        ("hand_to_stack", (), DECK[5:8], DECK[7:8], DECK[7:8], DECK[5:7]),
        ("hand_to_stack", DECK[:3], (), (), DECK[:3], ()),
        ("hand_to_stack", (), (), (), (), ()),
    ],
)
def test_what_a_wrong_card_costs(penalty, stack, hand, exposes, *, stack_after, hand_after) -> None:
    options = Options(penalty=penalty)
    own = replace(lay_out(SECRET, SEED, 3), stack=stack, hand=hand)
    move = complete(own, wrong_play(own.row[0]), options)
    assert move.exposes == exposes  # type: ignore[union-attr]
    changed = after(own, move, WRONG, options)
    assert (changed.stack, changed.hand) == (stack_after, hand_after)


class Table:
    """A whole round by the public rules, with each seat's own cards beside them."""

    def __init__(self, key: bytes, seats: int, options: Options) -> None:
        self.chance = KeyedStream(key)
        seed = joint_seed([(seat, self.chance.take(32)) for seat in range(seats)])
        self.own = [lay_out(self.chance.take(32), seed, row_size(seats)) for _ in range(seats)]
        self.secrets = [own.secret for own in self.own]
        self.leaves = [deck_leaves(own, seat) for seat, own in enumerate(self.own)]
        self.made: list[list[Made]] = [[] for _ in range(seats)]
        openings = {seat: opening(own) for seat, own in enumerate(self.own)}
        self.state: RoundState = deal(options, openings, seats)
        self.time_us = 0

    def pick(self, seat: int) -> Move | None:
        area = self.state.area(seat)
        assert area is not None
        moves = list(legal_moves(self.state, seat))
        cards = list(playable(area))
        if self.state.options.penalty and cards and self.chance.below(8) == 0:
            source, card = cards[self.chance.below(len(cards))]
            return Play(card, source, PileId(card.colour, 0), card.number % 10 + 1)
        # Not to stop at once keeps a round with a manual call going.
        moves = [move for move in moves if not isinstance(move, Stop) or self.chance.below(20) == 0]
        return moves[self.chance.below(len(moves))] if moves else None

    def act(self, seat: int, move: Move) -> Rejected | None:
        area = self.state.area(seat)
        assert area is not None
        self.time_us += 1
        completed = complete(self.own[seat], move, self.state.options)
        proofs = prove(self.own[seat], exposed_by(completed))
        outcome = apply(self.state, seat, completed, self.time_us)
        assert proved(self.leaves[seat], seat, completed, proofs)
        assert in_place(area, completed, proofs, self.state.options)
        self.own[seat] = after(self.own[seat], completed, outcome.rejected, self.state.options)
        self.made[seat].append(Made(completed, proofs, outcome.rejected))
        self.state = outcome.state
        return outcome.rejected

    def check(self, seat: int) -> None:
        own, area = self.own[seat], self.state.area(seat)
        assert area is not None
        assert (len(own.stack), len(own.hand)) == (area.stack, area.hand)
        assert own.stack[:1] == (() if area.stack_top is None else (area.stack_top,))
        laid = [Card(pile.id.colour, number) for pile in self.state.piles
                for number, owner in enumerate(pile.owners, 1) if owner == seat]  # fmt: skip
        slots = [card for slot in area.row for card in slot]
        assert (own.discard, own.passes) == (area.discard, area.passes)
        assert sorted([*own.stack, *own.hand, *area.discard, *slots, *laid]) == sorted(DECK)

    def hand(self, seat: int) -> Hand:
        own = self.own[seat]
        return Hand(seat, secret_hash(own.secret), own.joint_seed, self.leaves[seat], len(own.row))


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=8, max_size=8), st.integers(2, 6), st.sampled_from(ALL_OPTIONS))
def test_owner_and_rules_agree_through_whole_rounds(key: bytes, seats: int, options: Options) -> None:
    table = Table(key, seats, options)
    for _ in range(250):
        seat = table.chance.below(seats)
        if table.state.end is not None:
            break
        move = table.pick(seat)
        if move is None:
            continue
        rejected = table.act(seat, move)
        wrong = isinstance(move, Play) and move.card.number != move.height
        assert (rejected.reason if rejected else None) == ("wrong" if wrong else None)
        table.check(seat)
    for seat in range(seats):
        assert audit(table.hand(seat), table.secrets[seat], table.made[seat], options) is None


def test_own_cards_are_found_again_from_the_secret_and_the_log() -> None:
    table = Table(b"restart", 3, OFFICIAL)
    first = table.own[0]
    for turn in range(200):
        seat = turn % 3
        move = table.pick(seat)
        if move is None or table.state.end is not None:
            break
        table.act(seat, move)
    again = lay_out(first.secret, first.joint_seed, 4)
    for made in table.made[0]:
        again = after(again, made.move, made.rejected, OFFICIAL)
    assert again == table.own[0]
    assert len(table.made[0]) > 30

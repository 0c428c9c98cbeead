"""The audit of a player's moves; the moves here need not be legal, for that is not what it looks at."""

from dataclasses import replace as changed

import pytest
from msgspec import structs

from p2p_ligretto.dealing.audit import Check, Hand, Lie, Made, audit
from p2p_ligretto.dealing.commitment import secret_hash
from p2p_ligretto.dealing.exposure import FORGED_REASON, exposed_by
from p2p_ligretto.dealing.leaves import CardProof, leaf
from p2p_ligretto.dealing.own_cards import OwnCards, after, complete, deck_leaves, lay_out, prove
from p2p_ligretto.game.cards import DECK, Card, PileId
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Move, Play, Stop, Store, Turn, row
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.state import Rejected

SECRET, SEED = b"s" * 32, b"j" * 32
FRESH = lay_out(SECRET, SEED, 5)
HAND = Hand(1, secret_hash(SECRET), SEED, deck_leaves(FRESH, 1), 5)
WRONG, BEATEN = Rejected("wrong"), Rejected("beaten")
TO_HAND, TO_STACK = Options(penalty="stack_to_hand"), Options(penalty="hand_to_stack")


def wrong_play() -> Play:
    return Play(FRESH.row[0], row(0), PileId(FRESH.row[0].colour, 0), FRESH.row[0].number % 10 + 1)


def from_stack(own: OwnCards) -> Move:
    top = own.stack[0]
    return Play(top, STACK, PileId(top.colour, 0), top.number)


def turn(own: OwnCards) -> Move:
    return Turn(len(own.hand), 0 if own.hand else len(own.discard))


class Round:
    """What an honest player says; ``say`` gives the number of the move."""

    def __init__(self, options: Options = OFFICIAL) -> None:
        self.own, self.options = FRESH, options
        self.moves: list[Made] = []

    def say(self, move: Move, rejected: Rejected | None = None) -> int:
        whole = complete(self.own, move, self.options)
        self.moves.append(Made(whole, prove(self.own, exposed_by(whole)), rejected))
        self.own = after(self.own, whole, rejected, self.options)
        return len(self.moves) - 1

    def turned(self, count: int) -> "Round":
        for _ in range(count):
            self.say(turn(self.own))
        return self

    def shows(self, number: int, cards: tuple[Card, ...], rejected: Rejected | None = None) -> None:
        """The move shows these own cards, with right proofs."""
        move = structs.replace(self.moves[number].move, exposes=cards)
        self.moves[number] = Made(move, prove(FRESH, cards), rejected)

    def verdict(self, secret: bytes = SECRET, hand: Hand = HAND) -> Lie | None:
        return audit(hand, secret, self.moves, self.options)


@pytest.mark.parametrize("options", [OFFICIAL, Options(reshuffle=False), TO_HAND, TO_STACK])
def test_who_shows_what_its_deck_has_is_honest(options: Options) -> None:
    told = Round(options).turned(12)
    told.say(from_stack(told.own))
    told.say(from_stack(told.own), BEATEN)
    told.say(Fill(told.own.stack[0], 0))
    told.say(Store(told.own.discard[-1], DISCARD, 0))
    if options.penalty is not None:
        told.say(wrong_play(), WRONG)
        told.turned(12)
    told.say(Stop())
    assert told.verdict() is None


def test_the_secret_comes_first_then_the_deck_then_the_moves() -> None:
    told = Round().turned(2)
    told.shows(1, FRESH.hand[6:9])
    stacked = tuple(leaf(1, card, CardProof(at, bytes(16))) for at, card in enumerate(DECK))
    assert told.verdict(bytes(32), changed(HAND, leaves=stacked)) == Lie("opening")
    assert told.verdict(hand=changed(HAND, leaves=stacked)) == Lie("deck")
    assert told.verdict(hand=changed(HAND, seat=2)) == Lie("deck")
    assert told.verdict(hand=changed(HAND, joint_seed=bytes(32))) == Lie("deck")
    assert told.verdict() == Lie("turn", 1)


def test_one_card_twice_among_the_leaves_is_another_deck() -> None:
    deck = [*FRESH.stack, *FRESH.row, *FRESH.hand]
    proofs = prove(FRESH, tuple(deck))
    twice = [*deck[:-1], deck[0]]
    leaves = tuple(leaf(1, card, proof) for card, proof in zip(twice, proofs, strict=True))
    assert Round().verdict(hand=changed(HAND, leaves=leaves)) == Lie("deck")


def test_a_stack_that_shows_another_card() -> None:
    told = Round()
    number = told.say(from_stack(told.own))
    told.shows(number, FRESH.stack[2:3])
    assert told.verdict() == Lie("stack", number)
    told.shows(number, ())
    assert told.verdict() == Lie("stack", number)


@pytest.mark.parametrize(
    ("reshuffle", "turns", "check"),
    [(True, 2, "turn"), (True, 9, "reshuffle"), (True, 10, "turn"), (False, 9, "reshuffle"), (False, 12, "turn")],
)
def test_a_hand_that_shows_its_cards_in_another_order(reshuffle: bool, turns: int, check: Check) -> None:
    told = Round(Options(reshuffle=reshuffle)).turned(turns)
    number = told.say(turn(told.own))
    told.shows(number, tuple(reversed(exposed_by(told.moves[number].move))))
    assert told.verdict() == Lie(check, number)


@pytest.mark.parametrize("options", [TO_HAND, TO_STACK])
def test_a_penalty_that_is_paid_with_another_card(options: Options) -> None:
    told = Round(options)
    for _ in range(10 if options is TO_STACK else 0):
        told.say(from_stack(told.own))
    number = told.say(wrong_play(), WRONG)
    assert told.verdict() is None
    told.shows(number, FRESH.hand[:1], WRONG)
    assert told.verdict() == Lie("penalty", number)


def test_what_was_refused_for_other_reasons_proves_nothing() -> None:
    told = Round()
    number = told.say(from_stack(told.own), BEATEN)
    told.shows(number, FRESH.stack[4:5], Rejected("follows"))
    told.say(from_stack(told.own))
    assert told.verdict() is None


def test_what_was_forged_is_found_again() -> None:
    told = Round()
    number = told.say(from_stack(told.own))
    told.shows(number, FRESH.stack[2:3], Rejected(FORGED_REASON))
    assert told.verdict() == Lie("position", number)
    made = told.moves[number]
    told.moves[number] = Made(made.move, (CardProof(1, bytes(16)),), made.rejected)
    assert told.verdict() == Lie("leaf", number)

"""What only their owner knows: the order of the face-down cards in the own stack and hand.

The public state of a round holds counts where these hold cards. The own cards are, like that state, a fold: laid out
from the secret and the joint seed, then changed by each own move that was accepted, in the log's order. So after a
rollback they are folded again, and after a restart the secret is all that is needed.

Invariant: ``stack`` and ``hand`` are as long as the own area's counts say, and ``stack[0]`` is its visible top.
"""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from p2p_ligretto.dealing.deck import own_deck, reshuffled
from p2p_ligretto.dealing.leaves import CardProof, deck_salts, leaf
from p2p_ligretto.game.cards import STACK_SIZE, Card
from p2p_ligretto.game.face_down import TURN_SIZE
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Move, Play, Source, Stop, Store, Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.rules import is_wrong
from p2p_ligretto.game.state import Opening, Rejected


class OwnCards(Struct, frozen=True):
    """``row`` as it was dealt, ``stack`` from the top down, ``hand`` from the card that is turned next on.

    ``proofs`` are in the order of the cards' ordinals: wherever a card goes, its position in the deck is the same for
    the whole round. ``discard`` (bottom first) and ``passes`` are those of the own area, kept here because reshuffles
    follow from them.
    """

    secret: bytes
    joint_seed: bytes
    proofs: tuple[CardProof, ...]
    row: tuple[Card, ...]
    stack: tuple[Card, ...]
    hand: tuple[Card, ...]
    discard: tuple[Card, ...] = ()
    passes: int = 0

    def __repr__(self) -> str:
        """Without what tells the cards of the whole round."""
        return f"OwnCards(stack={len(self.stack)}, hand={len(self.hand)}, passes={self.passes})"


def lay_out(secret: bytes, joint_seed: bytes, row_size: int) -> OwnCards:
    """The own cards at the start: the first ten of the deck are the stack, then comes the row, the rest is the hand."""
    deck = own_deck(secret, joint_seed)
    salts = deck_salts(secret, joint_seed)
    places = sorted((card.ordinal, position) for position, card in enumerate(deck))
    proofs = tuple(CardProof(position, salts[position]) for _, position in places)
    hand_start = STACK_SIZE + row_size
    return OwnCards(secret, joint_seed, proofs, deck[STACK_SIZE:hand_start], deck[:STACK_SIZE], deck[hand_start:])


def opening(own: OwnCards) -> Opening:
    """What the owner shows of freshly laid out cards."""
    return Opening(own.row, own.stack[0])


def deck_leaves(own: OwnCards, seat: int) -> tuple[bytes, ...]:
    """What the owner, at ``seat``, publishes of freshly laid out cards: the leaf of each position."""
    deck = own.stack + own.row + own.hand
    return tuple(leaf(seat, card, own.proofs[card.ordinal]) for card in deck)


def prove(own: OwnCards, cards: tuple[Card, ...]) -> tuple[CardProof, ...]:
    """The proof of each of these own cards."""
    return tuple(own.proofs[card.ordinal] for card in cards)


def complete(own: OwnCards, move: Move, options: Options) -> Move:
    """``move`` with the cards that it exposes if it is made now."""
    match move:
        case Play() if is_wrong(move):
            return replace(move, exposes=_exposed_by_penalty(own, options))
        case Play(source=source) | Store(source=source):
            return replace(move, exposes=own.stack[1:2] if source == STACK else ())
        case Fill():
            return replace(move, exposes=own.stack[1:2])
        case Turn():
            return replace(move, exposes=_hand_to_turn(own, options)[:TURN_SIZE])
        case Stop():
            return move
    assert_never(move)


def after(own: OwnCards, move: Move, rejected: Rejected | None, options: Options) -> OwnCards:
    """The own cards after an own move that was judged so."""
    if rejected is not None:
        return _penalised(own, options) if rejected.reason == "wrong" else own
    match move:
        case Play(source=source) | Store(source=source):
            return _without_top(own, source)
        case Fill():
            return _without_top(own, STACK)
        case Turn():
            return _turned(own, options)
        case Stop():
            return own
    assert_never(move)


def _without_top(own: OwnCards, source: Source) -> OwnCards:
    if source == STACK:
        return replace(own, stack=own.stack[1:])
    return replace(own, discard=own.discard[:-1]) if source == DISCARD else own


def _turned(own: OwnCards, options: Options) -> OwnCards:
    hand = _hand_to_turn(own, options)
    turned, left = hand[:TURN_SIZE], hand[TURN_SIZE:]
    if own.hand:
        return replace(own, hand=left, discard=own.discard + turned)
    return replace(own, hand=left, discard=turned, passes=own.passes + 1)


def _hand_to_turn(own: OwnCards, options: Options) -> tuple[Card, ...]:
    """The hand that is turned from: an empty one is made anew of the discard, shuffled or simply turned over."""
    if own.hand:
        return own.hand
    return reshuffled(own.secret, own.joint_seed, own.passes, own.discard) if options.reshuffle else own.discard


def _exposed_by_penalty(own: OwnCards, options: Options) -> tuple[Card, ...]:
    if options.penalty == "stack_to_hand":
        return own.stack[1:2]
    if options.penalty == "hand_to_stack" and not own.stack:
        return own.hand[-1:]  # under an empty stack it is the top
    return ()


def _penalised(own: OwnCards, options: Options) -> OwnCards:
    if options.penalty == "stack_to_hand" and len(own.stack) > 1:
        return replace(own, stack=own.stack[1:], hand=own.hand + own.stack[:1])
    if options.penalty == "hand_to_stack" and own.hand:
        return replace(own, stack=own.stack + own.hand[-1:], hand=own.hand[:-1])
    return own

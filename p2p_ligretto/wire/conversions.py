"""Values of the game to the fields of payloads, and back.

The ``to_`` functions take fields that a decoder has let through, the ``from_`` functions values of the game; the
bounds of what they make are checked when it is encoded.
"""

from functools import lru_cache
from typing import Final, assert_never

from p2p_ligretto.dealing.leaves import CardProof, shown_positions
from p2p_ligretto.game.cards import DECK, Card, PileId
from p2p_ligretto.game.moves import Fill, Move, Play, Source, Stop, Store, Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import Opening
from p2p_ligretto.wire.payloads import (
    AnyMove,
    Dealt,
    FillMove,
    PlayMove,
    StopMove,
    StoreMove,
    TableOptions,
    TurnMove,
)

KEPT_MOVES: Final = 256


def to_card(index: int) -> Card:
    """The card with ordinal ``index``; raises IndexError beyond 0..39."""
    if index < 0:
        raise IndexError(index)
    return DECK[index]


def from_card(card: Card) -> int:
    """The ordinal of ``card``, 0..39."""
    return card.ordinal


def to_cards(indices: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards with these ordinals, in order."""
    return tuple(map(to_card, indices))


def from_cards(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """The ordinals of ``cards``, in order."""
    return tuple(map(from_card, cards))


@lru_cache(KEPT_MOVES)
def to_move(move: AnyMove) -> Move:
    """The move of the game that ``move`` stands for; the last few are kept, for several ask for each."""
    match move:
        case PlayMove():
            pile = PileId(move.colour, move.opener)
            source = Source(move.place, move.slot)
            return Play(to_card(move.card), source, pile, move.height, to_cards(move.exposes))
        case FillMove():
            return Fill(to_card(move.card), move.slot, to_cards(move.exposes))
        case StoreMove():
            return Store(to_card(move.card), Source(move.place), move.slot, to_cards(move.exposes))
        case TurnMove():
            return Turn(move.hand, move.taken, to_cards(move.exposes))
        case StopMove():
            return Stop()
    assert_never(move)


def from_move(move: Move) -> AnyMove:
    """The form in which ``move`` goes into a ``Moved`` payload."""
    match move:
        case Play(card, source, pile, height, exposes):
            return PlayMove(
                card.ordinal,
                source.place,  # type: ignore[arg-type]  # encoding refuses any other place
                source.slot,
                pile.colour,  # type: ignore[arg-type]  # and any other colour
                pile.opener,
                height,
                from_cards(exposes),
            )
        case Fill(card, slot, exposes):
            return FillMove(card.ordinal, slot, from_cards(exposes))
        case Store(card, source, slot, exposes):
            return StoreMove(card.ordinal, source.place, slot, from_cards(exposes))  # type: ignore[arg-type]
        case Turn(hand, taken, exposes):
            return TurnMove(hand, taken, from_cards(exposes))
        case Stop():
            return StopMove()
    assert_never(move)


def to_options(options: TableOptions) -> Options:
    """The options of the game that a table was opened with."""
    return Options(
        rounds=options.rounds,
        target_score=options.target_score,
        reshuffle=options.reshuffle,
        row_storage=options.row_storage,
        call=options.call,
        one_hand=options.one_hand,
        penalty=options.penalty,
        hints=options.hints,
    )


def from_options(options: Options) -> TableOptions:
    """The form in which ``options`` go into an ``Opened`` payload."""
    return TableOptions(
        rounds=options.rounds,
        target_score=options.target_score,
        reshuffle=options.reshuffle,
        row_storage=options.row_storage,
        call=options.call,
        one_hand=options.one_hand,
        penalty=options.penalty,
        hints=options.hints,
    )


def to_opening(dealt: Dealt) -> Opening:
    """What the author of ``dealt`` shows before the first move."""
    return Opening(to_cards(dealt.row), to_card(dealt.stack_top))


def shown_proofs(dealt: Dealt) -> tuple[CardProof, ...]:
    """The proofs of the cards of ``dealt``: those of the row from slot 0 on, then that of the stack top."""
    return tuple(map(CardProof, shown_positions(len(dealt.row)), dealt.salts))


def from_opening(number: int, opening: Opening, leaves: tuple[bytes, ...], proofs: tuple[CardProof, ...]) -> Dealt:
    """The payload that shows ``opening`` for round ``number``, of a deck with these leaves.

    ``proofs`` as ``shown_proofs`` has them.
    """
    salts = tuple(proof.salt for proof in proofs)
    return Dealt(number, from_cards(opening.row), opening.stack_top.ordinal, leaves, salts)

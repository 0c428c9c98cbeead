"""Cases of chapter 04: salts and leaves, and the audit of whole small rounds, of honest and of lying players.

The rounds are played by the rules with moves drawn from a stream. A liar is made of an honest player by changing what
it opens, publishes or shows.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from msgspec import structs

from p2p_ligretto.dealing.audit import Hand, Lie, Made, audit
from p2p_ligretto.dealing.commitment import secret_hash
from p2p_ligretto.dealing.exposure import FORGED_REASON, exposed_by
from p2p_ligretto.dealing.keyed_stream import KeyedStream
from p2p_ligretto.dealing.leaves import CardProof, leaf
from p2p_ligretto.dealing.own_cards import OwnCards, after, complete, deck_leaves, lay_out, opening, prove
from p2p_ligretto.game.cards import DECK, Card, PileId
from p2p_ligretto.game.legal import legal_moves, playable
from p2p_ligretto.game.match import row_size
from p2p_ligretto.game.moves import Fill, Move, Play, Turn, row
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.rules import apply, deal
from p2p_ligretto.game.state import Rejected
from p2p_ligretto.wire.conversions import from_move
from p2p_ligretto.wire.payload_codec import encode_payload
from p2p_ligretto.wire.payloads import Moved

SEED: Final = bytes(range(200, 232))
SEATS: Final = 2
MAX_MOVES: Final = 120


def secret_of(seat: int) -> bytes:
    """The secret of a player of the cases."""
    return bytes([seat + 1]) * 32


@dataclass(frozen=True)
class Played:
    """One player's round: what was dealt, the moves, the secret that is opened."""

    hand: Hand
    moves: tuple[Made, ...]
    secret: bytes
    options: Options


def play(options: Options, key: bytes) -> list[Played]:
    """A round of two honest players."""
    chance = KeyedStream(key)
    own = [lay_out(secret_of(seat), SEED, row_size(SEATS)) for seat in range(SEATS)]
    hands = [_hand(each, seat) for seat, each in enumerate(own)]
    state = deal(options, {seat: opening(each) for seat, each in enumerate(own)}, SEATS)
    moves: list[list[Made]] = [[] for _ in range(SEATS)]
    for time in range(MAX_MOVES):
        seat = chance.below(SEATS)
        area = state.area(seat)
        legal = legal_moves(state, seat)
        if state.end is not None or area is None or not legal:
            break
        move: Move = legal[chance.below(len(legal))]
        if options.penalty and chance.below(6) == 0:
            source, card = playable(area)[0]
            move = Play(card, source, PileId(card.colour, 0), card.number % 10 + 1)
        whole = complete(own[seat], move, options)
        outcome = apply(state, seat, whole, time)
        moves[seat].append(Made(whole, prove(own[seat], exposed_by(whole)), outcome.rejected))
        own[seat], state = after(own[seat], whole, outcome.rejected, options), outcome.state
    return [Played(hands[seat], tuple(moves[seat]), secret_of(seat), options) for seat in range(SEATS)]


def _hand(own: OwnCards, seat: int) -> Hand:
    return Hand(seat, secret_hash(own.secret), SEED, deck_leaves(own, seat), row_size(SEATS))


def _first(played: Played, wanted: Callable[[Made], bool]) -> int:
    return next(number for number, made in enumerate(played.moves) if wanted(made))


def _with_move(played: Played, number: int, made: Made) -> Played:
    return replace(played, moves=(*played.moves[:number], made, *played.moves[number + 1 :]))


def _showing(played: Played, number: int, cards: tuple[Card, ...], rejected: Rejected | None = None) -> Played:
    """The move shows other own cards, with right proofs."""
    own = lay_out(played.secret, SEED, played.hand.row_size)
    move = structs.replace(played.moves[number].move, exposes=cards)
    return _with_move(played, number, Made(move, prove(own, cards), rejected))


def _backwards(played: Played, wanted: Callable[[Made], bool]) -> Played:
    number = _first(played, wanted)
    return _showing(played, number, tuple(reversed(exposed_by(played.moves[number].move))))


def _is_turn(made: Made, *, takes_up: bool) -> bool:
    return isinstance(made.move, Turn) and (made.move.taken > 0) == takes_up and len(made.move.exposes) > 1


def _stacked(played: Played) -> Played:
    """The leaves of a deck in a chosen order, with salts of its own."""
    proofs = [CardProof(position, bytes([position]) * 16) for position in range(40)]
    chosen = tuple(leaf(played.hand.seat, card, proof) for card, proof in zip(DECK, proofs, strict=True))
    return replace(played, hand=replace(played.hand, leaves=chosen))


def _with_wrong_salt(played: Played) -> Played:
    number = _first(played, lambda made: bool(made.proofs))
    made = played.moves[number]
    proofs = (CardProof(made.proofs[0].position, bytes(16)), *made.proofs[1:])
    return _with_move(played, number, Made(made.move, proofs, Rejected(FORGED_REASON)))


def _from_further_down(played: Played, rejected: Rejected | None) -> Played:
    """The stack shows the card after the next one."""
    deck = lay_out(played.secret, SEED, played.hand.row_size).stack
    shows = [exposed_by(made.move) if not isinstance(made.move, Turn) else () for made in played.moves]
    number = next(number for number, cards in enumerate(shows) if cards and cards[0] in deck[:-1])
    return _showing(played, number, (deck[deck.index(shows[number][0]) + 1],), rejected)


def _paying(cards: slice) -> Played:
    """A player without a stack who lays a wrong card, and pays with these of its hand; no rule looks at the moves."""
    options = Options(penalty="hand_to_stack", call="manual")
    own = lay_out(secret_of(0), SEED, row_size(SEATS))
    hand, made = _hand(own, 0), []
    for _ in range(10):
        whole = complete(own, Fill(own.stack[0], 0), options)
        made.append(Made(whole, prove(own, exposed_by(whole)), None))
        own = after(own, whole, None, options)
    card, paid = own.row[1], own.hand[cards]
    wrong = Play(card, row(1), PileId(card.colour, 0), card.number % 10 + 1, paid)
    return Played(hand, (*made, Made(wrong, prove(own, paid), Rejected("wrong"))), own.secret, options)


def cases() -> list[tuple[str, Played, Lie | None]]:
    """Name, the round as it was played and opened, and the verdict."""
    official = play(OFFICIAL, b"official")
    hidden = Options(penalty="hand_to_stack")
    penalties = {name: play(Options(penalty=name), b"penalty") for name in ("stack_to_hand", "hand_to_stack")}
    unshuffled = play(Options(reshuffle=False), b"unshuffled")
    forged = Rejected(FORGED_REASON)
    first, other = official
    made: list[tuple[str, Played]] = [
        ("an honest player", first),
        ("its honest neighbour", other),
        ("an honest player, not reshuffled", unshuffled[0]),
        *((f"an honest player who pays {name}", rounds[0]) for name, rounds in penalties.items()),
        ("another secret opened", replace(first, secret=secret_of(1))),
        ("a stacked deck", _stacked(first)),
        ("the leaves of another seat", replace(first, hand=replace(first.hand, leaves=other.hand.leaves))),
        ("a wrong salt", _with_wrong_salt(first)),
        ("a card from further down in the stack, caught at once", _from_further_down(first, forged)),
        ("a card from further down in the stack", _from_further_down(play(hidden, b"hidden")[0], None)),
        ("a hand turned backwards", _backwards(play(hidden, b"hidden")[0], lambda one: _is_turn(one, takes_up=False))),
        ("a penalty paid with the last card of the hand", _paying(slice(-1, None))),
        ("a penalty paid with another card", _paying(slice(0, 1))),
        ("a swapped reshuffle", _backwards(first, lambda one: _is_turn(one, takes_up=True))),
        ("a discard turned over wrongly", _backwards(unshuffled[0], lambda one: _is_turn(one, takes_up=True))),
    ]
    return [(name, one, audit(one.hand, one.secret, one.moves, one.options)) for name, one in made]


def audits() -> list[dict[str, Any]]:
    """The cases as JSON."""
    return [_shown(*case) for case in cases()]


def _shown(name: str, played: Played, lie: Lie | None) -> dict[str, Any]:
    hand = played.hand
    verdict = None if lie is None else {"check": lie.check, "move": lie.move}
    return {
        "name": name,
        "options": {"reshuffle": played.options.reshuffle, "penalty": played.options.penalty},
        "players": SEATS,
        "seat": hand.seat,
        "secret_hash": hand.secret_hash.hex(),
        "joint_seed": hand.joint_seed.hex(),
        "leaves": [each.hex() for each in hand.leaves],
        "moves": [
            {
                "payload": encode_payload(Moved(1, from_move(made.move), made.proofs)).hex(),
                "outcome": None if made.rejected is None else made.rejected.reason,
            }
            for made in played.moves
        ],
        "opened": played.secret.hex(),
        "verdict": verdict,
    }

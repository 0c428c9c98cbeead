"""The audit of one player's round, once its secret is opened: was it honest with its cards (protocol/spec/04, "Audit")?

A function of what the log holds, so everybody comes to the same verdict. The checks have a fixed order, and the first
that fails is the verdict: the secret is the one that was committed to; the deck that it makes has the leaves that
were published; then move by move, that each card that came to light is the one that an honest player of that deck
would have shown.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from p2p_ligretto.dealing import own_cards
from p2p_ligretto.dealing.commitment import secret_hash
from p2p_ligretto.dealing.exposure import FORGED_REASON, exposed_by, proved
from p2p_ligretto.dealing.leaves import CardProof
from p2p_ligretto.dealing.own_cards import OwnCards, complete, deck_leaves, lay_out
from p2p_ligretto.game.moves import Move, Play, Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.rules import is_wrong
from p2p_ligretto.game.state import Rejected

Check = Literal["opening", "deck", "leaf", "position", "stack", "turn", "reshuffle", "penalty"]


@dataclass(frozen=True, slots=True)
class Hand:
    """What ``seat`` was dealt, and has published of it, in a round with ``row_size`` slots for each player."""

    seat: int
    secret_hash: bytes
    joint_seed: bytes
    leaves: tuple[bytes, ...]
    row_size: int


class Made(Struct, frozen=True):
    """A move of the player in its final place, the proofs of what it exposes, and what came of it."""

    move: Move
    proofs: tuple[CardProof, ...]
    rejected: Rejected | None


@dataclass(frozen=True, slots=True)
class Lie:
    """The check that failed; ``move`` counts the player's moves from 0, None where it is about all of the deck."""

    check: Check
    move: int | None = None


def audit(hand: Hand, secret: bytes, moves: Iterable[Made], options: Options) -> Lie | None:
    """The first check that fails for a player who opens ``secret`` (32 bytes); None for an honest one."""
    if secret_hash(secret) != hand.secret_hash:
        return Lie("opening")
    own = lay_out(secret, hand.joint_seed, hand.row_size)
    if deck_leaves(own, hand.seat) != hand.leaves:
        return Lie("deck")
    for number, made in enumerate(moves):
        if made.rejected is not None and made.rejected.reason == FORGED_REASON:
            return Lie("position" if proved(hand.leaves, hand.seat, made.move, made.proofs) else "leaf", number)
        if made.rejected is None or made.rejected.reason == "wrong":
            if exposed_by(complete(own, made.move, options)) != exposed_by(made.move):
                return Lie(_check_of(own, made.move), number)
            own = own_cards.after(own, made.move, made.rejected, options)
    return None


def _check_of(own: OwnCards, move: Move) -> Check:
    if isinstance(move, Turn):
        return "turn" if own.hand else "reshuffle"
    return "penalty" if isinstance(move, Play) and is_wrong(move) else "stack"

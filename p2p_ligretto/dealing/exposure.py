"""What everybody checks at once of a card that comes to light (protocol/spec/04, "What is checked at once").

A proof has to fit the leaves of its owner's deck. That alone would leave a liar the choice among its own hidden cards;
so a card that is seen for the first time has to lie where the deck has the next one. With the penalty
``hand_to_stack`` nobody but the owner can tell which one that is: then only the audit can.
"""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.dealing.leaves import CardProof, fit
from p2p_ligretto.game.cards import BITS, DECK_SIZE, STACK_SIZE, Card
from p2p_ligretto.game.moves import Move, Stop, Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import Area

FORGED_REASON: Final = "forged"
"""The reason of a move that was refused because of what it exposed."""


def exposed_by(move: Move) -> tuple[Card, ...]:
    """The cards that become visible by ``move``."""
    return () if isinstance(move, Stop) else move.exposes


def proved(leaves: Sequence[bytes], seat: int, move: Move, proofs: Sequence[CardProof]) -> bool:
    """Whether each card that ``move`` of ``seat`` exposes fits the leaves that ``seat`` has published."""
    return not proofs or fit(leaves, seat, exposed_by(move), proofs)


def in_place(area: Area, move: Move, proofs: Sequence[CardProof], options: Options) -> bool:
    """Whether the cards that come to light for the first time are the next ones of the deck.

    ``area`` is the own area before ``move``, which the rules accept or hold for a wrong card.
    """
    if not proofs or options.penalty == "hand_to_stack":
        return True
    cards = zip(exposed_by(move), proofs, strict=True)
    found = [proof.position for card, proof in cards if not area.seen & BITS[card]]
    first = DECK_SIZE - area.unturned if isinstance(move, Turn) else STACK_SIZE + 1 - area.stack
    return found == list(range(first, first + len(found)))

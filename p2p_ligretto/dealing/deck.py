"""The orders of a player's own cards: of the deck, and of a discard that was taken up (protocol/spec/04).

Both depend on the own secret, which nobody else knows, and on the joint seed, which nobody could choose; both can
be computed by everybody once the secret is opened. They are wanted again at each rollback and by the audit, so the last
of them are kept.
"""

from functools import lru_cache
from typing import Final

from p2p_ligretto.dealing.keyed_stream import KeyedStream, derived_key
from p2p_ligretto.game.cards import DECK, Card

_PASS_BYTES: Final = 4
_KEPT: Final = 64


@lru_cache(maxsize=_KEPT)
def own_deck(secret: bytes, joint_seed: bytes) -> tuple[Card, ...]:
    """The 40 cards in the order in which they are laid out, see ``own_cards.lay_out``."""
    return KeyedStream(derived_key(secret, joint_seed, b"ligretto deck")).shuffled(DECK)


@lru_cache(maxsize=_KEPT)
def reshuffled(secret: bytes, joint_seed: bytes, passes: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The hand that comes of taking up the discard ``cards`` (bottom first), the card turned next first.

    ``passes`` is how often the discard was taken up before. The same discard taken up for the same time comes out
    the same, so a turn that was rolled back and made again shows what it showed.
    """
    purpose = b"ligretto reshuffle" + passes.to_bytes(_PASS_BYTES, "big")
    return KeyedStream(derived_key(secret, joint_seed, purpose)).shuffled(cards)

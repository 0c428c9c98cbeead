"""Salted leaves: what is published of a deck before its first card, and what a card proves by it (protocol/spec/04).

Each of the 40 positions of a deck has a leaf, a hash of whose deck it is, the position, the card there and a salt. The
salts follow from the same secret as the deck: nobody else can guess them, so a leaf tells nothing of its card, and
once the secret is opened everybody can compute them all.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Final

from msgspec import Meta, Struct

from p2p_ligretto.dealing.keyed_stream import KeyedStream, derived_key
from p2p_ligretto.game.cards import DECK_SIZE, STACK_SIZE, Card

SALT_BYTES: Final = 16
_LABEL: Final = b"ligretto leaf"
_SEAT_BYTES: Final = 2
_KEPT: Final = 64
_KEPT_LEAVES: Final = 1_024


Salt = Annotated[bytes, Meta(min_length=SALT_BYTES, max_length=SALT_BYTES)]


class CardProof(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Of one card: its position in its owner's deck, 0..39, and the salt of that position."""

    position: Annotated[int, Meta(ge=0, lt=DECK_SIZE)]
    salt: Salt


@lru_cache(maxsize=_KEPT)
def deck_salts(secret: bytes, joint_seed: bytes) -> tuple[bytes, ...]:
    """The salt of each position of a deck, in order; the last few are kept for the next who asks."""
    salts = KeyedStream(derived_key(secret, joint_seed, b"ligretto salts")).take(SALT_BYTES * DECK_SIZE)
    return tuple(salts[start : start + SALT_BYTES] for start in range(0, len(salts), SALT_BYTES))


@lru_cache(maxsize=_KEPT_LEAVES)
def leaf(seat: int, card: Card, proof: CardProof) -> bytes:
    """The leaf of a position: what ``card`` of ``seat`` would have there, with that salt.

    The last ones are kept: all nodes of a process ask for the same ones.
    """
    place = seat.to_bytes(_SEAT_BYTES, "big") + bytes((proof.position, card.ordinal))
    return sha256(_LABEL + place + proof.salt).digest()


def fit(leaves: Sequence[bytes], seat: int, cards: Iterable[Card], proofs: Iterable[CardProof]) -> bool:
    """Whether each card is proved: its leaf is the one that ``seat`` published for that position."""
    return all(leaves[proof.position] == leaf(seat, card, proof) for card, proof in zip(cards, proofs, strict=True))


def shown_positions(row_size: int) -> tuple[int, ...]:
    """The positions of the cards that lie open at the start: the row from slot 0 on, then the top of the stack."""
    return (*range(STACK_SIZE, STACK_SIZE + row_size), 0)

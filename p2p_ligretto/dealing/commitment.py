"""Commit and reveal: how a table makes a seed that nobody can choose (protocol/spec/04, "Commit and reveal").

Each player draws a secret s and a share r, 32 random bytes each. First all publish the hashes of both; when all have,
all publish r. The joint seed is a hash of all r, and with a player's own s it makes that player's deck.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

SECRET_BYTES: Final = 32
_SEAT_BYTES: Final = 2


def secret_hash(secret: bytes) -> bytes:
    """What a player publishes of the secret s, which is opened after the round."""
    return hashlib.sha256(b"ligretto secret" + _checked(secret)).digest()


def share_hash(share: bytes) -> bytes:
    """What a player publishes of the share r before anybody reveals one."""
    return hashlib.sha256(b"ligretto share" + _checked(share)).digest()


def joint_seed(shares: Sequence[tuple[int, bytes]]) -> bytes:
    """The seed of a round from the (seat, share) of all who play in it, in whatever order they are given.

    Raises ValueError for a seat that is given twice, for none at all, and for a share of the wrong length.
    """
    ordered = sorted(shares)
    if not ordered or len({seat for seat, _ in ordered}) < len(ordered):
        raise ValueError("a joint seed is made of one share from each seat")
    parts = (seat.to_bytes(_SEAT_BYTES, "big") + _checked(share) for seat, share in ordered)
    return hashlib.sha256(b"ligretto seed" + b"".join(parts)).digest()


def _checked(value: bytes) -> bytes:
    if len(value) != SECRET_BYTES:
        raise ValueError(f"secrets and shares have {SECRET_BYTES} bytes, not {len(value)}")
    return value

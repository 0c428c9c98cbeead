"""The row as storage (option ``row_storage``): which card may lie on which."""

from typing import Literal

from p2p_ligretto.game.cards import Card

Storage = Literal["descending", "ascending"]


def can_lie_on(storage: Storage | None, lower: Card, card: Card) -> bool:
    """Whether ``card`` may be stored on ``lower``: another colour, and one higher (descending) or lower (ascending).

    Descending: the row card's number is one higher than the card laid on it; so slots run downwards.
    """
    if storage is None or lower.colour == card.colour:
        return False
    return lower.number - card.number == (1 if storage == "descending" else -1)

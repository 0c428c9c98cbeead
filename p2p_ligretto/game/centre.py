"""The centre: which cards fit it now, and where.

A 1 fits always: it opens a pile of its own. Any other card fits each pile of its colour that is one lower.
"""

from typing import Final

from p2p_ligretto.game.cards import BITS, COLOURS, Card, PileId
from p2p_ligretto.game.state import Pile

ONES: Final = sum(BITS[Card(colour, 1)] for colour in COLOURS)
_NEXT: Final[dict[str, tuple[int, ...]]] = {
    colour: tuple(BITS[Card(colour, number)] if number <= 10 else 0 for number in range(1, 12)) for colour in COLOURS
}
"""By colour and height: the bit of the card that goes next; none on a complete pile."""


def wanted(piles: tuple[Pile, ...]) -> int:
    """The set of all cards that fit the centre, as a sum of ``BITS``."""
    cards = ONES
    for pile in piles:
        cards |= _NEXT[pile.id[0]][len(pile.owners)]
    return cards


def places(piles: tuple[Pile, ...], seat: int, card: Card) -> tuple[tuple[PileId, int], ...]:
    """Each pile that ``card`` of ``seat`` fits, with the height that it would lie at; oldest pile first."""
    colour, number = card
    if number == 1:
        return ((PileId(colour, seat), 1),)
    return tuple((pile.id, number) for pile in piles if len(pile.owners) == number - 1 and pile.id.colour == colour)

"""The centre: its piles, which cards they wait for, and where a card fits.

A 1 fits always: it opens a pile of its own. Any other card fits each pile of its colour that is one lower.

The *demand* of a centre says for each card how many places wait for it, in ``_COUNT_BITS`` bits of one int; so what a
laid card changes is one addition, and whether a card fits is one look. A 1 always has one place.
"""

from typing import Final

from msgspec import Struct

from p2p_ligretto.game.cards import COLOURS, DECK, ORDINALS, Card, PileId

_COUNT_BITS: Final = 4
"""At most twelve piles wait for the same card, since every seat opens one pile of a colour."""
_ONE_PLACE: Final = {card: 1 << _COUNT_BITS * ordinal for card, ordinal in ORDINALS.items()}
PLACES: Final = {card: ((1 << _COUNT_BITS) - 1) * one for card, one in _ONE_PLACE.items()}
"""For each card the bits of its count: ``demand & PLACES[card]`` is not 0 where ``card`` fits."""
_EMPTY: Final = sum(_ONE_PLACE[Card(colour, 1)] for colour in COLOURS)


def _change(card: Card) -> int:
    taken = 0 if card.number == 1 else _ONE_PLACE[card]
    opened = 0 if card.number == 10 else _ONE_PLACE[Card(card.colour, card.number + 1)]
    return opened - taken


_CHANGE: Final = {card: _change(card) for card in DECK}


class Pile(Struct, frozen=True):
    """One centre pile; ``owners`` and ``times_us`` tell for each card, bottom first, whose it is and when it was laid.

    Its cards are 1..height of its colour, the lowest by the opener.
    """

    id: PileId
    owners: tuple[int, ...]
    times_us: tuple[int, ...]

    @property
    def height(self) -> int:
        """How many cards lie here, which is the number on its top card."""
        return len(self.owners)

    @property
    def complete(self) -> bool:
        """It holds its 10: nothing can be laid on it any more."""
        return len(self.owners) == 10


def demand_of(piles: tuple[Pile, ...]) -> int:
    """The demand of a centre with these piles."""
    return _EMPTY + sum(_CHANGE[Card(pile.id.colour, number)] for pile in piles for number in range(1, pile.height + 1))


def demand_after(demand: int, card: Card) -> int:
    """The demand once ``card``, which fitted, lies there."""
    return demand + _CHANGE[card]


def places(piles: tuple[Pile, ...], seat: int, card: Card) -> tuple[tuple[PileId, int], ...]:
    """Each pile that ``card`` of ``seat`` fits, with the height that it would lie at; oldest pile first."""
    colour, number = card
    if number == 1:
        return ((PileId(colour, seat), 1),)
    under = number - 1
    return tuple([(pile.id, number) for pile in piles if len(pile.owners) == under and pile.id[0] == colour])


def first_place(piles: tuple[Pile, ...], seat: int, card: Card) -> tuple[PileId, int] | None:
    """The first of ``places``, None if ``card`` does not fit."""
    colour, number = card
    if number == 1:
        return PileId(colour, seat), 1
    under = number - 1
    for pile in piles:
        if len(pile.owners) == under and pile.id[0] == colour:
            return pile.id, number
    return None

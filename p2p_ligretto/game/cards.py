"""Cards, decks and centre pile names.

A card is the pair (colour, number): the faces are the same for all players, the owner is told by the
back, which the place of a card says (every place belongs to one seat; a pile keeps the owners). Its
ordinal 0..39 is colour by colour, number by number, and is what the wire protocol uses.
"""

from typing import Final, NamedTuple

COLOURS: Final = "RYGB"
NUMBERS: Final = range(1, 11)
DECK_SIZE: Final = len(COLOURS) * len(NUMBERS)
STACK_SIZE: Final = 10
MAX_SEATS: Final = 12


class Card(NamedTuple):
    """One face: ``colour`` is one of ``COLOURS``, ``number`` is 1..10."""

    colour: str
    number: int

    def __str__(self) -> str:
        return f"{self.colour}{self.number}"

    @property
    def ordinal(self) -> int:
        """Place in a sorted deck, 0..39."""
        return ORDINALS[self]


class PileId(NamedTuple):
    """A centre pile is named by its colour and the seat that laid its 1.

    Every seat has one 1 of each colour, so two seats can never open the same pile.
    """

    colour: str
    opener: int

    def __str__(self) -> str:
        return f"{self.colour}:{self.opener}"


DECK: Final[tuple[Card, ...]] = tuple(Card(colour, number) for colour in COLOURS for number in NUMBERS)
ORDINALS: Final[dict[Card, int]] = {card: ordinal for ordinal, card in enumerate(DECK)}
"""Every card with its ordinal; what is not a key is not a card."""
BITS: Final[dict[Card, int]] = {card: 1 << ordinal for card, ordinal in ORDINALS.items()}
"""Every card as one bit, so that a set of cards is an int."""


def parse_card(text: str) -> Card:
    """Read ``R4`` or ``b10``; raises ValueError that says what a card looks like."""
    colour, number = text[:1].upper(), text[1:]
    if colour and colour in COLOURS and number.isascii() and number.isdigit() and int(number) in NUMBERS:
        return Card(colour, int(number))
    raise ValueError(
        f"{text!r} is not a card: write a colour letter ({', '.join(COLOURS)}) and a number 1 to 10, as R4"
    )

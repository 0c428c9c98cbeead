"""The five moves of Ligretto, as values.

A move names the card and the places it is about, which is its guard (docs/rules.md, "When is a move legal?"), and
carries in ``exposes`` the cards that become visible by it, in order: a turn shows first to last turned (the
last is the playable top), a move from the stack shows the new stack top, a penalty shows the next stack top.
A player's intent is the same value with nothing exposed: the owner's node knows the cards and fills them in.
They are msgspec structs, which cost less than dataclasses: bots make one at every look at the table.
"""

from typing import Final, NamedTuple

from msgspec import Struct

from p2p_ligretto.game.cards import Card, PileId


class Source(NamedTuple):
    """Where a card comes from: ``stack``, ``discard`` or ``row`` with its slot (from 0; -1 for the others)."""

    place: str
    slot: int = -1

    def __str__(self) -> str:
        return f"row:{self.slot}" if self.place == "row" else self.place


STACK: Final = Source("stack")
DISCARD: Final = Source("discard")
ROW: Final = tuple(Source("row", slot) for slot in range(5))
"""The slots of the longest row; with fewer slots the first of them."""


def row(slot: int) -> Source:
    """The slot ``slot`` (from 0) of the own row."""
    return ROW[slot] if 0 <= slot < len(ROW) else Source("row", slot)


class Play(Struct, frozen=True):
    """Lay ``card`` on the centre pile ``pile`` as its ``height``-th card (a 1 opens it, with height 1)."""

    card: Card
    source: Source
    pile: PileId
    height: int
    exposes: tuple[Card, ...] = ()


class Fill(Struct, frozen=True):
    """Lay the stack top ``card`` into the gap ``slot`` of the own row."""

    card: Card
    slot: int
    exposes: tuple[Card, ...] = ()


class Store(Struct, frozen=True):
    """Lay the stack or discard top on the card in slot ``slot`` of the own row (option ``row_storage``)."""

    card: Card
    source: Source
    slot: int
    exposes: tuple[Card, ...] = ()


class Turn(Struct, frozen=True):
    """Turn up to three hand cards; ``hand`` cards are held before it, ``taken`` discard cards are taken up first."""

    hand: int
    taken: int
    exposes: tuple[Card, ...] = ()


class Stop(Struct, frozen=True):
    """Call the end of the round with an empty stack (option ``call = "manual"``)."""


Move = Play | Fill | Store | Turn | Stop

"""What a person wants to do with the cards, as values: from a typed line, a key or a click alike.

``choices`` finds the move that one stands for at the table as it is. Slots count from 0.
"""

from dataclasses import dataclass

from p2p_ligretto.game.moves import Source


@dataclass(frozen=True, slots=True)
class Lay:
    """The card at ``source`` to a centre pile: the ``pick``-th fitting one, oldest first (None: any)."""

    source: Source
    pick: int | None = None


@dataclass(frozen=True, slots=True)
class FillGap:
    """The stack top into the gap ``slot``."""

    slot: int


@dataclass(frozen=True, slots=True)
class StoreCard:
    """The top of ``source`` onto the card in ``slot``."""

    source: Source
    slot: int


@dataclass(frozen=True, slots=True)
class TurnHand:
    """Turn hand cards."""


@dataclass(frozen=True, slots=True)
class CallStop:
    """Call the end of the round."""


Wanted = Lay | FillGap | StoreCard | TurnHand | CallStop

"""The state of one round: only what everybody at the table can know.

Hidden cards are counts; cards taken up again are known as a set (shuffled) or a sequence (turned over).
Everything is a frozen value; places of a seat that is not in this round are None, so that lists are
always indexed by seat number.
"""

from dataclasses import dataclass

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.options import Options


@dataclass(frozen=True, slots=True)
class Pile:
    """One centre pile; ``owners`` and ``times_us`` tell for each card, bottom first, whose it is and when it was laid."""

    id: PileId
    owners: tuple[int, ...]
    times_us: tuple[int, ...]

    @property
    def height(self) -> int:
        return len(self.owners)

    @property
    def complete(self) -> bool:
        return len(self.owners) == 10


@dataclass(frozen=True, slots=True)
class Area:
    """What lies before one seat.

    ``row``: a tuple of slots, each its cards bottom first, empty for a gap. ``stack`` counts the stack's
    cards with its visible ``stack_top``. ``hand`` counts hand cards. ``discard`` is bottom first.
    ``unturned`` of the hand cards were never seen. ``pool`` are the cards that were taken up and may be in
    the hand now (in turning order where the table plays unshuffled). ``passes`` counts how often
    the discard was taken up. ``centre`` counts own cards in the centre.
    """

    row: tuple[tuple[Card, ...], ...]
    stack: int
    stack_top: Card | None
    hand: int
    unturned: int
    discard: tuple[Card, ...] = ()
    pool: tuple[Card, ...] = ()
    passes: int = 0
    centre: int = 0


@dataclass(frozen=True, slots=True)
class End:
    """How a round ended: ``stop`` (``by`` says whose), ``blocked`` or ``agreed``."""

    kind: str
    by: int | None = None


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round between the deal and its score. ``piles`` are in the order in which they were opened."""

    options: Options
    areas: tuple[Area | None, ...]
    present: frozenset[int]
    piles: tuple[Pile, ...] = ()
    end: End | None = None

    def pile(self, pile_id: PileId) -> Pile | None:
        for pile in self.piles:
            if pile.id == pile_id:
                return pile
        return None


@dataclass(frozen=True, slots=True)
class Opening:
    """What a seat shows before the first move: its row (5, 4 or 3 cards) and the top of its stack."""

    row: tuple[Card, ...]
    stack_top: Card


@dataclass(frozen=True, slots=True)
class Rejected:
    """A move that changed nothing. ``reason``: beaten, follows, over, wrong or illegal (RULES).

    For ``beaten``: the seat that was first, and by how many microseconds.
    """

    reason: str
    by: int | None = None
    margin_us: int | None = None

"""The state of one round: only what everybody at the table can know.

Hidden cards are counts; cards taken up again are known as a set (shuffled) or a sequence (turned over).
Everything is a frozen value; places of a seat that is not in this round are None, so that lists are
always indexed by seat number. The types that each move makes anew are msgspec structs: they cost a tenth of
a frozen dataclass, and ``msgspec.structs.replace`` copies one with changes.
"""

from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import force_setattr

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.centre import Pile, demand_of
from p2p_ligretto.game.options import Options

__all__ = ["Area", "End", "Opening", "Pile", "Rejected", "RoundState"]


class Area(Struct, frozen=True):
    """What lies before one seat.

    Stack, from its top: ``stack_top`` (None when ``stack`` is 0), ``unseen_in_stack`` cards that nobody has seen,
    then the groups of ``buried`` in order, then ``strays`` cards of the pool. Hand, in turning order:
    ``unturned`` cards that nobody has seen, ``pool_in_hand`` cards of the pool, then ``bottom``.

    Invariants:

    - The 40 cards of the seat: slots + stack + hand + discard + centre.
    - ``unturned`` is 0 from the first time the discard is taken up; ``pool`` is empty before that.
    - ``strays`` > 0 only where hand cards were buried in a shuffled pass that isn't turned to its end: then each
      card of the pool may lie in the hand or under the stack, and nobody but the owner can tell.
    - No card is in two of: slots, stack top, discard, pool, bottom, buried, centre; all of these are in ``seen``.
    """

    row: tuple[tuple[Card, ...], ...]
    """Slots, each its cards bottom first, empty for a gap; only the last card of a slot is playable."""
    stack: int
    """Cards of the Ligretto stack, the visible one included."""
    stack_top: Card | None
    hand: int
    """All hand cards."""
    unturned: int
    """Hand cards that were never seen."""
    discard: tuple[Card, ...] = ()
    """Bottom first: the last one is playable."""
    pool: tuple[Card, ...] = ()
    """Cards taken up and not turned since: a set where the table shuffles, else in turning order."""
    passes: int = 0
    """How often the discard was taken up."""
    centre: int = 0
    """Own cards in the centre."""
    bottom: tuple[Card, ...] = ()
    """Known cards at the bottom of the hand, in turning order (penalty ``stack_to_hand``)."""
    buried: tuple[tuple[Card, ...], ...] = ()
    """Known cards at the bottom of the stack, upper group first; the order in a group is unknown (penalty
    ``hand_to_stack``)."""
    seen: int = 0
    """The set of all own cards that have been visible, as the sum of their ``BITS``."""

    @property
    def strays(self) -> int:
        """How many cards of the pool lie under the stack."""
        return self.unturned + len(self.pool) + len(self.bottom) - self.hand

    @property
    def pool_in_hand(self) -> int:
        """How many cards of the pool lie in the hand."""
        return self.hand - self.unturned - len(self.bottom)

    @property
    def unseen_in_stack(self) -> int:
        """How many cards under the stack top were never seen."""
        buried = sum(map(len, self.buried)) if self.buried else 0
        return max(self.stack - 1, 0) - buried - self.strays


@dataclass(frozen=True, slots=True)
class End:
    """How a round ended: ``stop`` (``by`` says whose), ``blocked`` or ``agreed``."""

    kind: str
    by: int | None = None


class RoundState(Struct, frozen=True):
    """A round between the deal and its score. ``piles`` are in the order in which they were opened.

    ``present`` are the seats whose owners are at the table, in this round or not; who is absent counts as blocked.
    """

    options: Options
    areas: tuple[Area | None, ...]
    present: frozenset[int]
    piles: tuple[Pile, ...] = ()
    end: End | None = None
    demand: int = 0
    """Which cards the centre waits for (``centre.demand_of``); worked out of ``piles`` where it is not given.

    It is asked several times a move, and changes only where a card is laid; so the rules hand it on.
    """

    def __post_init__(self) -> None:
        if not self.demand:
            force_setattr(self, "demand", demand_of(self.piles))

    def pile(self, pile_id: PileId) -> Pile | None:
        """The pile of that name, None if its 1 doesn't lie."""
        for pile in self.piles:
            if pile.id == pile_id:
                return pile
        return None

    def area(self, seat: int) -> Area | None:
        """What lies before ``seat``; None for a seat that is not in this round, or that there isn't."""
        return self.areas[seat] if 0 <= seat < len(self.areas) else None


@dataclass(frozen=True, slots=True)
class Opening:
    """What a seat shows before the first move: its row (5, 4 or 3 cards) and the top of its stack."""

    row: tuple[Card, ...]
    stack_top: Card


@dataclass(frozen=True, slots=True)
class Rejected:
    """A move that was not accepted. ``reason``: beaten, follows, over, wrong or illegal (docs/rules.md).

    For ``beaten``: the seat that was first, and by how many microseconds.
    """

    reason: str
    by: int | None = None
    margin_us: int | None = None

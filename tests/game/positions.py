"""Small positions for tables of cases, written as text: ``"R4 G9"`` are cards, ``"R4/Y3"`` is a slot, ``-`` a gap."""

from p2p_ligretto.game.cards import BITS, Card, PileId, parse_card
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.state import Area, Pile, RoundState

BUSY = Area(row=((),), stack=1, stack_top=Card("B", 9), hand=9, unturned=9)
"""A seat that isn't blocked, so that a round goes on."""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def slots(text: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(() if slot == "-" else cards(slot.replace("/", " ")) for slot in text.split())


def area(  # noqa: PLR0917 - one keyword a place
    row: str = "R9 Y9 G9",
    stack: str = "B9",
    hidden: int = 3,
    discard: str = "",
    pool: str = "",
    bottom: str = "",
    buried: str = "",
    unturned: int = 0,
    hand: int | None = None,
    seen: str = "",
) -> Area:
    """An area; ``stack`` is its top, ``hidden`` the number under it, ``buried`` groups are parted by ``|``."""
    top = parse_card(stack) if stack else None
    groups = tuple(cards(group) for group in buried.split("|") if group)
    places = [*slots(row), cards(discard), cards(pool), cards(bottom), *groups, cards(seen), (top,) if top else ()]
    return Area(
        row=slots(row),
        stack=hidden + 1 if top else 0,
        stack_top=top,
        hand=unturned + len(cards(pool)) + len(cards(bottom)) if hand is None else hand,
        unturned=unturned,
        discard=cards(discard),
        pool=cards(pool),
        bottom=cards(bottom),
        buried=groups,
        seen=sum(BITS[card] for card in {card for place in places for card in place}),
    )


def pile(colour: str, height: int, opener: int = 1, owners: tuple[int, ...] | None = None) -> Pile:
    """A pile whose card at height h was laid at h * 1000 us."""
    laid = owners if owners is not None else (opener,) * height
    return Pile(PileId(colour, opener), laid, tuple(1000 * number for number in range(1, height + 1)))


def state(own: Area, *piles: Pile, options: Options = OFFICIAL, other: Area | None = BUSY) -> RoundState:
    """Seat 0 has ``own``, seat 1 is ``other``, seat 2 is not in the round."""
    areas = (own, other, None)
    present = frozenset(seat for seat, place in enumerate(areas) if place is not None)
    return RoundState(options, areas, present, piles)

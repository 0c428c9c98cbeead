"""Tables and rounds in short notation, for tests of what is printed."""

from collections.abc import Sequence

from msgspec.structs import replace

from p2p_ligretto.game.cards import Card, PileId, parse_card
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.state import Area, Pile, RoundState
from p2p_ligretto.node.table import Phase, Seat, TableState


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def area(slots: str = "R4 G9 B1", stack: str = "Y3", discard: str = "", hand: int = 24, left: int = 10) -> Area:
    """``slots`` as ``R4 G9+R8 -``: + lays cards upon one another, - is a gap; an empty ``stack`` is none."""
    return Area(
        row=tuple(() if slot == "-" else cards(slot.replace("+", " ")) for slot in slots.split()),
        stack=left if stack else 0,
        stack_top=parse_card(stack) if stack else None,
        hand=hand,
        unturned=hand,
        discard=cards(discard),
    )


def round_of(areas: Sequence[Area | None], piles: str = "", options: Options = OFFICIAL) -> RoundState:
    """``piles`` as ``R4:0 R7:1 Y2:0``: colour and height, and the seat that opened it."""
    return RoundState(
        options=options,
        areas=tuple(areas),
        present=frozenset(seat for seat, each in enumerate(areas) if each is not None),
        piles=tuple(pile(each) for each in piles.split()),
    )


def pile(text: str) -> Pile:
    card, _colon, opener = text.partition(":")
    colour, height = parse_card(card)
    return Pile(PileId(colour, int(opener)), (int(opener),) * height, tuple(1_000 * step for step in range(height)))


def table_of(
    names: str = "Ada Bea Cas",
    state: RoundState | None = None,
    phase: Phase = Phase.PLAYING,
    number: int = 1,
    **fields: object,
) -> TableState:
    seats = tuple(Seat(bytes([seat]) * 16, name) for seat, name in enumerate(names.split()))
    plain = TableState(bytes(16), "Kitchen", seats=seats, phase=phase, number=number, round=state)
    return replace(plain, **fields)  # type: ignore[arg-type]

"""The set-up of a round from what each player shows first (docs/rules.md, "Set-up of a round")."""

from collections.abc import Mapping

from p2p_ligretto.game.cards import BITS, STACK_SIZE
from p2p_ligretto.game.match import hand_size, row_size
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import Area, Opening, RoundState


def deal(options: Options, openings: Mapping[int, Opening], seats: int) -> RoundState:
    """A round for all seats in ``openings``, all present; ``seats`` is the number of seats at the table.

    Raises ValueError for a number of players that can't play, a seat that there isn't, a row of the wrong size,
    or cards that can't be.
    """
    size, hand = row_size(len(openings)), hand_size(len(openings))
    areas: list[Area | None] = [None] * seats
    for seat, opening in openings.items():
        if not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat} at a table of {seats}")
        if len(opening.row) != size:
            raise ValueError(f"seat {seat} shows {len(opening.row)} row cards, not {size}")
        cards = {*opening.row, opening.stack_top}
        if len(cards) != size + 1 or not cards <= BITS.keys():
            raise ValueError(f"seat {seat} shows cards that no deck has, or one twice")
        areas[seat] = Area(
            row=tuple((card,) for card in opening.row),
            stack=STACK_SIZE,
            stack_top=opening.stack_top,
            hand=hand,
            unturned=hand,
            seen=sum(BITS[card] for card in cards),
        )
    return RoundState(options=options, areas=tuple(areas), present=frozenset(openings))

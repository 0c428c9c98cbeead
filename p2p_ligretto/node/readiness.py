"""When a node gets ready for a deal by itself.

Pure: ``wants_ready`` says it of one table state. A person is ready when they say so; a bot always; a host that waits
for a number of seats when they are taken.
"""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.node.table import Phase, TableState


@dataclass(frozen=True, slots=True)
class Readiness:
    """What a node is ready for without being told.

    ``seats``: the first deal waits until so many seats are taken by members. ``first``, ``further``, ``rematch``: ready
    by itself for the first deal of a match, for its further ones, for another match once somebody else is.
    """

    seats: int = 1
    first: bool = False
    further: bool = False
    rematch: bool = False


BY_HAND: Final = Readiness()
"""A person who says when."""


def host_with_seats(seats: int) -> Readiness:
    """A person who waits for ``seats`` seats to be taken, and says when from then on."""
    return Readiness(seats=seats, first=True)


def bot(*, seats: int = 1, rematch: bool = False) -> Readiness:
    """A bot: always ready, once ``seats`` seats are taken; for another match only where ``rematch`` says so."""
    return Readiness(seats=seats, first=True, further=True, rematch=rematch)


def wants_ready(readiness: Readiness, table: TableState, seat: int) -> bool:
    """Whether ``seat``, which is not ready yet, should get ready now."""
    if seat in table.ready:
        return False
    match table.phase:
        case Phase.LOBBY:
            return readiness.first and sum(each.present for each in table.seats) >= readiness.seats
        case Phase.BETWEEN:
            return readiness.further
        case Phase.FINISHED:
            # Not the first to want one: bots that are left alone would play against one another for ever.
            return readiness.rematch and bool(table.ready)
        case _:
            return False

"""Contests: who presses a key for the same pile, how long after one another, and from which seats."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.dealing.keyed_stream import KeyedStream
from p2p_ligretto.sim.troubles import MS

GAPS_US: Final = (0, 1 * MS, 2 * MS, 5 * MS, 10 * MS, 20 * MS, 50 * MS, 100 * MS, 200 * MS)
TIES_PER_CONTEST: Final = 10
"""At equal times the shares of seats are to be told from one another: of those there are so many times as many."""
THREE_EVERY: Final = 8
"""In one of so many contests three press, if there are three."""


@dataclass(frozen=True, slots=True)
class Contest:
    """``hosts`` press in this order, each ``gap_us`` after the one before; ``seats`` are those of all hosts by number.

    With a gap of 0 there is no first one: it is whoever is named first, which says nothing.
    """

    gap_us: int
    hosts: tuple[int, ...]
    seats: tuple[int, ...]


def contests(draws: KeyedStream, players: int, each: int) -> Iterator[Contest]:
    """``each`` contests for each gap, in a drawn order; ``TIES_PER_CONTEST`` times as many for a gap of 0.

    Those without a gap are of two, and come in pairs: once more with the seats changed. So it shows what a seat is
    worth, and not whose clock happened to sit there.
    """
    ties = [0] * (each * TIES_PER_CONTEST // 2)
    for gap_us in draws.shuffled([*ties, *(gap_us for gap_us in GAPS_US[1:] for _ in range(each))]):
        order, seats = draws.shuffled(range(players)), draws.shuffled(range(players))
        if gap_us:
            three = draws.below(THREE_EVERY) == 0
            yield Contest(gap_us, order[: 3 if three else 2], seats)
        else:
            one, other = order[:2]
            changed = list(seats)
            changed[one], changed[other] = seats[other], seats[one]
            yield Contest(0, (one, other), seats)
            yield Contest(0, (one, other), tuple(changed))

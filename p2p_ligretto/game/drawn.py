"""Who is drawn from several, by a number that nobody chose: one rule for cards of paper and for tables on a network.

The number has ``CHANCE_BYTES`` bytes of chance; against that no place among a dozen is worth more than another.
"""

from typing import Final

CHANCE_BYTES: Final = 16


def drawn(count: int, number: int) -> int:
    """The place, from 0, that is drawn from ``count`` by ``number``. Raises ValueError where there is none."""
    if count < 1 or number < 0:
        raise ValueError(f"nobody is drawn from {count} by {number}")
    return number % count

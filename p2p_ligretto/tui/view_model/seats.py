"""What all screens of a table say of a seat: its name, whether it is away."""

from dataclasses import replace
from functools import lru_cache

from p2p_ligretto.node.table import Seat, TableState
from p2p_ligretto.speech.presence import presence_words
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _
from p2p_ligretto.tui.view_model.vantage import Vantage


def seat_names(table: TableState) -> tuple[str, ...]:
    """The names of all seats; those that look alike with a fingerprint."""
    return _names(table.seats)


@lru_cache(maxsize=16)
def _names(seats: tuple[Seat, ...]) -> tuple[str, ...]:
    table = TableState(b"", seats=seats)
    return tuple(seat_name(table, seat) for seat in range(len(seats)))


def seat_note(table: TableState, seat: int, vantage: Vantage) -> str:
    """What is to be known of a seat beside its cards, with since when it is away; empty if it is just silent."""
    if seat in vantage.away_since and table.seats[seat].present and table.seats[seat].peer not in table.banned:
        return away_words(vantage.away_since[seat], vantage.now_us)
    return presence_words(table, seat, replace(vantage.reach, warned=frozenset()))


def is_silent(table: TableState, seat: int, vantage: Vantage) -> bool:
    """Whether nothing was heard of a seat for a moment, and nothing else is to be said of it."""
    return seat in vantage.warned and not seat_note(table, seat, vantage)


def away_words(since_us: int, now_us: int) -> str:
    """Since when a seat is away, to the second or minute."""
    seconds = max(0, now_us - since_us) // 1_000_000
    if seconds < 120:
        return _("away since {number} s").format(number=seconds)
    return _("away since {number} min").format(number=seconds // 60)

"""How long what is said takes from one laptop to another, and how wrong the own clock may be: in words, for the quiet.

Nobody need read them while all is well. What is worth a warning is told by two limits, both chosen by what people
notice: the game itself is right with any delay.
"""

from collections.abc import Mapping
from typing import Final, Protocol

from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import duration_words, listed, seat_name
from p2p_ligretto.texts import _, ngettext

SLOW_US: Final = 150_000
"""One way. Who sees a card so late reacts to it, after some 200 ms, when others are done: it feels like bad luck."""
UNSURE_US: Final = 50_000
"""Two such clocks may be apart by the 100 ms that an honest stamp may be ahead, and races are won by less."""


class Timed(Protocol):
    """A node that there is a link to."""

    @property
    def round_trip_us(self) -> int | None:
        """There and back, as usual of late; None until it was measured."""
        ...


def link_delays(table: TableState, neighbours: Mapping[bytes, Timed]) -> dict[int, int]:
    """Microseconds one way by seat, taken as half of the way there and back; for seats that are linked and measured."""
    delays = {}
    for seat, owner in enumerate(table.seats):
        neighbour = neighbours.get(owner.peer)
        if neighbour is not None and neighbour.round_trip_us is not None:
            delays[seat] = neighbour.round_trip_us // 2
    return delays


def delay_words(delay_us: int | None) -> str:
    """A delay to the millisecond, as more would flicker; empty if it was never measured."""
    if delay_us is None:
        return ""
    return _("< 1 ms") if delay_us < 1_000 else duration_words(delay_us // 1_000 * 1_000)


def link_words(delay_us: int) -> str:
    """``link 3 ms``, or that it is slow."""
    words = _("slow link, {delay}") if delay_us > SLOW_US else _("link {delay}")
    return words.format(delay=delay_words(delay_us))


def clock_words(error_us: int | None) -> str:
    """``clock within 2 ms``; empty if nothing is known of it."""
    if error_us is None:
        return ""
    words = _("clock off by up to {bound}") if error_us > UNSURE_US else _("clock within {bound}")
    return words.format(bound=clock_error_words(error_us))


def clock_error_words(error_us: int | None) -> str:
    """How wrong a clock may be, rounded up to the millisecond; empty if nothing is known of it."""
    return "" if error_us is None else duration_words(-(-max(1, error_us) // 1_000) * 1_000)


def latency_warning(table: TableState, own_seat: int | None, delays_us: Mapping[int, int], error_us: int | None) -> str:
    """What about links or the own clock a person should know; empty while there is nothing.

    Nothing is decided by the clock of who only looks on, without ``own_seat``.
    """
    if own_seat is not None and error_us is not None and error_us > UNSURE_US:
        bound = clock_error_words(error_us)
        return _("your clock may be off by {bound}: close races may go wrong").format(bound=bound)
    slow = [seat for seat, delay_us in sorted(delays_us.items()) if delay_us > SLOW_US and seat != own_seat]
    shown = [seat_name(table, seat) for seat in slow if table.seats[seat].present]
    if not shown:
        return ""
    return ngettext(
        "the link to {names} is slow: cards from there show late",
        "the links to {names} are slow: cards from there show late",
        len(shown),
    ).format(names=listed(shown))

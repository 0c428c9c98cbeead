"""Scores as lines that read well aloud too: one for each player, in which every figure is named."""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.node.notices import MatchEnded, RoundScored
from p2p_ligretto.node.table import TableState
from p2p_ligretto.speech.words import points_words, seat_name
from p2p_ligretto.texts import _

MOST_ROUNDS_SHOWN: Final = 4
"""More rounds than these nobody wants to hear; the last ones are told."""


def round_lines(table: TableState, scored: RoundScored) -> tuple[str, ...]:
    """What each seat earned in one round, and its total so far."""
    lines = []
    for seat, total in enumerate(scored.totals):
        if total is None:
            continue
        name, points = seat_name(table, seat), _at(scored.points, seat)
        if points is None:
            lines.append(_("{name}: total {total}, not in this round").format(name=name, total=total))
            continue
        lines.append(
            _("{name}: {points}, total {total} (centre {centre}, left {left})").format(
                name=name,
                points=points_words(points),
                total=total,
                centre=_at(scored.centre, seat),
                left=_at(scored.left, seat),
            )
        )
    return tuple(lines)


def match_lines(table: TableState, ended: MatchEnded, rounds: Sequence[RoundScored]) -> tuple[str, ...]:
    """The final score, best first, with the points of the last rounds."""
    seats = [seat for seat, total in enumerate(ended.totals) if total is not None]
    return tuple(
        _match_line(table, ended, seat, rounds[-MOST_ROUNDS_SHOWN:])
        for seat in sorted(seats, key=lambda seat: (-(ended.totals[seat] or 0), seat))
    )


def _match_line(table: TableState, ended: MatchEnded, seat: int, rounds: Sequence[RoundScored]) -> str:
    words = (
        _("{name}: total {total}, winner ({rounds})")
        if seat in ended.winners
        else _("{name}: total {total} ({rounds})")
    )
    played = ((scored.number, _at(scored.points, seat)) for scored in rounds)
    told = [_("round {number}: {points}").format(number=number, points=_figure(points)) for number, points in played]
    return words.format(name=seat_name(table, seat), total=ended.totals[seat], rounds=", ".join(told))


def _at(figures: tuple[int | None, ...], seat: int) -> int | None:
    return figures[seat] if seat < len(figures) else None


def _figure(number: int | None) -> str:
    return _("none") if number is None else str(number)

"""Matches as CSV (RFC 4180): a line for each player in each scored round (docs/history.md).

Names come from other people, and a spreadsheet would carry out one that looks like a formula: such a name gets an
apostrophe before it. One that begins with an apostrophe gets one more, so that whoever reads it takes one away.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from typing import Final

from p2p_ligretto.history.summary import RecordedMatch, RoundSummary, Sitter

COLUMNS: Final = (
    "match",
    "changed",
    "finished",
    "round",
    "ended",
    "seconds",
    "seat",
    "player",
    "key",
    "stopped",
    "centre",
    "left",
    "points",
    "total",
    "races_won",
    "races_lost",
)
_APOSTROPHE: Final = "'"
_FORMULAS: Final = tuple("=+-@\t\r\n＝＋－＠" + _APOSTROPHE)  # noqa: RUF001  some spreadsheets take the wide ones alike

Cell = str | int


def harmless(text: str) -> str:
    """``text`` as no spreadsheet takes it for a formula."""
    return _APOSTROPHE + text if text.startswith(_FORMULAS) else text


def csv_head() -> str:
    """The first line: what the columns are called."""
    return _line(COLUMNS)


def csv_lines(recorded: RecordedMatch, changed: str) -> Iterator[str]:
    """The lines of a match, each with its end; ``changed`` is the time of its record in words."""
    totals: Counter[int] = Counter()
    summary = recorded.summary
    for played in summary.rounds:
        for score in played.scores:
            totals[score.seat] += score.points
            yield _line(
                (
                    harmless(recorded.match),
                    changed,
                    _yes(summary.finished),
                    *_of_round(played),
                    *_of_sitter(summary.sitters[score.seat]),
                    _yes(played.stopped_by == score.seat),
                    score.centre,
                    score.left,
                    score.points,
                    totals[score.seat],
                    sum(race.first == score.seat for race in played.races),
                    sum(race.late == score.seat for race in played.races),
                )
            )


def _of_round(played: RoundSummary) -> tuple[Cell, ...]:
    seconds = "" if played.duration_us is None else f"{played.duration_us / 1e6:.3f}"
    return played.number, played.ended or "", seconds


def _of_sitter(sitter: Sitter) -> tuple[Cell, ...]:
    return sitter.seat, harmless(sitter.name), sitter.peer


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _line(cells: tuple[Cell, ...]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerow(cells)
    return text.getvalue()

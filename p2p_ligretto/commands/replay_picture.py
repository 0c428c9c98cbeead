"""``replay --svg``: the points of a match over its rounds, and for each round the cards in the centre over its time."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from p2p_ligretto.commands.svg_file import svg_figure
from p2p_ligretto.playback.curves import SECOND_US, Curve, card_curves, score_curves
from p2p_ligretto.playback.recording import Recording
from p2p_ligretto.speech.words import seat_name
from p2p_ligretto.texts import _

COLUMNS: Final = 3
PANEL_INCHES: Final = (3.6, 2.6)
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Six that are told apart by who sees few colours, too; the next six seats have them with broken lines."""
MOST_ROUNDS: Final = 23
"""So many rounds have a panel, of longer matches the last."""
MARKS: Final = "osD^vPX*<>hp"
"""By seat: a curve is known by its mark where colours are not."""


def draw_match(recording: Recording, path: Path) -> None:
    """Draw ``recording`` into ``path``. Raises Problem where that can't be."""
    shown = recording.rounds[-MOST_ROUNDS:]
    panels_needed = 1 + len(shown)
    columns = min(COLUMNS, panels_needed)
    rows = -(-panels_needed // columns)
    with svg_figure((columns * PANEL_INCHES[0], rows * PANEL_INCHES[1] + 0.4), path) as figure:
        panels = list(figure.subplots(rows, columns, squeeze=False).flat)
        for panel in panels[panels_needed:]:
            panel.remove()
        named: dict[int, Any] = {}
        scores, *rounds = panels[:panels_needed]
        _draw_scores(scores, score_curves(recording), named)
        for played, panel in zip(shown, rounds, strict=True):
            _draw_cards(panel, played.number, card_curves(played), named)
        seats = sorted(named)
        names = [seat_name(recording.seats, seat) for seat in seats]
        figure.legend(
            [named[seat] for seat in seats], names, loc="outside upper center", ncols=min(6, len(seats)), frameon=False
        )


def _draw_scores(panel: Any, curves: Sequence[Curve], named: dict[int, Any]) -> None:
    for curve in curves:
        rounds, points = zip(*curve.points, strict=True)
        (named[curve.seat],) = panel.plot(rounds, points, **_style(curve.seat))
    panel.set_title(_("points"), fontsize=9)
    panel.set_xlabel(_("after round"))
    panel.xaxis.get_major_locator().set_params(integer=True)
    panel.grid(alpha=0.25)


def _draw_cards(panel: Any, number: int, curves: Sequence[Curve], named: dict[int, Any]) -> None:
    for curve in curves:
        times, cards = zip(*curve.points, strict=True)
        seconds = [time_us / SECOND_US for time_us in times]
        drawn = panel.plot(seconds, cards, drawstyle="steps-post", markevery=0.2, **_style(curve.seat))
        named.setdefault(curve.seat, drawn[0])
    panel.set_title(_("round {number}: cards in the centre").format(number=number), fontsize=9)
    panel.set_xlabel(_("seconds"))
    panel.yaxis.get_major_locator().set_params(integer=True)
    panel.grid(alpha=0.25)


def _style(seat: int) -> dict[str, object]:
    line = "-" if seat // len(COLOURS) % 2 == 0 else "--"
    return {
        "color": COLOURS[seat % len(COLOURS)],
        "linestyle": line,
        "marker": MARKS[seat % len(MARKS)],
        "markersize": 3,
        "linewidth": 1,
    }

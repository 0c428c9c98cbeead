"""``simulate --fairness --svg``: the share won by who pressed first, over the gap, a panel for each profile."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from p2p_ligretto.commands.svg_file import svg_figure
from p2p_ligretto.sim.fairness.figures import Fairness, GapShare
from p2p_ligretto.texts import _

COLUMNS: Final = 4
PANEL_INCHES: Final = (2.9, 2.2)
TICKS_MS: Final = (1, 2, 5, 10, 20, 50, 100, 200)
US_PER_MS: Final = 1000
COLOURS: Final = {"table": "#0072b2", "bare": "#d55e00"}
"""Two that are told apart by who sees few colours, too."""


def draw_fairness(results: Sequence[Fairness], path: Path) -> None:
    """Draw ``results``, those of one profile behind one another, into ``path``. Raises Problem where that can't be."""
    profiles = list(dict.fromkeys(result.profile for result in results))
    rows = -(-len(profiles) // COLUMNS)
    with svg_figure((COLUMNS * PANEL_INCHES[0], rows * PANEL_INCHES[1]), path) as figure:
        panels = list(figure.subplots(rows, COLUMNS, sharey=True, squeeze=False).flat)
        for panel in panels[len(profiles) :]:
            panel.remove()
        for profile, panel in zip(profiles, panels, strict=False):
            _draw_panel(panel, profile, [result for result in results if result.profile == profile])
        figure.supxlabel(_("gap between the two presses, ms (grey: less than twice the clock error)"))
        figure.supylabel(_("won by who pressed first, %"))
        named = {name: line for panel in panels for line, name in zip(*panel.get_legend_handles_labels(), strict=True)}
        figure.legend(named.values(), named.keys(), loc="outside upper center", ncols=len(named), frameon=False)


def _draw_panel(panel: Any, profile: str, results: Sequence[Fairness]) -> None:
    names = {"table": _("table time"), "bare": _("bare counters")}
    for result in results:
        colour, name = COLOURS[result.clock], names[result.clock]
        panel.plot(*_points(result.gaps), color=colour, marker=".", label=name)
        if result.others is not None:
            others = _("{clock}, the others").format(clock=name)
            panel.plot(*_points(result.others.gaps), color=colour, linestyle=":", marker=".", label=others)
        if result.clock == "table":
            error_ms = result.clock_error_us / US_PER_MS
            panel.axvspan(TICKS_MS[0] / 2, 2 * error_ms, color="0.92", linewidth=0)
    panel.set_title(profile, fontsize=9)
    panel.set_xscale("log")
    panel.set_xlim(TICKS_MS[0] / 1.4, TICKS_MS[-1] * 1.4)
    panel.set_xticks(TICKS_MS, list(map(str, TICKS_MS)))
    panel.minorticks_off()
    panel.set_ylim(30, 103)
    panel.grid(alpha=0.25)


def _points(gaps: Sequence[GapShare]) -> tuple[list[float], list[float]]:
    """Gaps in milliseconds, shares in per cent; at a gap of 0 nobody was first."""
    points = [
        (gap.gap_us / US_PER_MS, 100 * gap.share_true_first)
        for gap in gaps
        if gap.gap_us and gap.share_true_first is not None
    ]
    return [gap_ms for gap_ms, _share in points], [share for _gap, share in points]

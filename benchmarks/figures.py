"""One figure of the bench, and all of them as a table for people and as JSON for programs."""

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Figure:
    """``ours`` and what it is compared with, in ``unit``; ``aim`` is for ``aimed_at``, None where there is none."""

    name: str
    unit: str
    ours: float
    compared: float | None = None
    compared_with: str = ""
    aim: float | None = None
    aimed_at: Literal["at most", "at least", "ratio at most"] = "at most"

    @property
    def ratio(self) -> float | None:
        """How many times as much as what it is compared with."""
        return self.ours / self.compared if self.compared else None

    @property
    def met(self) -> bool | None:
        """Whether the aim is reached; None without an aim."""
        if self.aim is None:
            return None
        if self.aimed_at == "ratio at most":
            return self.ratio is not None and self.ratio <= self.aim
        return self.ours >= self.aim if self.aimed_at == "at least" else self.ours <= self.aim


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """A part of the bench that could not run here, and why."""

    part: str
    reason: str


def table_of(figures: Sequence[Figure]) -> str:
    """Lines of columns, for a terminal."""
    rows: list[tuple[str, ...]] = [("figure", "ours", "beside it", "", "ratio", "aim", "")]
    rows += map(_row, figures)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    layout = "  ".join(f"{{:{side}{width}}}" for side, width in zip("<>><>><", widths, strict=True))
    return "\n".join(layout.format(*row).rstrip() for row in rows)


def _row(figure: Figure) -> tuple[str, ...]:
    aim, ratio, met = "", "", ""
    if figure.aim is not None:
        sign = ">=" if figure.aimed_at == "at least" else "<="
        aim = f"{sign} {figure.aim:g}{' x' if figure.aimed_at == 'ratio at most' else f' {figure.unit}'}"
        met = "met" if figure.met else "missed"
    if figure.ratio is not None:
        ratio = f"{figure.ratio:.2f}"
    compared = "" if figure.compared is None else _amount(figure.compared, figure.unit)
    return (figure.name, _amount(figure.ours, figure.unit), compared, figure.compared_with, ratio, aim, met)


def _amount(value: float, unit: str) -> str:
    return f"{value:.0f} {unit}" if value >= 100 else f"{value:.2f} {unit}"


def json_of(figures: Sequence[Figure], missing: Sequence[NotMeasured], *, fast: bool) -> str:
    """The same and where it was measured. ``fast``: too few samples to mean anything."""
    content: dict[str, Any] = {
        "fast": fast,
        "machine": {
            "system": f"{platform.system()} {platform.machine()}",
            "processors": os.cpu_count(),
            "python": platform.python_version(),
        },
        "figures": [asdict(figure) | {"ratio": figure.ratio, "met": figure.met} for figure in figures],
        "not measured": [asdict(each) for each in missing],
    }
    return json.dumps(content, indent=2) + "\n"

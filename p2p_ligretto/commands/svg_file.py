"""A figure written as an SVG file. Matplotlib, which draws it, is an optional extra, imported here alone.

The same values give the same bytes: there are no dates and no random ids in the file.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.runtime.files import why_unwritable
from p2p_ligretto.texts import _


def check_picture(path: Path) -> None:
    """Raise Problem where nothing can be drawn into ``path``: to be asked before anything is measured."""
    drawing_library()
    if reason := why_unwritable(path):
        raise _cannot_draw(path, reason)


def _cannot_draw(path: Path, reason: str) -> Problem:
    return Problem(
        _("Cannot write {path} ({reason}): name another file with --svg FILE.").format(path=path, reason=reason)
    )


def drawing_library() -> ModuleType:
    """What draws. Raises Problem where it is not installed."""
    try:
        import matplotlib
    except ImportError as error:
        raise Problem(
            _(
                "--svg needs Matplotlib, which is not installed ({reason}): install the game anew in a copy of its"
                " repository, with pipx install --force '.[plots]'."
            ).format(reason=error)
        ) from error
    return matplotlib


@contextmanager
def svg_figure(inches: tuple[float, float], path: Path) -> Iterator[Any]:
    """A figure to draw on, which is written to ``path`` at the end of the block. Raises Problem where that can't be.

    What is written on it is taken as it is: the names of people are no formulas.
    """
    matplotlib = drawing_library()
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "p2p-ligretto", "font.size": 8, "text.parse_math": False}):
        figure = Figure(inches, layout="constrained")
        yield figure
        try:
            with warnings.catch_warnings():
                # A glyph that its font lacks is drawn as a box: people may have any name.
                warnings.filterwarnings("ignore", message=".*[Gg]lyph.*missing")
                figure.savefig(path, format="svg", metadata={"Date": None})
        except OSError as error:
            raise _cannot_draw(path, error.strerror or str(error)) from error

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
from p2p_ligretto.texts import _


def drawing_library() -> ModuleType:
    """What draws. Raises Problem where it is not installed: to be asked before anything is measured."""
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
            raise Problem(_("The picture could not be written: {reason}.").format(reason=error)) from error

"""How views become pictures on one kind of terminal."""

from collections.abc import Callable
from dataclasses import dataclass

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import BaseStyle

from p2p_ligretto.tui.picture import Picture
from p2p_ligretto.tui.views import View


@dataclass(frozen=True, slots=True)
class Drawing:
    """``render`` makes the picture of a view for so many columns and rows; ``style`` says what its classes mean."""

    render: Callable[[View, int, int], Picture]
    style: BaseStyle
    depth: ColorDepth

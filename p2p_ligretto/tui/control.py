"""The one control of the one window: it draws a picture, and says what a click in it means.

One window with one control redraws a table in a few milliseconds; a window for each card would take ten times that.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from p2p_ligretto.tui.actions import Action
from p2p_ligretto.tui.picture import Picture

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone


class PictureControl(UIControl):
    """``draw`` makes the picture for a size in cells; ``clicked`` gets what a click meant."""

    def __init__(
        self,
        draw: Callable[[int, int], Picture],
        clicked: Callable[[Action], None],
        scrolled: Callable[[int], None],
    ) -> None:
        self._draw = draw
        self._clicked = clicked
        self._scrolled = scrolled
        self._picture: Picture = ()

    def is_focusable(self) -> bool:
        """All keys are for it."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """The picture, as the window wants it."""
        picture = self._picture = self._draw(width, height)

        def line(number: int) -> StyleAndTextTuples:
            return [(run.style, run.text) for run in picture[number]]

        return UIContent(line, line_count=len(picture), cursor_position=Point(0, 0), show_cursor=False)

    def mouse_handler(self, mouse_event: MouseEvent) -> "NotImplementedOrNone":
        """A press does what is under it, at once; the wheel moves what is chosen.

        ``NotImplemented`` says that nothing is to be drawn now: that is decided by what the press leads to.
        """
        match mouse_event.event_type:
            case MouseEventType.MOUSE_DOWN:
                action = action_at(self._picture, mouse_event.position.x, mouse_event.position.y)
                if action is not None:
                    self._clicked(action)
            case MouseEventType.SCROLL_UP:
                self._scrolled(-1)
            case MouseEventType.SCROLL_DOWN:
                self._scrolled(1)
        return NotImplemented


def action_at(picture: Picture, character: int, line: int) -> Action | None:
    """What a click on the ``character``-th character of ``line`` means."""
    if not 0 <= line < len(picture):
        return None
    for run in picture[line]:
        if character < len(run.text):
            return run.action
        character -= len(run.text)
    return None

"""The terminal that the program was started in: its two ends, and what it can show.

``TERM`` and ``COLORTERM`` say how many colours there are; whether they are wanted says the palette.
"""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.output import ColorDepth, Output, create_output
from prompt_toolkit.styles import Style

from p2p_ligretto.tui.drawing import Drawing
from p2p_ligretto.tui.keymap import USUAL_KEYS, Keymap
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.palettes import DEFAULT, MONO
from p2p_ligretto.tui.style import look_for, style_classes
from p2p_ligretto.tui.terminal_file import TerminalFile

if TYPE_CHECKING:
    from typing import TextIO


@dataclass(frozen=True, slots=True)
class Ends:
    """The two ends of a terminal. ``when_taken`` calls once all that was drawn so far was read; ``close`` ends it."""

    input: Input
    output: Output
    when_taken: Callable[[Callable[[], None]], None]
    close: Callable[[float], object]


OpenEnds = Callable[[Callable[[OSError], None]], Ends]
"""Opens a terminal; its argument is called, from any thread, when the terminal is gone."""


def open_terminal(gone: Callable[[OSError], None]) -> Ends:
    """The terminal at standard input and output."""
    return _open_standard(sys.stdout.encoding or "utf-8", gone)


def open_ascii_terminal(gone: Callable[[OSError], None]) -> Ends:
    """The same, and no other than ASCII characters are ever written to it."""
    return _open_standard("ascii", gone)


def _open_standard(encoding: str, gone: Callable[[OSError], None]) -> Ends:
    if sys.platform == "win32":
        # A console there is no file; it is written to by calls that only it knows.
        return Ends(create_input(), create_output(), lambda call: call(), lambda limit_s: None)
    return open_descriptors(sys.stdin, sys.stdout.fileno(), encoding, gone)


def open_descriptors(keys: "TextIO", screen: int, encoding: str, gone: Callable[[OSError], None]) -> Ends:
    """A terminal that is read by ``keys`` and drawn on at the descriptor ``screen``."""
    from prompt_toolkit.output.vt100 import Vt100_Output  # noqa: PLC0415 - not there on every platform

    file = TerminalFile(screen, encoding, gone)
    sizes = _Sizes(screen)
    output = Vt100_Output(cast("TextIO", file), sizes.now, term=os.environ.get("TERM"), enable_cpr=False)
    return Ends(create_input(keys), output, file.when_taken, file.close)


class _Sizes:
    """The size of a terminal; the last one that was known if it is gone."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._last = Size(rows=24, columns=80)

    def now(self) -> Size:
        try:
            columns, rows = os.get_terminal_size(self._descriptor)
        except OSError:
            return self._last
        if columns > 0 and rows > 0:
            self._last = Size(rows=rows, columns=columns)
        return self._last


def drawing_for(
    environment: Mapping[str, str], palette: str = DEFAULT, *, in_ascii: bool = False, keys: Keymap = USUAL_KEYS
) -> Drawing:
    """How to draw on the terminal that the environment tells of, as the person wants it."""
    depth = ColorDepth.DEPTH_1_BIT if palette == MONO else colour_depth(environment)
    look = look_for(depth, in_ascii=in_ascii, keys=keys)
    style = Style.from_dict(style_classes(palette, depth))
    return Drawing(lambda view, columns, rows: render(view, columns, rows, look), style, depth)


def colour_depth(environment: Mapping[str, str]) -> ColorDepth:
    """How many colours the terminal shows, as far as the environment says so."""
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return ColorDepth.DEPTH_24_BIT
    return ColorDepth.default() if sys.platform == "win32" else _depth_of(environment.get("TERM", ""))


def _depth_of(terminal: str) -> ColorDepth:
    if terminal.endswith("-direct"):
        return ColorDepth.DEPTH_24_BIT
    if terminal.startswith(("vt", "dumb")) or terminal.endswith(("-mono", "-m")):
        return ColorDepth.DEPTH_1_BIT
    if terminal in ("linux", "ansi", "cygwin", "eterm-color", "xterm-color") or terminal.endswith("-16color"):
        return ColorDepth.DEPTH_4_BIT
    return ColorDepth.DEPTH_8_BIT

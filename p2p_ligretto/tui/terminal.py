"""The terminal that the program was started in: its two ends, and what it can show.

``TERM``, ``COLORTERM`` and ``NO_COLOR`` say how many colours there are; the encoding says which glyphs.
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
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.style import look_for, palette
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
    if sys.platform == "win32":
        # A console there is no file; it is written to by calls that only it knows.
        return Ends(create_input(), create_output(), lambda call: call(), lambda limit_s: None)
    return open_descriptors(sys.stdin, sys.stdout.fileno(), sys.stdout.encoding or "utf-8", gone)


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


def drawing_for(environment: Mapping[str, str], encoding: str) -> Drawing:
    """How to draw on the terminal that the environment tells of, written to in ``encoding``."""
    depth = colour_depth(environment)
    look = look_for(encoding, depth)
    style = Style.from_dict(palette(depth))
    return Drawing(lambda view, columns, rows: render(view, columns, rows, look), style, depth)


def colour_depth(environment: Mapping[str, str]) -> ColorDepth:
    """How many colours the terminal shows, as far as the environment says so."""
    if environment.get("NO_COLOR"):
        return ColorDepth.DEPTH_1_BIT
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

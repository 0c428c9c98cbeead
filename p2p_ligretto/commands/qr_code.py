"""A line of text as a QR code for a terminal: two modules a character, by half blocks.

Light modules are drawn, dark ones are the background: where there may be colours, white on black is asked for, so
that the code is the same on a light terminal; without colours it is meant for a dark one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import segno

BORDER_MODULES: Final = 4
"""The quiet zone that readers are promised."""
_BLOCKS: Final = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""By (upper, lower) module; 1 is dark."""
_WHITE_ON_BLACK: Final = "\x1b[97;40m"
_USUAL_COLOURS: Final = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a terminal can show."""

    blocks: bool
    colours: bool


def drawing_for(environment: Mapping[str, str], encoding: str, platform: str) -> Drawing:
    """What can be shown by a terminal with this environment and encoding."""
    try:
        "".join(_BLOCKS.values()).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return Drawing(blocks=False, colours=False)
    # An old console of Windows shows the codes for colours as text.
    return Drawing(blocks=True, colours=not environment.get("NO_COLOR") and platform != "win32")


def draw(texts: Iterable[str], drawing: Drawing) -> Iterator[str]:
    """The lines of the codes of ``texts``; none where blocks can't be shown."""
    if not drawing.blocks:
        return
    for text in texts:
        rows = [list(row) for row in segno.make_qr(text, error="L").matrix_iter(border=BORDER_MODULES)]
        if len(rows) % 2:
            rows.append([0] * len(rows[0]))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True):
            line = "".join(_BLOCKS[int(above), int(below)] for above, below in zip(upper, lower, strict=True))
            yield f"{_WHITE_ON_BLACK}{line}{_USUAL_COLOURS}" if drawing.colours else line

"""Large digits, drawn with blocks: three lines high with half blocks, five or ten with whole ones."""

from functools import lru_cache
from typing import Final

from p2p_ligretto.tui.style import Glyphs

_DOTS: Final = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" #", "##", " #", " #", " #"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
}
SMALL: Final = 3
MIDDLE: Final = 5
LARGE: Final = 10
HEIGHTS: Final = (LARGE, MIDDLE, SMALL)


@lru_cache(maxsize=256)
def digits(number: str, height: int, glyphs: Glyphs) -> tuple[str, ...]:
    """``number`` as ``height`` lines of equal length; a line of text where the glyphs can't show it so high."""
    if height == SMALL and glyphs.upper_half == " ":
        return (number,)
    dots = [" ".join(parts) for parts in zip(*(_DOTS[digit] for digit in number), strict=True)]
    if height == SMALL:
        return _halved([*dots, " " * len(dots[0])], glyphs)
    scale = height // len(dots)
    lines = ["".join(glyphs.full * 2 * scale if dot == "#" else "  " * scale for dot in line) for line in dots]
    return tuple(line for line in lines for _repeated in range(scale))


def _halved(dots: list[str], glyphs: Glyphs) -> tuple[str, ...]:
    sign = {"  ": " ", "# ": glyphs.upper_half, " #": glyphs.lower_half, "##": glyphs.full}
    pairs = zip(dots[::2], dots[1::2], strict=True)
    return tuple("".join(sign[up + down] for up, down in zip(upper, lower, strict=True)) for upper, lower in pairs)

"""How things look: the glyphs that a terminal can show, and what each style class means at each depth of colour.

Colours are never the only sign: a card carries its letter, what has just changed has marks at its sides, and without
colours what is not final yet has brackets of its own. Backgrounds are set together with their foregrounds, and other
texts keep the terminal's own colours, so that everything can be read on dark and on light terminals.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from prompt_toolkit.output.color_depth import ColorDepth

from p2p_ligretto.game.cards import COLOURS


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """Signs of one cell each, but for ``ellipsis`` and ``about``. There are two sets, compared by identity."""

    ellipsis: str
    rule: str
    upright: str
    corners: tuple[str, str, str, str]
    """Upper left, upper right, lower left, lower right."""
    face_down: str
    gap: str
    dot: str
    """Between parts of a title."""
    tick: str
    cross: str
    times: str
    about: str
    """Before what a figure may be wrong by."""
    pointer: str
    left: str
    right: str
    up: str
    down: str
    upper_half: str
    lower_half: str
    full: str
    bars: str
    """Eight heights, lowest first."""
    fresh: tuple[str, str]
    """To the left and right of what has just changed."""
    shapes: Mapping[str, str]
    """By colour letter; empty where a terminal may lack them."""


UNICODE: Final = Glyphs(
    ellipsis="…",
    rule="─",
    upright="│",
    corners=("╭", "╮", "╰", "╯"),
    face_down="░",
    gap="·",
    dot="·",
    tick="✓",
    cross="✗",
    times="\u00d7",
    about="\u00b1",
    pointer="▸",
    left="\u2039",
    right="\u203a",
    up="↑",
    down="↓",
    upper_half="▀",
    lower_half="▄",
    full="█",
    bars="▁▂▃▄▅▆▇█",
    fresh=("▐", "▌"),
    shapes=MappingProxyType({"R": "♥", "Y": "♦", "G": "♣", "B": "♠"}),
)

ASCII: Final = Glyphs(
    ellipsis="...",
    rule="-",
    upright="|",
    corners=("+", "+", "+", "+"),
    face_down="#",
    gap=".",
    dot="-",
    tick="*",
    cross="-",
    times="x",
    about="+-",
    pointer=">",
    left="<",
    right=">",
    up="^",
    down="v",
    upper_half=" ",
    lower_half=" ",
    full="#",
    bars="_.-:=+*#",
    fresh=(">", "<"),
    shapes=MappingProxyType({}),
)


@dataclass(frozen=True, slots=True)
class Look:
    """What drawing has to know of a terminal. ``filled``: cards are areas of colour, else outlines and brackets."""

    glyphs: Glyphs = UNICODE
    filled: bool = True

    @property
    def solid(self) -> bool:
        """Whether a card can be drawn with half a line of colour above and below."""
        return self.filled and self.glyphs.upper_half != " "


def look_for(encoding: str, depth: ColorDepth) -> Look:
    """The look for a terminal that is written to in ``encoding`` and shows so many colours."""
    return Look(UNICODE if _can_show(encoding) else ASCII, filled=depth is not ColorDepth.DEPTH_1_BIT)


def _can_show(encoding: str) -> bool:
    glyphs = UNICODE
    plain = (glyphs.ellipsis, glyphs.rule, glyphs.upright, glyphs.face_down, glyphs.dot, glyphs.tick, glyphs.pointer)
    drawn = (glyphs.left, glyphs.right, glyphs.up, glyphs.down, glyphs.upper_half, glyphs.lower_half, glyphs.full)
    shown = "".join((*plain, *drawn, *glyphs.corners, *glyphs.fresh, *glyphs.shapes.values(), glyphs.bars))
    try:
        (shown + glyphs.cross + glyphs.times).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Ink:
    """Colours of a card in one state: ``paper`` its area, ``ink`` its text, ``line`` its border."""

    paper: str
    ink: str
    line: str
    bold: bool = True


_Inks = Mapping[str, tuple[_Ink, _Ink, _Ink]]
"""By colour letter: as it lies, not final yet (paler), just changed (brighter)."""

_TRUE: Final[_Inks] = {
    "R": (
        _Ink("#c62828", "#ffffff", "#e88a8a"),
        _Ink("#8c5858", "#ffffff", "#c09c9c"),
        _Ink("#ff9a90", "#4a0000", "#8a1c1c"),
    ),
    "Y": (
        _Ink("#f2c200", "#2b2100", "#8a6d00"),
        _Ink("#b8a468", "#2b2410", "#857642"),
        _Ink("#fff3a0", "#332700", "#8a6d00"),
    ),
    "G": (
        _Ink("#2e7d32", "#ffffff", "#86c08a"),
        _Ink("#567158", "#ffffff", "#9bb39d"),
        _Ink("#93ea9c", "#00330a", "#1c6a26"),
    ),
    "B": (
        _Ink("#1e5fc4", "#ffffff", "#86aeea"),
        _Ink("#596b8e", "#ffffff", "#9dabc4"),
        _Ink("#9accff", "#00254d", "#1b4f99"),
    ),
}
_PALETTE: Final[_Inks] = {
    "R": (
        _Ink("#d70000", "#ffffff", "#ff8787"),
        _Ink("#875f5f", "#eeeeee", "#af8787"),
        _Ink("#ff8787", "#000000", "#870000"),
    ),
    "Y": (
        _Ink("#ffd700", "#000000", "#875f00"),
        _Ink("#af875f", "#000000", "#5f5f00"),
        _Ink("#ffffaf", "#000000", "#875f00"),
    ),
    "G": (
        _Ink("#008700", "#ffffff", "#87d787"),
        _Ink("#5f875f", "#ffffff", "#87af87"),
        _Ink("#87ff87", "#000000", "#005f00"),
    ),
    "B": (
        _Ink("#005fd7", "#ffffff", "#87afff"),
        _Ink("#5f5f87", "#eeeeee", "#8787af"),
        _Ink("#87d7ff", "#000000", "#005faf"),
    ),
}
_SIXTEEN: Final[_Inks] = {
    "R": (
        _Ink("ansired", "ansiwhite", "ansiwhite"),
        _Ink("ansigray", "ansired", "ansired", bold=False),
        _Ink("ansibrightred", "ansiblack", "ansiblack"),
    ),
    "Y": (
        _Ink("ansiyellow", "ansiblack", "ansiblack"),
        _Ink("ansigray", "ansiblack", "ansiblack", bold=False),
        _Ink("ansibrightyellow", "ansiblack", "ansiblack"),
    ),
    "G": (
        _Ink("ansigreen", "ansiblack", "ansiblack"),
        _Ink("ansigray", "ansigreen", "ansigreen", bold=False),
        _Ink("ansibrightgreen", "ansiblack", "ansiblack"),
    ),
    "B": (
        _Ink("ansiblue", "ansiwhite", "ansiwhite"),
        _Ink("ansigray", "ansiblue", "ansiblue", bold=False),
        _Ink("ansibrightblue", "ansiblack", "ansiblack"),
    ),
}
_LABELS: Final = {"R": "#d7483f", "Y": "#af8700", "G": "#3f9f3f", "B": "#4a86e0"}
"""Colours for text on whatever background the terminal has."""
_SIXTEEN_LABELS: Final = {"R": "ansired", "Y": "ansiyellow", "G": "ansigreen", "B": "ansiblue"}
_STATES: Final = ("", ".pending", ".fresh")

_GREY: Final = {ColorDepth.DEPTH_24_BIT: "#808080", ColorDepth.DEPTH_8_BIT: "#808080"}


def palette(depth: ColorDepth) -> dict[str, str]:
    """What each style class means: a style string of prompt_toolkit by class name, for ``Style.from_dict``."""
    if depth is ColorDepth.DEPTH_1_BIT:
        return _texts("dim", "reverse", "", "", "reverse bold") | _monochrome_cards()
    if depth is ColorDepth.DEPTH_4_BIT:
        texts = _texts("dim", "bg:ansicyan fg:ansiblack", "ansigreen", "ansicyan", "bg:ansiyellow fg:ansiblack bold")
        return texts | _cards(_SIXTEEN, _SIXTEEN_LABELS, "bg:ansibrightblack fg:ansiwhite")
    texts = _texts(
        f"fg:{_GREY[depth]}", "bg:#3a3a3a fg:#ffffff", "fg:#3f9f3f", "fg:#008fa0", "bg:#ffd75f fg:#1c1c1c bold"
    )
    return texts | _cards(_TRUE if depth is ColorDepth.DEPTH_24_BIT else _PALETTE, _LABELS, "bg:#4e4e5a fg:#8a8a9a")


def _texts(faint: str, chosen: str, good: str, key: str, urgent: str) -> dict[str, str]:
    return {
        "title": "bold",
        "faint": faint,
        "rule": faint,
        "rule.name": "bold",
        "name": "",
        "name.own": "bold",
        "count": "",
        "away": f"{key} bold",
        "key": key,
        "key.live": f"{key} bold",
        "chosen": chosen,
        "good": good,
        "fault": "bold",
        "winner": f"{good} bold",
        "message": "",
        "urgent": urgent,
        "button": "reverse",
        "value": "bold",
        "big": "bold",
        "gap": faint,
        "set-aside": faint,
    }


def _cards(inks: _Inks, labels: Mapping[str, str], back: str) -> dict[str, str]:
    classes = {"card": "", "edge": "", "border": "", "back": back}
    for colour in COLOURS:
        letter = colour.lower()
        for state, ink in zip(_STATES, inks[colour], strict=True):
            classes[f"card.{letter}{state}"] = f"bg:{ink.paper} fg:{ink.ink} {'bold' if ink.bold else 'nobold'}"
            classes[f"border.{letter}{state}"] = f"bg:{ink.paper} fg:{ink.line}"
            classes[f"edge.{letter}{state}"] = f"fg:{ink.paper}"
        classes[f"label.{letter}"] = f"fg:{labels[colour]} bold"
    return classes


def _monochrome_cards() -> dict[str, str]:
    classes = {"card": "", "edge": "", "border": "", "back": ""}
    for colour in COLOURS:
        for state, meaning in zip(_STATES, ("bold", "nobold dim", "bold reverse"), strict=True):
            classes[f"card.{colour.lower()}{state}"] = meaning
            classes[f"border.{colour.lower()}{state}"] = meaning
            classes[f"edge.{colour.lower()}{state}"] = ""
        classes[f"label.{colour.lower()}"] = "bold"
    return classes

"""How things look: the glyphs that a terminal can show, and what each style class means in a palette and at a depth.

Colours are never the only sign: a card carries its letter, what has just changed has marks at its sides, and without
colours what is not final yet has brackets of its own. Backgrounds are set together with their foregrounds, and other
texts keep the terminal's own colours (or those of the palette's own ground), so that everything can be read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from prompt_toolkit.output.color_depth import ColorDepth

from p2p_ligretto.game.cards import COLOURS
from p2p_ligretto.tui.keymap import USUAL_KEYS, Keymap
from p2p_ligretto.tui.palettes import MONO, PALETTES, Shades


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
    """What drawing has to know of a terminal and of who sits there.

    ``filled``: cards are areas of colour, else outlines and brackets. ``keys`` are written below the cards.
    """

    glyphs: Glyphs = UNICODE
    filled: bool = True
    keys: Keymap = USUAL_KEYS

    @property
    def solid(self) -> bool:
        """Whether a card can be drawn with half a line of colour above and below."""
        return self.filled and self.glyphs.upper_half != " "


def look_for(depth: ColorDepth, *, in_ascii: bool = False, keys: Keymap = USUAL_KEYS) -> Look:
    """The look for a terminal that shows so many colours, and nothing beyond ASCII if ``in_ascii``."""
    return Look(ASCII if in_ascii else UNICODE, filled=depth is not ColorDepth.DEPTH_1_BIT, keys=keys)


_STATES: Final = ("", ".pending", ".fresh")


def style_classes(palette: str, depth: ColorDepth) -> dict[str, str]:
    """What each style class means: a style string of prompt_toolkit by class name, for ``Style.from_dict``.

    ``palette`` is one of ``PALETTE_NAMES``; a terminal without colours shows none of them.
    """
    if palette == MONO or depth is ColorDepth.DEPTH_1_BIT:
        return _texts("dim", "reverse", "", "", "reverse bold") | _monochrome_cards()
    chosen = PALETTES[palette]
    match depth:
        case ColorDepth.DEPTH_4_BIT:
            shades = chosen.sixteen
        case ColorDepth.DEPTH_8_BIT:
            shades = chosen.many
        case _:
            shades = chosen.true
    texts = _texts(shades.faint, shades.chosen, shades.good, shades.key, shades.urgent)
    ground = {"": shades.ground} if shades.ground else {}
    return ground | texts | _cards(shades)


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


def _cards(shades: Shades) -> dict[str, str]:
    classes = {"card": "", "edge": "", "border": "", "back": shades.back}
    for colour in COLOURS:
        letter = colour.lower()
        for state, ink in zip(_STATES, shades.cards[colour], strict=True):
            weight = "nobold" if shades.thin_pending and state == ".pending" else "bold"
            classes[f"card.{letter}{state}"] = f"bg:{ink.paper} fg:{ink.ink} {weight}"
            classes[f"border.{letter}{state}"] = f"bg:{ink.paper} fg:{ink.line}"
            classes[f"edge.{letter}{state}"] = f"fg:{ink.paper}"
        classes[f"label.{letter}"] = f"{shades.labels[colour]} bold"
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

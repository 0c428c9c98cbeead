"""The palettes: which colours cards and texts have, for many colours and for the sixteen that a terminal names.

Frozen values, chosen by name. ``default`` and ``colour-blind`` leave the terminal its background and are to be read on
dark and on light ones; ``high-contrast`` and ``light`` bring a background of their own. ``mono`` has no colours at all.
What every palette keeps to is computed by the tests: the contrast of texts, and that the four colours of cards stay
apart, in ``colour-blind`` for eyes without red or green receptors too. None of them carries a colour alone: see style.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours of a card in one state: ``paper`` its area, ``ink`` its text, ``line`` its border."""

    paper: str
    ink: str
    line: str


Inks = Mapping[str, tuple[Ink, Ink, Ink]]
"""By colour letter: as it lies, not final yet (paler), just changed (brighter)."""


@dataclass(frozen=True, slots=True)
class Shades:
    """A palette for one number of colours. All but ``cards`` are style strings, ``labels`` by colour letter."""

    cards: Inks
    labels: Mapping[str, str]
    back: str
    """A face-down card."""
    faint: str
    chosen: str
    good: str
    key: str
    urgent: str
    ground: str = ""
    """What everything is drawn on; empty: what the terminal has."""
    thin_pending: bool = False
    """Whether a card that is not final yet is not bold."""


@dataclass(frozen=True, slots=True)
class Palette:
    """``true`` for terminals that show any colour, ``many`` for 256 of them, ``sixteen`` for those with names only."""

    true: Shades
    many: Shades
    sixteen: Shades


def _inks(red: str, yellow: str, green: str, blue: str) -> Inks:
    """Each holds paper, ink and line, for three states: nine colours, where sixteen have names without their "ansi"."""
    return MappingProxyType(
        {letter: _states(card.split()) for letter, card in zip("RYGB", (red, yellow, green, blue), strict=True)}
    )


def _states(colours: list[str]) -> tuple[Ink, Ink, Ink]:
    named = [colour if colour.startswith("#") else f"ansi{colour}" for colour in colours]
    lies, pending, fresh = (Ink(*named[place : place + 3]) for place in (0, 3, 6))
    return lies, pending, fresh


def _labels(red: str, yellow: str, green: str, blue: str) -> Mapping[str, str]:
    return MappingProxyType({"R": red, "Y": yellow, "G": green, "B": blue})


# With sixteen colours labels lie on theirs: as letters, some could not be read on black and some not on white.
_NAMED_RED: Final = "bg:ansired fg:ansiwhite"
_NAMED_YELLOW: Final = "bg:ansibrightyellow fg:ansiblack"
_NAMED_BLUE: Final = "bg:ansiblue fg:ansiwhite"

# ---- default

_DEFAULT_TRUE: Final = Shades(
    cards=_inks(
        red="#c62828 #ffffff #e88a8a   #8c5858 #ffffff #c09c9c   #ff9a90 #4a0000 #8a1c1c",
        yellow="#f2c200 #2b2100 #8a6d00   #b8a468 #2b2410 #857642   #fff3a0 #332700 #8a6d00",
        green="#2e7d32 #ffffff #86c08a   #567158 #ffffff #9bb39d   #93ea9c #00330a #1c6a26",
        blue="#1e5fc4 #ffffff #86aeea   #596b8e #ffffff #9dabc4   #9accff #00254d #1b4f99",
    ),
    labels=_labels("fg:#d7483f", "fg:#af8700", "fg:#3f9f3f", "fg:#4a86e0"),
    back="bg:#4e4e5a fg:#8a8a9a",
    faint="fg:#808080",
    chosen="bg:#3a3a3a fg:#ffffff",
    good="fg:#3f9f3f",
    key="fg:#008fa0",
    urgent="bg:#ffd75f fg:#1c1c1c bold",
)
_DEFAULT_MANY: Final = replace(
    _DEFAULT_TRUE,
    cards=_inks(
        red="#d70000 #ffffff #ff8787   #875f5f #ffffff #af8787   #ff8787 #000000 #870000",
        yellow="#ffd700 #000000 #875f00   #af875f #000000 #5f5f00   #ffffaf #000000 #875f00",
        green="#008700 #ffffff #87d787   #5f875f #000000 #87af87   #87ff87 #000000 #005f00",
        blue="#005fd7 #ffffff #87afff   #5f5f87 #eeeeee #8787af   #87d7ff #000000 #005faf",
    ),
)
_DEFAULT_SIXTEEN: Final = Shades(
    cards=_inks(
        red="red white white   black brightred brightred   brightred black black",
        yellow="brightyellow black black   black brightyellow brightyellow   white black black",
        green="green black black   black brightgreen brightgreen   brightgreen black black",
        blue="blue white white   black brightcyan brightcyan   brightcyan black black",
    ),
    labels=_labels(_NAMED_RED, _NAMED_YELLOW, "bg:ansigreen fg:ansiblack", _NAMED_BLUE),
    back="bg:ansibrightblack fg:ansiwhite",
    faint="dim",
    chosen="bg:ansicyan fg:ansiblack",
    good="fg:ansigreen",
    key="fg:ansicyan",
    urgent="bg:ansibrightyellow fg:ansiblack bold",
    thin_pending=True,
)

# ---- colour-blind: near the colours of Okabe and Ito, and far apart in how bright they are

_BLIND_MANY: Final = replace(
    _DEFAULT_TRUE,
    cards=_inks(
        red="#d75f00 #000000 #5f0000   #af875f #000000 #5f0000   #ff875f #000000 #870000",
        yellow="#ffff5f #000000 #875f00   #d7d7af #000000 #5f5f00   #ffffaf #000000 #875f00",
        green="#5fd7af #000000 #005f5f   #87afaf #000000 #005f5f   #87ffd7 #000000 #005f5f",
        blue="#005faf #ffffff #87afff   #5f5f87 #ffffff #8787af   #5fafff #000000 #005faf",
    ),
    labels=_labels("fg:#d75f00", "fg:#af8700", "fg:#008f72", "fg:#4a86e0"),
    good="fg:#4a86e0",
)
_BLIND_SIXTEEN: Final = replace(
    _DEFAULT_SIXTEEN,
    cards=_inks(
        red="red white white   black brightred brightred   brightred black black",
        yellow="brightyellow black black   black brightyellow brightyellow   white black black",
        green="cyan black black   black brightcyan brightcyan   brightcyan black black",
        blue="blue white white   black white white   gray blue blue",
    ),
    labels=_labels(_NAMED_RED, _NAMED_YELLOW, "bg:ansicyan fg:ansiblack", _NAMED_BLUE),
    good="fg:ansicyan",
)

# ---- high-contrast: on black, every text at least 7 to 1

_CONTRAST_MANY: Final = Shades(
    cards=_inks(
        red="#ff8787 #000000 #000000   #000000 #ff8787 #ff8787   #ffffff #870000 #870000",
        yellow="#ffff00 #000000 #000000   #000000 #ffff00 #ffff00   #ffffff #000000 #000000",
        green="#00d700 #000000 #000000   #000000 #00ff00 #00ff00   #ffffff #005f00 #005f00",
        blue="#87d7ff #000000 #000000   #000000 #87d7ff #87d7ff   #ffffff #0000af #0000af",
    ),
    labels=_labels("fg:#ff8787", "fg:#ffff00", "fg:#00ff00", "fg:#87d7ff"),
    back="bg:#303030 fg:#ffffff",
    faint="fg:#bcbcbc",
    chosen="bg:#ffff00 fg:#000000",
    good="fg:#00ff00",
    key="fg:#00ffff",
    urgent="bg:#ffffff fg:#000000 bold",
    ground="bg:#000000 fg:#ffffff",
)
_CONTRAST_SIXTEEN: Final = Shades(
    cards=_inks(
        red="brightred black black   black brightred brightred   white red red",
        yellow="brightyellow black black   black brightyellow brightyellow   white black black",
        green="brightgreen black black   black brightgreen brightgreen   white black black",
        blue="brightcyan black black   black brightcyan brightcyan   white blue blue",
    ),
    labels=_labels("fg:ansibrightred", "fg:ansibrightyellow", "fg:ansibrightgreen", "fg:ansibrightcyan"),
    back="bg:ansigray fg:ansiblack",
    faint="fg:ansigray",
    chosen="bg:ansibrightyellow fg:ansiblack",
    good="fg:ansibrightgreen",
    key="fg:ansibrightcyan",
    urgent="bg:ansiwhite fg:ansiblack bold",
    ground="bg:ansiblack fg:ansiwhite",
)

# ---- light: on white

_LIGHT_MANY: Final = Shades(
    cards=_inks(
        red="#d70000 #ffffff #ff8787   #ffd7d7 #870000 #d78787   #ff8787 #000000 #870000",
        yellow="#ffd700 #000000 #875f00   #ffffaf #5f5f00 #afaf5f   #ffaf00 #000000 #875f00",
        green="#008700 #ffffff #87d787   #d7ffd7 #005f00 #87af87   #87d787 #000000 #005f00",
        blue="#005fd7 #ffffff #87afff   #d7d7ff #00005f #8787d7   #87afff #000000 #005faf",
    ),
    labels=_labels("fg:#af0000", "fg:#875f00", "fg:#005f00", "fg:#005faf"),
    back="bg:#d0d0d0 fg:#585858",
    faint="fg:#606060",
    chosen="bg:#005f87 fg:#ffffff",
    good="fg:#005f00",
    key="fg:#005f87",
    urgent="bg:#ffd75f fg:#000000 bold",
    ground="bg:#ffffff fg:#000000",
)
_LIGHT_SIXTEEN: Final = Shades(
    cards=_inks(
        red="red white white   white red red   brightred black black",
        yellow="brightyellow black black   white black black   gray black black",
        green="green black black   gray black black   brightgreen black black",
        blue="blue white white   white blue blue   brightcyan black black",
    ),
    labels=_labels(_NAMED_RED, _NAMED_YELLOW, "bg:ansigreen fg:ansiblack", _NAMED_BLUE),
    back="bg:ansigray fg:ansiblack",
    faint="fg:ansiblack",
    chosen="bg:ansiblue fg:ansiwhite",
    good="fg:ansiblue",
    key="fg:ansiblue",
    urgent="bg:ansibrightyellow fg:ansiblack bold",
    ground="bg:ansiwhite fg:ansiblack",
    thin_pending=True,
)

DEFAULT: Final = "default"
COLOUR_BLIND: Final = "colour-blind"
HIGH_CONTRAST: Final = "high-contrast"
LIGHT: Final = "light"
MONO: Final = "mono"
"""The palette without colours: no table of it, since it is what a terminal without colours shows anyway."""

PALETTES: Final[Mapping[str, Palette]] = MappingProxyType(
    {
        DEFAULT: Palette(_DEFAULT_TRUE, _DEFAULT_MANY, _DEFAULT_SIXTEEN),
        COLOUR_BLIND: Palette(_BLIND_MANY, _BLIND_MANY, _BLIND_SIXTEEN),
        HIGH_CONTRAST: Palette(_CONTRAST_MANY, _CONTRAST_MANY, _CONTRAST_SIXTEEN),
        LIGHT: Palette(_LIGHT_MANY, _LIGHT_MANY, _LIGHT_SIXTEEN),
    }
)
PALETTE_NAMES: Final = (*PALETTES, MONO)

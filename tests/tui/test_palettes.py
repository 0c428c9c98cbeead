"""Palettes can be read, and told apart: contrast as WCAG 2 computes it, colours as eyes without a receptor see them."""

from collections.abc import Iterable
from itertools import combinations

import pytest
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.styles import Attrs, Style
from prompt_toolkit.styles.base import ANSI_COLOR_NAMES

from p2p_ligretto.game.cards import COLOURS
from p2p_ligretto.tui.palettes import COLOUR_BLIND, DEFAULT, HIGH_CONTRAST, LIGHT, PALETTES
from p2p_ligretto.tui.style import style_classes

Colour = tuple[float, float, float]

STATES = ("", ".pending", ".fresh")
MANY = (ColorDepth.DEPTH_24_BIT, ColorDepth.DEPTH_8_BIT)
OWN_GROUND = (HIGH_CONTRAST, LIGHT)

XTERM = (
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
)
VGA = "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
"""The sixteen colours as xterm and the consoles of PCs have them; every terminal may have others."""
NAMES = (
    "black red green yellow blue magenta cyan gray "
    "brightblack brightred brightgreen brightyellow brightblue brightmagenta brightcyan white"
)
SIXTEEN = {
    terminal: dict(zip((f"ansi{name}" for name in NAMES.split()), colours.split(), strict=True))
    for terminal, colours in (("xterm", XTERM), ("vga", VGA))
}

EYES = {
    "all receptors": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red receptors": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green receptors": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
"""Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency (2009).

Protanopia and deuteranopia at full severity, on linear RGB.
"""


def linear(colour: str) -> Colour:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, eye: str) -> Colour:
    """CIE L*a*b* (D65) of what that eye sees."""
    seen = [sum(a * b for a, b in zip(row, linear(colour), strict=True)) for row in EYES[eye]]
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    bent = [part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z)]
    return 116 * bent[1] - 16, 500 * (bent[0] - bent[1]), 200 * (bent[1] - bent[2])


def least_difference(colours: Iterable[str], eye: str) -> float:
    """The smallest distance between two of them (CIE 1976); 2 to 3 can just be told side by side."""
    seen = [lab(colour, eye) for colour in colours]
    return min(sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5 for pair in combinations(seen, 2))


def attributes(palette: str, depth: ColorDepth) -> dict[str, Attrs]:
    classes = style_classes(palette, depth)
    style = Style.from_dict(classes)
    return {name: style.get_attrs_for_style_str(f"class:{name}") for name in classes if name}


def texts(palette: str, depth: ColorDepth) -> dict[str, Attrs]:
    """What is read: backs of cards, and edges and borders, are only to be seen."""
    return {
        name: found
        for name, found in attributes(palette, depth).items()
        if not name.startswith(("edge", "border", "back"))
    }


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("depth", MANY)
def test_text_with_a_background_can_be_read(palette: str, depth: ColorDepth) -> None:
    wanted = 7.0 if palette == HIGH_CONTRAST else 4.5
    for name, found in texts(palette, depth).items():
        if found.bgcolor and not found.reverse:
            assert contrast(found.color or "", found.bgcolor) >= wanted, name


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("terminal", SIXTEEN)
def test_sixteen_colours_can_be_read(palette: str, terminal: str) -> None:
    shown = SIXTEEN[terminal]
    for name, found in texts(palette, ColorDepth.DEPTH_4_BIT).items():
        if found.bgcolor or name.startswith("label"):
            assert contrast(shown[found.color or ""], shown[found.bgcolor]) >= 4.5, name


@pytest.mark.parametrize("palette", PALETTES)
def test_a_terminal_of_sixteen_colours_is_told_names(palette: str) -> None:
    for name, found in attributes(palette, ColorDepth.DEPTH_4_BIT).items():
        assert {found.color or "ansidefault", found.bgcolor or "ansidefault"} <= set(ANSI_COLOR_NAMES), name


@pytest.mark.parametrize("palette", OWN_GROUND)
@pytest.mark.parametrize("depth", [*MANY, ColorDepth.DEPTH_4_BIT])
def test_a_palette_with_a_ground_leaves_nothing_to_the_terminal(palette: str, depth: ColorDepth) -> None:
    for name, found in attributes(palette, depth).items():
        assert found.color, name
        assert found.bgcolor, name


@pytest.mark.parametrize("palette", [DEFAULT, COLOUR_BLIND])
@pytest.mark.parametrize("depth", MANY)
def test_texts_without_a_background_can_be_read_on_dark_and_on_light(palette: str, depth: ColorDepth) -> None:
    """No colour has 4.5 to both; what has to be read is in the terminal's own colours in these two."""
    for name, found in texts(palette, depth).items():
        if found.color and not found.bgcolor:
            assert contrast(found.color, "ffffff") >= 2.9, name
            assert contrast(found.color, "1c1c1c") >= 2.9, name


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("depth", MANY)
@pytest.mark.parametrize("state", STATES)
def test_the_four_colours_stay_apart_for_every_eye(eye: str, depth: ColorDepth, state: str) -> None:
    found = attributes(COLOUR_BLIND, depth)
    papers = [found[f"card.{colour.lower()}{state}"].bgcolor or "" for colour in COLOURS]
    assert least_difference(papers, eye) >= (35 if state == "" else 25)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("terminal", SIXTEEN)
def test_the_four_of_sixteen_colours_stay_apart_for_every_eye(eye: str, terminal: str) -> None:
    found = attributes(COLOUR_BLIND, ColorDepth.DEPTH_4_BIT)
    papers = [SIXTEEN[terminal][found[f"card.{colour.lower()}"].bgcolor or ""] for colour in COLOURS]
    assert least_difference(papers, eye) >= 35


def test_what_apart_means() -> None:
    """The usual palette is told apart by all receptors, and not so well without green ones."""
    found = attributes(DEFAULT, ColorDepth.DEPTH_24_BIT)
    papers = [found[f"card.{colour.lower()}"].bgcolor or "" for colour in COLOURS]
    assert least_difference(papers, "all receptors") >= 35
    assert least_difference(papers, "no green receptors") < 25

"""What style classes mean: every class that is drawn has a meaning, and no state of a card is told by colour alone."""

import re

import pytest
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.styles import Attrs, Style

from p2p_ligretto.game.cards import COLOURS
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.style import ASCII, UNICODE, look_for, palette
from tests.tui.samples import VIEWS

DEPTHS = list(ColorDepth)
COLOURED = [depth for depth in DEPTHS if depth is not ColorDepth.DEPTH_1_BIT]


def attributes(depth: ColorDepth, name: str) -> Attrs:
    return Style.from_dict(palette(depth)).get_attrs_for_style_str(f"class:{name}")


@pytest.mark.parametrize("depth", DEPTHS)
def test_every_class_that_is_drawn_has_a_meaning(depth: ColorDepth) -> None:
    look = look_for("utf-8", depth)
    drawn = {
        name
        for view in VIEWS.values()
        for line in render(view, 120, 40, look)
        for run in line
        for name in re.findall(r"class:(\S+)", run.style)
    }
    assert drawn <= palette(depth).keys()


@pytest.mark.parametrize("depth", COLOURED)
def test_colours_and_states_of_cards_are_told_apart(depth: ColorDepth) -> None:
    papers = {attributes(depth, f"card.{colour.lower()}").bgcolor for colour in COLOURS}
    assert len(papers) == len(COLOURS)
    for colour in COLOURS:
        looks = {attributes(depth, f"card.{colour.lower()}{state}") for state in ("", ".pending", ".fresh")}
        assert len(looks) == 3


@pytest.mark.parametrize("depth", DEPTHS)
def test_text_on_a_background_brings_its_own_colour(depth: ColorDepth) -> None:
    """A foreground of the terminal's own on a background of ours could be unreadable."""
    for name in palette(depth):
        found = attributes(depth, name)
        assert not found.bgcolor or found.color, name


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_24_BIT, ColorDepth.DEPTH_8_BIT])
@pytest.mark.parametrize("colour", list(COLOURS.lower()))
@pytest.mark.parametrize("state", ["", ".pending", ".fresh"])
def test_cards_can_be_read(depth: ColorDepth, colour: str, state: str) -> None:
    found = attributes(depth, f"card.{colour}{state}")
    assert contrast(found.color or "", found.bgcolor or "") >= 4.0


@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_24_BIT, ColorDepth.DEPTH_8_BIT])
def test_texts_without_a_background_can_be_read_on_dark_and_on_light(depth: ColorDepth) -> None:
    for name in palette(depth):
        found = attributes(depth, name)
        if found.color and not found.bgcolor and not name.startswith("edge"):
            assert contrast(found.color, "ffffff") >= 2.9, name
            assert contrast(found.color, "1c1c1c") >= 2.9, name


def test_without_colours_nothing_is_coloured() -> None:
    for name in palette(ColorDepth.DEPTH_1_BIT):
        found = attributes(ColorDepth.DEPTH_1_BIT, name)
        assert not found.color
        assert not found.bgcolor


def test_glyphs_follow_the_encoding() -> None:
    assert look_for("utf-8", ColorDepth.DEPTH_24_BIT).glyphs is UNICODE
    assert look_for("ascii", ColorDepth.DEPTH_24_BIT).glyphs is ASCII
    assert look_for("latin-1", ColorDepth.DEPTH_24_BIT).glyphs is ASCII
    assert look_for("no such encoding", ColorDepth.DEPTH_24_BIT).glyphs is ASCII


def test_only_a_terminal_without_colours_has_outlines() -> None:
    assert [depth for depth in DEPTHS if not look_for("utf-8", depth).filled] == [ColorDepth.DEPTH_1_BIT]

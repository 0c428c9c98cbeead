"""What style classes mean: every class that is drawn has a meaning, and no state of a card is told by colour alone."""

import re

import pytest
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.styles import Attrs, Style

from p2p_ligretto.game.cards import COLOURS, Card
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.layout.cards import card_block, framed_block
from p2p_ligretto.tui.palettes import MONO, PALETTE_NAMES
from p2p_ligretto.tui.style import ASCII, UNICODE, Look, look_for, style_classes
from tests.tui.samples import VIEWS

DEPTHS = list(ColorDepth)
COLOURED = [depth for depth in DEPTHS if depth is not ColorDepth.DEPTH_1_BIT]
COLOURED_PALETTES = [name for name in PALETTE_NAMES if name != MONO]
STATES = ("", ".pending", ".fresh")

every_palette = pytest.mark.parametrize("palette", PALETTE_NAMES)
every_coloured = pytest.mark.parametrize("palette", COLOURED_PALETTES)


def attributes(palette: str, depth: ColorDepth, name: str) -> Attrs:
    return Style.from_dict(style_classes(palette, depth)).get_attrs_for_style_str(f"class:{name}")


@every_palette
@pytest.mark.parametrize("depth", DEPTHS)
def test_every_class_that_is_drawn_has_a_meaning(palette: str, depth: ColorDepth) -> None:
    assert drawn_classes(depth) <= style_classes(palette, depth).keys()


def drawn_classes(depth: ColorDepth) -> set[str]:
    return {
        name
        for view in VIEWS.values()
        for line in render(view, 120, 40, look_for(depth))
        for run in line
        for name in re.findall(r"class:(\S+)", run.style)
    }


@every_coloured
@pytest.mark.parametrize("depth", COLOURED)
def test_colours_and_states_of_cards_are_told_apart(palette: str, depth: ColorDepth) -> None:
    papers = {attributes(palette, depth, f"card.{colour.lower()}").bgcolor for colour in COLOURS}
    assert len(papers) == len(COLOURS)
    for colour in COLOURS:
        looks = {attributes(palette, depth, f"card.{colour.lower()}{state}") for state in STATES}
        assert len(looks) == 3


@every_coloured
@pytest.mark.parametrize("depth", DEPTHS)
def test_text_on_a_background_brings_its_own_colour(palette: str, depth: ColorDepth) -> None:
    """A foreground of the terminal's own on a background of ours could be unreadable."""
    for name in style_classes(palette, depth):
        found = attributes(palette, depth, name)
        assert not found.bgcolor or found.color, name


@every_palette
def test_without_colours_nothing_is_coloured(palette: str) -> None:
    for depth in DEPTHS if palette == MONO else [ColorDepth.DEPTH_1_BIT]:
        for name in style_classes(palette, depth):
            found = attributes(palette, depth, name)
            assert not found.color
            assert not found.bgcolor


@pytest.mark.parametrize("look", [Look(glyphs, filled) for glyphs in (UNICODE, ASCII) for filled in (True, False)])
@pytest.mark.parametrize("state", STATES)
def test_a_card_carries_the_letter_of_its_colour_in_every_size(look: Look, state: str) -> None:
    for colour in COLOURS:
        card = Card(colour, 7)
        blocks = [card_block(card, state, 8, height, look) for height in range(1, 10)]
        blocks += [framed_block(card, state, 8, height, look) for height in range(3, 10)]
        for block in blocks:
            assert colour in "".join(run.text for line in block for run in line)
        if look.glyphs is UNICODE:
            assert UNICODE.shapes[colour] in "".join(run.text for line in blocks[-1] for run in line)


def test_only_a_terminal_without_colours_has_outlines() -> None:
    assert [depth for depth in DEPTHS if not look_for(depth).filled] == [ColorDepth.DEPTH_1_BIT]

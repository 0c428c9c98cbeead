"""A card, a gap or a face-down card as a block of lines, in every size that there is room for.

A block is lines of runs, all of the same number of cells. One line is a chip, `` R5 ``; more lines have half a line of
colour at their edges, and large digits from five lines on. Where nothing can be filled, a block is an outline.
"""

from functools import lru_cache
from typing import Final

from p2p_ligretto.game.cards import Card
from p2p_ligretto.tui.layout.digits import MIDDLE, SMALL, digits
from p2p_ligretto.tui.picture import Line, Run
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import CardView, PileView

CHIP_CELLS: Final = 4

Block = tuple[Line, ...]


def state_of(shown: CardView | PileView) -> str:
    """The part of style classes that tells what has just changed or is not final yet."""
    return ".fresh" if shown.fresh else ".pending" if shown.pending else ""


@lru_cache(maxsize=4096)
def card_block(card: Card, state: str, cells: int, height: int, look: Look) -> Block:
    """``card`` as a block of ``cells`` x ``height`` without a border, unless it has to be an outline."""
    colour = card.colour.lower()
    face, edge = f"class:card.{colour}{state}", f"class:edge.{colour}{state}"
    if height == 1:
        return ((Run(face, _chip(card, state, cells, look)),),)
    if not look.solid and height >= 3:
        return framed_block(card, state, cells, height, look)
    below = (Run(edge, (look.glyphs.upper_half if look.solid else " ") * cells),)
    if height == 2:
        return ((Run(face, _chip(card, state, cells, look)),), below)
    above = (Run(edge, look.glyphs.lower_half * cells),)
    return (above, *((Run(face, line),) for line in _face(card, state, cells, height - 2, look)), below)


@lru_cache(maxsize=4096)
def framed_block(card: Card, state: str, cells: int, height: int, look: Look) -> Block:
    """``card`` as a block with a border; at least 3 lines of 5 cells."""
    colour = card.colour.lower()
    face, border = f"class:card.{colour}{state}", f"class:border.{colour}{state}"
    return _frame([(Run(face, line),) for line in _face(card, state, cells - 2, height - 2, look)], border, cells, look)


@lru_cache(maxsize=256)
def empty_block(cells: int, height: int, look: Look, *, framed: bool) -> Block:
    """Where no card lies."""
    style = "class:gap"
    if framed:
        return _frame([(Run(style, " " * (cells - 2)),)] * (height - 2), style, cells, look)
    return _marked_block(look.glyphs.gap, style, cells, height)


def _marked_block(mark: str, style: str, cells: int, height: int) -> Block:
    middle = (Run(style, mark.center(cells)),)
    blank = (Run("", " " * cells),)
    above = (height - 1) // 2
    return (blank,) * above + (middle,) + (blank,) * (height - 1 - above)


@lru_cache(maxsize=256)
def set_aside_block(cells: int, height: int, look: Look) -> Block:
    """The place of a pile that is complete."""
    return _marked_block(look.glyphs.tick, "class:set-aside", cells, height)


@lru_cache(maxsize=256)
def back_block(cells: int, height: int, look: Look) -> Block:
    """A face-down card with a border."""
    return _frame([(Run("class:back", look.glyphs.face_down * (cells - 2)),)] * (height - 2), "class:back", cells, look)


def _frame(inner: list[Line], style: str, cells: int, look: Look) -> Block:
    glyphs = look.glyphs
    upper_left, upper_right, lower_left, lower_right = glyphs.corners
    level = glyphs.rule * (cells - 2)
    side = Run(style, glyphs.upright)
    return (
        (Run(style, upper_left + level + upper_right),),
        *((side, *line, side) for line in inner),
        (Run(style, lower_left + level + lower_right),),
    )


def _chip(card: Card, state: str, cells: int, look: Look) -> str:
    """The card in one line of text; letters of cards of one size are below one another, if a 10 has room for that."""
    before, after = _ends(state, look)
    if len(f"{before}{card}") > cells:
        before = ""  # a 10 that lost its last digit would be a 1
    return f"{' ' * ((cells - 4) // 2)}{before}{card}{after}".ljust(cells)[:cells]


def _ends(state: str, look: Look) -> tuple[str, str]:
    if state == ".fresh":
        return look.glyphs.fresh
    return ("(", ")") if state == ".pending" and not look.filled else (" ", " ")


def _face(card: Card, state: str, cells: int, height: int, look: Look) -> list[str]:
    """The inner lines of a large card: large digits if there is room, its letter above them, its shape below."""
    lines = _number(card, state, cells, height, look)
    if height < 3:
        return lines
    before, after = _ends(state, look)
    corner = card.colour if look.filled else f"{before}{card.colour}{after}".strip()
    if lines[0][: len(corner)].strip():
        corner = card.colour
    lines[0] = corner + lines[0][len(corner) :]
    shape = look.glyphs.shapes.get(card.colour, card.colour)
    lines[-1] = lines[-1][:-1] + shape
    return lines


def _number(card: Card, state: str, cells: int, height: int, look: Look) -> list[str]:
    for size in (MIDDLE, SMALL):
        drawn = digits(str(card.number), size, look.glyphs)
        if 1 < len(drawn) <= height and len(drawn[0]) <= cells - 2:
            break
    else:
        drawn = (_chip(card, state, cells, look),)
    above = (height - len(drawn) + 1) // 2 if len(drawn) > 1 else (height - 1) // 2
    blank = " " * cells
    lines = [blank] * above + [line.center(cells) for line in drawn]
    return lines + [blank] * (height - len(lines))

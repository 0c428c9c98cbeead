"""Screens in a language of long words: still of their size, with labels over what they are about, and none lost."""

import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations

import pytest

from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.picture import Picture, cells_in
from p2p_ligretto.tui.questions import ask_to_open
from p2p_ligretto.tui.style import ASCII, Look
from p2p_ligretto.tui.view_model import option_entries
from p2p_ligretto.tui.views import GameView, View
from tests.texts.languages import spoken
from tests.tui.samples import VIEWS, company, game, scores, table_lobby, watched

SIZES = [(80, 24), (120, 40), (200, 60)]


def lengthened(message: str) -> str:
    """Some 40 % longer: with each vowel twice, but for what stands for something else."""
    parts = re.split(r"(\{[^}]*\})", message)
    return "".join(part if part.startswith("{") else re.sub("([aeiou])", r"\1\1", part) for part in parts)


class LongWords(NullTranslations):
    def gettext(self, message: str) -> str:
        return lengthened(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return lengthened(msgid1 if n == 1 else msgid2)


@pytest.fixture(autouse=True)
def long_words() -> Iterator[None]:
    with spoken(LongWords()):
        yield


def text_of(picture: Picture) -> list[str]:
    return ["".join(run.text for run in line) for line in picture]


def headings(view: GameView, columns: int, rows: int) -> str:
    """The lines across with their headings."""
    picture = render(View(view), columns, rows, Look())
    return "\n".join(line for line in text_of(picture) if "\u2500\u2500" in line and "\u256d" not in line)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("look", [Look(), Look(ASCII, filled=False)], ids=["unicode", "ascii"])
def test_every_screen_is_still_drawn(columns: int, rows: int, look: Look) -> None:
    for name, view in VIEWS.items():
        picture = render(view, columns, rows, look)
        assert {cells_in(line) for line in picture} == {columns}, name
        assert len(picture) == rows
        assert "coooluumns" not in text_of(picture)[0], name


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("players", [2, 4, 8, 12])
def test_no_heading_of_a_table_is_lost(players: int, columns: int, rows: int) -> None:
    lines = headings(game(players), columns, rows)
    for label in ("centre", "yours: 0", "complete", "others", "row", "discard", "stack \u00d77", "hand \u00d721"):
        assert f" {lengthened(label)} " in f"{lines} ", label
    for view in (game(players), watched(players), company(players)):
        if columns != 120 or players < 8:
            assert "\u2026" not in headings(view, columns, rows)
        for cut in re.findall(r"(\w+)\u2026", headings(view, columns, rows)):
            assert len(cut) > 4, "two seats stand side by side"


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("players", [2, 4, 8, 12])
def test_figures_and_cards_stay_below_their_headings(players: int, columns: int, rows: int) -> None:
    lines = text_of(render(View(game(players)), columns, rows, Look()))
    own = next(line for line in reversed(lines) if " haand " in f"{line} ")
    cards = lines[lines.index(own) + 1]
    for label, number in (("staack", 0), ("roow", 1), ("diiscaard", -2), ("haand", -1)):
        card = [width(cards[: found.start()]) for found in re.finditer("\u256d", cards)][number]
        assert card - 1 <= own.index(label) <= card + 1, label
    others = next((line for line in lines if " liink " in f"{line} "), None)
    if others is not None:
        bea = next(line for line in lines if line.startswith(" Bea"))
        assert others.index("liink") + len("liink") == bea.index("ms") + 2 or "\u2026" in others
        assert others.index("diiscaard") == bea.index(" Y9 ")
        assert others.index("roow") == bea.index("G10")


def test_what_is_said_of_who_is_away_is_whole() -> None:
    others = tuple(replace(other, away=lengthened(other.away)) for other in company(12).others)
    shown = "\n".join(text_of(render(View(company(12, others=others)), 80, 24, Look())))
    for other in others:
        assert other.away in shown


def test_columns_of_the_scores_and_of_options_are_as_wide_as_their_words() -> None:
    lines = text_of(render(View(scores(4)), 80, 24, Look()))
    heading = next(line for line in lines if "tootaal" in line)
    ada = next(line for line in lines if "Ada" in line)
    assert all(word in heading for word in ("ceentree", "leeft", "pooiints"))
    assert heading.index("tootaal") + len("tootaal") == ada.index("31") + 2
    for option in option_entries(OFFICIAL):
        line = next(line for line in text_of(render(table(), 120, 40, Look())) if option.name in line)
        assert option.value in line
    form = ask_to_open("Ada's table").form()
    shown = "\n".join(text_of(render(View(table_lobby(2), form=form), 80, 24, Look())))
    assert all(field.label in shown for field in form.fields[:8])


def table() -> View:
    return View(table_lobby(4, options=option_entries(OFFICIAL)))

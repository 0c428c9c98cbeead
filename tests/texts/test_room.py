"""Every language has room on the screen: where English words are whole, its words are."""

import gettext
import importlib.util
from collections.abc import Mapping

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.game.presets import PRESETS
from p2p_ligretto.speech.table_rules import option_words
from p2p_ligretto.texts import DOMAIN, LOCALE
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout import render, size_needed
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import View
from tests.texts.languages import spoken
from tests.texts.test_everything_is_marked import dialogs
from tests.tui import samples
from tests.tui.samples import VIEWS
from tools.catalogues import languages

SIZES = [(80, 24), (120, 40), (200, 60)]
CUT = "\u2026"
OPTION_CELLS = 11, 14, 51
"""What an option's name, its value and its explanation have on a screen of 80 columns."""
TABLES = [
    *PRESETS.values(),
    Options(target_score=999, rounds=50, call="manual", reshuffle=False, one_hand=True, hints=False),
    *(Options(row_storage=order, rounds=1) for order in ("ascending", "descending")),
    *(Options(penalty=penalty) for penalty in ("stack_to_hand", "hand_to_stack")),
]
"""Every value of every option is at one of them."""


def speaking(language: str) -> gettext.GNUTranslations:
    found = gettext.translation(DOMAIN, str(LOCALE), [language])
    assert isinstance(found, gettext.GNUTranslations)
    return found


def views() -> Mapping[str, View]:
    """The samples, in the language of the moment."""
    spec = importlib.util.spec_from_file_location("samples_in_a_language", samples.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Mapping[str, View] = module.VIEWS
    return found


def cut_lines(view: View, columns: int, rows: int) -> list[str]:
    lines = ("".join(run.text for run in line) for line in render(view, columns, rows, Look()))
    return [line for line in lines if CUT in line]


def needs_more(view: View) -> bool:
    return size_needed(view)[0] > 80 or size_needed(view, 80)[1] > 24


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_no_word_is_cut_that_is_whole_in_english(language: str, columns: int, rows: int) -> None:
    in_english = {name: cut_lines(view, columns, rows) for name, view in VIEWS.items()}
    with spoken(speaking(language)):
        cut = {name: cut_lines(view, columns, rows) for name, view in views().items()}
    assert {name: lines for name, lines in cut.items() if len(lines) > len(in_english[name])} == {}


@pytest.mark.parametrize("language", languages())
def test_no_screen_needs_a_larger_terminal(language: str) -> None:
    in_english = {name for name, view in VIEWS.items() if needs_more(view)}
    with spoken(speaking(language)):
        assert {name for name, view in views().items() if needs_more(view)} <= in_english


@pytest.mark.parametrize("language", languages())
def test_options_are_whole_before_anybody_is_ready(language: str) -> None:
    with spoken(speaking(language)):
        words = {
            text: width(text) - most
            for options in TABLES
            for option in option_words(options)
            for text, most in zip((option.name, option.value, option.explanation), OPTION_CELLS, strict=True)
        }
    assert {text: over for text, over in words.items() if over > 0} == {}


@pytest.mark.parametrize("language", languages())
def test_dialogs_are_whole(language: str) -> None:
    with spoken(speaking(language)):
        cut = [
            line
            for dialog in dialogs()
            for chosen in range(max(1, len(dialog.entries)))
            for line in cut_lines(View(VIEWS["countdown"].screen, form=dialog.selected(chosen).form()), 80, 24)
        ]
    assert cut == []

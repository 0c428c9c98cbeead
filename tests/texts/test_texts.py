"""Texts: literals that a translator's tools find, in the language that was chosen, spelt as the terminal can."""

import ast
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import p2p_ligretto
from p2p_ligretto.texts import Catalogue

PACKAGE = Path(p2p_ligretto.__file__).parent
FORMS = {"_": 1, "ngettext": 2}


def text_calls() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "texts.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORMS:
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node


def test_texts_are_literals_that_a_translator_can_find() -> None:
    calls = list(text_calls())
    assert len(calls) > 50
    for place, call in calls:
        assert isinstance(call.func, ast.Name)
        literals = call.args[: FORMS[call.func.id]]
        assert len(literals) == FORMS[call.func.id], place
        for literal in literals:
            assert isinstance(literal, ast.Constant), f"{place}: not a literal"
            assert isinstance(literal.value, str), place


@pytest.fixture
def german(tmp_path: Path) -> Catalogue:
    texts = Catalog(locale="de")
    texts.add("red", "rot")
    texts.add("green", "grün")
    texts.add(("{count} size", "{count} sizes"), ("{count} Größe", "{count} Größen"))
    written = io.BytesIO()
    write_mo(written, texts)
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "p2p_ligretto.mo").write_bytes(written.getvalue())
    catalogue = Catalogue(tmp_path)
    catalogue.install("de")
    return catalogue


def test_english_without_a_catalogue(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    catalogue.install("tlh")
    assert catalogue.text("red") == "red"
    assert catalogue.counted("{count} card", "{count} cards", 1) == "{count} card"
    assert catalogue.counted("{count} card", "{count} cards", 2) == "{count} cards"


def test_what_has_no_translation_is_english(german: Catalogue) -> None:
    assert (german.text("red"), german.text("blue")) == ("rot", "blue")


def test_english_within_another_language(german: Catalogue) -> None:
    with german.english():
        assert german.text("red") == "red"
    assert german.text("red") == "rot"


def test_another_language_takes_the_place_of_the_first(german: Catalogue) -> None:
    german.install("en")
    assert german.text("red") == "red"


def test_letters_that_ascii_lacks_are_spelt_as_people_do(german: Catalogue) -> None:
    german.spell_in_ascii(wanted=True)
    assert german.text("green") == "gruen"
    assert german.counted("{count} size", "{count} sizes", 2) == "{count} Groessen"

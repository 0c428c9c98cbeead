import ast
import gettext
from collections.abc import Iterator
from pathlib import Path

import pytest

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


def test_texts_are_taken_when_they_are_shown() -> None:
    """A text at the top of a module would be taken before the language is known."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.Assign | ast.AnnAssign | ast.Expr):
                names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
                assert path.name == "texts.py" or not names & FORMS.keys(), f"{path}:{statement.lineno}"


def test_english_without_a_catalogue(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    catalogue.install(["tlh"])
    assert catalogue.text("red") == "red"
    assert catalogue.counted("{count} card", "{count} cards", 1) == "{count} card"
    assert catalogue.counted("{count} card", "{count} cards", 2) == "{count} cards"


@pytest.mark.parametrize("languages", [["de"], ["xx", "de_AT"]])
def test_the_first_language_that_there_is_a_catalogue_for(tmp_path: Path, languages: list[str]) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "p2p_ligretto.mo").write_bytes(mo_file({"": "Content-Type: text/plain; charset=UTF-8\n", "red": "rot"}))
    gettext._translations.clear()  # type: ignore[attr-defined]
    catalogue = Catalogue(tmp_path)
    catalogue.install(languages)
    assert catalogue.text("red") == "rot"
    assert catalogue.text("blue") == "blue"


def mo_file(texts: dict[str, str]) -> bytes:
    """The smallest file that gettext reads: header, two tables, strings."""
    originals = [key.encode() for key in sorted(texts)]
    translations = [texts[key].encode() for key in sorted(texts)]
    count = len(originals)
    start = 28 + 16 * count
    tables, strings = [], b""
    for group in (originals, translations):
        for text in group:
            tables += [len(text), start + len(strings)]
            strings += text + b"\0"
    words = [0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0, *tables]
    return b"".join(word.to_bytes(4, "little") for word in words) + strings

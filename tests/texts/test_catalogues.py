"""Catalogues: every text is there in every language, says the same things, and is what the program reads."""

import gettext
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from p2p_ligretto.commands.languages import LANGUAGES
from p2p_ligretto.texts import DOMAIN, ENGLISH, LOCALE
from tools import catalogues
from tools.catalogues import CLICK, languages, missing, path_of, read, singular, template


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return template()


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """Each translation, with the text that it stands for: of a text with two forms the second has all fields."""
    if isinstance(message.id, str):
        assert isinstance(message.string, str)
        yield message.id, message.string
    else:
        for translated in message.string:
            yield message.id[1], translated


def both(language: str) -> list[tuple[str, str]]:
    return [pair for message in read(language) if message.id for pair in forms(message)]


def fields(text: str) -> set[tuple[str, str | None, str | None]]:
    return {
        (name, spec, conversion) for _, name, spec, conversion in string.Formatter().parse(text) if name is not None
    }


def test_the_languages_that_can_be_chosen_are_those_that_there_are() -> None:
    assert {*languages(), ENGLISH} == set(LANGUAGES)


def test_all_texts_of_click_that_are_asked_for_are_there(texts: Catalog) -> None:
    assert {singular(message.id) for message in texts if message.id} >= CLICK, "this click says it in other words"


@pytest.mark.parametrize("language", languages())
def test_every_text_of_the_code_is_translated_and_no_other(language: str, texts: Catalog) -> None:
    catalogue = read(language)
    assert {message.id for message in catalogue} == {message.id for message in texts}, "run make catalogues"
    assert [message.id for message in missing(catalogue)] == []


@pytest.mark.parametrize("language", languages())
def test_translations_have_the_fields_of_the_text_and_no_others(language: str) -> None:
    wrong = []
    for message in read(language):
        if not message.id:
            continue
        one, many = fields(singular(message.id)), fields(message.id if isinstance(message.id, str) else message.id[1])
        wrong += [(text, said) for text, said in forms(message) if not one & many <= fields(said) <= one | many]
        text, said = list(forms(message))[-1]
        wrong += [(text, said)] * (fields(said) != many)
    assert wrong == []


@pytest.mark.parametrize("language", languages())
def test_translations_have_the_lines_and_the_margins_of_the_text(language: str) -> None:
    def outline(text: str) -> tuple[int, int, int]:
        return len(text) - len(text.lstrip()), len(text) - len(text.rstrip()), text.count("\n")

    assert [(text, said) for text, said in both(language) if outline(text) != outline(said)] == []


@pytest.mark.parametrize("language", languages())
def test_what_is_typed_is_spelt_alike_in_every_language(language: str) -> None:
    typed = re.compile(r"--[a-z-]+|'p2p-ligretto[^']*'|p2p-ligretto [a-z-]+|[A-Z]+_[A-Z]+|\.toml")
    wrong = [(text, said) for text, said in both(language) if set(typed.findall(text)) - set(typed.findall(said))]
    assert wrong == []


@pytest.mark.parametrize("language", languages())
def test_the_first_word_of_a_line_of_help_and_where_its_words_begin_stay(language: str) -> None:
    """In the lines mode: ``say TEXT     say something to all``; the command is typed as it stands there."""
    columns = re.compile(r"(?!enter)([a-z0-9]+)\S*(?: \S+)*  +(?=\S)")
    wrong = []
    for text, said in both(language):
        line = columns.match(text)
        if line and (not re.match(rf"{line[1]}\b", said) or not re.match(r" \S", said[line.end() - 1 :])):
            wrong.append((text, said))
    assert wrong == []


@pytest.mark.parametrize("language", languages())
def test_the_program_reads_what_people_edit(language: str) -> None:
    compiled = gettext.translation(DOMAIN, str(LOCALE), [language])
    for message in read(language):
        if isinstance(message.id, str):
            assert message.id == "" or compiled.gettext(message.id) == message.string, "run make catalogues"
        else:
            found = tuple(compiled.ngettext(*message.id, count) for count in (1, 2))
            assert found == tuple(message.string), "run make catalogues"


@pytest.mark.parametrize("language", languages())
def test_writing_them_anew_changes_nothing(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path_of(language, "po").read_bytes()
    there = tmp_path / language / "LC_MESSAGES"
    there.mkdir(parents=True)
    (there / f"{DOMAIN}.po").write_bytes(before)
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    assert catalogues.main() == 0
    assert (there / f"{DOMAIN}.po").read_bytes() == before

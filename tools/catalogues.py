"""The catalogues of texts in other languages: brought up to what the code says, and compiled.

Usage: python -m tools.catalogues

For each language in ``p2p_ligretto/locale`` the catalogue (``.po``, which people edit) gets the texts that are new in
the code, without a translation, and loses those that are gone; what it is compiled to (``.mo``, which the program
reads) is written anew. What is not translated yet is listed, and the exit code is then 1. A new language needs a folder
with an empty ``.po`` file, and a line in ``p2p_ligretto/commands/languages.py``.
"""

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from p2p_ligretto import __version__
from p2p_ligretto.commands.languages import LANGUAGES
from p2p_ligretto.texts import DOMAIN, LOCALE

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "p2p_ligretto"
KEYWORDS: Final = {"_": None, "ngettext": (1, 2)}
NOTE: Final = "Translators:"
"""How a comment begins that is for who translates the text below it."""
WIDTH: Final = 120
CLICK: Final = frozenset(
    {
        "Argument {name!r} takes {nargs} values.",
        "Choose from:\n\t{choices}",
        "Commands",
        "Could not open file {filename!r}: {message}",
        "Did you mean {possibility}?",
        "Invalid value for {param_hint}: {message}",
        "Invalid value: {message}",
        "Missing argument",
        "Missing command.",
        "Missing option",
        "Missing parameter",
        "No such command {name!r}.",
        "No such option {name!r}.",
        "Option {name!r} does not take a value.",
        "Option {name!r} requires an argument.",
        "Options",
        "Show this message and exit.",
        "Takes {nargs} values but 1 was given.",
        "Usage:",
        "default: {default}",
        "directory",
        "file",
        "path",
        "{name} {filename!r} does not exist.",
        "{name} {filename!r} is a directory.",
        "{name} {filename!r} is a file.",
        "{name} {filename!r} is not executable.",
        "{name} {filename!r} is not readable.",
        "{name} {filename!r} is not writable.",
        "{value!r} is not a valid boolean. Recognized values: {states}",
        "{value!r} is not a valid {number_type}.",
        "{value!r} is not {choice}.",
        "{value} is not in the range {range}.",
    }
)
"""Of click's texts those that this program can show, by their singular; the others are for who writes a program."""


def template() -> Catalog:
    """All texts of the code, and those of click, without a translation."""
    catalogue = Catalog(domain=DOMAIN, project="P2P Ligretto", charset="utf-8")
    for path in sorted(PACKAGE.rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        for _line, text, notes, _context in _texts(path):
            catalogue.add(text, locations=[(where, 0)], auto_comments=notes)
    for path in sorted(Path(inspect.getfile(click)).parent.glob("*.py")):
        for _line, text, _notes, _context in _texts(path):
            if singular(text) in CLICK:
                catalogue.add(text, locations=[("click", 0)])
    return catalogue


def _texts(path: Path) -> Iterator[tuple[int, Any, list[str], str | None]]:
    return iter(extract_from_file("python", path, keywords=KEYWORDS, comment_tags=(NOTE,), strip_comment_tags=True))


def singular(text: str | list[str] | tuple[str, ...]) -> str:
    """A text that is marked, or of a text with two forms the first."""
    return text if isinstance(text, str) else text[0]


def languages() -> list[str]:
    """The codes of the languages that there are catalogues for."""
    return sorted(path.parent.parent.name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def path_of(language: str, ending: str) -> Path:
    """Where the catalogue of a language is: ``po`` as people edit it, ``mo`` as it is compiled."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def read(language: str) -> Catalog:
    """The catalogue of a language as people have edited it."""
    with path_of(language, "po").open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN, charset="utf-8")


def updated(language: str, texts: Catalog) -> Catalog:
    """The catalogue of a language with just the texts of the code, those that are new without a translation."""
    catalogue = read(language)
    made = catalogue.creation_date
    catalogue.update(texts, no_fuzzy_matching=True)
    catalogue.creation_date = catalogue.revision_date = made  # or each run would change the file
    catalogue.msgid_bugs_address = ""
    catalogue.language_team = LANGUAGES[language]
    catalogue.version = __version__
    catalogue.obsolete.clear()
    return catalogue


def missing(catalogue: Catalog) -> list[Message]:
    """The texts without a translation, or with one of which nobody is sure."""
    return [message for message in catalogue if message.id and (message.fuzzy or not _is_whole(message))]


def _is_whole(message: Message) -> bool:
    return all(message.string if isinstance(message.string, list | tuple) else [message.string])


def main() -> int:
    """Write all catalogues anew; 1 if a translation is missing."""
    texts = template()
    lacking = 0
    for language in languages():
        catalogue = updated(language, texts)
        with path_of(language, "po").open("wb") as file:
            write_po(file, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True)
        with path_of(language, "mo").open("wb") as file:
            write_mo(file, catalogue)
        for message in missing(catalogue):
            print(f"{language}: {singular(message.id)!r}")
            lacking += 1
    print(f"{len(texts)} texts in {', '.join(languages())}; translations missing: {lacking}")
    return int(lacking > 0)


if __name__ == "__main__":
    sys.exit(main())

"""Languages for tests: a few texts of a real one, and one in which every text that is marked shows that it is."""

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from p2p_ligretto import texts

_FIELDS = re.compile(r"(\{[^{}]*\})")
_LETTERS = {ord("a") + place: ord("а") + place for place in range(26)}  # noqa: RUF001 - Cyrillic, as meant
_LETTERS |= {ord("A") + place: ord("А") + place for place in range(26)}  # noqa: RUF001
WORD = re.compile(r"[A-Za-z][A-Za-z'-]*[A-Za-z]")
"""Two Latin letters or more: names of cards and keys are less."""


class Marked(gettext.NullTranslations):
    """Every Latin letter of a text becomes a Cyrillic one; what is left in Latin letters was never translated."""

    def gettext(self, message: str) -> str:
        return "".join(part if part.startswith("{") else part.translate(_LETTERS) for part in _FIELDS.split(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


class Told(gettext.NullTranslations):
    """These texts are translated, all others are not."""

    def __init__(self, told: Mapping[str, str]) -> None:
        super().__init__()
        self._told = told

    def gettext(self, message: str) -> str:
        return self._told.get(message, message)


@contextmanager
def spoken(language: gettext.NullTranslations) -> Iterator[None]:
    """Within it the program speaks ``language``."""
    shown = texts._shown._translations
    texts._shown._translations = language
    try:
        yield
    finally:
        texts._shown._translations = shown


def english_words(text: str) -> set[str]:
    """What of ``text`` nobody has marked, told in ``Marked``."""
    return set(WORD.findall(text))

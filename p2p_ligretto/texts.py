"""Texts for people, in their language.

Everything that a person reads goes through ``_`` or ``ngettext``, at the moment when it is shown and never at
import, with ``str.format`` for what varies. Without a catalogue for the person's language the texts are English.
Catalogues are ``locale/<language>/LC_MESSAGES/p2p_ligretto.po`` in this package, and the same compiled to ``.mo``.
"""

import gettext
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

DOMAIN: Final = "p2p_ligretto"
LOCALE: Final = Path(__file__).parent / "locale"
ENGLISH: Final = "en"
"""The language of the texts in the code, which needs no catalogue."""
_SPELT: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}
    | {"æ": "ae", "ø": "oe", "å": "aa", "Æ": "Ae", "Ø": "Oe", "Å": "Aa"}
)
"""How these languages are written where there are no such letters; a letter with another accent just loses it."""


class Catalogue:
    """The texts in one language: English until ``install`` chooses another."""

    def __init__(self, folder: Path = LOCALE) -> None:
        self._folder = folder
        self._translations = gettext.NullTranslations()
        self._in_ascii = False

    def install(self, language: str) -> None:
        """Use the catalogue of ``language``, a code as "de"; English if there is none."""
        wanted = [] if language == ENGLISH else [language]
        self._translations = gettext.translation(DOMAIN, str(self._folder), wanted, fallback=True)

    def spell_in_ascii(self, *, wanted: bool) -> None:
        """Write the letters that ASCII lacks as people do on such machines, "fuer" for "für", or as they are."""
        self._in_ascii = wanted

    def text(self, message: str) -> str:
        """``message`` in the person's language."""
        return self._spelt(self._translations.gettext(message))

    def counted(self, singular: str, plural: str, count: int) -> str:
        """The form of a text that the language uses for ``count`` things."""
        return self._spelt(self._translations.ngettext(singular, plural, count))

    @contextmanager
    def english(self) -> Iterator[None]:
        """Within it all texts are English: for what a program reads."""
        shown, self._translations = self._translations, gettext.NullTranslations()
        try:
            yield
        finally:
            self._translations = shown

    def _spelt(self, text: str) -> str:
        if not self._in_ascii or text.isascii():
            return text
        parts = unicodedata.normalize("NFKD", text.translate(_SPELT))
        return "".join(part for part in parts if not unicodedata.combining(part))


_shown = Catalogue()
_ = _shown.text
ngettext = _shown.counted
install = _shown.install
spell_in_ascii = _shown.spell_in_ascii
in_english = _shown.english

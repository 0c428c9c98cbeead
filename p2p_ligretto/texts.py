"""Texts for people, in their language.

Everything that a person reads goes through ``_`` or ``ngettext``, at the moment when it is shown and never at
import, with ``str.format`` for what varies. Without a catalogue for the person's language the texts are English.
Catalogues are ``locale/<language>/LC_MESSAGES/p2p_ligretto.mo`` in this package.
"""

import gettext
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

DOMAIN: Final = "p2p_ligretto"
LOCALE: Final = Path(__file__).parent / "locale"


class Catalogue:
    """The texts in one language: English until ``install`` chooses another."""

    def __init__(self, folder: Path = LOCALE) -> None:
        self._folder = folder
        self._translations = gettext.NullTranslations()

    def install(self, languages: Iterable[str] | None = None) -> None:
        """Use the first of ``languages`` that there is a catalogue for; None: those of the environment."""
        wanted = None if languages is None else list(languages)
        self._translations = gettext.translation(DOMAIN, str(self._folder), wanted, fallback=True)

    def text(self, message: str) -> str:
        """``message`` in the person's language."""
        return self._translations.gettext(message)

    def counted(self, singular: str, plural: str, count: int) -> str:
        """The form of a text that the language uses for ``count`` things."""
        return self._translations.ngettext(singular, plural, count)

    @contextmanager
    def english(self) -> Iterator[None]:
        """Within it all texts are English: for what a program reads."""
        shown, self._translations = self._translations, gettext.NullTranslations()
        try:
            yield
        finally:
            self._translations = shown


_shown = Catalogue()
_ = _shown.text
ngettext = _shown.counted
install = _shown.install
in_english = _shown.english

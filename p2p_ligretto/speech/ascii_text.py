"""Texts for terminals that show ASCII only: when that is, and what is written instead of other characters.

What stands in takes as many cells as what it stands for, so that nothing that is drawn shifts: a letter without its
accent (``ß``, ``ø`` and their like become the letter that they look like), else a question mark for each cell.
"""

import codecs
import unicodedata
from collections.abc import Mapping
from typing import Final

from wcwidth import wcwidth

IN_ASCII: Final = "p2p_ligretto.in_ascii"
"""A name for the ``errors`` of ``str.encode``."""
_C_LOCALES: Final = frozenset({"C", "POSIX"})
_ASSUMED: Final = frozenset({"C.UTF-8", "C.utf8"})
"""What Python itself puts into ``LC_CTYPE`` where the locale is C: it says nothing about the terminal."""
_LOOKS_LIKE: Final = str.maketrans("ßøØæÆđĐłŁıœŒ", "soOaAdDlLioO")
"""Letters that are none with an accent, for Unicode."""


def needs_ascii(environment: Mapping[str, str], encoding: str) -> bool:
    """Whether a terminal may show no other characters: its encoding, its locale or its font has none."""
    if not _is_utf(encoding) or environment.get("TERM") == "linux":  # that console's font lacks half of the glyphs
        return True
    category = environment.get("LC_CTYPE", "")
    if category in _ASSUMED and environment.get("LANG", "") in _C_LOCALES:
        category = ""
    return (environment.get("LC_ALL") or category or environment.get("LANG", "")) in _C_LOCALES


def _is_utf(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name.startswith("utf")
    except LookupError:
        return False


def ascii_text(text: str) -> str:
    """``text`` in as many cells with ASCII characters only."""
    return text if text.isascii() else "".join(map(_instead, text))


def _instead(character: str) -> str:
    if character.isascii():
        return character
    cells = max(0, wcwidth(character))
    parts = unicodedata.normalize("NFKD", character.translate(_LOOKS_LIKE))
    plain = "".join(part for part in parts if part.isascii())
    return plain if len(plain) == cells else "?" * cells


def _on_error(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return ascii_text(error.object[error.start : error.end]), error.end


codecs.register_error(IN_ASCII, _on_error)

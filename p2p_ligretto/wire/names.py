"""Text that may come from a stranger and be shown to a person, a name or what is said: what is allowed in it.

The rule for what a peer may send is a fixed list of code points and the normal form of Unicode 3.2, for two nodes
must never disagree about it: which characters are assigned, printable or wide depends on the Unicode tables that a
machine happens to have, and an event that only some replicas accept would make them differ for ever. So the width of
a name is the business of who types it (``clean_name``) and of who shows it, not of who receives it.
"""

import re
import unicodedata
from typing import Final

from wcwidth import wcswidth, wcwidth

from p2p_ligretto.wire.payloads import MAX_NAME_LENGTH

MAX_NAME_CELLS: Final = 16
UNNAMED: Final = "Player"
"""What is left of a name of which nothing can be shown."""

_BLANKS: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000"
_UNSEEN: Final = (
    "\u0000-\u001f\u007f-\u009f"  # controls
    "\u00ad\u034f\u061c\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, fillers, Arabic and Mongolian marks
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"  # zero width, line ends, bidi controls, fillers
    "\ufe00-\ufe0f\ufff0-\uffff\ufdd0-\ufdef"  # variation selectors, specials, noncharacters
    "\ud800-\uf8ff"  # surrogates and private use
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # shorthand and music format controls
    + "".join(f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(1, 14))
    + "\U000e0000-\U0010ffff"  # tags, selectors, private use
)
_REFUSED: Final = re.compile(f"[{_BLANKS}{_UNSEEN}]")
_BLANK: Final = re.compile(f"[{_BLANKS}\\s]+")


def check_text(text: str) -> str | None:
    """What is wrong with ``text`` from a peer (protocol/spec/02, "Text"), or None."""
    if text.isascii() and text.isprintable():
        return None
    if found := _REFUSED.search(text):
        return f"the character U+{ord(found.group()):04X} in a text"
    if not unicodedata.ucd_3_2_0.is_normalized("NFC", text):
        return "a text that is not in normal form C"
    return None


def check_name(name: str) -> str | None:
    """What is wrong with ``name`` from a peer, or None: as any text, and no blank at either end."""
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        return f"a name of {len(name)} characters, 1 to {MAX_NAME_LENGTH} are allowed"
    if name[0] == " " or name[-1] == " ":
        return "a name that begins or ends with a blank"
    return check_text(name)


def check_saying(text: str) -> str | None:
    """What is wrong with what somebody says, or None: as any text, not empty, and no blank at either end."""
    if not text or text[0] == " " or text[-1] == " ":
        return "nothing said, or a blank at an end of it"
    return check_text(text)


def clean_saying(text: str, most: int) -> str:
    """What can be said of anything that a person typed: ``most`` characters and cells at most, or nothing."""
    return _clipped(_shown_of(text)[:most], most)


def clean_name(text: str) -> str:
    """The best acceptable name that can be made of anything a person typed.

    At most 16 characters and 16 terminal cells (wide glyphs count two), in normal form C, printable, no blanks but
    single spaces inside. ``UNNAMED`` where nothing of it can be shown.
    """
    return _clipped(_shown_of(text)[:MAX_NAME_LENGTH], MAX_NAME_CELLS) or UNNAMED


def _shown_of(text: str) -> str:
    """In normal form C, of what can be shown, with no blanks but single spaces inside."""
    spaced = _BLANK.sub(" ", text)
    shown = "".join(character for character in spaced if _is_shown(character))
    normal = unicodedata.normalize("NFC", " ".join(shown.split()))
    start = 0
    while start < len(normal) and (normal[start] == " " or wcwidth(normal[start]) < 1):
        start += 1  # a combining mark would sit on whatever is shown before the text
    return normal[start:]


def _is_shown(character: str) -> bool:
    return character.isprintable() and not _REFUSED.match(character) and wcwidth(character) >= 0


def _clipped(text: str, cells: int) -> str:
    text = text.rstrip()
    while _cells(text) > cells:
        text = text[:-1].rstrip()
    return text


def _cells(text: str) -> int:
    # A terminal may count glyph by glyph or look at what stands together; it has to fit either way.
    return max(wcswidth(text), sum(map(wcwidth, text)))

"""How many cells of a terminal a text takes, and texts cut to a number of cells.

Counted character by character, as prompt_toolkit places them: one that it takes for two cells wide counts two, a
combining mark none. Texts are printable here (``wire.printable``): no control characters.
"""

from functools import lru_cache

from wcwidth import wcwidth


def width(text: str) -> int:
    """Cells that ``text`` takes."""
    return len(text) if text.isascii() else _wide(text)


@lru_cache(maxsize=4096)
def _wide(text: str) -> int:
    return sum(max(0, wcwidth(character)) for character in text)


def clip(text: str, cells: int, ellipsis: str = "") -> str:
    """``text`` if it fits ``cells``, else as much of its beginning as does, with ``ellipsis`` if that fits too."""
    if width(text) <= cells:
        return text
    if width(ellipsis) > cells:
        ellipsis = ""
    return head(text, cells - width(ellipsis)) + ellipsis


def head(text: str, cells: int) -> str:
    """The longest beginning of ``text`` that fits ``cells``, with the marks that sit on its last character."""
    if text.isascii():
        return text[: max(0, cells)]
    used = 0
    for place, character in enumerate(text):
        used += max(0, wcwidth(character))
        if used > cells:
            return text[:place]
    return text


def tail(text: str, cells: int) -> str:
    """The longest end of ``text`` that fits ``cells`` and does not begin with a mark of what is left out."""
    if text.isascii():
        return text[max(0, len(text) - cells) :]
    start = len(text)
    used = 0
    for place in range(len(text) - 1, -1, -1):
        cost = max(0, wcwidth(text[place]))
        if used + cost > cells:
            break
        used += cost
        if cost:
            start = place
    return text[start:]


def wrap(text: str, cells: int, lines: int, ellipsis: str = "") -> list[str]:
    """``text`` in at most ``lines`` lines of at most ``cells``, broken at blanks; what is left over is cut."""
    if cells <= 0 or lines <= 0:
        return []
    wrapped = [""]
    words = text.split(" ")
    for place, word in enumerate(words):
        joined = f"{wrapped[-1]} {word}" if wrapped[-1] else word
        if width(joined) <= cells or not wrapped[-1]:
            wrapped[-1] = joined
        elif len(wrapped) == lines:
            rest = " ".join([wrapped.pop(), *words[place:]])
            return [*(clip(line, cells, ellipsis) for line in wrapped), clip(rest, cells, ellipsis)]
        else:
            wrapped.append(word)
    return [clip(line, cells, ellipsis) for line in wrapped]

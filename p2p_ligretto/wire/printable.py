"""Text of any origin, made fit for a terminal, a log or a line of a report.

A terminal obeys what it is told to print, and a log is read line by line: so whatever came from elsewhere passes here
before it gets to either, even where it was checked when it arrived.
"""


def printable(text: str, most: int | None = None) -> str:
    """``text`` with everything that a terminal would obey, or that can't be seen, as an escape such as ``\\x1b``.

    ``most``: so many characters of it at most, with an ellipsis for what was left out.
    """
    if most is not None and len(text) > most:
        text = text[: most - 3] + "..."
    if not text.isprintable():
        text = "".join(
            character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
        )
    return text if most is None or len(text) <= most else text[: most - 3] + "..."

"""The code of a private table: six characters that people tell one another.

It is made of letters and digits that are not taken for one another, read aloud or from a screen. People may type it
in capitals, with spaces or hyphens; shown it is in two groups.
"""

from typing import Final

ALPHABET: Final = "23456789abcdefghjkmnpqrstvwxyz"
TAKEN_FOR_OTHERS: Final = "01ilou"
CODE_LENGTH: Final = 6
_GROUP: Final = 3


def make_code(entropy: bytes) -> str:
    """The code drawn by ``entropy``: 32 bytes, so that every code is as likely as any other."""
    number, drawn = int.from_bytes(entropy, "big"), ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(ALPHABET))
        drawn += ALPHABET[place]
    return drawn


def foreign_to_codes(text: str) -> str:
    """Of a text that is as long as a code: the letters and digits in it that no code has, as they look like others."""
    code = _without_gaps(text)
    return "".join(each for each in TAKEN_FOR_OTHERS if each in code) if len(code) == CODE_LENGTH else ""


def read_code(text: str) -> str | None:
    """The code that a person has typed; None if it can't be one."""
    code = _without_gaps(text)
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def _without_gaps(text: str) -> str:
    return "".join(character for character in text.strip().lower() if character not in " -\t")


def written(code: str) -> str:
    """The code as people are shown it."""
    return f"{code[:_GROUP]}-{code[_GROUP:]}"

"""The code of a private table: six characters that people tell one another.

It is made of letters and digits that are not taken for one another, read aloud or from a screen. People may type it
in capitals, with spaces or hyphens; shown it is in two groups.
"""

from typing import Final

ALPHABET: Final = "23456789abcdefghjkmnpqrstvwxyz"
CODE_LENGTH: Final = 6
_GROUP: Final = 3


def make_code(entropy: bytes) -> str:
    """The code drawn by ``entropy``: 32 bytes, so that every code is as likely as any other."""
    number, drawn = int.from_bytes(entropy, "big"), ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(ALPHABET))
        drawn += ALPHABET[place]
    return drawn


def read_code(text: str) -> str | None:
    """The code that a person has typed; None if it can't be one."""
    code = "".join(character for character in text.strip().lower() if character not in " -\t")
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def written(code: str) -> str:
    """The code as people are shown it."""
    return f"{code[:_GROUP]}-{code[_GROUP:]}"

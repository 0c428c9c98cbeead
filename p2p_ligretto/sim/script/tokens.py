"""The words of a line: names, numbers, durations, bytes, texts, cards and signs, each with its column.

A number with a unit is a duration and becomes microseconds here; ``0x`` begins bytes. What a name stands for is the
parser's business.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from p2p_ligretto.sim.script.problems import Position, ScriptError

UNITS_US: Final = {"us": 1, "ms": 1_000, "s": 1_000_000}

Kind = Literal["name", "card", "number", "duration", "bytes", "text", "sign", "end"]

_WORD: Final = re.compile(
    r"""(?P<space>\s+) | (?P<comment>\#.*)
    | (?P<text>"[^"]*")
    | (?P<bytes>0x[0-9a-fA-F]*)
    | (?P<duration>\d+(?:\.\d+)?(?:us|ms|s)\b)
    | (?P<number>\d+)
    | (?P<card>[RYGB](?:10|[1-9])\b)
    | (?P<name>[a-z_][a-z0-9_]*)
    | (?P<sign>!=|>=|<=|[-+*=<>~.,()\[\]])""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """``value`` is the text without quotes, the bytes, the number, or microseconds; of names and signs the word."""

    kind: Kind
    word: str
    value: str | int | bytes
    at: Position

    def is_sign(self, *signs: str) -> bool:
        """Whether it is one of these signs."""
        return self.kind == "sign" and self.word in signs


def tokens_of(line: str, number: int) -> list[Token]:
    """The words of line ``number``, and an end behind them; comments are left out. Raises ScriptError."""
    found: list[Token] = []
    column = end = 0
    while column < len(line):
        at = Position(number, column + 1)
        match = _WORD.match(line, column)
        if match is None:
            raise ScriptError(at, _not_a_word(line[column]))
        column = match.end()
        kind, word = match.lastgroup, match.group()
        if kind not in ("space", "comment"):
            end = column
            found.append(Token(kind, word, _value(kind, word, at), at))  # type: ignore[arg-type]  # a group's name
    found.append(Token("end", "", "", Position(number, end + 1)))
    return found


def _not_a_word(character: str) -> str:
    if character == '"':
        return 'a text has no end: close it with "'
    if character.isupper():
        return "names are written in small letters, cards as R1 to B10, texts between quotes"
    return f"{character!r} means nothing here: names, numbers, 0x bytes, texts between quotes and signs do"


def _value(kind: str | None, word: str, at: Position) -> str | int | bytes:
    if kind == "text":
        return word[1:-1]
    if kind == "number":
        return int(word)
    if kind == "bytes":
        if len(word) % 2:
            raise ScriptError(at, "bytes are pairs of hexadecimal digits: one digit is missing")
        return bytes.fromhex(word[2:])
    if kind == "duration":
        return _microseconds(word, at)
    return word


def _microseconds(word: str, at: Position) -> int:
    unit = next(unit for unit in ("us", "ms", "s") if word.endswith(unit))
    whole, _, part = word.removesuffix(unit).partition(".")
    digits = len(str(UNITS_US[unit])) - 1
    if len(part) > digits:
        raise ScriptError(at, f"{word} is finer than a microsecond, which is the finest there is")
    return int(whole) * UNITS_US[unit] + int(part.ljust(digits, "0") or "0")

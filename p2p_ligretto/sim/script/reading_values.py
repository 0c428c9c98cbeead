"""Values, fields and conditions as they are written: ``now+10ms``, ``first.seq``, ``[ada, 3]``, ``ballot(3, 0)``.

A name must be one that the script has given to somebody or something before, or one that is always there.
"""

from collections.abc import Set
from typing import Final, Literal, cast

from p2p_ligretto.game.cards import parse_card
from p2p_ligretto.sim.script.problems import ScriptError
from p2p_ligretto.sim.script.syntax import Condition, Field, Listed, Made, Named, Plain, Value, Worked
from p2p_ligretto.sim.script.tokens import Token
from p2p_ligretto.sim.script.vocabulary import STRUCTURES, meant
from p2p_ligretto.sim.script.words import Words

CONSTANTS: Final = {"true": True, "false": False, "none": None}
ALWAYS: Final = frozenset({"now", "table", "view", "was"})
"""Table time as the peer knows it; the table's id; the number of the view; of a rewrite, the message as it was."""
COMPARISONS: Final = ("=", "!=", ">=", "<=", ">", "<", "~")


def read_value(words: Words, known: Set[str]) -> Value:
    """A value; ``known`` are the names that the script has given. Raises ScriptError."""
    value = _read_single(words, known)
    while sign := words.take_sign("+", "-", "*"):
        value = Worked(value, cast(Literal["+", "-", "*"], sign.word), _read_single(words, known), sign.at)
    return value


def _read_single(words: Words, known: Set[str]) -> Value:
    token = words.at
    if token.kind in ("number", "duration", "bytes", "text"):
        return Plain(words.take().value)
    if token.kind == "card":
        return Plain(parse_card(words.take().word).ordinal)
    if token.is_sign("["):
        words.take()
        return Listed(_read_items(words, known, "]"))
    if token.is_sign("-"):
        words.take()
        return Worked(Plain(0), "-", _read_single(words, known), token.at)
    if token.kind == "name":
        return _read_named(words, known)
    raise words.expected("a value")


def _read_named(words: Words, known: Set[str]) -> Value:
    token = words.take()
    if token.word in CONSTANTS:
        return Plain(CONSTANTS[token.word])
    if words.at.is_sign("("):
        return _read_made(token, words, known)
    if token.word not in known and token.word not in ALWAYS:
        there = {*known, *ALWAYS, *CONSTANTS}
        raise ScriptError(
            token.at,
            f"nobody and nothing is called {token.word} here: {meant(token.word, there)} (a text needs quotes)",
        )
    path = [token.word]
    while words.take_sign("."):
        path.append(words.need("name", "the name of a field").word)
    return Named(tuple(path), token.at)


def _read_made(token: Token, words: Words, known: Set[str]) -> Made:
    if token.word not in STRUCTURES:
        raise ScriptError(token.at, f"there is no structure {token.word}: {meant(token.word, STRUCTURES)}")
    names = STRUCTURES[token.word].__struct_fields__
    words.take()
    items: list[Value] = []
    fields: list[Field] = []
    while not words.at.is_sign(")"):
        if words.at.kind == "name" and words.after.is_sign("="):
            fields.append(read_field(words, known, frozenset(names), token.word))
        elif fields:
            raise words.expected("name=value, as before it,")
        elif len(items) == len(names):
            raise ScriptError(words.at.at, f"{token.word} has {len(names)} fields and no more: {', '.join(names)}")
        else:
            items.append(read_value(words, known))
        if not words.take_sign(","):
            break
    words.need_sign(")", "a comma or the closing bracket")
    return Made(token.word, tuple(items), tuple(fields), token.at)


def _read_items(words: Words, known: Set[str], closing: str) -> tuple[Value, ...]:
    items: list[Value] = []
    while not words.at.is_sign(closing):
        items.append(read_value(words, known))
        if not words.take_sign(","):
            break
    words.need_sign(closing, "a comma or the closing bracket")
    return tuple(items)


def read_field(words: Words, known: Set[str], names: Set[str], what: str) -> Field:
    """``name=value``, with a name that ``what`` has."""
    token = words.need("name", "a field as name=value")
    if token.word not in names:
        raise ScriptError(token.at, f"{what} has no field {token.word}: {meant(token.word, names)}")
    words.need_sign("=", "'='")
    return Field(token.word, read_value(words, known), token.at)


def read_condition(words: Words, known: Set[str], names: Set[str], what: str) -> Condition:
    """``path sign value``, whose first name is one that ``what`` has."""
    token = words.need("name", "a condition as name=value")
    if token.word not in names:
        raise ScriptError(token.at, f"{what} has no field {token.word}: {meant(token.word, names)}")
    path = [token.word]
    while words.take_sign("."):
        path.append(words.need("name", "the name of a field").word)
    sign = words.take_sign(*COMPARISONS)
    if sign is None:
        raise words.expected(f"a comparison ({' '.join(COMPARISONS)})")
    return Condition(tuple(path), sign.word, read_value(words, known), token.at)

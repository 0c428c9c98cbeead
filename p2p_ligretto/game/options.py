"""The options of a table: the official game by default, house rules by choice (RULES "House rules")."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal

DEFAULT_ROUNDS: Final = 3
DEFAULT_ROUNDS_WITH_TARGET: Final = 50
MAX_ROUNDS: Final = 1000
MAX_TARGET_SCORE: Final = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a table agreed to play. The limit of ``rounds`` holds with a target score too."""

    rounds: int = DEFAULT_ROUNDS
    target_score: int | None = None
    reshuffle: bool = True
    row_storage: Literal["descending", "ascending"] | None = None
    call: Literal["auto", "manual"] = "auto"
    one_hand: bool = False
    penalty: Literal["stack_to_hand", "hand_to_stack"] | None = None


OFFICIAL: Final = Options()
"""The rule book, nothing else."""


def make_options(**values: object) -> Options:
    """Options of ``values``, each as the value itself or as text for it (``"true"``, ``"null"``, ``"99"``).

    What isn't named is as in the rule book; ``rounds`` is 50 where only a target score is named. Raises
    ValueError, one line that says what to write.
    """
    read = {key: _read(key, value) for key, value in values.items()}
    if read.get("target_score") is not None:
        read.setdefault("rounds", DEFAULT_ROUNDS_WITH_TARGET)
    return Options(**read)


def parse_options(texts: Iterable[str], **values: object) -> Options:
    """Options of several ``KEY=VALUE`` texts and named ``values`` (which come first); raises ValueError as
    ``make_options``."""
    return make_options(**values, **dict(map(_split, texts)))


def parse_option(options: Options, text: str) -> Options:
    """``options`` with one ``KEY=VALUE`` changed; raises ValueError, one line that says what to write.

    A target score raises the limit of rounds to 50 where it still has the value of the rule book.
    """
    key, value = _split(text)
    changed = replace(options, **{key: _read(key, value)})
    if key == "target_score" and changed.target_score is not None and options.rounds == DEFAULT_ROUNDS:
        return replace(changed, rounds=DEFAULT_ROUNDS_WITH_TARGET)
    return changed


def _split(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{text!r} is not an option: write KEY=VALUE with a KEY of {_KEYS}")
    return key.strip().lower().replace("-", "_"), value.strip()


def _number(limit: int, *, optional: bool) -> Callable[[str], int | None]:
    def read(text: str) -> int | None:
        if optional and text in _NOTHING:
            return None
        if text.isascii() and text.isdigit() and len(text) <= len(str(limit)) and 1 <= int(text) <= limit:
            return int(text)
        raise ValueError(f"a number from 1 to {limit}{' or null' if optional else ''}")

    return read


def _flag(text: str) -> bool:
    if text not in _FLAGS:
        raise ValueError("true or false")
    return _FLAGS[text]


def _word(*words: str, optional: bool) -> Callable[[str], str | None]:
    def read(text: str) -> str | None:
        if optional and text in _NOTHING:
            return None
        if text not in words:
            raise ValueError(" or ".join((*words, "null") if optional else words))
        return text

    return read


_NOTHING: Final = ("null", "none")
_FLAGS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_READERS: Final[dict[str, Callable[[str], Any]]] = {
    "rounds": _number(MAX_ROUNDS, optional=False),
    "target_score": _number(MAX_TARGET_SCORE, optional=True),
    "reshuffle": _flag,
    "row_storage": _word("descending", "ascending", optional=True),
    "call": _word("auto", "manual", optional=False),
    "one_hand": _flag,
    "penalty": _word("stack_to_hand", "hand_to_stack", optional=True),
}
_KEYS: Final = ", ".join(field.name for field in fields(Options))


def _read(key: str, value: object) -> Any:
    """The value that ``value`` or its text means for ``key``; ValueError says what is allowed."""
    if key not in _READERS:
        raise ValueError(f"there is no option {key!r}: write one of {_KEYS}")
    text = str(value).strip().lower()
    try:
        return _READERS[key](text)
    except ValueError as allowed:
        raise ValueError(f"{key} can't be {text!r}: write {allowed}") from None

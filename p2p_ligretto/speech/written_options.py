"""Options of a table as people write them: ``KEY=VALUE``, with an answer in their language where it can't be so."""

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, Final

from p2p_ligretto.game.options import (
    DEFAULT_ROUNDS,
    DEFAULT_ROUNDS_WITH_TARGET,
    MAX_ROUNDS,
    MAX_TARGET_SCORE,
    MOST_POINTS_A_ROUND,
    OFFICIAL,
    Options,
    target_in_reach,
)
from p2p_ligretto.texts import _, ngettext


class OutOfReach(ValueError):
    """Options that each can be so, but not together: nobody can make the target score within the rounds."""


def make_options(base: Options = OFFICIAL, /, **values: object) -> Options:
    """``base`` changed by ``values``, each as the value itself or as text for it (``"true"``, ``"none"``, ``"99"``).

    Where a target score is added or taken away and ``rounds`` isn't named, it is what is usual with the other:
    50 with a target score, 3 without. Raises ValueError, one line that says what to write.
    """
    read = {key: _read(key, value) for key, value in values.items()}
    target = read.get("target_score", base.target_score)
    if (target is None) != (base.target_score is None):
        read.setdefault("rounds", DEFAULT_ROUNDS if target is None else DEFAULT_ROUNDS_WITH_TARGET)
    options = replace(base, **read)
    if not target_in_reach(options):
        raise OutOfReach(_out_of_reach_words(options))
    return options


def parse_options(texts: Iterable[str], base: Options = OFFICIAL, /, **values: object) -> Options:
    """``base`` changed by several ``KEY=VALUE`` texts and named ``values`` (which come first); raises ValueError as
    ``make_options``."""
    return make_options(base, **{**values, **dict(map(_split, texts))})


def _out_of_reach_words(options: Options) -> str:
    """Short enough for a line of a form."""
    least = -(-(options.target_score or 0) // MOST_POINTS_A_ROUND)
    if least > MAX_ROUNDS:
        told = ngettext(
            "{rounds} round brings at most {points} points: ask for fewer",
            "{rounds} rounds bring at most {points} points: ask for fewer",
            options.rounds,
        )
    else:
        told = ngettext(
            "{rounds} round brings at most {points} points: allow {least}, or ask for fewer",
            "{rounds} rounds bring at most {points} points: allow {least}, or ask for fewer",
            options.rounds,
        )
    return told.format(rounds=options.rounds, points=options.rounds * MOST_POINTS_A_ROUND, least=least)


def _split(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise ValueError(
            _("{text!r} is not an option: write KEY=VALUE with a KEY of {keys}").format(text=text, keys=_KEYS)
        )
    return key.strip().lower().replace("-", "_"), value.strip()


def _number(limit: int, *, optional: bool) -> Callable[[str], int | None]:
    def read(text: str) -> int | None:
        if optional and text in _NOTHING:
            return None
        if text.isascii() and text.isdigit() and len(text) <= len(str(limit)) and 1 <= int(text) <= limit:
            return int(text)
        allowed = _("a number from 1 to {limit} or none") if optional else _("a number from 1 to {limit}")
        raise ValueError(allowed.format(limit=limit))

    return read


def _flag(text: str) -> bool:
    if text not in _FLAGS:
        raise ValueError(_("true or false"))
    return _FLAGS[text]


def _word(*words: str, optional: bool) -> Callable[[str], str | None]:
    def read(text: str) -> str | None:
        if optional and text in _NOTHING:
            return None
        if text not in words:
            # Translators: between values that may be written; blanks around it.
            raise ValueError(_(" or ").join((*words, "none") if optional else words))
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
    "hints": _flag,
}
_KEYS: Final = ", ".join(field.name for field in fields(Options))


def _read(key: str, value: object) -> Any:
    """The value that ``value`` or its text means for ``key``; ValueError says what is allowed."""
    if key not in _READERS:
        raise ValueError(_("there is no option {key!r}: write one of {keys}").format(key=key, keys=_KEYS))
    text = str(value).strip().lower()
    try:
        return _READERS[key](text)
    except ValueError as allowed:
        told = _("{key} can't be {text!r}: write {allowed}").format(key=key, text=text, allowed=allowed)
        raise ValueError(told) from None

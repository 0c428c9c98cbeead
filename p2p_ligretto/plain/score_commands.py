"""Typed commands of the score pad: a line becomes one value, ``Unclear`` with what to type where it means nothing."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.scorepad.sheet import Reason, Refused
from p2p_ligretto.scorepad.typed import read_entry
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable

_SHOWN: Final = 20
_NUMBER: Final = re.compile(r"0*[0-9]{1,9}")
"""Of a round; ``isdigit`` would take a small raised 2 for one."""


@dataclass(frozen=True, slots=True)
class ListGames:
    """All games."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Open the game that ``which`` means."""

    which: str


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a game; with an empty title it gets one."""

    title: str


@dataclass(frozen=True, slots=True)
class Retitle:
    """Call the open game otherwise."""

    title: str


@dataclass(frozen=True, slots=True)
class DeleteGame:
    """Delete the open game, after a question."""


@dataclass(frozen=True, slots=True)
class Add:
    """Players join."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rename:
    """A player goes by another name."""

    who: str
    name: str


@dataclass(frozen=True, slots=True)
class Remove:
    """A player is taken off the sheet."""

    who: str


@dataclass(frozen=True, slots=True)
class EnterRound:
    """A round: the counts of all players in their order, or none, to be asked for them."""

    counts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correct:
    """One player's counts of one round, as they should have been entered."""

    number: int
    who: str
    counts: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last act."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what was taken back."""


@dataclass(frozen=True, slots=True)
class Look:
    """The whole sheet."""


@dataclass(frozen=True, slots=True)
class WhoStarts:
    """Draw one of the players."""


@dataclass(frozen=True, slots=True)
class Help:
    """All commands."""


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """``line`` says what to type."""

    line: str


OfGames = ListGames | OpenGame | NewGame | Retitle | DeleteGame
OfSheet = Add | Rename | Remove | EnterRound | Correct | Undo | Redo
Command = OfGames | OfSheet | Look | WhoStarts | Help | Quit | Unclear

_ALONE: Final[dict[str, Command]] = {
    "games": ListGames(),
    "new": NewGame(""),
    "delete": DeleteGame(),
    "round": EnterRound(()),
    "r": EnterRound(()),
    "undo": Undo(),
    "u": Undo(),
    "redo": Redo(),
    "l": Look(),
    "look": Look(),
    "who": WhoStarts(),
    "w": WhoStarts(),
    "?": Help(),
    "h": Help(),
    "help": Help(),
    "q": Quit(),
    "quit": Quit(),
}
"""Commands that are one word."""


def parse(text: str) -> Command:
    """Read one typed line; case matters in names only."""
    typed = " ".join(text.split())
    alone = _ALONE.get(typed.lower())
    if alone is not None:
        return alone
    word, _blank, rest = typed.partition(" ")
    reader = _WITH_MORE.get(word.lower())
    if reader is not None:
        return reader(rest)
    shown = printable(typed if len(typed) <= _SHOWN else typed[:_SHOWN] + "...")
    return Unclear(_("'{typed}' is no command: type round to enter a round, ? for all commands").format(typed=shown))


def _open(rest: str) -> Command:
    return OpenGame(rest) if rest else Unclear(_("open which game? type open and its number or title; games lists all"))


def _title(rest: str) -> Command:
    return Retitle(rest) if rest else Unclear(_("call this game what? type title and its new title"))


def _add(rest: str) -> Command:
    names = tuple(name.strip() for name in rest.split(",") if name.strip())
    return Add(names) if names else Unclear(_("add whom? type add and names, with commas between: add Ada, Bea"))


def _rename(rest: str) -> Command:
    who, comma, name = rest.partition(",")
    if not comma:
        return Unclear(_("rename whom? type rename, the name as it is, a comma, and the new one: rename Ada, Eva"))
    return Rename(who.strip(), name.strip())


def _remove(rest: str) -> Command:
    return Remove(rest) if rest else Unclear(_("remove whom? type remove and a name"))


def _round(rest: str) -> Command:
    return EnterRound(tuple(part.strip() for part in rest.split(",")))


def _correct(rest: str) -> Command:
    number, _blank, more = rest.partition(" ")
    words = more.split(" ")
    # A name may have blanks in it, and the counts are the last one or two words.
    last = read_entry(words[-1])
    counts = 2 if isinstance(last, Refused) and last.reason is Reason.NO_COUNTS else 1
    if len(words) <= counts or not _NUMBER.fullmatch(number):
        return Unclear(_("correct what? type correct, the round, a name, and the counts: correct 2 Ada 17 4"))
    return Correct(int(number), " ".join(words[:-counts]), " ".join(words[-counts:]))


_WITH_MORE: Final[dict[str, Callable[[str], Command]]] = {
    "open": _open,
    "new": NewGame,
    "title": _title,
    "add": _add,
    "rename": _rename,
    "remove": _remove,
    "round": _round,
    "r": _round,
    "correct": _correct,
}
"""Commands that are a word and what it is about."""


def help_lines() -> tuple[str, ...]:
    """All commands, one a line."""
    return (
        _("add Ada, Bea      add players"),
        _("round             enter a round: each player's cards in the centre, then cards left on the stack (17 4)"),
        _("round 17 4, 12 0  the same in one line, in the order of the players; - for who was not in the round"),
        _("correct 2 Ada 17 4  what Ada had in round 2, if it was entered wrong"),
        _("undo, redo        take back what was entered last, or enter it again"),
        _("look              the whole sheet (l too)"),
        _("who               draw who starts"),
        _("rename Ada, Eva   another name for a player; remove Ada takes a player off the sheet"),
        _("games             all games; open 2 (or a title) opens one, new TITLE begins one"),
        _("title TITLE       give this game another title; delete deletes it, after a question"),
        _("q                 quit; all that was entered is kept"),
    )

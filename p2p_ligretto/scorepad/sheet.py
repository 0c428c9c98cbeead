"""A score sheet: who plays, and what each had in each round.

Players are columns, named by their place from 0; rounds are rows with one ``Entry`` a player, None for who was not in
the round. Entries are such as a deck of 40 allows. ``apply`` gives the sheet after an act, or why it can't be.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeVar

from p2p_ligretto.game.cards import DECK_SIZE, MAX_SEATS, STACK_SIZE
from p2p_ligretto.game.scoring import points

Value = TypeVar("Value")

MOST_PLAYERS: Final = MAX_SEATS
MOST_ROUNDS: Final = 500


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player had at the end of a round: cards in the centre, cards left on the Ligretto stack."""

    centre: int
    left: int

    @property
    def points(self) -> int:
        """What that is worth."""
        return points(self.centre, self.left)


Round = tuple[Entry | None, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """``players`` by name; each of ``rounds`` has as many places."""

    players: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()


# ---- acts


@dataclass(frozen=True, slots=True)
class AddPlayer:
    """A player joins, from the next round on."""

    name: str


@dataclass(frozen=True, slots=True)
class RenamePlayer:
    """The player at ``place`` goes by another name."""

    place: int
    name: str


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """The player at ``place`` is taken off the sheet, with all that it had."""

    place: int


@dataclass(frozen=True, slots=True)
class AddRound:
    """A round was played."""

    entries: Round


@dataclass(frozen=True, slots=True)
class CorrectRound:
    """What was entered for the round ``number``, from 0, was wrong: this is right."""

    number: int
    entries: Round


Act = AddPlayer | RenamePlayer | RemovePlayer | AddRound | CorrectRound


class Reason(Enum):
    """Why an act can't be, or an entry can't."""

    NO_NAME = "no name"
    NAME_TAKEN = "name taken"
    TOO_MANY_PLAYERS = "too many players"
    NO_SUCH_PLAYER = "no such player"
    TOO_FEW_PLAYERS = "too few players"
    NO_SUCH_ROUND = "no such round"
    TOO_MANY_ROUNDS = "too many rounds"
    MISSING_ENTRY = "missing entry"
    NOBODY_PLAYED = "nobody played"
    NO_COUNTS = "no counts"
    TOO_MANY_LEFT = "too many left"
    TOO_MANY_IN_CENTRE = "too many in the centre"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Refused:
    """``about`` is the name or the counts that it is about."""

    reason: Reason
    about: str = ""


def apply(sheet: Sheet, act: Act) -> Sheet | Refused:
    """``sheet`` after ``act``."""
    match act:
        case AddPlayer(name):
            return _with_player(sheet, name)
        case RenamePlayer(place, name):
            return _renamed(sheet, place, name)
        case RemovePlayer(place):
            if not 0 <= place < len(sheet.players):
                return Refused(Reason.NO_SUCH_PLAYER, str(place + 1))
            return Sheet(_without(sheet.players, place), tuple(_without(entries, place) for entries in sheet.rounds))
        case AddRound(entries):
            if len(sheet.rounds) >= MOST_ROUNDS:
                return Refused(Reason.TOO_MANY_ROUNDS)
            return _checked(sheet, entries) or replace(sheet, rounds=(*sheet.rounds, entries))
        case CorrectRound(number, entries):
            if not 0 <= number < len(sheet.rounds):
                return Refused(Reason.NO_SUCH_ROUND, str(number + 1))
            rounds = (*sheet.rounds[:number], entries, *sheet.rounds[number + 1 :])
            return _checked(sheet, entries) or replace(sheet, rounds=rounds)


def totals(sheet: Sheet) -> tuple[int | None, ...]:
    """Points so far, None for who has played no round."""
    columns = [[entries[place] for entries in sheet.rounds] for place in range(len(sheet.players))]
    played = [[entry.points for entry in column if entry is not None] for column in columns]
    return tuple(sum(each) if each else None for each in played)


def leaders(sheet: Sheet) -> tuple[int, ...]:
    """The places of those with the highest total."""
    found = totals(sheet)
    best = max((total for total in found if total is not None), default=None)
    return () if best is None else tuple(place for place, total in enumerate(found) if total == best)


def look(name: str) -> str:
    """What two names have in common that people would take for the same."""
    return " ".join(name.split()).casefold()


def entry_fault(entry: Entry) -> Refused | None:
    """What no deck allows about ``entry``: the cards left on the stack can't be in the centre as well."""
    if not 0 <= entry.left <= STACK_SIZE:
        return Refused(Reason.TOO_MANY_LEFT, str(entry.left))
    if not 0 <= entry.centre <= DECK_SIZE - entry.left:
        return Refused(Reason.TOO_MANY_IN_CENTRE, str(entry.centre))
    return None


def _with_player(sheet: Sheet, name: str) -> Sheet | Refused:
    if len(sheet.players) >= MOST_PLAYERS:
        return Refused(Reason.TOO_MANY_PLAYERS)
    fault = _name_fault(sheet.players, name)
    return fault or Sheet((*sheet.players, name), tuple((*entries, None) for entries in sheet.rounds))


def _renamed(sheet: Sheet, place: int, name: str) -> Sheet | Refused:
    if not 0 <= place < len(sheet.players):
        return Refused(Reason.NO_SUCH_PLAYER, str(place + 1))
    fault = _name_fault(_without(sheet.players, place), name)
    return fault or replace(sheet, players=(*sheet.players[:place], name, *sheet.players[place + 1 :]))


def _name_fault(others: tuple[str, ...], name: str) -> Refused | None:
    if not look(name):
        return Refused(Reason.NO_NAME)
    if look(name) in map(look, others):
        return Refused(Reason.NAME_TAKEN, name)
    return None


def _without(values: tuple[Value, ...], place: int) -> tuple[Value, ...]:
    return (*values[:place], *values[place + 1 :])


def _checked(sheet: Sheet, entries: Round) -> Refused | None:
    if len(sheet.players) < 2:
        return Refused(Reason.TOO_FEW_PLAYERS)
    if len(entries) != len(sheet.players):
        return Refused(Reason.MISSING_ENTRY)
    if all(entry is None for entry in entries):
        return Refused(Reason.NOBODY_PLAYED)
    faults = (entry_fault(entry) for entry in entries if entry is not None)
    return next((fault for fault in faults if fault is not None), None)

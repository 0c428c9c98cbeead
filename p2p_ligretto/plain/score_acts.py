"""What a typed command means on a sheet: an act, or a line that says why there is none; a round that is asked for."""

from dataclasses import dataclass, replace

from p2p_ligretto.plain.score_commands import Correct, EnterRound, Remove, Rename
from p2p_ligretto.scorepad.sheet import (
    Act,
    AddRound,
    CorrectRound,
    Entry,
    Refused,
    RemovePlayer,
    RenamePlayer,
    Round,
    Sheet,
    look,
)
from p2p_ligretto.scorepad.typed import NotInRound, read_entry
from p2p_ligretto.speech.score_pad import player_name, players_words, refused_words
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


def act_for(sheet: Sheet, command: Rename | Remove | EnterRound | Correct) -> Act | str:
    """The act that ``command`` stands for, or what to type instead."""
    if isinstance(command, EnterRound):
        return _whole_round(sheet, command.counts)
    names = list(map(look, sheet.players))
    if look(command.who) not in names:
        return _("{name} is not on the sheet; there are: {names}").format(
            name=printable(command.who, 20), names=players_words(sheet)
        )
    place = names.index(look(command.who))
    match command:
        case Rename(name=name):
            return RenamePlayer(place, player_name(name))
        case Remove():
            return RemovePlayer(place)
        case Correct():
            return _correction(sheet, command, place)


def _correction(sheet: Sheet, command: Correct, place: int) -> Act | str:
    entry = _entry(command.counts)
    if isinstance(entry, str):
        return entry
    number = command.number - 1
    before = sheet.rounds[number] if 0 <= number < len(sheet.rounds) else ()
    return CorrectRound(number, (*before[:place], *entry, *before[place + 1 :]))


def _whole_round(sheet: Sheet, counts: tuple[str, ...]) -> Act | str:
    if len(counts) != len(sheet.players):
        return _(
            "a round has the counts of each player, as 17 4, or - for who was not in it: {names}; typed were {count}"
        ).format(count=len(counts), names=players_words(sheet))
    entries: Round = ()
    for name, text in zip(sheet.players, counts, strict=True):
        entry = _entry(text)
        if isinstance(entry, str):
            return _("{name}: {reason}").format(name=printable(name), reason=entry)
        entries += entry
    return AddRound(entries)


def _entry(text: str) -> tuple[Entry | None] | str:
    """The entry alone in a tuple, since None is one too; or what is wrong with the text."""
    entry = read_entry(text)
    match entry:
        case Refused():
            return refused_words(entry)
        case NotInRound():
            return (None,)
        case Entry():
            return (entry,)


@dataclass(frozen=True, slots=True)
class AskedRound:
    """A round that is being entered: whom it asks, and what was said so far."""

    players: tuple[str, ...]
    entries: Round = ()

    @property
    def question(self) -> str:
        """Who is asked next."""
        return _("{name}?").format(name=printable(self.players[len(self.entries)]))

    @property
    def complete(self) -> bool:
        """Whether all have been asked."""
        return len(self.entries) == len(self.players)

    def after(self, text: str) -> "AskedRound | str":
        """With the counts of the next player, or what is wrong with them."""
        entry = _entry(text)
        return entry if isinstance(entry, str) else replace(self, entries=(*self.entries, *entry))

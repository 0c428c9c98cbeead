"""The score pad in words: what can't be entered and why, what an act was, how a game stands."""

from p2p_ligretto.game.cards import DECK_SIZE, STACK_SIZE
from p2p_ligretto.scorepad.book import Book
from p2p_ligretto.scorepad.pad import Pad
from p2p_ligretto.scorepad.sheet import (
    MOST_PLAYERS,
    Act,
    AddPlayer,
    AddRound,
    CorrectRound,
    Entry,
    Reason,
    Refused,
    RemovePlayer,
    RenamePlayer,
    Sheet,
    leaders,
    look,
    totals,
)
from p2p_ligretto.speech.words import listed, points_words
from p2p_ligretto.texts import _, ngettext
from p2p_ligretto.wire.names import UNNAMED, clean_name
from p2p_ligretto.wire.printable import printable


def refused_words(refused: Refused) -> str:
    """Why something can't be entered, and what can."""
    about = printable(refused.about)
    match refused.reason:
        case Reason.NO_NAME:
            return _("it needs a name of letters that can be shown")
        case Reason.NAME_TAKEN:
            return _("{name} is on the sheet already: give another name").format(name=about)
        case Reason.TOO_MANY_PLAYERS:
            return _("there are {most} players: more can't play").format(most=MOST_PLAYERS)
        case Reason.NO_SUCH_PLAYER:
            return _("there is no player {number}").format(number=about)
        case Reason.TOO_FEW_PLAYERS:
            return _("a round needs two players: add them first")
        case Reason.NO_SUCH_ROUND:
            return _("there is no round {number}").format(number=about)
        case Reason.TOO_MANY_ROUNDS | Reason.FULL:
            return _("this game is full: begin a new one")
        case Reason.MISSING_ENTRY:
            return _("the counts of each player are needed, - for one who was not in the round")
        case Reason.NOBODY_PLAYED:
            return _("somebody has to be in the round")
        case _:
            return _counts_words(refused.reason, about)


def _counts_words(reason: Reason, about: str) -> str:
    match reason:
        case Reason.TOO_MANY_LEFT:
            return _("{count} left on the stack? it had {most} cards").format(count=about, most=STACK_SIZE)
        case Reason.TOO_MANY_IN_CENTRE:
            return _("{count} in the centre? a deck has {most} cards, those left on the stack among them").format(
                count=about, most=DECK_SIZE
            )
        case _:
            return _("type two numbers: cards in the centre, cards left (17 4), or -")


def act_words(act: Act) -> str:
    """What an act was."""
    match act:
        case AddPlayer(name):
            # Translators: this and the following are put into "taken back: {what}".
            return _("adding {name}").format(name=printable(name))
        case RenamePlayer(name=name):
            return _("the name {name}").format(name=printable(name))
        case RemovePlayer():
            return _("taking a player off the sheet")
        case AddRound():
            return _("the last round")
        case CorrectRound(number):
            return _("the correction of round {number}").format(number=number + 1)


def entry_words(entry: Entry | None) -> str:
    """What a player had in a round."""
    if entry is None:
        return _("not in the round")
    return _("{centre} in the centre, {left} left: {points}").format(
        centre=entry.centre, left=entry.left, points=points_words(entry.points)
    )


def rounds_words(count: int) -> str:
    """``1 round``, ``5 rounds``."""
    return ngettext("{count} round", "{count} rounds", count).format(count=count)


def players_words(sheet: Sheet) -> str:
    """Who plays; a hint if nobody does yet."""
    return listed(map(printable, sheet.players)) if sheet.players else _("no players yet")


def leader_words(sheet: Sheet) -> str:
    """Who has the highest total, and what it is; empty before the first round."""
    places = leaders(sheet)
    if not places:
        return ""
    points = points_words(totals(sheet)[places[0]] or 0)
    names = listed(printable(sheet.players[place]) for place in places)
    if len(places) == 1:
        return _("{name} leads with {points}").format(name=names, points=points)
    return _("{names} lead with {points}").format(names=names, points=points)


def game_words(pad: Pad) -> str:
    """A game in one line."""
    parts = (players_words(pad.sheet), rounds_words(len(pad.sheet.rounds)), leader_words(pad.sheet))
    return _("{title}: {state}").format(title=printable(pad.title), state="; ".join(part for part in parts if part))


def starter_words(name: str) -> str:
    """Who was drawn to start."""
    return _("{name} starts").format(name=printable(name))


def free_title(book: Book) -> str:
    """What a new game is called that nobody has given a name."""
    taken = {look(pad.title) for pad in book.pads}
    number = 1
    while look(title := _("Game {number}").format(number=number)) in taken:
        number += 1
    return title


def player_name(typed: str) -> str:
    """A player's name as it can be shown; empty where nothing of it can."""
    name = clean_name(typed)
    return "" if name == UNNAMED != typed.strip() else name

"""Games of the score pad as lines: each fact in a line of its own, so that it can be heard as well as read."""

from p2p_ligretto.scorepad.book import Book
from p2p_ligretto.scorepad.pad import Pad
from p2p_ligretto.scorepad.sheet import Sheet, totals
from p2p_ligretto.speech.score_pad import entry_words, game_words, leader_words, rounds_words
from p2p_ligretto.speech.words import points_words
from p2p_ligretto.texts import _
from p2p_ligretto.wire.printable import printable


def book_lines(book: Book) -> tuple[str, ...]:
    """All games, by number; the open one is marked."""
    if not book.pads:
        return (_("there is no game yet: type add and the names of the players, as add Ada, Bea"),)
    lines = []
    for number, pad in enumerate(book.pads, start=1):
        text = _("{number}. {game} (open)") if pad.id == book.open_id else _("{number}. {game}")
        lines.append(text.format(number=number, game=game_words(pad)))
    return tuple(lines)


def totals_lines(sheet: Sheet) -> tuple[str, ...]:
    """A line a player, best total first."""
    found = totals(sheet)
    order = sorted(range(len(found)), key=lambda place: (found[place] is None, -(found[place] or 0), place))
    return tuple(_total_line(sheet.players[place], found[place]) for place in order)


def _total_line(name: str, total: int | None) -> str:
    if total is None:
        return _("{name}: no round yet").format(name=printable(name))
    return _("{name}: {points}").format(name=printable(name), points=points_words(total))


def round_lines(sheet: Sheet, number: int) -> tuple[str, ...]:
    """What each had in round ``number``, from 0."""
    lines = [_("round {number}:").format(number=number + 1)]
    for name, entry in zip(sheet.players, sheet.rounds[number], strict=True):
        lines.append(_("{name}: {entry}").format(name=printable(name), entry=entry_words(entry)))
    return tuple(lines)


def sheet_lines(pad: Pad) -> tuple[str, ...]:
    """All rounds, then the totals."""
    sheet = pad.sheet
    rounds = [line for number in range(len(sheet.rounds)) for line in round_lines(sheet, number)]
    return (game_words(pad), *rounds, *after_round_lines(sheet))


def after_round_lines(sheet: Sheet) -> tuple[str, ...]:
    """How it stands now."""
    leader = leader_words(sheet)
    heading = _("totals after {rounds}:").format(rounds=rounds_words(len(sheet.rounds)))
    return (heading, *totals_lines(sheet), *((leader,) if leader else ()))

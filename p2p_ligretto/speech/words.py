"""Cards, piles, places, names and times in words.

Whatever comes from another laptop passes ``printable`` before it is shown: names are checked where they arrive, and
guarded here once more, because a terminal obeys what it is told to print.
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.moves import Source
from p2p_ligretto.game.state import RoundState
from p2p_ligretto.node.table import TableState
from p2p_ligretto.texts import _, ngettext
from p2p_ligretto.wire.printable import printable

_FINGERPRINT_LENGTH: Final = 4


def card_word(card: Card) -> str:
    """``R4``: letter for the colour, then the number."""
    return str(card)


def colour_word(colour: str) -> str:
    """The name of a colour letter."""
    return {"R": _("red"), "Y": _("yellow"), "G": _("green"), "B": _("blue")}[colour]


def pile_words(state: RoundState | None, pile: PileId) -> str:
    """``red pile 2``: piles of a colour are counted in the order in which they were opened.

    A pile that is not in ``state`` (nobody opened it, or the round is gone) has no number: ``a red pile``.
    """
    number = pile_number(state, pile)
    if not number:
        return {
            "R": _("a red pile"),
            "Y": _("a yellow pile"),
            "G": _("a green pile"),
            "B": _("a blue pile"),
        }[pile.colour]
    return _("{colour} pile {number}").format(colour=colour_word(pile.colour), number=number)


def pile_number(state: RoundState | None, pile: PileId) -> int:
    """Which pile of its colour it is, from 1 on, as they were opened; 0 if it is not in ``state``."""
    same_colour = [other.id for other in state.piles if other.id.colour == pile.colour] if state else []
    return same_colour.index(pile) + 1 if pile in same_colour else 0


def back_words(source: Source) -> str:
    """Where a card is that came back to ``source``: ``back in row 1``."""
    match source.place:
        case "stack":
            return _("back on your stack")
        case "discard":
            return _("back on your discard")
        case _:
            return _("back in row {number}").format(number=source.slot + 1)


def duration_words(duration_us: int) -> str:
    """A span of time to the precision that a person wants: ``0.4 ms``, ``12 ms``, ``1.4 s``, ``3 s``."""
    if duration_us < 100:
        return _("less than 0.1 ms")
    if duration_us < 1_000:
        return _("{number} ms").format(number=decimal(f"{duration_us // 100 / 10:.1f}"))
    if duration_us < 1_000_000:
        return _("{number} ms").format(number=duration_us // 1_000)
    if duration_us < 10_000_000 and duration_us % 1_000_000 >= 100_000:
        return _("{number} s").format(number=decimal(f"{duration_us // 100_000 / 10:.1f}"))
    return _("{number} s").format(number=duration_us // 1_000_000)


def decimal(number: str) -> str:
    """A number such as ``1.5`` as it is written in the person's language."""
    # Translators: what stands before the tenths of a number: 1.5 is 1,5 in many languages.
    return number.replace(".", _("."))


def points_words(count: int) -> str:
    """``1 point``, ``-3 points``."""
    return ngettext("{count} point", "{count} points", count).format(count=count)


def listed(words: Iterable[str]) -> str:
    """``Ada``, ``Ada and Bea``, ``Ada, Bea and Cas``."""
    *first, last = words
    if not first:
        return last
    return _("{first} and {last}").format(first=", ".join(first), last=last)


def either(words: Iterable[str]) -> str:
    """``Ada``, ``Ada or Bea``, ``Ada, Bea or Cas``."""
    *first, last = words
    if not first:
        return last
    return _("{first} or {last}").format(first=", ".join(first), last=last)


def seat_name(table: TableState | None, seat: int) -> str:
    """The name at ``seat``, with a short fingerprint of its owner's key where two names look alike."""
    if table is None or not 0 <= seat < len(table.seats):
        return _("seat {number}").format(number=seat + 1)
    owner = table.seats[seat]
    alike = sum(look(other.name) == look(owner.name) for other in table.seats) > 1
    return fingerprinted(owner.name, owner.peer) if alike else printable(owner.name)


def look(name: str) -> str:
    """What two names have in common that people would take for the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def fingerprinted(name: str, peer: bytes) -> str:
    """``name`` with a short fingerprint of its owner's key, to tell it from one that looks alike."""
    return f"{printable(name)} ({peer.hex()[:_FINGERPRINT_LENGTH]})"

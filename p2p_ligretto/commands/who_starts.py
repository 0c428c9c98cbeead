"""``who-starts``: one of those at a table with real cards, drawn at random."""

import secrets
from typing import NoReturn

import click

from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.game.drawn import CHANCE_BYTES, drawn
from p2p_ligretto.node.table import MIN_PLAYERS
from p2p_ligretto.speech.words import look
from p2p_ligretto.texts import _
from p2p_ligretto.wire.names import UNNAMED, clean_name
from p2p_ligretto.wire.printable import printable


def draw_who_starts(who: tuple[str, ...]) -> int:
    """Print who of ``who`` starts; the exit code."""
    count = _count_in(who)
    number = int.from_bytes(secrets.token_bytes(CHANCE_BYTES), "big")
    if count is not None:
        print(_("Player {number} of {count} starts.").format(number=drawn(count, number) + 1, count=count))
        return 0
    names = _names_in(who)
    print(_("{name} starts.").format(name=names[drawn(len(names), number)]))
    return 0


def _count_in(who: tuple[str, ...]) -> int | None:
    """How many play, where that is what was said."""
    if len(who) != 1 or not (who[0].isascii() and who[0].lstrip("+").isdigit()):
        return None
    digits = who[0].lstrip("+0")
    count = int(digits or "0") if len(digits) <= 3 else MAX_SEATS + 1
    if not MIN_PLAYERS <= count <= MAX_SEATS:
        _refuse(
            _("from {least} to {most} can play, not {count}.").format(
                least=MIN_PLAYERS, most=MAX_SEATS, count=printable(who[0], 20)
            )
        )
    return count


def _names_in(who: tuple[str, ...]) -> tuple[str, ...]:
    if not who:
        _refuse(_("say who plays, as who-starts Ada Bea Cas, or how many, as who-starts 4."))
    names = tuple(map(_name, who))
    if len(names) == 1:
        _refuse(_("one name is none to draw from: say {least} to {most}.").format(least=MIN_PLAYERS, most=MAX_SEATS))
    if len(names) > MAX_SEATS:
        _refuse(_("{count} names: at most {most} can play.").format(count=len(names), most=MAX_SEATS))
    for place, name in enumerate(names):
        if look(name) in map(look, names[:place]):
            _refuse(_("{name} is there twice: give each another name.").format(name=name))
    return names


def _name(typed: str) -> str:
    name = clean_name(typed)
    if name == UNNAMED != typed.strip():
        _refuse(_("nothing in the name '{name}' can be shown; use letters.").format(name=printable(typed, 20)))
    return name


def _refuse(what: str) -> NoReturn:
    raise click.UsageError(what, click.get_current_context())

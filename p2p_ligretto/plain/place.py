"""The cards on the table in compact lines: an own place, another's place, the centre, what fits.

One line holds one place: ``stack Y3 (10), row 1:R4 2:G9 3:B1, discard B7, hand 24``. There are words and commas between
the cards, no signs that are drawn: a screen reader would name each of them.
"""

from p2p_ligretto.game.cards import COLOURS, Card
from p2p_ligretto.game.legal import legal_moves
from p2p_ligretto.game.moves import Fill, Play, Source, Store
from p2p_ligretto.game.state import Area, RoundState
from p2p_ligretto.node.table import TableState
from p2p_ligretto.plain.commands import Looked
from p2p_ligretto.speech.table_rules import no_hints_line
from p2p_ligretto.speech.words import card_word, seat_name
from p2p_ligretto.texts import _


def place_line(area: Area) -> str:
    """Everything that lies before one seat, that can be seen."""
    return ", ".join(
        (
            _stack_words(area),
            _("row {slots}").format(slots=" ".join(_slot_words(slot, cards) for slot, cards in enumerate(area.row))),
            _("discard {top}").format(top=card_word(area.discard[-1]) if area.discard else _("empty")),
            _("hand {count}").format(count=area.hand),
        )
    )


def _stack_words(area: Area) -> str:
    if area.stack_top is None:
        return _("stack empty")
    return _("stack {top} ({count})").format(top=card_word(area.stack_top), count=area.stack)


def _slot_words(slot: int, cards: tuple[Card, ...]) -> str:
    if not cards:
        # Translators: a slot of a row without a card, as in "row 1:R4 2:gap 3:B1".
        gap = _("gap")
        return f"{slot + 1}:{gap}"
    *below, top = cards
    shown = f"{slot + 1}:{card_word(top)}"
    if below:
        return _("{top} on {below}").format(top=shown, below=" ".join(card_word(card) for card in reversed(below)))
    return shown


def centre_line(state: RoundState) -> str:
    """``centre R 4 7, Y 2, G none, B 5 3``: the number on top of each pile, oldest first in its colour."""
    # Translators: where something is counted or listed, and there is nothing.
    colours, none = [], _("none")
    for colour in COLOURS:
        heights = [str(pile.height) for pile in state.piles if pile.id.colour == colour]
        colours.append(f"{colour} {' '.join(heights) or none}")
    return _("centre {piles}").format(piles=", ".join(colours))


def look_lines(what: Looked, table: TableState | None, own_seat: int | None) -> tuple[str, ...]:
    """The whole table, or the part of it that was asked for."""
    state = None if table is None else table.round
    own = None if state is None or own_seat is None else state.area(own_seat)
    if state is None or what == "table":
        return table_lines(table, own_seat)
    if what == "centre":
        return (centre_line(state),)
    if own is None or own_seat is None:
        return (_("you have no cards here: type look for the whole table"),)
    return (place_line(own) if what == "own" else _fitting_line(state, own_seat),)


def _fitting_line(state: RoundState, seat: int) -> str:
    """What the screen shows by marked keys: what the centre, a gap or a row card takes now, as it is to be typed."""
    if not state.options.hints:
        return no_hints_line()
    moves = legal_moves(state, seat)
    # A card may have several piles, and is named once.
    laid = dict.fromkeys(f"{_typed(move.source)} {card_word(move.card)}" for move in moves if isinstance(move, Play))
    filled = [f"f{move.slot + 1}" for move in moves if isinstance(move, Fill)]
    stored = [f"{move.source.place[0]}{move.slot + 1}" for move in moves if isinstance(move, Store)]
    told = [_("these fit: {cards}").format(cards=", ".join(laid))] if laid else []
    told += [_("a gap can be filled: {commands}").format(commands=", ".join(filled))] if filled else []
    told += [_("a card can be stored: {commands}").format(commands=", ".join(stored))] if stored else []
    return "; ".join(told) or _("none of your cards fits: press enter to turn hand cards")


def _typed(source: Source) -> str:
    """The command that plays it: commands are English in every language."""
    return f"row {source.slot + 1}" if source.place == "row" else source.place


def table_lines(table: TableState | None, own_seat: int | None) -> tuple[str, ...]:
    """The whole table: the centre, everybody's place, the own one last."""
    state = None if table is None else table.round
    if state is None:
        return (_("no round is being played; type who to see who is at the table"),)
    lines = [centre_line(state)]
    for seat, area in enumerate(state.areas):
        if area is None or seat == own_seat:
            continue
        name = seat_name(table, seat)
        told = [place_line(area), _("centre {count}").format(count=area.centre)]
        # Translators: said of a player whose laptop is gone.
        told += [] if seat in state.present else [_("gone")]
        lines.append(f"{name}: {', '.join(told)}")
    own = None if own_seat is None else state.area(own_seat)
    if own is not None:
        lines.append(
            _("you: {place}, centre {count}").format(place=place_line(own), count=own.centre),
        )
    return tuple(lines)

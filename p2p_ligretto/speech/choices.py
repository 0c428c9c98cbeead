"""The move that a wish of a person stands for, at the table as it is now.

Pure. A wish that no move fits becomes ``Misfit``: one line that says why and what would fit. Where the table
plays with a penalty for wrong cards, a card that fits nowhere is let out and judged, as at a real table; but never
one that was beaten a moment ago, because a lost race is not a mistake.
"""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.game.cards import Card
from p2p_ligretto.game.legal import places_for
from p2p_ligretto.game.moves import Fill, Move, Play, Source, Stop, Store, Turn
from p2p_ligretto.game.state import Area, Pile, RoundState
from p2p_ligretto.game.storage import can_lie_on
from p2p_ligretto.speech.gaps import first_gap
from p2p_ligretto.speech.wanted import CallStop, FillGap, Lay, StoreCard, TurnHand, Wanted
from p2p_ligretto.speech.ways import TYPED, Ways
from p2p_ligretto.speech.words import card_word, colour_word, either, listed
from p2p_ligretto.texts import _, ngettext

JUST_BEATEN_US: Final = 1_500_000
"""So long after a card landed, the same card of another player counts as beaten by it and not as a mistake."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """No move fits the wish; ``line`` says why and what to do."""

    line: str


def move_for(wanted: Wanted, state: RoundState, seat: int, ways: Ways = TYPED) -> Move | Misfit:
    """The move of ``seat`` that ``wanted`` stands for, with nothing exposed."""
    area = state.area(seat)
    if area is None:
        return Misfit(_("you are not in this round: you play from the next one on"))
    match wanted:
        case Lay():
            return _lay(wanted, state, seat, ways)
        case FillGap():
            return _fill(wanted.slot, area)
        case StoreCard():
            return _store(wanted, state, area, ways)
        case TurnHand():
            return _turn(area)
        case CallStop():
            return _stop(state, area)


def _lay(wanted: Lay, state: RoundState, seat: int, ways: Ways) -> Move | Misfit:
    area = state.area(seat)
    assert area is not None, "who wants to play is in the round"
    card = _card_at(wanted.source, area, ways)
    if isinstance(card, Misfit):
        return card
    places = places_for(state, seat, card)
    if places:
        pick = wanted.pick or 1
        if pick > len(places):
            fitting = ngettext("{card} fits {count} pile only", "{card} fits {count} piles only", len(places))
            return Misfit(fitting.format(card=card_word(card), count=len(places)))
        pile, height = places[pick - 1]
        return Play(card, wanted.source, pile, height)
    if wanted.source.place == "stack" and (gap := first_gap(area)) is not None:
        return Fill(card, gap)
    if state.options.penalty is not None and not _just_beaten(state, card):
        wrong = _wrong_place(state, card)
        if wrong is not None:
            return Play(card, wanted.source, wrong.id, wrong.height + 1)
    return Misfit(_fits_nowhere(state, card))


def _card_at(source: Source, area: Area, ways: Ways) -> Card | Misfit:
    match source.place:
        case "stack":
            return area.stack_top or Misfit(_("your stack is empty"))
        case "discard":
            if area.discard:
                return area.discard[-1]
            return Misfit(_("your discard is empty: press {turn} to turn hand cards").format(turn=ways.turn))
        case _:
            if source.slot >= len(area.row):
                return Misfit(_no_such_slot(area))
            if not area.row[source.slot]:
                words = _("row {number} is a gap: {stack} fills it from your stack")
                return Misfit(words.format(number=source.slot + 1, stack=ways.stack))
            return area.row[source.slot][-1]


def _no_such_slot(area: Area) -> str:
    return _("your row has the slots 1 to {count} only").format(count=len(area.row))


def _fits_nowhere(state: RoundState, card: Card) -> str:
    wanted = sorted({pile.height + 1 for pile in _open_piles(state) if pile.id.colour == card.colour})
    if not wanted:
        return _("{card} fits nowhere: no {colour} pile is open").format(
            card=card_word(card), colour=colour_word(card.colour)
        )
    return _("{card} fits nowhere: {colour} needs {numbers}").format(
        card=card_word(card), colour=colour_word(card.colour), numbers=either(map(str, wanted))
    )


def _open_piles(state: RoundState) -> list[Pile]:
    return [pile for pile in state.piles if not pile.complete]


def _just_beaten(state: RoundState, card: Card) -> bool:
    """Whether the same face landed on a pile just before the newest card that is known."""
    newest_us = max((pile.times_us[-1] for pile in state.piles), default=0)
    return any(
        pile.id.colour == card.colour
        and pile.height >= card.number
        and newest_us - pile.times_us[card.number - 1] < JUST_BEATEN_US
        for pile in state.piles
    )


def _wrong_place(state: RoundState, card: Card) -> Pile | None:
    """Where a card that fits nowhere would be laid by mistake: on its colour if there is one."""
    piles = _open_piles(state)
    return next((pile for pile in piles if pile.id.colour == card.colour), piles[0] if piles else None)


def _fill(slot: int, area: Area) -> Move | Misfit:
    if slot >= len(area.row):
        return Misfit(_no_such_slot(area))
    if area.row[slot]:
        gaps = [str(number + 1) for number, cards in enumerate(area.row) if not cards]
        if not gaps:
            return Misfit(_("row {number} is no gap, and there is none").format(number=slot + 1))
        return Misfit(_("row {number} is no gap: {gaps} is").format(number=slot + 1, gaps=listed(gaps)))
    if area.stack_top is None:
        return Misfit(_("your stack is empty: nothing else may fill a gap"))
    return Fill(area.stack_top, slot)


def _store(wanted: StoreCard, state: RoundState, area: Area, ways: Ways) -> Move | Misfit:
    card = _card_at(wanted.source, area, ways)
    if isinstance(card, Misfit):
        return card
    if wanted.slot >= len(area.row):
        return Misfit(_no_such_slot(area))
    if state.options.row_storage is None:
        return Misfit(_("this table does not store cards in the row"))
    cards = area.row[wanted.slot]
    if not cards:
        return Misfit(_("row {number} is a gap: only s fills it, from your stack").format(number=wanted.slot + 1))
    if not can_lie_on(state.options.row_storage, cards[-1], card):
        number = card.number + (1 if state.options.row_storage == "descending" else -1)
        return Misfit(
            _("{card} can't be stored on {below}: only on a {number} of another colour").format(
                card=card_word(card), below=card_word(cards[-1]), number=number
            )
        )
    return Store(card, wanted.source, wanted.slot)


def _turn(area: Area) -> Move | Misfit:
    if area.hand:
        return Turn(area.hand, 0)
    if area.discard:
        return Turn(0, len(area.discard))
    return Misfit(_("you have no hand cards left to turn"))


def _stop(state: RoundState, area: Area) -> Move | Misfit:
    if state.options.call != "manual":
        return Misfit(_("nobody calls at this table: the round ends by itself when a stack is empty"))
    if area.stack:
        left = ngettext("your stack still holds {count} card", "your stack still holds {count} cards", area.stack)
        return Misfit(left.format(count=area.stack))
    return Stop()

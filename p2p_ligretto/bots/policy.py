"""What a bot would do: one move out of the legal ones, from what everybody at the table sees.

The order of preference is the rule of thumb of good players: get rid of the stack (two points a card), keep
gaps filled from it, then earn points from the row and the discard, then store, then turn. A bot turns only
while that can help: a seat that is blocked waits for the centre to change.

The round must come to an end with bots alone. A seat that is not blocked has something to do here, and each
thing but a turn lessens what is left to do; so a discard card is stored as soon as nothing but storing is left.
"""

import dataclasses

import msgspec

from p2p_ligretto.game.blocked import seat_blocked, turning_helps
from p2p_ligretto.game.cards import Card
from p2p_ligretto.game.centre import PLACES, first_place
from p2p_ligretto.game.legal import acting_area, next_turn, stores
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Move, Play, Source, Stop, Store, row
from p2p_ligretto.game.state import Area, RoundState


def choose(state: RoundState, seat: int) -> Move | None:
    """The move that a bot at ``seat`` would make now, with nothing exposed; None when nothing makes sense.

    It is one of ``legal_moves``, and of equally good ones the first of them.
    """
    area = acting_area(state, seat)
    if area is None:
        return None
    top, demand = area.stack_top, state.demand
    if top is not None:
        if PLACES[top] & demand:
            return _play(state, seat, STACK, top)
        if () in area.row:
            return Fill(top, area.row.index(()))
    for slot, cards in enumerate(area.row):
        if cards and PLACES[cards[-1]] & demand:
            return _play(state, seat, row(slot), cards[-1])
    if area.discard and PLACES[area.discard[-1]] & demand:
        return _play(state, seat, DISCARD, area.discard[-1])
    options = state.options
    # From here on nothing has a place, so it is only asked what turning may bring.
    store = None if options.row_storage is None else _store(state, seat, area)
    if store is not None:
        return store
    if options.call == "manual" and not area.stack and is_ahead(state, seat):
        return Stop()
    if (area.hand or area.discard) and turning_helps(area, demand, options):
        return next_turn(area)
    return None


def _play(state: RoundState, seat: int, source: Source, card: Card) -> Play:
    place = first_place(state.piles, seat, card)
    assert place is not None, "the centre waits for the card"
    pile, height = place
    return Play(card, source, pile, height)


def _store(state: RoundState, seat: int, area: Area) -> Store | None:
    """The stack top always; the discard top only where nothing but storing is left."""
    for store in stores(state, area):
        if store.source == STACK or _nothing_but_storing(state, seat):
            return store
    return None


def is_ahead(state: RoundState, seat: int) -> bool:
    """Whether ``seat`` would score more than everybody else if the round ended now."""
    own = state.areas[seat]
    if own is None:
        return False
    return all(
        _points(own) > _points(area) for other, area in enumerate(state.areas) if area is not None and other != seat
    )


def _points(area: Area) -> int:
    return area.centre - 2 * area.stack


def _nothing_but_storing(state: RoundState, seat: int) -> bool:
    """Whether the seat would be blocked if its row were no store."""
    options = dataclasses.replace(state.options, row_storage=None)
    return seat_blocked(msgspec.structs.replace(state, options=options), seat)

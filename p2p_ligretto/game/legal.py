"""What a seat may do now: its legal moves, with nothing exposed.

These are exactly the moves that ``rules.apply`` accepts at this state once their exposed cards are filled in.
"""

from p2p_ligretto.game import centre
from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.moves import DISCARD, ROW, STACK, Fill, Move, Play, Source, Stop, Store, Turn
from p2p_ligretto.game.state import Area, RoundState
from p2p_ligretto.game.storage import can_lie_on


def legal_moves(state: RoundState, seat: int) -> tuple[Move, ...]:
    """Every legal move of ``seat``: to the centre, into gaps, onto row cards, turning, calling; () if it can't act."""
    area = acting_area(state, seat)
    if area is None:
        return ()
    moves: list[Move] = []
    for source, card in playable(area):
        if centre.PLACES[card] & state.demand:
            places = centre.places(state.piles, seat, card)
            moves.extend(Play(card, source, pile, height) for pile, height in places)
    if area.stack_top is not None and () in area.row:
        moves.extend(Fill(area.stack_top, slot) for slot, cards in enumerate(area.row) if not cards)
    if state.options.row_storage is not None:
        moves.extend(stores(state, area))
    if area.hand or area.discard:
        moves.append(next_turn(area))
    if state.options.call == "manual" and not area.stack:
        moves.append(Stop())
    return tuple(moves)


def acting_area(state: RoundState, seat: int) -> Area | None:
    """What lies before ``seat`` if it may move at all: it is in the round and present, and the round goes on."""
    if state.end is not None or seat not in state.present or seat >= len(state.areas):
        return None
    return state.areas[seat]


def places_for(state: RoundState, seat: int, card: Card) -> tuple[tuple[PileId, int], ...]:
    """Where ``card`` of ``seat`` fits the centre: each pile with the height it would lie at, oldest pile first.

    A 1 has one place always: the pile that it opens.
    """
    return centre.places(state.piles, seat, card)


def playable(area: Area) -> list[tuple[Source, Card]]:
    """The cards that may be laid if they fit, each with its source: stack top, row from slot 0, discard top."""
    found = [] if area.stack_top is None else [(STACK, area.stack_top)]
    found += [(source, cards[-1]) for source, cards in zip(ROW, area.row, strict=False) if cards]
    if area.discard:
        found.append((DISCARD, area.discard[-1]))
    return found


def next_turn(area: Area) -> Turn:
    """The turn as it would be now, with nothing exposed; hand or discard must hold a card."""
    return Turn(area.hand, 0 if area.hand else len(area.discard))


def stores(state: RoundState, area: Area) -> list[Store]:
    """The stores that are legal with ``area``: those of the stack top first, then by slot."""
    return [
        Store(card, source, slot)
        for source, card in playable(area)
        if source.place != "row"
        for slot, cards in enumerate(area.row)
        if cards and can_lie_on(state.options.row_storage, cards[-1], card)
    ]

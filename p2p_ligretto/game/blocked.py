"""When nobody can play any more (docs/rules.md, "Blocked"): a function of what everybody can see.

A seat is blocked when neither a card that is playable now, nor one that turning alone can make playable, has
a place. Where it isn't certain, a seat is not blocked: hand cards that nobody has seen may be anything, and a card
that lies in the hand or under the stack may be in the hand.
"""

from collections.abc import Iterable
from itertools import chain

from p2p_ligretto.game.cards import Card
from p2p_ligretto.game.centre import PLACES
from p2p_ligretto.game.face_down import TURN_SIZE
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import Area, RoundState
from p2p_ligretto.game.storage import Storage, can_lie_on


def seat_blocked(state: RoundState, seat: int) -> bool:
    """Whether ``seat`` can't play, whatever it turns, while nobody else plays. Absent seats count as blocked."""
    area = state.area(seat)
    return area is None or seat not in state.present or _blocked(area, state.demand, state.options)


def all_blocked(state: RoundState) -> bool:
    """Whether no seat that is present can play: the round ends there."""
    for seat, area in enumerate(state.areas):
        if area is not None and seat in state.present and not _blocked(area, state.demand, state.options):
            return False
    return True


def _blocked(area: Area, demand: int, options: Options) -> bool:
    """``demand`` is that of the centre."""
    if area.unturned:
        return False
    stack_top = area.stack_top
    if stack_top is not None and (PLACES[stack_top] & demand or () in area.row):
        return False
    for slot in area.row:
        if slot and PLACES[slot[-1]] & demand:
            return False
    storage = options.row_storage
    if storage is not None and stack_top is not None and _can_be_stored(storage, area, stack_top):
        return False
    for card in _turnable(area, options.reshuffle):
        if PLACES[card] & demand or (storage is not None and _can_be_stored(storage, area, card)):
            return False
    return True


def _can_be_stored(storage: Storage, area: Area, card: Card) -> bool:
    return any(slot and can_lie_on(storage, slot[-1], card) for slot in area.row)


def _turnable(area: Area, reshuffle: bool) -> Iterable[Card]:
    """All cards that can be the discard top now or after turning only; no hand card is unseen."""
    if reshuffle:
        return chain(area.discard, area.pool, area.bottom)
    hand = area.pool + area.bottom
    tops = list(area.discard[-1:])
    for cards in (hand, area.discard + hand):
        tops += cards[TURN_SIZE - 1 :: TURN_SIZE]
        tops += cards[-1:]
    return tops

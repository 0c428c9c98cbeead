"""When nobody can play any more (docs/rules.md, "Blocked"): a function of what everybody can see.

A seat is blocked when neither a card that is playable now, nor one that turning alone can make playable, has
a place. Where it isn't certain, a seat is not blocked: hand cards that nobody has seen may be anything, and a card
that lies in the hand or under the stack may be in the hand.
"""

from collections.abc import Iterable

from p2p_ligretto.game.cards import Card
from p2p_ligretto.game.centre import PLACES
from p2p_ligretto.game.face_down import TURN_SIZE
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import Area, RoundState
from p2p_ligretto.game.storage import Storage, can_lie_on


def seat_blocked(state: RoundState, seat: int) -> bool:
    """Whether ``seat`` can't play, whatever it turns, while nobody else plays. Absent seats count as blocked."""
    area = state.area(seat)
    if area is None or seat not in state.present:
        return True
    return not (turning_helps(area, state.demand, state.options) or _can_lay(area, state.demand, state.options))


def all_blocked(state: RoundState) -> bool:
    """Whether no seat that is present can play: the round ends there.

    Turning is asked for first, since what fits from stack and row is mostly laid by now.
    """
    demand, options = state.demand, state.options
    for seat, area in enumerate(state.areas):
        if area is None or seat not in state.present:
            continue
        if turning_helps(area, demand, options) or _can_lay(area, demand, options):
            return False
    return True


def turning_helps(area: Area, demand: int, options: Options) -> bool:
    """Whether a card that has a place is the discard top, or may be after turning alone; ``demand`` is the centre's."""
    if area.unturned:
        return True
    cards = area.discard + area.pool + area.bottom if options.reshuffle else _tops(area)
    for card in cards:
        if PLACES[card] & demand:
            return True
    storage = options.row_storage
    return storage is not None and any(_can_be_stored(storage, area, card) for card in cards)


def _tops(area: Area) -> Iterable[Card]:
    """All cards that can be the discard top now or after turning only, in a hand that is known and not shuffled."""
    hand = area.pool + area.bottom
    tops = list(area.discard[-1:])
    for cards in (hand, area.discard + hand):
        tops += cards[TURN_SIZE - 1 :: TURN_SIZE]
        tops += cards[-1:]
    return tops


def _can_lay(area: Area, demand: int, options: Options) -> bool:
    """Whether the stack top or a row card has a place."""
    stack_top = area.stack_top
    if stack_top is not None and (PLACES[stack_top] & demand or () in area.row):
        return True
    for slot in area.row:
        if slot and PLACES[slot[-1]] & demand:
            return True
    storage = options.row_storage
    return storage is not None and stack_top is not None and _can_be_stored(storage, area, stack_top)


def _can_be_stored(storage: Storage, area: Area, card: Card) -> bool:
    return any(slot and can_lie_on(storage, slot[-1], card) for slot in area.row)

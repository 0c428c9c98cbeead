"""Face-down cards: which cards can come to light where, given what everybody at the table knows.

Each function takes the area of one seat and the cards that a move exposes, and returns the area after it, or None
where they can't be so: too many or too few, or a card that lies elsewhere. Places are as ``Area`` describes
them. Only the owner knows more, and only an audit of the shuffle can tell more.
"""

from msgspec.structs import replace

from p2p_ligretto.game.cards import BITS, Card
from p2p_ligretto.game.state import Area

TURN_SIZE = 3
"""Cards turned at a time (docs/rules.md, "Playing" 6)."""


def take_stack_top(area: Area, exposes: tuple[Card, ...]) -> Area | None:
    """The stack top goes away, the next card becomes visible; None if ``exposes`` can't be that card."""
    if area.stack <= 1:
        return None if exposes else replace(area, stack=0, stack_top=None)
    if len(exposes) != 1:
        return None
    card = exposes[0]
    if area.unseen_in_stack:
        bit = BITS.get(card, 0)
        if not bit or area.seen & bit:
            return None
        return replace(area, stack=area.stack - 1, stack_top=card, seen=area.seen | bit)
    if area.buried:
        upper, *lower = area.buried
        if card not in upper:
            return None
        left = _without(upper, card)
        return replace(area, stack=area.stack - 1, stack_top=card, buried=(left, *lower) if left else tuple(lower))
    if card not in area.pool:
        return None
    return replace(area, stack=area.stack - 1, stack_top=card, pool=_without(area.pool, card))


def turn(area: Area, reshuffle: bool, exposes: tuple[Card, ...]) -> Area | None:
    """Turn up to three hand cards, after taking up the discard if the hand is empty."""
    discard, pool, hand, passes = area.discard, area.pool, area.hand, area.passes
    if hand == 0:
        discard, pool, hand, passes = (), discard, len(discard), passes + 1
    if len(exposes) != (TURN_SIZE if hand > TURN_SIZE else hand):
        return None
    unturned, bottom, buried, seen = area.unturned, area.bottom, area.buried, area.seen
    fresh, known = exposes[:unturned], exposes[unturned:]
    for card in fresh:
        bit = BITS.get(card, 0)
        if not bit or seen & bit:
            return None
        seen |= bit
    if known:
        in_pool = hand - unturned - len(bottom)
        pooled, lowest = known[:in_pool], known[in_pool:]
        left = _left_over(pool, pooled, reshuffle)
        if left is None or lowest != bottom[: len(lowest)]:
            return None
        pool, bottom = left, bottom[len(lowest) :]
        if pool and len(pooled) == in_pool:
            # The hand holds no card of the pool any more: all that is left of it lies under the stack.
            pool, buried = (), (*buried, pool)
    return replace(
        area,
        hand=hand - len(exposes),
        unturned=unturned - len(fresh),
        discard=discard + exposes,
        pool=pool,
        passes=passes,
        bottom=bottom,
        buried=buried,
        seen=seen,
    )


def _left_over(pool: tuple[Card, ...], turned: tuple[Card, ...], reshuffle: bool) -> tuple[Card, ...] | None:
    """The pool without the cards turned from it; None if they can't be so."""
    if not reshuffle:
        return pool[len(turned) :] if turned == pool[: len(turned)] else None
    left = list(pool)
    try:
        for card in turned:
            left.remove(card)
    except ValueError:
        return None
    return tuple(left)


def pay_stack_to_hand(area: Area, exposes: tuple[Card, ...]) -> Area | None:
    """The stack top goes to the bottom of the hand, in sight of all; the last stack card stays."""
    if area.stack <= 1 or area.stack_top is None:
        return None if exposes else area
    paid = take_stack_top(area, exposes)
    return paid and replace(paid, hand=area.hand + 1, bottom=(*area.bottom, area.stack_top))


def pay_hand_to_stack(area: Area, reshuffle: bool, exposes: tuple[Card, ...]) -> Area | None:
    """The bottom hand card goes, unseen, under the stack; an empty hand pays nothing.

    Under an empty stack (manual call) it is the stack's top, which is visible: then, and only then, it is exposed.
    """
    if area.hand == 0:
        return None if exposes else area
    if area.stack == 0:
        return _pay_open(area, reshuffle, exposes)
    if exposes:
        return None
    paid = replace(area, stack=area.stack + 1, hand=area.hand - 1)
    if area.unturned:
        return replace(paid, unturned=area.unturned - 1)
    if not reshuffle:
        return replace(paid, pool=area.pool[:-1], buried=(*area.buried, area.pool[-1:]))
    if not paid.hand:
        return replace(paid, pool=(), buried=(*area.buried, area.pool))
    return paid


def _pay_open(area: Area, reshuffle: bool, exposes: tuple[Card, ...]) -> Area | None:
    if len(exposes) != 1:
        return None
    card = exposes[0]
    paid = replace(area, stack=1, stack_top=card, hand=area.hand - 1)
    if area.unturned:
        bit = BITS.get(card, 0)
        if not bit or area.seen & bit:
            return None
        return replace(paid, unturned=area.unturned - 1, seen=area.seen | bit)
    if card != area.pool[-1] and not (reshuffle and card in area.pool):
        return None
    return replace(paid, pool=_without(area.pool, card))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]

"""The rules: what a move does where the order puts it, and why it doesn't (docs/rules.md, "When is a move legal?").

``apply`` judges in this order; the first line that holds is the answer.

========= ==================================================================================================
over      The round has ended.
illegal   The seat is not in the round, or not present.
follows   The card named is not at the source named; or ``hand`` or ``taken`` of a turn are not so.
wrong     With a penalty: a play whose card has another colour than the pile, or another number than the height
          that it names. Seen from the move alone, whatever the pile is by now. It costs the penalty.
illegal   The same without a penalty; a 1 on a pile that isn't the seat's own; a pile that hasn't been opened, or
          is lower than the height named asks for; a fill of a slot that isn't a gap; a store without the option,
          from the row, or on what it can't lie on; a turn with nothing to turn; a call with a stack, or where
          stopping is automatic; exposed cards that can't be (``face_down``).
beaten    All else is legal, but the pile has a card at that height already (on a complete pile as well).
accepted  Otherwise.
========= ==================================================================================================

An honest node can be the author of an ``illegal`` move: it laid its card on one that was rolled back, or filled a
gap that was taken back. So the reason proves nothing against anybody.
A store never ends the round, even if it takes the last stack card: a move to the centre or into a gap does.
"""

from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from p2p_ligretto.game import face_down
from p2p_ligretto.game.blocked import all_blocked
from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.centre import demand_after
from p2p_ligretto.game.deal import deal
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Move, Play, Source, Stop, Store, Turn
from p2p_ligretto.game.state import Area, End, Pile, Rejected, RoundState
from p2p_ligretto.game.storage import can_lie_on

__all__ = ["Outcome", "agree", "apply", "deal", "is_wrong", "with_present"]

OVER: Final = Rejected("over")
FOLLOWS: Final = Rejected("follows")
WRONG: Final = Rejected("wrong")
ILLEGAL: Final = Rejected("illegal")


class Outcome(Struct, frozen=True):
    """The state after a move, and why it was rejected, None if it was accepted.

    The state of a rejected move is the object it was applied to, except for ``wrong`` that cost a card.
    """

    state: RoundState
    rejected: Rejected | None


def apply(state: RoundState, seat: int, move: Move, time_us: int) -> Outcome:
    """Judge and carry out ``move`` of ``seat``, stamped ``time_us``."""
    if state.end is not None:
        return Outcome(state, OVER)
    area = state.areas[seat] if seat in state.present and seat < len(state.areas) else None
    if area is None:
        return Outcome(state, ILLEGAL)
    if isinstance(move, Turn):
        return _turn(state, seat, area, move)
    if isinstance(move, Play):
        return _play(state, seat, area, move, time_us)
    if isinstance(move, Fill):
        return _fill(state, seat, area, move)
    if isinstance(move, Store):
        return _store(state, seat, area, move)
    if isinstance(move, Stop):
        return _stop(state, seat, area)
    assert_never(move)


def with_present(state: RoundState, present: frozenset[int]) -> RoundState:
    """The round with other seats at the table; it ends if all who are left are blocked."""
    if present == state.present:
        return state
    changed = replace(state, present=present)
    if state.end is None and all_blocked(changed):
        return replace(changed, end=End("blocked"))
    return changed


def agree(state: RoundState) -> RoundState:
    """The round as ended by agreement, if it hasn't ended."""
    return state if state.end is not None else replace(state, end=End("agreed"))


def is_wrong(move: Play) -> bool:
    """Whether the card's colour or number does not fit the pile at the height that the move itself names."""
    return move.card != (move.pile.colour, move.height)


def _settled(state: RoundState, seat: int, stops: bool) -> Outcome:
    """What an accepted move comes to, with the end of the round if that is reached; ``stops`` if its stack is empty."""
    if stops and state.options.call == "auto":
        return Outcome(replace(state, end=End("stop", seat)), None)
    if all_blocked(state):
        return Outcome(replace(state, end=End("blocked")), None)
    return Outcome(state, None)


def _with_area(state: RoundState, seat: int, area: Area, piles: tuple[Pile, ...], demand: int) -> RoundState:
    areas = list(state.areas)
    areas[seat] = area
    return RoundState(state.options, tuple(areas), state.present, piles, None, demand)


def _play(state: RoundState, seat: int, area: Area, move: Play, time_us: int) -> Outcome:
    if _card_at(area, move.source) != move.card:
        return Outcome(state, FOLLOWS)
    if is_wrong(move):
        return _pay(state, seat, area, move)
    taken = _take(area, move.source, move.exposes)
    piles = list(state.piles)
    place = _pile_place(piles, move.pile)
    height = len(piles[place].owners) if place is not None else 0
    opens = move.height == 1
    if taken is None or (opens and move.pile.opener != seat) or height < move.height - 1:
        return Outcome(state, ILLEGAL)
    if place is None:
        piles.append(Pile(move.pile, (seat,), (time_us,)))
    else:
        pile = piles[place]
        if height >= move.height:
            first = move.height - 1
            return Outcome(state, Rejected("beaten", pile.owners[first], time_us - pile.times_us[first]))
        piles[place] = Pile(pile.id, (*pile.owners, seat), (*pile.times_us, time_us))
    taken = replace(taken, centre=area.centre + 1)
    laid = _with_area(state, seat, taken, tuple(piles), demand_after(state.demand, move.card))
    return _settled(laid, seat, move.source.place == "stack" and not taken.stack)


def _pile_place(piles: list[Pile], pile_id: PileId) -> int | None:
    for place, pile in enumerate(piles):
        if pile.id == pile_id:
            return place
    return None


def _pay(state: RoundState, seat: int, area: Area, move: Play) -> Outcome:
    """A wrong card is taken back; with a penalty it costs another."""
    if state.options.penalty is None:
        return Outcome(state, ILLEGAL)
    if state.options.penalty == "stack_to_hand":
        paid = face_down.pay_stack_to_hand(area, move.exposes)
    else:
        paid = face_down.pay_hand_to_stack(area, state.options.reshuffle, move.exposes)
    if paid is None:
        return Outcome(state, ILLEGAL)
    return Outcome(state if paid is area else _with_area(state, seat, paid, state.piles, state.demand), WRONG)


def _fill(state: RoundState, seat: int, area: Area, move: Fill) -> Outcome:
    if area.stack_top != move.card:
        return Outcome(state, FOLLOWS)
    if not 0 <= move.slot < len(area.row) or area.row[move.slot]:
        return Outcome(state, ILLEGAL)
    taken = face_down.take_stack_top(area, move.exposes)
    if taken is None:
        return Outcome(state, ILLEGAL)
    filled = replace(taken, row=_with_slot(area.row, move.slot, (move.card,)))
    return _settled(_with_area(state, seat, filled, state.piles, state.demand), seat, not filled.stack)


def _store(state: RoundState, seat: int, area: Area, move: Store) -> Outcome:
    if _card_at(area, move.source) != move.card:
        return Outcome(state, FOLLOWS)
    if move.source.place == "row" or not 0 <= move.slot < len(area.row):
        return Outcome(state, ILLEGAL)
    lower = area.row[move.slot]
    if not lower or not can_lie_on(state.options.row_storage, lower[-1], move.card):
        return Outcome(state, ILLEGAL)
    taken = _take(area, move.source, move.exposes)
    if taken is None:
        return Outcome(state, ILLEGAL)
    stored = replace(taken, row=_with_slot(taken.row, move.slot, (*lower, move.card)))
    return _settled(_with_area(state, seat, stored, state.piles, state.demand), seat, stops=False)


def _turn(state: RoundState, seat: int, area: Area, move: Turn) -> Outcome:
    takes = 0 if area.hand else len(area.discard)
    if move.hand != area.hand or move.taken != takes:
        return Outcome(state, FOLLOWS)
    options = state.options
    turned = face_down.turn(area, options.reshuffle, move.exposes) if area.hand or takes else None
    if turned is None:
        return Outcome(state, ILLEGAL)
    after = _with_area(state, seat, turned, state.piles, state.demand)
    # The seat is not blocked while hand cards are unseen. Nor does it become so where the same cards come to light by
    # turning as before: in a known hand that is shuffled, if no penalty blocked the seat before this move.
    if turned.unturned or (options.reshuffle and options.penalty is None and not area.unturned):
        return Outcome(after, None)
    return _settled(after, seat, stops=False)


def _stop(state: RoundState, seat: int, area: Area) -> Outcome:
    if state.options.call != "manual" or area.stack:
        return Outcome(state, ILLEGAL)
    return Outcome(replace(state, end=End("stop", seat)), None)


def _card_at(area: Area, source: Source) -> Card | None:
    """The playable card at ``source``; None where none lies, or where there is no such place."""
    if source == STACK:
        return area.stack_top
    if source == DISCARD:
        return area.discard[-1] if area.discard else None
    if source.place == "row" and 0 <= source.slot < len(area.row) and area.row[source.slot]:
        return area.row[source.slot][-1]
    return None


def _take(area: Area, source: Source, exposes: tuple[Card, ...]) -> Area | None:
    """The area without the playable card at ``source``; None if ``exposes`` can't be so."""
    if source.place == "stack":
        return face_down.take_stack_top(area, exposes)
    if exposes:
        return None
    if source.place == "discard":
        return replace(area, discard=area.discard[:-1])
    return replace(area, row=_with_slot(area.row, source.slot, area.row[source.slot][:-1]))


def _with_slot(row: tuple[tuple[Card, ...], ...], slot: int, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*row[:slot], cards, *row[slot + 1 :])

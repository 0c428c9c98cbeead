"""Blocked: a table of cases, and a search over all futures that says the same."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p2p_ligretto.game.blocked import seat_blocked
from p2p_ligretto.game.cards import COLOURS, DECK
from p2p_ligretto.game.moves import Play, Stop, Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.rules import apply, is_wrong, with_present
from p2p_ligretto.game.state import Area, RoundState
from tests.game.positions import area, pile, state
from tests.game.table import conceivable_moves

UNSHUFFLED = Options(reshuffle=False)
DOWN = Options(row_storage="descending")
UNSHUFFLED_UP = Options(reshuffle=False, row_storage="ascending")
STUCK = "R9 Y9 G9"


@pytest.mark.parametrize(
    ("place", "options", "blocked"),
    [
        (area(row=STUCK), Options(), True),
        (area(row=STUCK, unturned=1), Options(), False),
        (area(row="R4 Y9 G9"), Options(), False),
        (area(row="R4/Y5 Y9 G9"), DOWN, True),
        (area(row="R1 Y9 G9"), Options(), False),
        (area(row=STUCK, stack="R4"), Options(), False),
        (area(row="R9 - G9"), Options(), False),
        (area(row="R9 - G9", stack=""), Options(), True),
        # shuffled: any card of hand and discard may come to the top
        (area(row=STUCK, discard="R4 B8 B7"), Options(), False),
        (area(row=STUCK, pool="R4 B8", discard="B7"), Options(), False),
        (area(row=STUCK, bottom="R4", discard="B7"), Options(), False),
        (area(row=STUCK, pool="R5 B8", discard="B7"), Options(), True),
        # one of the pool is under the stack: it may be any of them, until the hand is empty
        (area(row=STUCK, pool="R4 B8", hand=1), Options(), False),
        (area(row=STUCK, buried="R4"), Options(), True),
        # unshuffled: the present top, the tops of the rest of this pass, those of a whole new pass
        (area(row=STUCK, discard="B8 R4"), UNSHUFFLED, False),
        (area(row=STUCK, discard="R4 B8"), UNSHUFFLED, True),
        (area(row=STUCK, discard="R4 B8", pool="B7"), UNSHUFFLED, True),
        (area(row=STUCK, discard="B8 B7", pool="R4"), UNSHUFFLED, False),
        (area(row=STUCK, discard="B8", pool="R4 B7"), UNSHUFFLED, True),
        (area(row=STUCK, discard="B8", pool="B7 R4 B6"), UNSHUFFLED, False),
        (area(row=STUCK, discard="B8", pool="R4 B7 B6"), UNSHUFFLED, True),
        (area(row=STUCK, discard="B8", pool="B7 B6 R4 B5"), UNSHUFFLED, False),
        (area(row=STUCK, discard="B8 B7 R4 B6"), UNSHUFFLED, False),
        (area(row=STUCK, discard="B8 B7 B6 R4 B5"), UNSHUFFLED, True),
        (area(row=STUCK, discard="B8", pool="B7", bottom="R4"), UNSHUFFLED, False),
        # storing
        (area(row=STUCK, discard="B8 B7"), Options(), True),
        (area(row=STUCK, discard="B7 B8"), DOWN, False),
        (area(row=STUCK, discard="B10"), DOWN, True),
        (area(row="- R2", stack="", discard="R3 Y3"), UNSHUFFLED_UP, False),
        (area(row="- R2", stack="", discard="Y3 R3"), UNSHUFFLED_UP, True),
        (area(row=STUCK, stack="B8"), DOWN, False),
        (area(row=STUCK, stack="R8"), DOWN, False),
        (area(row="R9", stack="R8"), DOWN, True),
        # nothing at all
        (area(row="- -", stack=""), Options(), True),
    ],
)
def test_table(place, options, blocked):
    before = state(place, pile("R", 3), pile("R", 10, opener=0), options=options)
    assert seat_blocked(before, 0) == blocked


def test_absent_and_outside_count_as_blocked():
    before = state(area(unturned=3))
    assert not seat_blocked(before, 0)
    assert seat_blocked(with_present(before, frozenset({1})), 0)
    assert seat_blocked(before, 2)
    assert seat_blocked(before, 3)


def can_play_some_time(start: RoundState) -> bool:
    """Search all futures in which seat 0 only turns: is a card ever laid, whatever comes up?

    The worlds are those that the exposure checks of the rules let happen.
    """
    front, known, tops = [start], {start}, set()
    while front:
        now = front.pop()
        own = now.areas[0]
        assert own is not None
        if own.discard[-1:] not in tops:
            tops.add(own.discard[-1:])
            if can_lay_a_card(now):
                return True
        count = min(3, own.hand or len(own.discard))
        taken = 0 if own.hand else len(own.discard)
        for exposes in permutations((*own.pool, *own.bottom, *(own.discard if taken else ())), count):
            outcome = apply(now, 0, Turn(own.hand, taken, exposes), 1)
            if outcome.rejected is None:
                after = _forget_passes(outcome.state)
                if after not in known:
                    known.add(after)
                    front.append(after)
    return False


def can_lay_a_card(now: RoundState) -> bool:
    for move in conceivable_moves(now, 0):
        if isinstance(move, Turn | Stop) or (isinstance(move, Play) and is_wrong(move)):
            continue
        for exposes in ((), *((card,) for card in DECK)):
            rejected = apply(now, 0, replace(move, exposes=exposes), 1).rejected
            if rejected is None:
                return True
            if rejected.reason != "illegal":
                break
    return False


def _forget_passes(now: RoundState) -> RoundState:
    own = now.areas[0]
    assert own is not None
    places = {name: getattr(own, name) for name in Area.__struct_fields__}
    return RoundState(now.options, (Area(**{**places, "passes": 0}), *now.areas[1:]), now.present, now.piles)


@st.composite
def small_positions(draw):
    options = Options(
        reshuffle=draw(st.booleans()), row_storage=draw(st.sampled_from([None, "descending", "ascending"]))
    )
    deck = draw(st.permutations(DECK))
    drawn = iter(str(card) for card in deck if card.number > 1)

    def some(low: int, high: int) -> list[str]:
        return [next(drawn) for _ in range(draw(st.integers(low, high)))]

    row = [*some(0, 2), *["-"] * draw(st.integers(0, 1))]
    stack = draw(st.booleans())
    most = 3 if options.reshuffle else 7
    pool = some(0, most - 1)
    place = area(
        row=" ".join(row),
        stack=next(drawn) if stack else "",
        hidden=2,
        discard=" ".join(some(0, most - 1)),
        pool=" ".join(pool),
        bottom=" ".join(some(0, 1)),
        seen=" ".join(map(str, DECK[::10])),
    )
    if stack and options.reshuffle and len(pool) > 1 and not place.bottom and draw(st.booleans()):
        place = area(
            row=" ".join(row),
            stack=str(place.stack_top),
            hidden=2,
            discard=" ".join(map(str, place.discard)),
            pool=" ".join(pool),
            hand=len(pool) - 1,
        )
    piles = [pile(colour, draw(st.integers(1, 10))) for colour in COLOURS if draw(st.booleans())]
    return state(place, *piles, options=options)


@settings(max_examples=80, deadline=None)
@given(small_positions())
def test_blocked_is_what_a_search_over_all_futures_finds(position):
    assert seat_blocked(position, 0) == (not can_play_some_time(position))

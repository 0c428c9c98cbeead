from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p2p_ligretto.bots.policy import choose, is_ahead
from p2p_ligretto.game.cards import Card, PileId, parse_card
from p2p_ligretto.game.legal import legal_moves
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Move, Play, Stop, Store, Turn, row
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.state import Area, Pile, RoundState
from tests.bots.dealer import Dealer


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def area(
    slots: str,
    *,
    stack: str | None,
    discard: str = "",
    hand: int = 0,
    unturned: int = 0,
    pool: str = "",
    left: int = 5,
    centre: int = 0,
) -> Area:
    """``slots`` as ``R4 G9 -``: ``-`` is a gap."""
    return Area(
        row=tuple(() if word == "-" else (parse_card(word),) for word in slots.split()),
        stack=0 if stack is None else left,
        stack_top=None if stack is None else parse_card(stack),
        hand=hand,
        unturned=unturned,
        discard=cards(discard),
        pool=cards(pool),
        centre=centre,
    )


def table(areas: Sequence[Area | None], piles: str = "", options: Options | None = None) -> RoundState:
    """``piles`` as ``R3 B1``: a pile of that colour up to that number, opened by seat 1."""
    return RoundState(
        options=options or Options(),
        areas=tuple(areas),
        present=frozenset(seat for seat, each in enumerate(areas) if each is not None),
        piles=tuple(Pile(PileId(c.colour, 1), (1,) * c.number, tuple(range(c.number))) for c in cards(piles)),
    )


OTHER = area("Y9 Y8 Y7", stack="Y6", hand=20, unturned=20)


@pytest.mark.parametrize(
    ("own", "piles", "expected"),
    [
        pytest.param(
            area("R4 G2 -", stack="B5", discard="Y3"),
            "R3 B4 G1 Y2",
            Play(Card("B", 5), STACK, PileId("B", 1), 5),
            id="stack top to the centre first",
        ),
        pytest.param(area("R4 G2 -", stack="B6"), "R3", Fill(Card("B", 6), 2), id="then fill gaps"),
        pytest.param(
            area("G2 R4 B9", stack="B6", discard="Y3"),
            "R3 Y2",
            Play(Card("R", 4), row(1), PileId("R", 1), 4),
            id="then the row",
        ),
        pytest.param(
            area("G2 R4 B9", stack="B6", discard="Y8 Y3"),
            "Y2",
            Play(Card("Y", 3), DISCARD, PileId("Y", 1), 3),
            id="then the discard",
        ),
        pytest.param(area("G2 R4 B9", stack="B6", hand=5, unturned=5), "", Turn(5, 0), id="then turn"),
        pytest.param(area("G2 R4 B9", stack="B6", discard="Y7 Y8"), "Y6", Turn(0, 2), id="take up the discard"),
        pytest.param(area("G2 R4 B9", stack="B6", discard="Y8 Y7"), "Y3", None, id="blocked: wait, do not turn"),
        pytest.param(
            area("R4 G9 B8", stack="Y1"),
            "Y4",
            Play(Card("Y", 1), STACK, PileId("Y", 0), 1),
            id="a 1 opens an own pile",
        ),
        pytest.param(
            area("R4 R4 B8", stack="Y9"),
            "R3",
            Play(Card("R", 4), row(0), PileId("R", 1), 4),
            id="first slot first",
        ),
    ],
)
def test_order_of_preference(own: Area, piles: str, expected: Move | None) -> None:
    assert choose(table([own, OTHER], piles), 0) == expected


STORING = Options(row_storage="descending")


@pytest.mark.parametrize(
    ("own", "piles", "expected"),
    [
        pytest.param(
            area("R7 G2 B9", stack="B6", hand=5, unturned=5), "", Store(Card("B", 6), STACK, 0), id="stack top always"
        ),
        pytest.param(
            area("R7 G2 B9", stack="Y3", discard="B6", hand=5, unturned=5),
            "",
            Turn(5, 0),
            id="no discard while turning may help",
        ),
        pytest.param(
            area("R7 G2 B9", stack="Y3", discard="B6"),
            "",
            Store(Card("B", 6), DISCARD, 0),
            id="discard when nothing else is left",
        ),
        pytest.param(area("R7 G2 B9", stack="Y3", discard="B6 Y2"), "Y5", Turn(0, 2), id="turn to what can be stored"),
    ],
)
def test_storing(own: Area, piles: str, expected: Move | None) -> None:
    assert choose(table([own, OTHER], piles, STORING), 0) == expected


CALLING = Options(call="manual")


@pytest.mark.parametrize(
    ("own_centre", "other_centre", "expected"),
    [(3, 12, Stop()), (1, 11, Turn(4, 0)), (2, 12, Turn(4, 0))],
)
def test_calls_stop_only_when_it_leads(own_centre: int, other_centre: int, expected: Move) -> None:
    own = area("G2 R4 B9", stack=None, hand=4, unturned=4, centre=own_centre)
    other = area("Y9 Y8 Y7", stack="Y6", left=5, hand=9, unturned=9, centre=other_centre)
    assert choose(table([own, other], options=CALLING), 0) == expected


def test_plays_on_before_it_calls() -> None:
    own = area("G2 R4 B9", stack=None, hand=4, unturned=4, centre=20)
    played = choose(table([own, OTHER], "G1", options=CALLING), 0)
    assert played == Play(Card("G", 2), row(0), PileId("G", 1), 2)


def test_nothing_to_do_after_the_end_or_without_a_place() -> None:
    dealer = Dealer(2, b"over")
    over = replace(dealer.state, present=frozenset({1}))
    assert choose(over, 0) is None
    assert choose(table([None, OTHER, OTHER]), 0) is None
    assert not is_ahead(table([None, OTHER, OTHER]), 0)


option_sets = st.builds(
    Options,
    reshuffle=st.booleans(),
    row_storage=st.sampled_from([None, "descending", "ascending"]),
    call=st.sampled_from(["auto", "manual"]),
)


def best_card_laid(moves: Sequence[Move]) -> Move | None:
    """Of the moves that lay a card on the centre or into a gap the best kind, and of that the first."""

    def rank(move: Play | Fill) -> int:
        return 1 if isinstance(move, Fill) else {"stack": 0, "row": 2, "discard": 3}[move.source.place]

    return min((move for move in moves if isinstance(move, Play | Fill)), key=rank, default=None)


@settings(max_examples=60, deadline=None)
@given(seats=st.integers(2, 12), seed=st.binary(min_size=4, max_size=8), options=option_sets)
def test_rounds_of_bots_end_and_hold_legal_moves_only(seats: int, seed: bytes, options: Options) -> None:
    dealer = Dealer(seats, seed, options)
    idle = 0
    while dealer.state.end is None:
        seat = dealer.stream.below(seats)
        move = choose(dealer.state, seat)
        if move is None:
            idle += 1
            assert idle < 1_000, "every bot waits for another"
            continue
        idle = 0
        legal = legal_moves(dealer.state, seat)
        assert move == (best_card_laid(legal) or move)
        assert move in legal
        dealer.play(seat, move)
        assert dealer.now_us < 20_000_000, "no end after 20,000 moves"
    assert dealer.state.end.kind in {"stop", "blocked"}

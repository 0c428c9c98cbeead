"""Whole rounds with real decks, at random and greedily, under all options."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_ligretto.game.blocked import seat_blocked
from p2p_ligretto.game.legal import legal_moves
from p2p_ligretto.game.moves import Stop, Turn
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.rules import apply, with_present
from p2p_ligretto.game.scoring import score
from p2p_ligretto.game.state import End, Rejected
from tests.game.table import Dealer, conceivable_moves, greedy_move, wrong_play

ALL_OPTIONS = [
    Options(reshuffle=reshuffle, row_storage=storage, call=call, penalty=penalty)
    for reshuffle, storage, call, penalty in product(
        (True, False), (None, "descending", "ascending"), ("auto", "manual"), (None, "stack_to_hand", "hand_to_stack")
    )
]
options = st.sampled_from(ALL_OPTIONS)
seeds = st.integers(0, 2**32)


def random_round(dealer: Dealer, moves: int, turns: float = 0.3, wrongs: float = 0.1):
    """Random legal moves and wrong ones, each yielded with the state before it; presence changes now and then."""
    random = dealer.random
    seats = sorted(dealer.own)
    for _ in range(moves):
        if dealer.state.end is not None:
            return
        seat = random.choice(seats)
        if random.random() < 0.01:
            dealer.state = with_present(dealer.state, frozenset(random.sample(seats, random.randint(1, len(seats)))))
            continue
        before = dealer.state
        if random.random() < wrongs:
            move = wrong_play(dealer.area(seat), random)
        else:
            legal = legal_moves(before, seat)
            moving = [move for move in legal if not isinstance(move, Turn | Stop)]
            move = random.choice(moving if moving and random.random() > turns else legal) if legal else None
        if move is not None:
            outcome = dealer.act(seat, move)
            yield seat, before, outcome


@settings(max_examples=120, deadline=None)
@given(options, seeds, st.integers(2, 12), st.integers(20, 400))
def test_cards_are_kept_and_only_what_everybody_can_know_is_known(options, seed, players, moves):
    random = Random(seed)
    seats = random.randint(players, 12)
    dealer = Dealer(random, random.sample(range(seats), players), options, seats)
    dealer.check()
    for _ in random_round(dealer, moves):
        dealer.check()


@settings(max_examples=60, deadline=None)
@given(options, seeds, st.integers(2, 4))
def test_few_cards_and_many_penalties(options, seed, players):
    dealer = Dealer(Random(seed), range(players), options)
    for _ in random_round(dealer, 400, turns=0.6, wrongs=0.35):
        dealer.check()


@settings(max_examples=60, deadline=None)
@given(options, seeds, st.integers(2, 12))
def test_piles_only_grow(options, seed, players):
    dealer = Dealer(Random(seed), range(players), options)
    for _, before, outcome in random_round(dealer, 300):
        after = outcome.state.piles
        assert [pile.id for pile in after[: len(before.piles)]] == [pile.id for pile in before.piles]
        for old, new in zip(before.piles, after, strict=False):
            assert new.owners[: old.height] == old.owners
            assert new.times_us[: old.height] == old.times_us
            assert new.height <= 10
            assert new.complete == (new.height == 10)


@settings(max_examples=40, deadline=None)
@given(options, seeds, st.integers(2, 5), st.integers(0, 250))
def test_legal_moves_are_exactly_those_that_are_accepted(options, seed, players, moves):
    dealer = Dealer(Random(seed), range(players), options)
    for _ in random_round(dealer, moves, wrongs=0.05):
        pass
    state = dealer.state
    for seat in range(players):
        accepted = set()
        for move in conceivable_moves(state, seat):
            outcome = apply(state, seat, dealer.complete(seat, move), 10**9)
            if outcome.rejected is None:
                accepted.add(move)
            elif outcome.rejected.reason != "wrong":
                assert outcome.state is state
        legal = legal_moves(state, seat)
        assert len(legal) == len(set(legal))
        assert set(legal) == accepted


@settings(max_examples=80, deadline=None)
@given(options, seeds, st.integers(2, 12))
def test_greedy_players_end_every_round(options, seed, players):
    dealer = Dealer(Random(seed), range(players), options)
    for _ in range(20_000):
        state = dealer.state
        if state.end is not None:
            break
        seat = dealer.random.choice(sorted(state.present))
        move = greedy_move(state, seat, blocked=seat_blocked(state, seat))
        if move is not None:
            assert dealer.act(seat, move).rejected is None
    assert dealer.state.end is not None
    dealer.check()
    ended = score(dealer.state)
    if dealer.state.end.kind == "stop":
        assert ended.left[dealer.state.end.by] == 0
    else:
        assert dealer.state.end == End("blocked")
        assert all(seat_blocked(dealer.state, seat) for seat in range(players))


@settings(max_examples=60, deadline=None)
@given(options, seeds, st.integers(2, 4))
def test_a_move_that_exposes_other_cards_is_illegal_unless_nobody_can_know(options, seed, players):
    """Swap an exposed card for one that everybody has seen elsewhere: it can't be so."""
    dealer = Dealer(Random(seed), range(players), options)
    for _ in random_round(dealer, 150):
        pass
    state = dealer.state
    for seat in range(players):
        area = dealer.area(seat)
        visible = [*area.discard[:1], *(cards[-1] for cards in area.row if cards)]
        for move in legal_moves(state, seat):
            whole = dealer.complete(seat, move)
            if isinstance(move, Stop) or (isinstance(move, Turn) and move.taken):
                continue
            exposes = whole.exposes
            lies = [(*exposes, dealer.random.choice(visible))] if visible else []
            if exposes:
                lies.append(exposes[:-1])
                lies += [(*exposes[:-1], card) for card in visible]
            if len(exposes) > 1:
                lies.append((*exposes[:-1], exposes[0]))
            for lie in lies:
                told = type(whole)(
                    **{**{name: getattr(whole, name) for name in whole.__struct_fields__}, "exposes": lie}
                )
                assert apply(state, seat, told, 10**9).rejected == Rejected("illegal"), (whole, lie)


@pytest.mark.parametrize("players", range(2, 13))
def test_same_moves_give_equal_states(players):
    def played():
        dealer = Dealer(Random(players), range(players))
        for _ in random_round(dealer, 200):
            pass
        return dealer.state

    assert played() == played()
    assert hash(played()) == hash(played())

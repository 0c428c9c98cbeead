"""How often nobody can play any more: the figures of docs/table-options.md, which decided the preset for families."""

import pytest

from p2p_ligretto.bots.policy import choose
from p2p_ligretto.game.options import Options
from tests.bots.dealer import Dealer

ROUNDS = 80


def is_stuck(seats: int, seed: bytes, options: Options) -> bool:
    """Whether a round of bots, one move at a time in random order, ends with nobody able to play."""
    dealer = Dealer(seats, seed, options)
    while dealer.state.end is None:
        seat = dealer.stream.below(seats)
        move = choose(dealer.state, seat)
        if move is not None:
            dealer.play(seat, move)
    return dealer.state.end.kind == "blocked"


@pytest.mark.parametrize(("seats", "shuffled", "turned_over"), [(2, 1, 48), (3, 0, 13), (4, 0, 7)])
def test_a_discard_that_is_turned_over_as_it_lies_gets_rounds_stuck(
    seats: int, shuffled: int, turned_over: int
) -> None:
    for reshuffle, expected in ((True, shuffled), (False, turned_over)):
        options = Options(reshuffle=reshuffle)
        assert sum(is_stuck(seats, b"%d-%d" % (seats, seed), options) for seed in range(ROUNDS)) == expected

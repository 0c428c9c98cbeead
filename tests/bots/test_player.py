from statistics import median

import pytest

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.bots.player import FIRST_PAUSE_US, LONGEST_PAUSE_US, NEVER_US, BotPlayer
from p2p_ligretto.bots.policy import choose
from p2p_ligretto.game.rules import agree
from tests.bots.dealer import Dealer

MS = 1_000


def instant() -> BotPlayer:
    return BotPlayer(LEVELS["instant"], b"entropy")


def test_waits_for_a_round_and_a_seat() -> None:
    dealer, bot = Dealer(2, b"wait"), instant()
    for state, seat in [(None, 0), (dealer.state, None), (agree(dealer.state), 0), (dealer.state, 7)]:
        bot.observe(state, seat, 0)
        assert bot.wake_at == NEVER_US
        assert bot.decide(10**9) is None


@pytest.mark.parametrize("name", ["easy", "steady", "sharp"])
def test_the_median_time_from_seeing_to_acting_is_the_stated_one(name: str) -> None:
    bot, now_us, taken = BotPlayer(LEVELS[name], b"entropy"), 0, []
    for game in range(15):
        dealer = Dealer(3, bytes([game]))
        bot.observe(None, 0, now_us)
        while dealer.state.end is None and len(taken) < 40 * (game + 1):
            bot.observe(dealer.state, 0, now_us)
            if bot.wake_at == NEVER_US:
                break
            assert bot.decide(bot.wake_at - 1) is None
            taken.append(bot.wake_at - now_us)
            now_us = bot.wake_at
            move = bot.decide(now_us)
            assert move is not None
            dealer.play(0, move)
    assert len(taken) > 200
    assert median(taken) == pytest.approx(LEVELS[name].median_us, rel=0.1)


def test_news_does_not_start_the_reaction_again() -> None:
    dealer, bot = Dealer(2, b"news"), BotPlayer(LEVELS["easy"], b"entropy")
    bot.observe(dealer.state, 0, 0)
    due_us = bot.wake_at
    other = choose(dealer.state, 1)
    assert other is not None
    dealer.play(1, other)
    bot.observe(dealer.state, 0, due_us // 2)
    assert bot.wake_at == due_us


def test_acts_on_what_it_sees_when_its_time_has_come() -> None:
    bot = BotPlayer(LEVELS["easy"], b"entropy")
    for seed in range(200):
        dealer = Dealer(2, seed.to_bytes(2, "big"))
        bot.observe(None, 0, 0)
        bot.observe(dealer.state, 0, 0)
        before = choose(dealer.state, 0)
        while choose(dealer.state, 0) == before and dealer.state.end is None:
            other = choose(dealer.state, 1)
            if other is None:
                break
            dealer.play(1, other)
        now = choose(dealer.state, 0)
        if now not in (before, None) and dealer.state.end is None:
            bot.observe(dealer.state, 0, 1)
            assert bot.decide(bot.wake_at) == now
            return
    pytest.fail("no deal in which the other's moves change what is best")


def test_a_refused_move_is_tried_again_after_pauses_that_grow() -> None:
    dealer, bot, now_us, pauses = Dealer(2, b"busy"), instant(), 0, []
    for _ in range(8):
        bot.observe(dealer.state, 0, now_us)
        pauses.append(bot.wake_at - now_us)
        now_us = bot.wake_at
        assert bot.decide(now_us) is not None
        assert bot.decide(now_us) is None
    assert pauses[:4] == [0, FIRST_PAUSE_US, 2 * FIRST_PAUSE_US, 4 * FIRST_PAUSE_US]
    assert pauses[-1] == LONGEST_PAUSE_US


def test_others_moves_do_not_hurry_a_refused_one() -> None:
    dealer, bot = Dealer(2, b"crowd"), instant()
    bot.observe(dealer.state, 0, 0)
    refused = bot.decide(0)
    for count in range(1, 6):
        other = choose(dealer.state, 1)
        assert other is not None
        dealer.play(1, other)
        bot.observe(dealer.state, 0, count * MS)
        tried = bot.decide(count * MS)
        assert tried is None or tried != refused


def test_an_instant_bot_moves_on_at_once_when_its_move_shows() -> None:
    dealer, bot = Dealer(2, b"quick"), instant()
    made = 0
    for now_us in range(8):
        bot.observe(dealer.state, 0, now_us)
        move = bot.decide(now_us)
        if move is None:
            break
        dealer.play(0, move)
        made += 1
    assert made == 8


def test_a_new_round_starts_afresh() -> None:
    bot = instant()
    for seed in (b"one", b"two"):
        dealer = Dealer(2, seed)
        bot.observe(dealer.state, 0, 0)
        assert bot.wake_at == 0
        assert bot.decide(0) is not None
        bot.observe(None, 0, 0)
        assert bot.wake_at == NEVER_US

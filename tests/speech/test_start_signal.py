"""Who gives the start signal: the same on every node, told with the countdown, and nobody before the seed stands."""

import hashlib

from p2p_ligretto.node.notices import RoundStarts
from p2p_ligretto.node.start_signal import start_signal_seat
from p2p_ligretto.speech.lines import line_for
from p2p_ligretto.speech.start_signal import start_signal_words
from p2p_ligretto.tui.view_model import Freshness, Moment, Vantage, game_view
from tests.speech.samples import area, round_of, table_of

SEED = bytes(range(32))
ROUND = round_of([area(), area(), area()])


def test_the_seat_is_the_one_of_the_specification() -> None:
    table = table_of("Ada Bea Cas Dirk", ROUND, players=(0, 2, 3), joint_seed=SEED)
    digest = hashlib.sha256(b"ligretto start signal" + SEED).digest()
    assert start_signal_seat(table) == (0, 2, 3)[int.from_bytes(digest[:16], "big") % 3]


def test_all_players_are_drawn_and_nobody_who_sits_the_round_out() -> None:
    seeds = [bytes([number]) * 32 for number in range(64)]
    assert {start_signal_seat(table_of(players=(0, 2), joint_seed=seed)) for seed in seeds} == {0, 2}


def test_nobody_is_drawn_before_the_seed_stands() -> None:
    assert start_signal_seat(table_of(players=(0, 1, 2))) is None
    assert start_signal_words(table_of(players=(0, 1, 2)), 0) == ""
    assert start_signal_words(None, None) == ""


def test_each_is_told_with_the_countdown() -> None:
    table = table_of(state=ROUND, players=(1, 2), joint_seed=SEED)
    seat = start_signal_seat(table)
    assert seat is not None
    name = table.seats[seat].name
    starts = RoundStarts(1, 3_000_000)
    assert line_for(starts, table, seat) == "round 1 starts in 3 s: you give the start signal"
    assert line_for(starts, table, 0) == f"round 1 starts in 3 s: {name} gives the start signal"
    assert line_for(RoundStarts(1, 0), table, 0) == "round 1 has started"


def test_the_screen_tells_it_as_long_as_the_countdown_lasts() -> None:
    table = table_of(state=ROUND, players=(0, 1, 2), joint_seed=SEED)
    seat = start_signal_seat(table)
    vantage = Vantage(own_seat=seat, now_us=0)
    counting = game_view(table, table, vantage, Freshness(), Moment(starts_in_us=1_500_000))
    assert (counting.message, counting.urgent) == ("you give the start signal", False)
    assert game_view(table, table, vantage, Freshness(), Moment()).message == ""
    told = Moment(starts_in_us=1_500_000, message="Bea sits down")
    assert game_view(table, table, vantage, Freshness(), told).message == "you give the start signal"
    urgent = Moment(starts_in_us=1_500_000, message="what matters", urgent=True)
    assert game_view(table, table, vantage, Freshness(), urgent).message == "what matters"

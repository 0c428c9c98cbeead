from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.tui.round_clock import SECOND_US, RoundClock

spans = st.integers(0, 10**8)


def test_it_leaves_pauses_and_countdowns_out() -> None:
    clock = RoundClock(from_us=3_000_000)
    assert [clock.elapsed_us(now) for now in (0, 3_000_000, 7_500_000)] == [0, 0, 4_500_000]
    paused = clock.stopped(7_500_000)
    assert paused.elapsed_us(60_000_000) == 4_500_000
    resumed = paused.resumed(63_000_000)
    assert [resumed.elapsed_us(now) for now in (60_000_000, 63_000_000, 64_000_000)] == [
        4_500_000,
        4_500_000,
        5_500_000,
    ]


def test_a_pause_in_the_countdown_loses_nothing() -> None:
    clock = RoundClock(from_us=0).stopped(5_000_000).resumed(9_000_000).stopped(8_000_000)
    assert clock.elapsed_us(50_000_000) == 5_000_000


def test_it_catches_up_and_is_never_put_back() -> None:
    clock = RoundClock(from_us=0).no_less(9_000_000, 5_000_000)
    assert [clock.elapsed_us(now) for now in (5_000_000, 6_000_000)] == [9_000_000, 10_000_000]
    assert clock.no_less(8_000_000, 5_000_000) == clock


@given(spans, spans, spans)
def test_it_is_looked_at_when_another_second_begins(shown_us: int, from_us: int, now_us: int) -> None:
    clock = RoundClock(shown_us, from_us)
    next_us = clock.next_second_us(now_us)
    assert 0 < next_us - now_us <= SECOND_US
    zero = (next_us - from_us) if now_us < from_us else clock.elapsed_us(next_us)
    assert zero % SECOND_US == 0


@given(spans, st.lists(st.tuples(spans, spans), max_size=5))
def test_it_never_goes_back(start_us: int, pauses: list[tuple[int, int]]) -> None:
    clock, now, last = RoundClock(from_us=start_us), 0, 0
    for played_us, paused_us in pauses:
        now += played_us
        clock = clock.stopped(now)
        assert clock.elapsed_us(now) >= last
        last = clock.elapsed_us(now)
        now += paused_us
        clock = clock.resumed(now + 3 * SECOND_US)
        assert clock.elapsed_us(now) == last

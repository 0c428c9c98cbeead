from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.wire.bounds import SECOND_US, Rate, RateBound

RATE = Rate()


def test_an_honest_link_never_waits() -> None:
    bound = RateBound(0, RATE)
    for frame in range(20_000):
        assert bound.take(frame * SECOND_US // 1_500, 300) == 0


def test_a_burst_passes_and_a_flood_waits() -> None:
    bound = RateBound(0, RATE)
    assert all(bound.take(0, 100) == 0 for _ in range(RATE.frames_at_once))
    assert bound.take(0, 100) == SECOND_US // RATE.frames


def test_long_frames_wait_for_their_bytes() -> None:
    bound = RateBound(0, RATE)
    frames = RATE.bytes_at_once // 65_540
    assert all(bound.take(0, 65_540) == 0 for _ in range(frames))
    assert bound.take(0, 65_540) > 0


def test_who_waits_as_told_gets_on() -> None:
    bound = RateBound(0, Rate(frames=10, frames_at_once=1, payload_bytes=100, bytes_at_once=50))
    now_us = 0
    for _ in range(30):
        now_us += bound.take(now_us, 50)
    assert bound.take(now_us + SECOND_US, 1) == 0
    assert 29 * SECOND_US // 2 <= now_us <= 30 * SECOND_US // 2


@given(st.lists(st.tuples(st.integers(0, 100_000), st.integers(1, 65_540)), min_size=1, max_size=60))
def test_no_more_than_the_rate_passes_in_any_case(frames: list[tuple[int, int]]) -> None:
    rate = Rate(frames=100, frames_at_once=5, payload_bytes=200_000, bytes_at_once=100_000)
    bound = RateBound(0, rate)
    now_us = passed_bytes = 0
    for number, (gap_us, size) in enumerate(frames, 1):
        now_us += gap_us
        now_us += bound.take(now_us, size)
        passed_bytes += size
        assert number * SECOND_US <= rate.frames_at_once * SECOND_US + now_us * rate.frames
        assert passed_bytes * SECOND_US <= rate.bytes_at_once * SECOND_US + now_us * rate.payload_bytes


def test_a_clock_that_stands_still_or_steps_back_refills_nothing() -> None:
    bound = RateBound(1_000_000, Rate(frames=1, frames_at_once=1))
    assert bound.take(1_000_000, 1) == 0
    assert bound.take(0, 1) == SECOND_US
    assert bound.take(1_000_000, 1) == 2 * SECOND_US


def test_who_is_not_admitted_owes_nothing_for_it() -> None:
    bound = RateBound(0, Rate(frames=2, frames_at_once=3))
    assert [bound.admits(0) for _ in range(50)] == [True] * 3 + [False] * 47
    assert not bound.admits(SECOND_US // 2 - 1)
    assert bound.admits(SECOND_US // 2)
    assert not bound.admits(SECOND_US // 2)


def test_bytes_without_a_frame_count_as_bytes() -> None:
    bound = RateBound(0, Rate(frames=1, frames_at_once=1, payload_bytes=100, bytes_at_once=50))
    assert bound.take(0, 50, frames=0) == 0
    assert bound.take(0, 50, frames=0) == SECOND_US // 2


def test_a_bound_is_rested_when_all_has_flowed_back() -> None:
    bound = RateBound(0, Rate(frames=10, frames_at_once=10, payload_bytes=100, bytes_at_once=1_000))
    assert bound.is_rested(0)
    bound.take(0, 100)
    assert not bound.is_rested(SECOND_US - 1)
    assert bound.is_rested(SECOND_US)

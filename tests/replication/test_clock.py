"""Table time never goes back and is learned from the quickest ping; stamps rise, keep promises, and can't be pushed."""

from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.replication.clock import (
    EPSILON_US,
    SEEK_US,
    SLEW_PARTS,
    STEP_US,
    WINDOW,
    LamportClock,
    PingSample,
    TableClock,
    measure,
)

SENIOR, OTHER = b"s" * 16, b"o" * 16
ONLY_SENIOR = frozenset({SENIOR})
SECOND = 1_000_000


def following(offset_us: int, now: int = 0) -> TableClock:
    clock = TableClock(now)
    clock.follow(SENIOR, ONLY_SENIOR, 0, now)
    clock.sample(SENIOR, PingSample(10, offset_us), now)
    return clock


@given(st.integers(-SECOND, SECOND), st.integers(0, 50_000), st.integers(0, 50_000), st.integers(0, 1_000))
def test_a_ping_is_wrong_by_half_of_what_the_two_ways_differ(ahead: int, there: int, back: int, busy: int) -> None:
    sent = 5 * SECOND
    received = sent + there + ahead
    sample = measure(sent, received, received + busy, sent + there + busy + back)
    assert sample.round_trip_us == there + back
    assert abs(sample.offset_us - ahead) <= abs(there - back) // 2 + 1


def test_a_reply_that_claims_to_be_quicker_than_nothing_counts_as_nothing() -> None:
    assert measure(100, 0, 1_000, 200).round_trip_us == 0


def test_before_the_first_answer_a_follower_has_no_table_time() -> None:
    clock = TableClock(0)
    clock.follow(SENIOR, ONLY_SENIOR, 0, 0)
    assert not clock.synchronised
    clock.sample(OTHER, PingSample(10, 7), 0)
    assert not clock.synchronised
    clock.sample(SENIOR, PingSample(10, 5 * SECOND), 0)
    assert clock.synchronised
    assert clock.table_time(SECOND) == 6 * SECOND


def test_the_first_answer_may_step_back_what_nobody_was_told() -> None:
    clock = TableClock(9 * SECOND)
    clock.follow(SENIOR, ONLY_SENIOR, 0, 9 * SECOND)
    clock.table_time(9 * SECOND)
    clock.sample(SENIOR, PingSample(10, -8 * SECOND), 9 * SECOND)
    assert clock.table_time(9 * SECOND) == SECOND


def test_the_most_senior_member_is_its_own_clock() -> None:
    clock = TableClock(0)
    clock.follow(None, frozenset(), 0, 0)
    assert clock.synchronised
    assert clock.settled
    assert clock.table_time(17) == 17


def test_a_senior_without_a_table_time_takes_it_from_whoever_has_it() -> None:
    clock = TableClock(0)
    clock.follow(None, frozenset({OTHER}), 90 * SECOND, 0)
    assert not clock.synchronised
    assert not clock.settled
    clock.sample(OTHER, PingSample(10, 100 * SECOND), SECOND // 10)
    assert clock.synchronised
    assert clock.table_time(SECOND) == 101 * SECOND


def test_where_nobody_has_a_table_time_the_senior_begins_one_where_the_log_ends() -> None:
    clock = TableClock(400 * SECOND)
    clock.follow(None, frozenset({OTHER}), 90 * SECOND, 400 * SECOND)
    clock.advance(400 * SECOND + SEEK_US - 1)
    assert not clock.synchronised
    clock.advance(400 * SECOND + SEEK_US)
    assert clock.synchronised
    assert clock.table_time(401 * SECOND) == 90 * SECOND + SECOND - SEEK_US


def test_a_senior_that_slept_joins_the_others_if_all_are_ahead() -> None:
    clock = TableClock(0)
    clock.follow(None, frozenset(), 0, 0)
    clock.follow(None, frozenset({SENIOR, OTHER}), 0, SECOND)
    clock.sample(OTHER, PingSample(10, 60 * SECOND), SECOND)
    assert clock.table_time(SECOND) == SECOND, "one that is far ahead may be wrong itself"
    clock.sample(SENIOR, PingSample(10, 70 * SECOND), SECOND)
    assert clock.table_time(2 * SECOND) == 62 * SECOND


def test_who_slept_steps_forward_to_the_table_time() -> None:
    clock = following(0)
    clock.sample(SENIOR, PingSample(10, 3_600 * SECOND), SECOND)
    assert clock.table_time(SECOND) == 3_601 * SECOND


def test_who_is_far_ahead_waits_until_it_is_not() -> None:
    clock = following(0)
    assert clock.table_time(10 * SECOND) == 10 * SECOND
    clock.sample(SENIOR, PingSample(10, -5 * SECOND), 10 * SECOND)
    assert clock.table_time(14 * SECOND) == 10 * SECOND
    assert clock.table_time(16 * SECOND) > 10 * SECOND
    assert clock.table_time(60 * SECOND) == 55 * SECOND


def test_answers_from_before_a_sleep_are_forgotten() -> None:
    clock = following(0)
    clock.sample(SENIOR, PingSample(900, 60 * SECOND), SECOND)
    assert clock.table_time(SECOND) == 61 * SECOND, "however quick the older ones were"


def test_the_quickest_of_the_last_answers_counts() -> None:
    clock = following(0)
    clock.sample(SENIOR, PingSample(2, 1_000), 0)
    clock.sample(SENIOR, PingSample(500, 90_000), 0)
    assert clock.table_time(SECOND) == SECOND + 1_000
    for _ in range(WINDOW):
        clock.sample(SENIOR, PingSample(30, 3_000), SECOND)
    assert clock.settled
    assert clock.table_time(2 * SECOND) == 2 * SECOND + 3_000, "an old one is forgotten, however quick it was"


def test_a_correction_is_spread_over_time() -> None:
    clock = following(0)
    clock.sample(SENIOR, PingSample(1, 200_000), 0)
    assert clock.table_time(SECOND) == SECOND + SECOND // SLEW_PARTS
    assert clock.table_time(10 * SECOND) == 10 * SECOND + 200_000


@given(
    st.lists(st.tuples(st.integers(0, 300_000), st.integers(0, 100), st.integers(-5 * SECOND, 5 * SECOND)), max_size=30)
)
def test_table_time_never_goes_back(steps: list[tuple[int, int, int]]) -> None:
    clock, now = following(0), 0
    before = clock.table_time(now)
    for pause, round_trip, offset in steps:
        clock.sample(SENIOR, PingSample(round_trip, offset), now)
        now += pause
        after = clock.table_time(now)
        assert before <= after
        before = after
    assert clock.table_time(now) <= now + 5 * SECOND, "nobody is further ahead than the senior ever was"


@given(
    st.lists(
        st.tuples(st.integers(0, 300_000), st.integers(0, 100), st.integers(-STEP_US // 2, STEP_US // 2)), max_size=30
    )
)
def test_small_corrections_make_it_run_hardly_faster(steps: list[tuple[int, int, int]]) -> None:
    clock, now = following(0), 0
    for pause, round_trip, offset in steps:
        clock.sample(SENIOR, PingSample(round_trip, offset), now)
        now += pause
        clock.table_time(now)
    assert clock.table_time(now) <= now + now // SLEW_PARTS + 1


@given(st.lists(st.integers(1, 30), min_size=1, max_size=200))
def test_a_clock_that_is_read_often_is_corrected_as_fast_as_one_that_is_read_seldom(pauses: list[int]) -> None:
    often, seldom, now = following(0), following(0), 0
    for clock in (often, seldom):
        clock.sample(SENIOR, PingSample(1, STEP_US), 0)
    for pause in pauses:
        now += pause
        often.table_time(now)
    assert abs(often.table_time(now) - seldom.table_time(now)) <= 1 + len(pauses)
    assert often.table_time(now + 10 * SECOND) > now + 10 * SECOND


def test_a_new_senior_is_followed_from_where_table_time_was() -> None:
    clock = following(SECOND)
    clock.table_time(SECOND)
    clock.sample(OTHER, PingSample(5, SECOND + 500), SECOND)
    clock.follow(OTHER, frozenset({OTHER}), 0, SECOND)
    assert clock.table_time(2 * SECOND) == 3 * SECOND + 500
    clock.follow(None, frozenset(), 0, 2 * SECOND)
    assert clock.table_time(3 * SECOND) == 4 * SECOND + 500, "who becomes the senior goes on as it was"


def test_answers_of_another_start_are_forgotten() -> None:
    clock = following(0)
    clock.forget(SENIOR)
    clock.forget(OTHER)
    assert not clock.settled
    clock.sample(SENIOR, PingSample(900, 7_000), 0)
    assert clock.table_time(SECOND) == SECOND + 7_000


steps = st.lists(
    st.tuples(st.sampled_from(["stamp", "promise", "witness"]), st.integers(0, 10**7), st.integers(0, 10**7)),
    max_size=40,
)


@given(steps)
def test_stamps_rise_strictly_keep_every_promise_and_lie_after_what_was_seen(steps: list[tuple[str, int, int]]) -> None:
    clock, now, last, promised, seen = LamportClock(), 0, 0, 0, 0
    for kind, pause, time in steps:
        now += pause
        if kind == "stamp":
            stamp = clock.stamp(now)
            assert stamp > max(last, promised, seen)
            assert stamp >= now
            last = stamp
        elif kind == "promise":
            promise = clock.promise(now)
            assert promise >= max(promised, last, now)
            promised = promise
        else:
            clock.witness(time, now)
            seen = max(seen, min(time, now + EPSILON_US))


@given(st.lists(st.integers(0, 2**62), min_size=1, max_size=10), st.integers(0, SECOND))
def test_a_stamp_of_another_pulls_ours_only_so_far_past_table_time(times: list[int], now: int) -> None:
    clock = LamportClock()
    for time in times:
        clock.witness(time, now)
    assert clock.stamp(now) <= now + EPSILON_US + 1
    assert clock.promise(now) <= now + EPSILON_US + 1


def test_before_it_is_set_and_without_an_answer_nothing_bounds_a_clock() -> None:
    clock = TableClock(0)
    clock.follow(SENIOR, ONLY_SENIOR, 0, 0)
    assert clock.error_us is None
    clock.sample(SENIOR, PingSample(3_001, 7), 0)
    assert clock.error_us == 1_501
    clock.follow(OTHER, ONLY_SENIOR, 0, 0)
    assert clock.error_us is None, "what it has is the time of the one before"


def test_who_follows_nobody_has_the_time_of_the_table() -> None:
    clock = TableClock(0)
    clock.follow(None, frozenset(), 0, 0)
    assert clock.error_us == 0


@given(st.lists(st.builds(PingSample, st.integers(0, 90_000), st.integers(-200, 200)), min_size=1, max_size=WINDOW))
def test_a_clock_is_wrong_by_half_of_the_quickest_answer_and_what_is_still_to_slew(samples: list[PingSample]) -> None:
    clock = following(0)
    clock.forget(SENIOR)
    for sample in samples:
        clock.sample(SENIOR, sample, 0)
    best = min(samples, key=lambda one: one.round_trip_us)
    assert clock.error_us == -(-best.round_trip_us // 2) + abs(best.offset_us)
    clock.table_time(SECOND)
    assert clock.error_us == -(-best.round_trip_us // 2)

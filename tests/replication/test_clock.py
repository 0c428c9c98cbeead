"""Table time begins with what most say, goes on, never back; stamps rise, keep promises, and can't be pushed."""

from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.replication.clock import (
    EPSILON_US,
    SEEK_US,
    SLEW_PARTS,
    STEP_US,
    LamportClock,
    TableClock,
)
from p2p_ligretto.replication.peer_clock import PingSample
from p2p_ligretto.replication.peer_clocks import WINDOW

SENIOR, OTHER, THIRD = b"s" * 16, b"o" * 16, b"t" * 16
ONLY_SENIOR = frozenset({SENIOR})
SECOND = 1_000_000


def answer(offset_us: int, now: int, half_us: int = 5) -> PingSample:
    """Of a clock whose table time is ``offset_us`` ahead of the own clock."""
    return PingSample(now, now, -half_us, half_us, offset_us)


def following(offset_us: int, now: int = 0) -> TableClock:
    clock = TableClock(now)
    clock.follow(SENIOR, ONLY_SENIOR, 0, now)
    clock.sample(SENIOR, answer(offset_us, now), now)
    return clock


# ---- a table time begins


def test_before_an_answer_there_is_no_table_time() -> None:
    clock = TableClock(0)
    clock.follow(SENIOR, ONLY_SENIOR, 0, 0)
    assert not clock.synchronised
    assert clock.error_us(0) is None
    clock.sample(OTHER, answer(7, 0), 0)
    assert not clock.synchronised, "it is no member"
    clock.sample(SENIOR, answer(5 * SECOND, 0), 0)
    assert clock.synchronised
    assert clock.table_time(SECOND) == 6 * SECOND


def test_it_begins_once_more_than_half_of_the_others_have_answered() -> None:
    clock = TableClock(0)
    clock.follow(SENIOR, frozenset({SENIOR, OTHER, THIRD}), 0, 0)
    clock.sample(SENIOR, answer(90 * SECOND, 0), 0)
    assert not clock.synchronised
    clock.sample(THIRD, answer(5 * SECOND, 0), 0)
    assert clock.synchronised
    assert clock.table_time(0) == 90 * SECOND, "of two that differ the senior is right"


def test_it_begins_with_what_most_say() -> None:
    clock = TableClock(0)
    clock.follow(SENIOR, frozenset({SENIOR, OTHER, THIRD, b"u" * 16}), 0, 0)
    for peer, offset in ((SENIOR, 90 * SECOND), (OTHER, 5 * SECOND), (THIRD, 5 * SECOND + 4)):
        clock.sample(peer, answer(offset, 0), 0)
    assert clock.table_time(0) == 5 * SECOND + 2


def test_it_begins_with_one_answer_if_no_other_comes() -> None:
    clock = TableClock(0)
    clock.follow(SENIOR, frozenset({SENIOR, OTHER, THIRD}), 0, 0)
    clock.advance(0)
    clock.sample(OTHER, answer(5 * SECOND, SECOND), SECOND)
    clock.advance(SECOND + SEEK_US - 1)
    assert not clock.synchronised
    clock.advance(SECOND + SEEK_US)
    assert clock.synchronised
    assert clock.table_time(2 * SECOND) == 7 * SECOND


def test_the_first_answers_may_step_back_what_nobody_was_told() -> None:
    clock = TableClock(9 * SECOND)
    clock.follow(SENIOR, ONLY_SENIOR, 0, 9 * SECOND)
    clock.table_time(9 * SECOND)
    clock.sample(SENIOR, answer(-8 * SECOND, 9 * SECOND), 9 * SECOND)
    assert clock.table_time(9 * SECOND) == SECOND


def test_who_is_alone_is_its_own_clock() -> None:
    clock = TableClock(0)
    clock.follow(None, frozenset(), 0, 0)
    assert clock.synchronised
    assert clock.settled
    assert clock.table_time(17) == 17
    assert clock.error_us(17) == 0


def test_a_senior_without_a_table_time_takes_it_from_whoever_has_it() -> None:
    clock = TableClock(0)
    clock.follow(None, frozenset({OTHER}), 90 * SECOND, 0)
    assert not clock.synchronised
    assert not clock.settled
    clock.sample(OTHER, answer(100 * SECOND, SECOND // 10), SECOND // 10)
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
    assert clock.error_us(401 * SECOND) is None, "nothing is known of the other's"


# ---- it goes on


def test_a_senior_that_slept_joins_the_others_if_all_are_ahead() -> None:
    clock = TableClock(0)
    clock.follow(None, frozenset(), 0, 0)
    clock.follow(None, frozenset({SENIOR, OTHER}), 0, SECOND)
    clock.sample(OTHER, answer(60 * SECOND, SECOND), SECOND)
    assert clock.table_time(SECOND) == SECOND, "one that is far ahead may be wrong itself"
    clock.sample(SENIOR, answer(70 * SECOND, SECOND), SECOND)
    assert clock.table_time(2 * SECOND) == 62 * SECOND


def test_who_slept_steps_forward_to_the_table_time() -> None:
    clock = following(0)
    clock.sample(SENIOR, answer(3_600 * SECOND, SECOND), SECOND)
    assert clock.agreement is not None
    assert clock.agreement.astray
    assert clock.table_time(SECOND) == 3_601 * SECOND


def test_who_is_far_ahead_waits_until_it_is_not() -> None:
    clock = following(0)
    assert clock.table_time(10 * SECOND) == 10 * SECOND
    clock.sample(SENIOR, answer(-5 * SECOND, 10 * SECOND), 10 * SECOND)
    assert clock.table_time(14 * SECOND) == 10 * SECOND
    assert clock.table_time(15 * SECOND) == 10 * SECOND
    assert clock.table_time(16 * SECOND) == 11 * SECOND
    assert clock.table_time(60 * SECOND) == 55 * SECOND


def test_a_correction_is_spread_over_time() -> None:
    clock = following(0)
    clock.sample(SENIOR, answer(STEP_US, 0), 0)
    assert clock.table_time(SECOND // 10) == SECOND // 10 + SECOND // 10 // SLEW_PARTS
    assert clock.table_time(10 * SECOND) == 10 * SECOND + STEP_US


def test_a_small_difference_is_made_up_from_both_sides() -> None:
    clock = following(0)
    for _ in range(WINDOW):
        clock.sample(SENIOR, answer(0, 0), 0)
    clock.sample(SENIOR, answer(1_000, 0), 0)
    assert 10 * SECOND + 480 <= clock.table_time(10 * SECOND) <= 10 * SECOND + 500


moves = st.lists(
    st.tuples(st.integers(0, 300_000), st.integers(0, 100), st.integers(-5 * SECOND, 5 * SECOND)), max_size=30
)


@given(moves)
def test_table_time_never_goes_back(moves: list[tuple[int, int, int]]) -> None:
    clock, now = following(0), 0
    before = clock.table_time(now)
    for pause, half, offset in moves:
        clock.sample(SENIOR, answer(offset, now, half), now)
        now += pause
        after = clock.table_time(now)
        assert before <= after
        before = after
    assert clock.table_time(now) <= now + 5 * SECOND, "nobody is further ahead than another ever was"


@given(st.lists(st.tuples(st.integers(0, 300_000), st.integers(0, 100), st.integers(0, STEP_US)), max_size=30))
def test_small_corrections_make_it_run_hardly_faster(moves: list[tuple[int, int, int]]) -> None:
    clock, now = following(0), 0
    for pause, half, offset in moves:
        clock.sample(SENIOR, answer(offset, now, half), now)
        now += pause
        clock.table_time(now)
    assert clock.table_time(now) <= now + now // SLEW_PARTS + 1


@given(st.lists(st.integers(1, 30), min_size=1, max_size=200))
def test_a_clock_that_is_read_often_is_corrected_as_fast_as_one_that_is_read_seldom(pauses: list[int]) -> None:
    often, seldom, now = following(0), following(0), 0
    for clock in (often, seldom):
        clock.sample(SENIOR, answer(STEP_US, 0), 0)
    for pause in pauses:
        now += pause
        often.table_time(now)
    assert abs(often.table_time(now) - seldom.table_time(now)) <= 1 + len(pauses)
    assert often.table_time(now + 10 * SECOND) > now + 10 * SECOND


def test_it_goes_on_whoever_the_members_are() -> None:
    clock = following(SECOND)
    clock.table_time(SECOND)
    clock.follow(OTHER, frozenset({OTHER}), 0, SECOND)
    assert clock.table_time(2 * SECOND) == 3 * SECOND
    clock.follow(None, frozenset(), 0, 2 * SECOND)
    assert clock.table_time(3 * SECOND) == 4 * SECOND, "who becomes the senior goes on as it was"


def test_who_is_left_alone_waits_for_nobody() -> None:
    clock = following(0)
    clock.table_time(SECOND)
    clock.sample(SENIOR, answer(-900 * SECOND, SECOND), SECOND)
    assert clock.table_time(2 * SECOND) == SECOND
    clock.follow(None, frozenset(), 0, 2 * SECOND)
    assert clock.table_time(3 * SECOND) == 2 * SECOND


def test_answers_of_another_start_are_forgotten() -> None:
    clock = following(0)
    clock.forget(SENIOR)
    clock.forget(OTHER)
    assert clock.error_us(0) is None
    clock.sample(SENIOR, answer(7_000, 0, 900), 0)
    assert clock.table_time(SECOND) == SECOND + 7_000


def test_when_the_own_clock_has_jumped_nobody_else_is_blamed_before_all_have_answered() -> None:
    clock = TableClock(0)
    clock.follow(SENIOR, frozenset({SENIOR, OTHER, THIRD}), 0, 0)
    for peer in (SENIOR, OTHER, THIRD):
        for _ in range(WINDOW):
            clock.sample(peer, answer(0, 0), 0)
    jumped = 3 * SECOND
    for peer in (SENIOR, OTHER, THIRD):
        assert clock.agreement is not None
        assert not clock.agreement.outliers
        clock.sample(peer, PingSample(jumped, jumped, -SECOND - 5, -SECOND + 5, 0), jumped)
    assert clock.agreement is not None
    assert (clock.agreement.astray, clock.agreement.outliers) == (True, frozenset())
    assert clock.table_time(jumped + SECOND) == jumped


# ---- which stamps have to wait


def test_a_stamp_waits_that_is_further_ahead_than_the_own_clock_may_be_behind() -> None:
    clock = TableClock(0)
    clock.follow(None, frozenset(), 0, 0)
    due = [clock.is_early(OTHER, SECOND + ahead_us, SECOND) for ahead_us in (-1, 0, 1, EPSILON_US, EPSILON_US + 1)]
    assert due == [False, False, False, False, True]


def test_a_stamp_of_a_clock_that_is_off_waits_until_it_is_due() -> None:
    clock = TableClock(0)
    clock.follow(None, frozenset({OTHER, THIRD}), 0, 0)
    for peer, offset_us in ((OTHER, 10_000), (THIRD, 0)):
        clock.sample(peer, answer(offset_us, 0), 0)
        clock.sample(peer, answer(offset_us, 0), 0)
    assert [clock.is_early(OTHER, SECOND + ahead_us, SECOND) for ahead_us in (-1, 0, 1)] == [False, False, True]
    assert not clock.is_early(THIRD, SECOND + EPSILON_US, SECOND)


def test_whose_own_clock_is_off_waits_for_nobody_but_a_step() -> None:
    clock = TableClock(0)
    clock.follow(SENIOR, frozenset({OTHER, THIRD}), 0, 0)
    for peer in (SENIOR, OTHER, THIRD):
        clock.sample(peer, answer(0, 0), 0)
    for peer in (SENIOR, OTHER, THIRD):
        clock.sample(peer, answer(15_000, SECOND), SECOND)
    now = clock.table_time(SECOND)
    assert not any(clock.is_early(peer, now + 15_000, now) for peer in (SENIOR, OTHER, THIRD))


# ---- how sure it is


def test_the_error_is_half_a_round_trip_and_grows_with_age() -> None:
    clock = following(0)
    assert clock.error_us(0) == 5
    assert clock.error_us(2 * SECOND) == 5 + 1_000
    clock.sample(SENIOR, answer(800, 2 * SECOND), 2 * SECOND)
    assert clock.error_us(2 * SECOND) == 805, "it is known, and not made up yet"


def test_of_two_that_differ_the_senior_one_is_sure_and_names_the_other() -> None:
    clock = TableClock(0)
    clock.follow(None, frozenset({OTHER}), 0, 0)
    clock.sample(OTHER, answer(0, 0), 0)
    clock.sample(OTHER, answer(-200_000, 0), 0)
    assert clock.agreement is not None
    assert clock.agreement.outliers == {OTHER}
    assert clock.error_us(0) == 0
    seen = clock.seen(OTHER, 0)
    assert seen is not None
    assert (seen.ahead_us, seen.agrees) == (-200_000, False)
    assert clock.seen(THIRD, 0) is None


# ---- stamps


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

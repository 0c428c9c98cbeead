"""Marzullo: the largest set of intervals with a point in common."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.replication.intervals import Interval, agreeing, common
from p2p_ligretto.replication.majority import OWN, TOLERANCE_US, Agreement, agreement_of

A, B, C, D = (name * 16 for name in (b"a", b"b", b"c", b"d"))
FAR = 1_000_000

intervals = st.builds(lambda low, width: Interval(low, low + width), st.integers(-60, 60), st.integers(0, 40))
several = st.dictionaries(st.sampled_from([A, B, C, D, OWN]), intervals, min_size=1)


def meet(bounds: dict[bytes, Interval], names: frozenset[bytes], tolerance: int) -> bool:
    low = max(bounds[name].low_us for name in names) - tolerance
    return low <= min(bounds[name].high_us for name in names) + tolerance


@given(several, st.sampled_from([A, OWN]), st.integers(0, 10))
def test_the_largest_set_that_has_a_point_in_common(
    bounds: dict[bytes, Interval], preferred: bytes, tolerance: int
) -> None:
    found = agreeing(bounds, preferred, tolerance)
    every = [frozenset(names) for size in range(1, len(bounds) + 1) for names in combinations(bounds, size)]
    largest = max(len(names) for names in every if meet(bounds, names, tolerance))
    best = [names for names in every if len(names) == largest and meet(bounds, names, tolerance)]
    assert found in best
    assert preferred in found or not any(preferred in names for names in best)


@given(several)
def test_what_they_have_in_common_lies_within_each(bounds: dict[bytes, Interval]) -> None:
    names = agreeing(bounds, A, 0)
    shared = common(bounds, names)
    assert shared.low_us <= shared.high_us
    for name in names:
        assert bounds[name].low_us <= shared.low_us
        assert shared.high_us <= bounds[name].high_us


def test_clocks_that_agree_but_for_the_tolerance_agree_between_them() -> None:
    assert common({A: Interval(0, 2), B: Interval(5, 9)}, frozenset({A, B})) == Interval(2, 5)


@pytest.mark.parametrize(("low", "high", "middle", "half"), [(0, 10, 5, 5), (-3, 0, -2, 2), (7, 7, 7, 0)])
def test_the_middle_is_wrong_by_half_at_most(low: int, high: int, middle: int, half: int) -> None:
    interval = Interval(low, high)
    assert (interval.middle_us, interval.half_us) == (middle, half)
    assert interval.distance_us(interval.middle_us) <= half


def at(middle_us: int, half_us: int = 300) -> Interval:
    return Interval(middle_us - half_us, middle_us + half_us)


HERE = Interval(0, 0)


@pytest.mark.parametrize(
    ("others", "senior", "agreed", "table"),
    [
        ({}, OWN, {OWN}, HERE),
        ({A: at(0)}, A, {OWN, A}, at(0)),
        ({A: at(FAR)}, A, {A}, at(FAR)),
        ({A: at(FAR)}, OWN, {OWN}, HERE),
        ({A: at(0), B: at(FAR)}, B, {OWN, A}, at(0)),
        ({A: at(FAR), B: at(FAR + 100)}, OWN, {A, B}, Interval(FAR - 200, FAR + 300)),
        ({A: at(FAR), B: at(-FAR)}, B, {B}, at(-FAR)),
        ({A: at(FAR), B: at(-FAR)}, OWN, {OWN}, HERE),
        ({A: at(FAR), B: at(-FAR)}, C, {OWN}, HERE),
        ({A: at(FAR), B: at(-FAR), C: at(0)}, A, {OWN, C}, at(0)),
        ({A: at(FAR), B: at(-FAR), C: at(-FAR)}, A, {B, C}, at(-FAR)),
        ({A: at(0), B: at(FAR), C: at(FAR)}, A, {OWN, A}, at(0)),
        ({A: at(0), B: at(FAR), C: at(FAR)}, B, {B, C}, at(FAR)),
        ({A: at(0), B: at(FAR), C: at(FAR), D: at(FAR)}, A, {B, C, D}, at(FAR)),
        ({A: at(9_000, 8_000), B: at(9_000, 8_000), C: at(9_000, 300)}, C, {OWN, A, B}, at(9_000, 8_000)),
    ],
)
def test_whose_time_counts(others: dict[bytes, Interval], senior: bytes, agreed: set[bytes], table: Interval) -> None:
    """The most, and of as many those with the senior; and who is with more than half stays with them."""
    agreement = agreement_of({**others, OWN: HERE}, senior, None)
    assert (agreement.agreed, agreement.table) == (agreed, table)
    assert agreement.outliers == set(others) - agreed
    assert agreement.astray == (OWN not in agreed)


def test_a_senior_that_nobody_agrees_with_and_all_are_ahead_of_goes_to_the_next() -> None:
    bounds = {A: at(FAR), B: at(2 * FAR), OWN: HERE}
    assert agreement_of(bounds, OWN, A) == Agreement(bounds, frozenset({A}), at(FAR))
    assert agreement_of({A: at(FAR), B: at(0), OWN: HERE}, OWN, None).agreed == {B, OWN}


@pytest.mark.parametrize(("apart_us", "agrees"), [(2 * TOLERANCE_US, True), (2 * TOLERANCE_US + 1, False)])
def test_how_far_clocks_that_agree_may_be_apart(apart_us: int, agrees: bool) -> None:
    for ahead in (1, -1):
        assert (A in agreement_of({A: at(ahead * apart_us, 0), OWN: HERE}, OWN, None).agreed) is agrees

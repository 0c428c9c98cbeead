"""What stands out, and for how long."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from p2p_ligretto.node.table import TableState
from p2p_ligretto.tui.view_model.freshness import FRESH_US, Freshness, Spot, pile_spot
from tests.speech.samples import area, round_of, table_of

RED = pile_spot("R", 0)


def table(
    piles: str = "R4:0", own: str = "R5 G9 B1", discard: str = "", stack: str = "Y3", **fields: object
) -> TableState:
    return table_of("Ada Bea", round_of([area(own, stack, discard), area()], piles), **fields)


def test_a_round_that_is_seen_first_has_nothing_fresh() -> None:
    assert not Freshness().after(table(), 0).changed
    assert Freshness().after(None, 0).after(table(), 5).until_us is None


def test_a_change_is_fresh_for_its_time_and_no_longer() -> None:
    freshness = Freshness().after(table(), 0).after(table("R5:0"), 1_000)
    assert freshness.is_fresh(RED, 1_000)
    assert freshness.is_fresh(RED, 1_000 + FRESH_US - 1)
    assert not freshness.is_fresh(RED, 1_000 + FRESH_US)
    assert freshness.until_us == 1_000 + FRESH_US
    assert freshness.after(table("R5:0"), 1_000 + FRESH_US).until_us is None


def test_each_place_is_watched() -> None:
    freshness = Freshness().after(table(), 0)
    assert set(freshness.after(table("R4:0 G1:1"), 9).changed) == {pile_spot("G", 1)}
    assert set(freshness.after(table(own="- G9 B1"), 9).changed) == {Spot("row", 0, 0)}
    assert set(freshness.after(table(discard="B7"), 9).changed) == {Spot("discard", 0)}
    assert set(freshness.after(table(stack="Y9"), 9).changed) == {Spot("stack", 0)}


def test_a_move_that_is_taken_back_is_a_change_too() -> None:
    freshness = Freshness().after(table("R5:0"), 0).after(table("R4:0"), 1_000)
    assert freshness.is_fresh(RED, 1_000)


def test_another_round_begins_without_marks() -> None:
    freshness = Freshness().after(table(), 0).after(table("R5:0"), 10)
    assert not freshness.after(replace(table(), number=2), 20).changed
    assert not freshness.after(replace(table("R6:0"), match=2), 20).changed
    assert not freshness.after(None, 20).changed


def test_a_second_change_counts_anew_and_leaves_others_alone() -> None:
    freshness = Freshness().after(table(), 0).after(table("R5:0"), 100).after(table("R5:0", discard="B7"), 200)
    assert freshness.changed == {RED: 100, Spot("discard", 0): 200}
    assert freshness.until_us == 100 + FRESH_US
    assert freshness.after(table("R6:0", discard="B7"), 300).changed[RED] == 300


@given(st.lists(st.tuples(st.integers(1, 10), st.integers(0, 400_000)), max_size=10))
def test_a_pile_is_fresh_exactly_if_it_changed_lately(steps: list[tuple[int, int]]) -> None:
    freshness, now_us, height, changed_us = Freshness().after(table("R4:0"), 0), 0, 4, -FRESH_US
    for next_height, passed_us in steps:
        now_us += passed_us
        changed_us = now_us if next_height != height else changed_us
        height = next_height
        freshness = freshness.after(table(f"R{height}:0"), now_us)
        assert freshness.is_fresh(RED, now_us) == (now_us - changed_us < FRESH_US)

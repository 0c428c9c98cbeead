"""What fuzzing has found at a table: heard, and nothing else comes of it; and what inputs are stays what it is."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.node.company import SECOND
from tests.node.fuzz_target import (
    CORPUS,
    MAX_STEPS,
    PAUSES_US,
    PLACES,
    Step,
    as_data,
    brought_to,
    changed,
    company_at,
    hear,
    hear_at,
    said_at,
    seeds,
    steps_in,
)
from tests.wire.fuzz_target import message_in

KEPT = sorted(CORPUS.glob("*"))


def test_there_is_a_corpus_and_it_is_small() -> None:
    assert KEPT
    assert sum(path.stat().st_size for path in KEPT) < 100_000


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_what_was_found_is_heard_and_the_node_lives(path: object) -> None:
    assert hear(path.read_bytes())  # type: ignore[attr-defined]


@pytest.mark.parametrize("place", range(len(PLACES)), ids=PLACES)
def test_what_is_a_little_unlike_what_is_said_is_heard_too(place: int) -> None:
    source, heard = Random(place), 0
    for _ in range(12):
        said = as_data(place, said_at(place)[source.randrange(100) :][:4])
        heard += hear(changed(said, 4_000, source))
    assert heard > 12


@pytest.mark.parametrize("place", range(len(PLACES)), ids=PLACES)
def test_a_copy_of_a_company_lives_as_the_company_itself_would(place: int) -> None:
    """And what happens to one happens to no other."""
    source = Random(place)
    for _ in range(6):
        said = as_data(place, said_at(place)[source.randrange(100) :][:8])
        _, steps = steps_in(changed(said, 4_000, source))
        messages = [(step, message_in(step.body)) for step in steps]
        ways = [brought_to(place), company_at(place)]
        ways[0].sent.clear()
        for company in ways:
            hear_at(company, messages)
            company.run(3 * SECOND)
        assert ways[0].sent == ways[1].sent
        assert [seat.node.final for seat in ways[0]] == [seat.node.final for seat in ways[1]]


STEPS = st.builds(Step, st.sampled_from((1, 2, 3)), st.booleans(), st.sampled_from(PAUSES_US), st.binary(min_size=1))


@given(st.integers(0, len(PLACES) - 1), st.lists(STEPS, max_size=MAX_STEPS))
def test_steps_are_read_as_they_were_written(place: int, steps: list[Step]) -> None:
    assert steps_in(as_data(place, steps)) == (place, steps)


@given(st.binary(max_size=500))
def test_any_bytes_mean_some_steps(data: bytes) -> None:
    place, steps = steps_in(data)
    assert steps_in(as_data(place, steps)) == (place, steps)


def test_a_seed_makes_the_same_input_again_and_never_one_too_long() -> None:
    known = seeds()

    def some() -> list[bytes]:
        source = Random(7)
        return [changed(source.choice(known), 2_000, source) for _ in range(30)]

    made = some()
    assert made == some()
    assert max(map(len, made)) <= 2_000

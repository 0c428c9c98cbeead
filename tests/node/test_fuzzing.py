"""A short form of ``make fuzz``: a node gets what no node would say, and lives."""

import pytest

from tests.node.fuzzing import Result, Round

FRAMES = 400


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_node_outlives_what_no_node_would_say(seed: int) -> None:
    result = Result()
    for number in range(3):
        result.add(Round(seed, number).run(FRAMES))
    assert result.frames == 3 * FRAMES
    assert result.heard > result.frames // 20
    assert sum(result.blamed.values())


def test_a_round_is_the_same_again() -> None:
    one, again = Round(5, 1), Round(5, 1)
    assert one.run(FRAMES) == again.run(FRAMES)
    assert one.frames == again.frames

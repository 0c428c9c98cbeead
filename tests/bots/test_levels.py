from statistics import median

import pytest

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.dealing.keyed_stream import KeyedStream


def test_the_levels_are_those_of_the_command_line() -> None:
    assert {name: level.median_us for name, level in LEVELS.items()} == {
        "slow": 5_000_000,
        "easy": 1_600_000,
        "steady": 900_000,
        "sharp": 450_000,
        "instant": 0,
    }


@pytest.mark.parametrize("name", ["slow", "easy", "steady", "sharp"])
def test_reaction_times_scatter_around_the_median_and_are_bounded(name: str) -> None:
    level, stream = LEVELS[name], KeyedStream(b"reactions")
    times = [level.reaction_us(stream) for _ in range(2_000)]
    assert median(times) == pytest.approx(level.median_us, rel=0.05)
    assert level.median_us / 4 <= min(times) < 0.6 * level.median_us
    assert 1.8 * level.median_us < max(times) <= 4 * level.median_us


def test_instant_never_waits() -> None:
    assert LEVELS["instant"].reaction_us(KeyedStream(b"any")) == 0


def test_equal_entropy_gives_equal_times() -> None:
    first, second = KeyedStream(b"one"), KeyedStream(b"one")
    assert [LEVELS["easy"].reaction_us(first) for _ in range(9)] == [
        LEVELS["easy"].reaction_us(second) for _ in range(9)
    ]

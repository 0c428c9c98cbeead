import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.sim.clock import HostClock

clocks = st.builds(HostClock, st.integers(-(10**12), 10**12), st.integers(-200_000, 200_000))


def test_a_clock_that_is_ahead_and_fast_shows_more() -> None:
    assert HostClock(offset_us=5, drift_ppm=100).read(1_000_000) == 1_000_105


@given(clocks, st.integers(0, 10**12))
def test_a_sleeper_wakes_at_the_first_moment_that_shows_the_time(clock: HostClock, shown_us: int) -> None:
    true_us = clock.true_us(shown_us)
    assert clock.read(true_us) >= shown_us > clock.read(true_us - 1)


def test_a_clock_goes_forward() -> None:
    with pytest.raises(ValueError, match="forward"):
        HostClock(drift_ppm=-1_000_000)

import pytest

from p2p_ligretto.sim.faults import Crash
from p2p_ligretto.sim.schedule import Schedule


def test_earlier_things_happen_first_and_those_of_one_moment_as_they_were_planned() -> None:
    schedule = Schedule()
    for at_us, host in ((20, 1), (10, 2), (20, 3), (10, 4)):
        schedule.plan(at_us, Crash(host))
    taken = []
    while (happening := schedule.take_until(20)) is not None:
        taken.append((schedule.now_us, happening))
    assert taken == [(10, Crash(2)), (10, Crash(4)), (20, Crash(1)), (20, Crash(3))]


def test_time_passes_where_nothing_happens_and_no_further() -> None:
    schedule = Schedule()
    schedule.plan(11, Crash(0))
    assert schedule.take_until(10) is None
    assert schedule.now_us == 10
    assert schedule.take_until(12) == Crash(0)
    assert schedule.now_us == 11
    assert schedule.take_until(5) is None
    assert schedule.now_us == 11


def test_the_past_is_out_of_reach() -> None:
    schedule = Schedule()
    assert schedule.take_until(10) is None
    with pytest.raises(ValueError, match="planned for 9 us"):
        schedule.plan(9, Crash(0))

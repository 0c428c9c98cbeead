import trio
import trio.testing

from p2p_ligretto.runtime.watch import SleepWatch, watch_machine


def test_a_sleep_shows_in_either_clock_and_time_passing_does_not() -> None:
    watch = SleepWatch(wall_s=1000.0, monotonic_s=5.0)
    assert not watch.slept(1001.0, 6.0)
    assert watch.slept(1601.0, 7.0), "the monotonic clock stood still"
    assert not watch.slept(1602.0, 8.0)
    assert watch.slept(2202.0, 608.0), "the monotonic clock went on, the program did not"
    assert not watch.slept(1203.0, 609.0), "a clock that was set back is no sleep"


async def test_changes_are_told_and_a_sleep_makes_it_look_at_once(autojump_clock: trio.testing.MockClock) -> None:
    hosts = [("10.0.0.1",)]
    told: list[object] = []
    ahead = [0.0]

    async with trio.open_nursery() as nursery:
        nursery.start_soon(
            watch_machine,
            lambda: hosts[-1],
            told.append,
            lambda: told.append("woke"),
            lambda: trio.current_time() + ahead[0],
        )
        await trio.sleep(10.5)
        assert told == []
        hosts.append(("10.0.0.2",))
        await trio.sleep(3.1)
        assert told == [("10.0.0.2",)]
        hosts.append(())
        ahead[0] = 600.0
        await trio.sleep(1.1)
        assert told == [("10.0.0.2",), (), "woke"]
        nursery.cancel_scope.cancel()

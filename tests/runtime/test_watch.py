import pytest
import trio
import trio.testing

from p2p_ligretto.runtime import watch
from p2p_ligretto.runtime.watch import SleepWatch


def test_a_sleep_shows_in_either_clock_and_time_passing_does_not() -> None:
    clocks = SleepWatch(wall_s=1000.0, monotonic_s=5.0)
    assert not clocks.slept(1001.0, 6.0)
    assert clocks.slept(1601.0, 7.0), "the monotonic clock stood still"
    assert not clocks.slept(1602.0, 8.0)
    assert clocks.slept(2202.0, 608.0), "the monotonic clock went on, the program did not"
    assert not clocks.slept(1203.0, 609.0), "a clock that was set back is no sleep"


async def test_changes_are_told_and_a_sleep_makes_it_look_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "POLL_S", 0.01)
    monkeypatch.setattr(watch, "SLEEP_POLL_S", 0.005)
    hosts = [("10.0.0.1",)]
    told: list[object] = []
    ahead = [0.0]
    news = trio.Event()

    def tell(what: object) -> None:
        nonlocal news
        told.append(what)
        news.set()
        news = trio.Event()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(
            watch.watch_machine,
            lambda: hosts[-1],
            tell,
            lambda: tell("woke"),
            lambda: trio.current_time() + ahead[0],
        )
        await trio.testing.wait_all_tasks_blocked()
        hosts.append(("10.0.0.2",))
        with trio.fail_after(5):
            await news.wait()
        assert told == [("10.0.0.2",)]
        monkeypatch.setattr(watch, "POLL_S", 1000.0)
        hosts.append(())
        ahead[0] = 600.0
        with trio.fail_after(5):
            while "woke" not in told:
                await news.wait()
        assert told == [("10.0.0.2",), (), "woke"]
        nursery.cancel_scope.cancel()

"""Watching the machine: does it still have the same addresses, and did it sleep?"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import trio

POLL_S = 3.0
SLEEP_POLL_S = 1.0
SLEPT_S = 2.5


@dataclass(slots=True)
class SleepWatch:
    """Tells when the wall clock has run ahead of the monotonic one, or a poll came far too late.

    In suspend some systems stop the monotonic clock and some do not. A wall clock that is set by hand or by the
    network looks the same; taking that for sleep costs a look at the addresses.
    """

    wall_s: float
    monotonic_s: float

    def slept(self, wall_s: float, monotonic_s: float) -> bool:
        """Whether the machine slept since the last call."""
        wall_passed, monotonic_passed = wall_s - self.wall_s, monotonic_s - self.monotonic_s
        self.wall_s, self.monotonic_s = wall_s, monotonic_s
        return wall_passed - monotonic_passed > SLEPT_S or monotonic_passed > SLEEP_POLL_S + SLEPT_S


async def watch_machine(
    hosts: Callable[[], tuple[str, ...]],
    moved: Callable[[tuple[str, ...]], None],
    woke: Callable[[], None],
    wall: Callable[[], float] = time.time,
) -> None:
    """Call ``moved`` with the own hosts whenever they change from now on, ``woke`` after a sleep; never returns."""
    last = hosts()
    polled_at = trio.current_time()
    sleep_watch = SleepWatch(wall(), trio.current_time())
    while True:
        await trio.sleep(SLEEP_POLL_S)
        slept = sleep_watch.slept(wall(), trio.current_time())
        if slept or trio.current_time() - polled_at >= POLL_S:
            polled_at = trio.current_time()
            now = await trio.to_thread.run_sync(hosts)
            if now != last:
                last = now
                moved(now)
        if slept:
            woke()

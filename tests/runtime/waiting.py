"""Waiting for what nodes at real ports come to, with a limit."""

from collections.abc import Callable

import trio

from p2p_ligretto.runtime.driver import Driver

LIMIT_S = 20
LOOK_S = 0.05


async def until(driver: Driver, condition: Callable[[], object]) -> None:
    """Wait until ``condition`` holds; it is looked at after each change at ``driver``, and now and then.

    What a task of the test notes comes a little after the change that it was told of.
    """
    with trio.fail_after(LIMIT_S):
        while not condition():
            with trio.move_on_after(LOOK_S):
                await driver.changed.wait()

"""Waiting for what nodes at real ports come to, with a limit."""

from collections.abc import Callable

import trio

from p2p_ligretto.runtime.driver import Driver

LIMIT_S = 15


async def until(driver: Driver, condition: Callable[[], object]) -> None:
    """Wait until ``condition`` holds; it is looked at after each change at ``driver``."""
    with trio.fail_after(LIMIT_S):
        while not condition():
            await driver.changed.wait()

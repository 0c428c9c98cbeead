"""Many nodes in one process that look on at the table that ``audience`` measures.

Command: ``watch PORT TABLE COUNT``: so many more look on; answered when each of them sees the table.
"""

from contextlib import AsyncExitStack

import trio

from benchmarks.children import answer, commands
from benchmarks.spread_node import LOOPBACK, until
from p2p_ligretto.node.intents import Dial, WatchTable
from p2p_ligretto.runtime.driver import open_driver
from p2p_ligretto.runtime.identity import temporary_identity
from p2p_ligretto.wire.messages import Address


async def watch(stack: AsyncExitStack, port: int, table: bytes, number: int) -> None:
    """One more node, until it sees the table."""
    driver = await stack.enter_async_context(
        open_driver(temporary_identity(), f"Guest {number}", discovery=False, loopback_only=True)
    )
    driver.submit(Dial((Address(LOOPBACK, port),)))
    driver.submit(WatchTable(table))
    await until(driver, lambda: driver.node.final is not None)


async def main() -> None:
    """Do what the lines say."""
    there = 0
    async with AsyncExitStack() as stack:
        async for command in commands():
            match command.split():
                case ["watch", port, table, count]:
                    for _ in range(int(count)):
                        there += 1
                        await watch(stack, int(port), bytes.fromhex(table), there)
                    answer(there)


if __name__ == "__main__":
    trio.run(main)

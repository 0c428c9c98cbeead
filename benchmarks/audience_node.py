"""A node at the table that ``audience`` measures: it plays in a steady rhythm from when it is told, for good.

Arguments: how many nodes there will be, and the own name. Commands: ``open``, or ``join PORT TABLE``; ``play``,
answered when moves are legal; ``report``, answered with the processor time and the bytes sent so far, and how many
links there are.
"""

import sys
import time

import trio

from benchmarks.children import answer, commands
from benchmarks.spread_node import join_table, move, open_table, play
from p2p_ligretto.runtime.driver import Driver, open_driver
from p2p_ligretto.runtime.identity import temporary_identity
from p2p_ligretto.runtime.link import Link

MOVE_S = 1.0
"""About as often as somebody moves who plays well."""


class CountedLink:
    """All that goes out on any link of this process, as it is before TLS."""

    sent_bytes = 0

    @classmethod
    def count(cls) -> None:
        """From now on."""
        send = Link.send

        def counted(link: Link, frames: bytes) -> None:
            cls.sent_bytes += len(frames)
            send(link, frames)

        Link.send = counted  # type: ignore[method-assign]


async def go_on_moving(driver: Driver) -> None:
    """Turn three cards again and again; never returns."""
    while True:
        move(driver)
        await trio.sleep(MOVE_S)


async def main(nodes: int, name: str) -> None:
    """Do what the lines say."""
    CountedLink.count()
    async with (
        open_driver(temporary_identity(), name, discovery=False, loopback_only=True) as driver,
        trio.open_nursery() as nursery,
    ):
        async for command in commands():
            match command.split():
                case ["open"]:
                    table = await open_table(driver)
                    answer([driver.port, table.hex()])
                case ["join", port, named]:
                    await join_table(driver, int(port), bytes.fromhex(named))
                    answer("seated")
                case ["play"]:
                    await play(driver, nodes)
                    nursery.start_soon(go_on_moving, driver)
                    answer("playing")
                case ["report"]:
                    links = len(driver.node.peers)
                    answer({"processor_s": time.process_time(), "bytes": CountedLink.sent_bytes, "links": links})
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]), sys.argv[2])

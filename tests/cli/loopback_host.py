"""A program of its own for tests: a node that opens a table, reached on this machine alone; it says its port."""

import trio

from p2p_ligretto.commands.bots import bot_player
from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.node.intents import OpenTable
from p2p_ligretto.node.readiness import bot
from p2p_ligretto.runtime.bot_session import run_bot
from p2p_ligretto.runtime.driver import open_driver
from p2p_ligretto.runtime.identity import temporary_identity

SEATS = 12
"""So many that nobody ever deals."""


async def host() -> None:
    async with open_driver(temporary_identity(), "Ada", discovery=False, loopback_only=True) as driver:
        print(driver.port, flush=True)
        await run_bot(driver, bot_player("easy"), bot(seats=SEATS), (OpenTable("Kitchen", OFFICIAL),))


if __name__ == "__main__":
    trio.run(host)

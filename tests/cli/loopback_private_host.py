"""A program of its own for tests: like ``loopback_host``, with a private table; it says its port and the code."""

import trio

from p2p_ligretto.commands.bots import bot_player
from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.node.intents import OpenTable
from p2p_ligretto.node.readiness import bot
from p2p_ligretto.runtime.bot_session import run_bot
from p2p_ligretto.runtime.driver import open_driver
from p2p_ligretto.runtime.identity import temporary_identity
from tests.cli.loopback_host import SEATS


async def host() -> None:
    async with open_driver(temporary_identity(), "Ada", discovery=False, loopback_only=True) as driver:
        driver.submit(OpenTable("Kitchen", OFFICIAL, "code"))
        print(driver.port, driver.node.code, flush=True)
        await run_bot(driver, bot_player("easy"), bot(seats=SEATS), ())


if __name__ == "__main__":
    trio.run(host)

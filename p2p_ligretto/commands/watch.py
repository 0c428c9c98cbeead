"""``watch``: look on at somebody's table, one line for each thing that happens there."""

from typing import Final

import trio

from p2p_ligretto.commands.finding import understand
from p2p_ligretto.commands.join import find_with_troubles
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.running import run
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.sitting import own_place
from p2p_ligretto.node.intents import WatchTable
from p2p_ligretto.plain.streams import standard_input
from p2p_ligretto.plain.watching import run_watching
from p2p_ligretto.runtime.seated import now_us, wait_for_change
from p2p_ligretto.texts import _

SHOWN_LIMIT_S: Final = 10.0
"""So long somebody at the table may take to show it."""


def watch_table(settings: Settings, where: str | None) -> int:
    """Look on at the table that ``where`` means until the person leaves; the exit code."""

    async def watch() -> int:
        wanted = await understand(where)
        async with own_place(settings, settings.player_name(), discovery=not wanted.addresses) as place:
            table = await find_with_troubles(place, wanted)
            driver = place.driver
            driver.submit(WatchTable(table))
            with trio.move_on_after(SHOWN_LIMIT_S):
                while driver.node.predicted is None:
                    await wait_for_change(driver, now_us() + 1_000_000)
            if driver.node.predicted is None:
                raise Problem(_("Nobody at the table shows it. Look for others with p2p-ligretto tables."))
            return (await run_watching(driver, standard_input(), place.writer)).exit_code

    return run(settings, watch)

"""``watch``: look on at somebody's table, one line for each thing that happens there."""

from typing import Final

import trio

from p2p_ligretto.commands.code_file import given_code
from p2p_ligretto.commands.finding import understand
from p2p_ligretto.commands.join import find_with_troubles
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.running import run
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.sitting import OwnPlace, own_place
from p2p_ligretto.node.intents import WatchTable
from p2p_ligretto.plain.code_asking import CodeAsking
from p2p_ligretto.plain.watching import run_watching
from p2p_ligretto.runtime.seated import now_us, wait_for_change
from p2p_ligretto.speech.codes import code_needed_line
from p2p_ligretto.texts import _

SHOWN_LIMIT_S: Final = 10.0
"""So long somebody at the table may take to show it."""


def watch_table(settings: Settings, where: str | None, *, code_file: str | None) -> int:
    """Look on at the table that ``where`` means until the person leaves; the exit code."""

    async def watch() -> int:
        wanted = await understand(where)
        async with own_place(settings, settings.player_name(), discovery=not wanted.addresses) as place:
            code = await given_code(code_file, place.reader)
            table = await find_with_troubles(place, wanted)
            if not await _be_shown(place, table, code):
                return 0
            return (await run_watching(place.driver, place.reader, place.writer)).exit_code

    return run(settings, watch)


async def _be_shown(place: OwnPlace, table: bytes, code: str) -> bool:
    """Wait until somebody at ``table`` shows it; where it is private, the person is asked for its code meanwhile.

    False if the person leaves instead.
    """
    driver = place.driver
    asking = CodeAsking(driver, place.reader, place.writer)
    async with driver.open_notices() as notices, trio.open_nursery() as nursery:
        nursery.start_soon(place.writer.run)
        nursery.start_soon(asking.run, notices)
        driver.submit(WatchTable(table, code))
        last_heard = trio.current_time()
        while driver.node.predicted is None and not (asking.left or asking.input_ended):
            if asking.asks:
                last_heard = trio.current_time()
            if trio.current_time() - last_heard >= SHOWN_LIMIT_S:
                break
            await wait_for_change(driver, now_us() + 1_000_000)
        nursery.cancel_scope.cancel()
    if asking.input_ended:
        raise Problem(code_needed_line())
    if driver.node.predicted is None and not asking.left:
        raise Problem(_("Nobody at the table shows it. Look for others with p2p-ligretto tables."))
    return not asking.left

"""``join`` and ``bot``: take a seat at somebody's table, for a person or for a bot."""

from typing import Final

import trio

from p2p_ligretto.commands.bots import bot_player
from p2p_ligretto.commands.code_file import given_code
from p2p_ligretto.commands.finding import Wanted, find_table, understand
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.commands.running import run
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.sitting import OwnPlace, own_place
from p2p_ligretto.history.summary import BOT_NAME
from p2p_ligretto.node.intents import JoinTable
from p2p_ligretto.node.readiness import BY_HAND, bot
from p2p_ligretto.node.table import Phase
from p2p_ligretto.plain.session import Seating
from p2p_ligretto.runtime.vanishing import until_gone
from p2p_ligretto.texts import _

NO_REMATCH_S: Final = 300.0
"""A bot waits so long for somebody to want another match."""


def join_table(settings: Settings, where: str | None, *, auto: bool, level: str, code_file: str | None) -> int:
    """Sit down at the table that ``where`` means and play; the exit code."""
    return run(settings, lambda: _take_seat(settings, where, level if auto else None, code_file, temporary=False))


def join_as_bot(settings: Settings, where: str | None, *, level: str, code_file: str | None) -> int:
    """Seat a bot at the table that ``where`` means; the exit code."""
    return run(settings, lambda: _take_seat(settings, where, level, code_file, temporary=True))


async def _take_seat(
    settings: Settings, where: str | None, level: str | None, code_file: str | None, *, temporary: bool
) -> int:
    wanted = await understand(where)
    name = (settings.player or BOT_NAME) if temporary else settings.player_name()
    # Who says an address wants just that table: one link teaches the way to all that sit at it.
    async with own_place(settings, name, temporary=temporary, discovery=not wanted.addresses) as place:
        code = await given_code(code_file, place.reader)
        table = await find_with_troubles(place, wanted)
        seating = Seating(
            first=(JoinTable(table, code),),
            readiness=BY_HAND if level is None else bot(rematch=temporary),
            player=None if level is None else bot_player(level),
        )
        exit_code = 0
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_give_up_when_gone, place, table)
            if temporary:
                nursery.start_soon(_end_when_alone, place, nursery.cancel_scope)
            exit_code = await place.play(seating)
            nursery.cancel_scope.cancel()
        return exit_code


async def find_with_troubles(place: OwnPlace, wanted: Wanted) -> bytes:
    """``find_table``; where nothing is found because of what is wrong with the network, its line is raised."""
    print(_("Looking for the table..."), flush=True)
    try:
        return await find_table(place.driver, wanted)
    except Problem as problem:
        if place.troubles and not wanted.addresses:
            # What is wrong with the network is why nothing was found, and its line says the way out.
            raise Problem(place.troubles[-1].reason) from problem
        raise


async def _end_when_alone(place: OwnPlace, session: trio.CancelScope) -> None:
    """A bot plays on from match to match; it goes when it is left alone, or when nobody wants another match."""
    node, met, over_since = place.driver.node, False, trio.current_time()
    while True:
        table = node.final
        others = table is not None and node.own_seat is not None and len(table.present) > 1
        met = met or others
        if table is None or table.phase is not Phase.FINISHED:
            over_since = trio.current_time()
        if (met and not others) or trio.current_time() - over_since > NO_REMATCH_S:
            session.cancel()
            return
        changed = place.driver.changed
        with trio.move_on_after(NO_REMATCH_S / 10):
            await changed.wait()


async def _give_up_when_gone(place: OwnPlace, table: bytes) -> None:
    """Raise Problem when everybody at ``table`` has gone before this node has got a seat."""
    if await until_gone(place.driver, lambda: table, lambda: place.driver.node.predicted is None):
        raise Problem(_("The table is gone: nobody at it answers. Look for others with p2p-ligretto tables."))

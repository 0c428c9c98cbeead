"""``play``: a match against bots on this computer, each of them a node of its own."""

import trio

from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.sitting import bot_player, own_place, run
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import Dial, Intent, JoinTable, OpenTable
from p2p_ligretto.node.readiness import bot, host_with_seats
from p2p_ligretto.plain.session import Seating
from p2p_ligretto.runtime.bot_session import run_bot
from p2p_ligretto.runtime.driver import open_driver
from p2p_ligretto.runtime.identity import temporary_identity
from p2p_ligretto.texts import _
from p2p_ligretto.wire.messages import Address

BOT_NAMES = ("Bea", "Cem", "Dora", "Emil", "Finn", "Gita", "Hugo", "Ines", "Jaro", "Kira", "Lev")


def play_against_bots(settings: Settings, bots: int, level: str, options: Options, *, auto: bool) -> int:
    """Play a match against ``bots`` bots of ``level``; the exit code."""
    player = settings.player_name()

    async def play() -> int:
        async with own_place(settings, player, discovery=False, loopback_only=True) as place:
            driver = place.driver
            driver.submit(OpenTable(player, options))
            table = driver.node.predicted
            assert table is not None, "who opens a table sits at it"
            first = (Dial((Address("127.0.0.1", driver.port),)), JoinTable(table.table))
            async with trio.open_nursery() as nursery:
                for name in BOT_NAMES[:bots]:
                    nursery.start_soon(_run_bot, name, level, first, not auto)
                seats = bots + 1
                code = await place.play(
                    Seating(
                        readiness=bot(seats=seats) if auto else host_with_seats(seats),
                        player=bot_player(level) if auto else None,
                    )
                )
                nursery.cancel_scope.cancel()
            return code

    return run(settings, play)


async def _run_bot(name: str, level: str, first: tuple[Intent, ...], rematch: bool) -> None:
    shown = _("{name} (bot)").format(name=name)
    async with open_driver(temporary_identity(), shown, discovery=False, loopback_only=True) as driver:
        await run_bot(driver, bot_player(level), bot(rematch=rematch), first)

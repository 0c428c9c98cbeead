"""``play``: a match against bots on this computer, each of them a node of its own."""

import trio

from p2p_ligretto.commands.bots import bot_player, run_bots
from p2p_ligretto.commands.running import run
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.commands.sitting import own_place
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import OpenTable
from p2p_ligretto.node.readiness import bot, host_with_seats
from p2p_ligretto.plain.session import Seating
from p2p_ligretto.speech.lessons import FIRST_GAME, TEACHER


def learn(settings: Settings) -> int:
    """A guided first game; the exit code."""
    return play_against_bots(settings, 1, TEACHER, FIRST_GAME, guided=True)


def play_against_bots(  # noqa: PLR0913 - what can be said of a game
    settings: Settings, bots: int, level: str, options: Options, *, auto: bool = False, guided: bool = False
) -> int:
    """Play a match against ``bots`` bots of ``level``, with lessons if it is ``guided``; the exit code."""
    player = settings.player_name()

    async def play() -> int:
        async with own_place(settings, player, discovery=False, loopback_only=True) as place:
            driver = place.driver
            driver.submit(OpenTable(player, options))
            table = driver.node.predicted
            assert table is not None, "who opens a table sits at it"
            async with trio.open_nursery() as nursery:

                async def seat_bots() -> None:
                    await run_bots(driver.port, table.table, bots, level, rematch=not auto)

                nursery.start_soon(seat_bots)
                seats = bots + 1
                code = await place.play(
                    Seating(
                        readiness=bot(seats=seats) if auto else host_with_seats(seats),
                        player=bot_player(level) if auto else None,
                        guided=guided,
                    )
                )
                nursery.cancel_scope.cancel()
            return code

    return run(settings, play)

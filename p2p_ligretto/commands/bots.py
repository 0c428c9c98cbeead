"""Bots of this computer: each a node of its own, that sits down at a table of another node of this computer."""

import secrets
from typing import Final

import trio

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.history.summary import BOT_ENDING
from p2p_ligretto.node.intents import Dial, JoinTable
from p2p_ligretto.node.readiness import Readiness, bot
from p2p_ligretto.runtime.bot_session import run_bot
from p2p_ligretto.runtime.driver import open_driver
from p2p_ligretto.runtime.identity import temporary_identity
from p2p_ligretto.wire.messages import Address

BOT_NAMES: Final = ("Bea", "Cem", "Dora", "Emil", "Finn", "Gita", "Hugo", "Ines", "Jaro", "Kira", "Lev")
_ENTROPY_BYTES: Final = 32


def bot_player(level: str) -> BotPlayer:
    """A bot of the level called ``level``."""
    return BotPlayer(LEVELS[level], secrets.token_bytes(_ENTROPY_BYTES))


async def run_bots(port: int, table: bytes, bots: int, level: str, *, rematch: bool) -> None:
    """Seat ``bots`` bots at ``table``, of the node that listens at ``port``; returns when all have played their match.

    With ``rematch`` they play on and on, until this is cancelled.
    """
    async with trio.open_nursery() as nursery:
        for name in BOT_NAMES[:bots]:
            # All wait for all, and for who seats them: a person who is ready at once must not be dealt in with a few.
            nursery.start_soon(_run_bot, name, port, table, level, bot(seats=bots + 1, rematch=rematch))


async def _run_bot(name: str, port: int, table: bytes, level: str, readiness: Readiness) -> None:
    # The same in every language: the others see it, and their history knows bots by it.
    shown = f"{name} {BOT_ENDING}"
    first = (Dial((Address("127.0.0.1", port),)), JoinTable(table))
    async with open_driver(temporary_identity(), shown, discovery=False, loopback_only=True) as driver:
        await run_bot(driver, bot_player(level), readiness, first)

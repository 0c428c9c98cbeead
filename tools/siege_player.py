"""A player at the table that ``siege`` has besieged: a node on loopback, without discovery, and a bot that never stops.

Arguments: the own name, where to log, and for all but the first the port and the table of the first. It answers once it
sits, and then each line with what it sees: how many events there are, how the matches ended, who is there.
"""

import hashlib
import sys
from pathlib import Path
from typing import Any

import trio

from benchmarks.children import answer, commands
from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import Dial, Intent, JoinTable, OpenTable, SetReady
from p2p_ligretto.node.notices import MatchEnded, PeerGone
from p2p_ligretto.node.readiness import Readiness
from p2p_ligretto.node.table import Phase
from p2p_ligretto.runtime.bot_session import run_bot
from p2p_ligretto.runtime.driver import Driver, open_driver
from p2p_ligretto.runtime.identity import temporary_identity
from p2p_ligretto.runtime.log import configure_log
from p2p_ligretto.wire.messages import Address

SEATS = 3
LEVEL = "sharp"
AGAIN = Readiness(seats=SEATS, first=True, further=True, rematch=True)


class Watched:
    """What has come of the matches so far."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self.matches: list[str] = []
        self.gone = 0

    async def watch(self) -> None:
        """Note what is told; never returns."""
        async with self._driver.open_notices() as notices:
            async for notice in notices:
                if isinstance(notice, MatchEnded):
                    self.matches.append(hashlib.sha256(repr(notice).encode()).hexdigest()[:16])
                elif isinstance(notice, PeerGone) and self._is_member(notice.peer):
                    self.gone += 1

    def _is_member(self, peer: bytes) -> bool:
        table = self._driver.node.final
        return table is not None and table.seat_of(peer) is not None

    def report(self) -> dict[str, Any]:
        """What is seen now."""
        session, table = self._driver.node.session, self._driver.node.final
        assert session is not None
        assert table is not None
        return {
            "events": sum(session.log.have()),
            "matches": self.matches,
            "present": len(table.present),
            "gone": self.gone,
        }


async def rematch(driver: Driver) -> None:
    """Want another match whenever one is over: bots alone wait for somebody who does."""
    while True:
        table = driver.node.final
        if table is not None and table.phase is Phase.FINISHED and driver.node.own_seat is not None:
            driver.submit(SetReady(True))
            await trio.sleep(0.5)
        await driver.changed.wait()


async def main(name: str, log: str, port: int = 0, table: str = "") -> None:
    """Sit down, play, and answer."""
    configure_log(Path(log))
    first: tuple[Intent, ...] = (OpenTable("Keep", Options(rounds=1)),)
    if table:
        first = (Dial((Address("127.0.0.1", port),)), JoinTable(bytes.fromhex(table)))
    player = BotPlayer(LEVELS[LEVEL], name.encode())
    async with open_driver(temporary_identity(), name, discovery=False, loopback_only=True) as driver:
        watched = Watched(driver)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watched.watch)
            nursery.start_soon(run_bot, driver, player, AGAIN, first)
            nursery.start_soon(rematch, driver)
            while driver.node.own_seat is None or driver.node.final is None:
                await driver.changed.wait()
            answer(
                {"port": driver.port, "table": driver.node.final.table.hex(), "peer": driver.node.identity.peer.hex()}
            )
            async for _line in commands():
                answer(watched.report())
            nursery.cancel_scope.cancel()


if __name__ == "__main__":
    given_name, given_log, *where = sys.argv[1:]
    trio.run(main, given_name, given_log, *((int(where[0]), where[1]) if where else ()))

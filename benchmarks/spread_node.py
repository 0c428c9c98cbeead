"""A node of the mesh that ``spread`` measures: a driver on loopback, without discovery, that plays when it is told.

Arguments: how many nodes there will be, the own name, and how the table is protected ("ed25519" or "keyed_hash",
"tls" or "plain"). Commands, in this order: ``open``, or ``join PORT TABLE``; ``play``, answered when moves are legal;
any number of ``move``, or ``timed move``, which is answered with the time of submission, or once ``bot LEVEL``, which
plays on and on by itself; ``report``.
"""

import secrets
import sys
import time
from collections.abc import Callable

import trio

from benchmarks.children import answer, commands
from benchmarks.observed import ObservedNode
from benchmarks.protection import LOOPBACK, encryption_of, running
from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.commands.running import keep_what_is_imported
from p2p_ligretto.game.legal import next_turn
from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.node.intents import Act, Dial, ForceStart, JoinTable, OpenTable
from p2p_ligretto.node.table import Phase
from p2p_ligretto.runtime.bot_session import StartSignal, play_by_bot
from p2p_ligretto.runtime.driver import Driver
from p2p_ligretto.wire.messages import Address


async def until(driver: Driver, condition: Callable[[], object]) -> None:
    """Wait for a change that makes ``condition`` true."""
    while not condition():
        await driver.changed.wait()


async def open_table(driver: Driver) -> bytes:
    """Open the table, and sit down; gives its id."""
    driver.submit(OpenTable("Bench", OFFICIAL))
    await until(driver, lambda: driver.node.own_seat is not None)
    assert driver.node.predicted is not None
    return driver.node.predicted.table


async def join_table(driver: Driver, port: int, table: bytes) -> None:
    """Sit down at the table of a node that listens at ``port`` on this machine."""
    driver.submit(Dial((Address(LOOPBACK, port),)))
    await until(driver, lambda: any(link.card and link.card.table == table for link in driver.node.peers.values()))
    driver.submit(JoinTable(table))
    await until(driver, lambda: driver.node.own_seat is not None)


def present(driver: Driver) -> int:
    """How many sit at the table, for all that this node knows for good."""
    return 0 if driver.node.final is None else len(driver.node.final.present)


async def play(driver: Driver, nodes: int) -> None:
    """Have the cards dealt once everybody is there, and wait until moves are legal."""
    await until(driver, lambda: present(driver) == nodes and len(driver.node.peers) == nodes - 1)
    driver.submit(ForceStart())  # of several the first counts
    await until(driver, lambda: driver.node.final is not None and driver.node.final.phase is Phase.PLAYING)
    await trio.sleep(driver.node.starts_in_us / 1_000_000 + 0.01)


def move(driver: Driver) -> tuple[int, int]:
    """Turn three cards: legal at any time. Returns the event's time stamp, and when it was submitted."""
    seat, table = driver.node.own_seat, driver.node.predicted
    assert seat is not None
    assert table is not None
    assert table.round is not None
    area = table.round.areas[seat]
    assert area is not None
    wanted = Act(next_turn(area))
    submitted = time.monotonic_ns()
    driver.submit(wanted)
    after = driver.node.predicted
    assert after is not None
    assert after is not table, "the move was refused"
    return after.latest_us, submitted


async def play_on(driver: Driver, level: str) -> None:
    """Have a bot of ``level`` play the round that is on; never returns."""
    await play_by_bot(driver, BotPlayer(LEVELS[level], secrets.token_bytes(32)), StartSignal())


async def main(nodes: int, name: str, signatures: str, links: str) -> None:
    """Do what the lines say."""
    made: dict[int, int] = {}
    async with running(name, signatures, encryption_of(links)) as driver, trio.open_nursery() as nursery:
        keep_what_is_imported()
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
                    answer("playing")
                case ["move"]:
                    made.update([move(driver)])
                case ["timed", "move"]:
                    answer(move(driver)[1])
                case ["bot", level]:
                    nursery.start_soon(play_on, driver, level)
                case ["report"]:
                    answer({"made": made, "seen": ObservedNode.seen, "frame": ObservedNode.frame.hex()})
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]), *sys.argv[2:])

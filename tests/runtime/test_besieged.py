"""A table that everybody goes at: its players finish their match, and nothing is kept that nobody needs.

The intruders are another process. This is the short form, all at once; ``make siege`` takes each by itself, against
programs of their own, and measures.
"""

import json
import logging
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from benchmarks.lobby import memory_mb
from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import Dial, Intent, JoinTable, OpenTable
from p2p_ligretto.node.links import MAX_LINKS
from p2p_ligretto.node.readiness import bot
from p2p_ligretto.node.table import Phase
from p2p_ligretto.runtime.bot_session import run_bot
from p2p_ligretto.runtime.driver import Driver, open_driver
from p2p_ligretto.runtime.identity import Profile, open_profile, temporary_identity
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.messages import Ping
from tests.runtime.intruders import INTRUDERS, REASONS, Tally, Victim, address_of, hear, proven, repeat

ROOT = Path(__file__).parents[2]
NAMES = ("Ada", "Bea", "Cai")
ROUNDS = 2
MATCH_LIMIT_S = 90
ENOUGH_LIMIT_S = 30
"""Who drips is turned away after some seconds; a match may be over before that."""
LOOK_AGAIN_S = 0.2
GROWTH_MB = 150


def have_addresses() -> bool:
    with socket.socket() as tried:
        try:
            tried.bind((address_of("connects"), 0))
        except OSError:
            return False
    return True


pytestmark = pytest.mark.skipif(not have_addresses(), reason="intruders need more loopback addresses, as Linux has")


@asynccontextmanager
async def intruders(
    driver: Driver, names: tuple[str, ...], members: frozenset[bytes]
) -> AsyncIterator[dict[str, dict[str, int]]]:
    """They go at ``driver`` in the block; what they have done is known after it."""
    table = driver.node.predicted
    assert table is not None
    asked = {
        "port": driver.port,
        "table": table.table.hex(),
        "intruders": names,
        "members": [peer.hex() for peer in members],
    }
    done: dict[str, dict[str, int]] = {}
    process = await trio.lowlevel.open_process(
        [sys.executable, "-m", "tests.runtime.intruders", json.dumps(asked)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        yield done
        assert process.returncode is None
        assert process.stdin is not None
        assert process.stdout is not None
        await process.stdin.aclose()
        said = b""
        with trio.fail_after(20):
            async for data in process.stdout:
                said += data
            await process.wait()
        done.update(json.loads(said))
    finally:
        if process.returncode is None:
            process.kill()
            with trio.CancelScope(shield=True):
                await process.wait()


async def until(driver: Driver, phase: Phase, seats: int) -> None:
    with trio.fail_after(MATCH_LIMIT_S):
        while driver.node.final is None or driver.node.final.phase is not phase or len(driver.node.final.seats) < seats:
            await driver.changed.wait()


async def play(names: tuple[str, ...], enough: Callable[[], bool]) -> dict[str, dict[str, int]]:
    """A match of three, with intruders at the first of them until it is ``enough``; returns what these have done."""
    async with AsyncExitStack() as stack:
        drivers = [
            await stack.enter_async_context(
                open_driver(temporary_identity(), name, discovery=False, loopback_only=True)
            )
            for name in NAMES
        ]
        nursery = await stack.enter_async_context(trio.open_nursery())

        def sit(driver: Driver, *first: Intent) -> None:
            player = BotPlayer(LEVELS["instant"], driver.node.name.encode())
            nursery.start_soon(run_bot, driver, player, bot(seats=len(NAMES)), first)

        sit(drivers[0], OpenTable("Kitchen", Options(rounds=ROUNDS)))
        await until(drivers[0], Phase.LOBBY, 1)
        opened = drivers[0].node.predicted
        assert opened is not None
        peers = frozenset(driver.node.identity.peer for driver in drivers)
        async with intruders(drivers[0], names, peers) as done:
            for driver in drivers[1:]:
                sit(driver, Dial(drivers[0].addresses), JoinTable(opened.table))
            for driver in drivers:
                await until(driver, Phase.FINISHED, len(NAMES))
            ends = [driver.node.final for driver in drivers]
            with trio.fail_after(ENOUGH_LIMIT_S):
                while not enough():
                    with trio.move_on_after(LOOK_AGAIN_S):
                        await drivers[0].changed.wait()
            assert all(peers <= {driver.node.identity.peer, *driver.node.peers} for driver in drivers)
        assert ends[0] is not None
        assert ends[0] == ends[1] == ends[2]
        assert (ends[0].number, ends[0].present) == (ROUNDS, (0, 1, 2))
        nursery.cancel_scope.cancel()
    return done


async def test_a_match_goes_on_whoever_goes_at_it(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO, logger="p2p_ligretto")
    before_mb, under_siege_mb = memory_mb(os.getpid()), 0.0

    def measured() -> bool:
        nonlocal under_siege_mb
        under_siege_mb = max(under_siege_mb, memory_mb(os.getpid()))
        return True

    def told(name: str) -> bool:
        return measured() and any(reason in caplog.text for reason in REASONS[name])

    done = await play(tuple(INTRUDERS), measured)
    assert all(done[name] for name in INTRUDERS), done
    for name in INTRUDERS:
        # Strangers share what one host has, so that the loudest of them may have left no room to another.
        if not told(name):
            await play((name,), partial(told, name))
    assert 0 < under_siege_mb < before_mb + GROWTH_MB
    assert not [record for record in caplog.records if record.levelno > logging.WARNING or record.exc_info]
    assert "Traceback" not in capfd.readouterr().err
    # However many came, the log says no more of them than somebody can read.
    assert len(caplog.records) < 10_000


@asynccontextmanager
async def somebody(profile: Profile, name: str) -> AsyncIterator[Driver]:
    async with open_driver(profile, name, discovery=False, loopback_only=True) as driver:
        yield driver


async def test_who_has_a_seat_comes_back_to_it_though_strangers_have_taken_all_links(tmp_path: Path) -> None:
    async with somebody(temporary_identity(), "Ada") as ada:
        ada.submit(OpenTable("Kitchen", Options(rounds=1)))
        await until(ada, Phase.LOBBY, 1)
        table = ada.node.predicted
        assert table is not None

        @asynccontextmanager
        async def bea() -> AsyncIterator[Driver]:
            with open_profile(tmp_path) as profile:
                async with somebody(profile, "Bea") as driver:
                    driver.submit(Dial(ada.addresses))
                    driver.submit(JoinTable(table.table))
                    yield driver

        async with bea():
            await until(ada, Phase.LOBBY, 2)
        async with trio.open_nursery() as nursery:
            for number in range(100, 100 + MAX_LINKS):
                victim = Victim(ada.port, table.table, source=f"127.0.1.{number}")
                nursery.start_soon(repeat, partial(stay, victim, number), Tally(), "links")
            with trio.fail_after(ENOUGH_LIMIT_S):
                while len(ada.node.peers) < MAX_LINKS:
                    await ada.changed.wait()
            async with bea() as back:
                with trio.fail_after(ENOUGH_LIMIT_S):
                    while back.node.own_seat is None:
                        await back.changed.wait()
                assert back.node.own_seat == 1
                assert len(ada.node.peers) > MAX_LINKS - 5
            nursery.cancel_scope.cancel()


async def stay(victim: Victim, number: int) -> None:
    """Keep a link, and say no more than that takes."""
    async with proven(victim, number) as stream, trio.open_nursery() as nursery:
        nursery.start_soon(hear, stream)
        while True:
            await stream.send_all(encode(Ping(1)))
            await trio.sleep(1)

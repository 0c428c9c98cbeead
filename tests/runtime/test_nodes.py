"""The real node in the real world: two programs' worth of it on loopback."""

from collections.abc import Callable

import trio

from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.node.intents import Dial, JoinTable, OpenTable, SetReady
from p2p_ligretto.node.notices import DialFailed, Notice, RoundStarts
from p2p_ligretto.runtime.driver import Driver, open_driver
from p2p_ligretto.runtime.identity import temporary_identity
from p2p_ligretto.wire.messages import Address
from tests.runtime.waiting import LIMIT_S, until

LOOPBACK = ("127.0.0.1",)


async def until_told(driver: Driver, kind: type[Notice], act: Callable[[], None]) -> Notice:
    async with driver.open_notices() as notices:
        act()
        with trio.fail_after(LIMIT_S):
            async for notice in notices:
                if isinstance(notice, kind):
                    return notice
    raise AssertionError("the driver ended")


def table_seen(driver: Driver) -> bytes | None:
    return next((link.card.table for link in driver.node.peers.values() if link.card is not None), None)


async def test_found_by_multicast_joined_dealt_and_left() -> None:
    async with open_driver(temporary_identity(), "Ada", interfaces=LOOPBACK, loopback_only=True) as ada:
        ada.submit(OpenTable("Kitchen", OFFICIAL))
        table = ada.node.predicted
        assert table is not None
        async with open_driver(temporary_identity(), "Bea", interfaces=LOOPBACK, loopback_only=True) as bea:
            await until(bea, lambda: table.table in {link.card.table for link in bea.node.peers.values() if link.card})
            bea.submit(JoinTable(table.table))
            await until(bea, lambda: bea.node.own_seat is not None)

            def both_ready() -> None:
                ada.submit(SetReady(True))
                bea.submit(SetReady(True))

            assert isinstance(await until_told(ada, RoundStarts, both_ready), RoundStarts)
        await until(ada, lambda: ada.node.final is not None and ada.node.final.present == (0,))


async def test_joined_by_address() -> None:
    async with (
        open_driver(temporary_identity(), "Ada", discovery=False, loopback_only=True) as ada,
        open_driver(temporary_identity(), "Bea", discovery=False, loopback_only=True) as bea,
    ):
        ada.submit(OpenTable("Kitchen", OFFICIAL))
        bea.submit(Dial(ada.addresses))
        await until(bea, lambda: table_seen(bea))
        bea.submit(JoinTable(table_seen(bea) or b""))
        await until(ada, lambda: ada.node.final is not None and len(ada.node.final.present) == 2)


async def test_an_address_where_no_node_is() -> None:
    async with open_driver(temporary_identity(), "Ada", discovery=False, loopback_only=True) as ada:
        told = await until_told(ada, DialFailed, lambda: ada.submit(Dial((Address("127.0.0.1", 1),))))
        assert isinstance(told, DialFailed)
        assert told.reason.startswith("Nobody listens at 127.0.0.1:1")

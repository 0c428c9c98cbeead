"""Finding a table by way of real nodes: what can't be found is told as a Problem, which screen and line wait for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from p2p_ligretto.commands.finding import Wanted, _not_found, find_table, join_word, understand
from p2p_ligretto.commands.problem import Problem
from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.node.intents import Dial, OpenTable
from p2p_ligretto.runtime.driver import Driver, open_driver
from p2p_ligretto.runtime.identity import temporary_identity
from tests.runtime.waiting import until


@asynccontextmanager
async def node(name: str, table: str = "") -> AsyncIterator[Driver]:
    async with open_driver(temporary_identity(), name, discovery=False, loopback_only=True) as driver:
        if table:
            driver.submit(OpenTable(table, OFFICIAL))
        yield driver


async def test_the_table_at_an_address_is_found() -> None:
    async with node("Ada", "Kitchen") as ada, node("Bea") as bea:
        table = ada.node.predicted
        assert table is not None
        assert await find_table(bea, Wanted(addresses=ada.addresses)) == table.table


async def test_an_address_where_nobody_listens_is_a_problem() -> None:
    async with node("Bea") as bea:
        with pytest.raises(Problem, match=r"Nobody listens at 127\.0\.0\.1:1"):
            await find_table(bea, await understand("127.0.0.1:1"))


async def test_one_of_several_tables_is_to_be_named() -> None:
    async with node("Ada", "Kitchen") as ada, node("Cem", "10.0.0.1:4000") as cem, node("Bea") as bea:
        table = cem.node.predicted
        assert table is not None
        for other in (ada, cem):
            bea.submit(Dial(other.addresses))
        await until(bea, lambda: sum(link.card is not None for link in bea.node.peers.values()) == 2)
        with pytest.raises(Problem) as told:
            await find_table(bea, Wanted())
        # A name that would be taken for an address does not get one to the table; its id does.
        assert f'There are: {table.table.hex()[:8]}, "Kitchen".' in str(told.value)


async def test_private_tables_are_listed_though_nobody_sits_down_at_one_unasked() -> None:
    async with node("Ada") as ada, node("Bea") as bea:
        ada.submit(OpenTable("Cellar", OFFICIAL, "code"))
        bea.submit(Dial(ada.addresses))
        await until(bea, lambda: any(link.card is not None for link in bea.node.peers.values()))
        assert _not_found(bea, Wanted(name="Attic")) == 'No table is called "Attic". There are: "Cellar".'
        assert (
            _not_found(bea, Wanted())
            == 'Only private tables are open on this network: say the name of yours. There are: "Cellar".'
        )


@pytest.mark.parametrize(
    "where", ["127.0.0.1", " ::1 ", "[::1]", "[::1]:", "localhost:", "fe80::1:50000", "fe80::1%eth0:50000"]
)
async def test_an_address_without_a_port_is_told_at_once(where: str) -> None:
    with pytest.raises(Problem, match=r"is an address without a port: write HOST:PORT"):
        await understand(where)


async def test_an_address_that_many_interfaces_lead_to_wants_one_named() -> None:
    with pytest.raises(Problem, match=r"as in \[fe80::1%eth0\]:50000"):
        await understand("[fe80::1]:50000")


@pytest.mark.parametrize("where", ["", "  "])
async def test_nothing_is_no_table(where: str) -> None:
    with pytest.raises(Problem, match="HOST:PORT"):
        await understand(where)


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Kitchen", '"Kitchen"'),
        ("Ada's table", '"Ada\'s table"'),
        ('the "best"', "'the \"best\"'"),
        ("$1 a point!", "'$1 a point!'"),
        ("-Ada-", '-- "-Ada-"'),
        ("Team:3", None),
        ("Team:99999", None),
        ("Team 3:2", '"Team 3:2"'),
        ("Team:", None),
        ("10.0.0.1", None),
        ("1, 2, 3:", '"1, 2, 3:"'),
    ],
)
def test_what_is_typed_for_a_table(name: str, word: str | None) -> None:
    assert join_word(name) == word

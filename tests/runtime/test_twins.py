"""One key in two processes, as when a profile was copied to a second computer: noticed, told, and no quarrel."""

import secrets
from dataclasses import replace

import trio

from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.node.intents import Dial, JoinTable, OpenTable, SetReady
from p2p_ligretto.node.notices import DialFailed, RoundStarts
from p2p_ligretto.runtime.driver import Driver, open_driver
from p2p_ligretto.runtime.identity import Profile, temporary_identity
from p2p_ligretto.runtime.problems import Problem, TwinProblem
from tests.runtime.waiting import LIMIT_S, until

LOOPBACK = ("127.0.0.1",)


def copied(profile: Profile) -> Profile:
    return replace(profile, incarnation=secrets.token_bytes(8))


async def sit_down(driver: Driver, host: Driver) -> None:
    """Take a seat at the table of ``host``, as the process that the table then knows."""
    table = host.node.final
    assert table is not None
    driver.submit(Dial(host.addresses))
    await until(driver, lambda: any(link.card is not None for link in driver.node.peers.values()))
    driver.submit(JoinTable(table.table))
    await until(driver, lambda: driver.node.session is not None and driver.node.session.speaks)


async def test_at_one_table_the_later_one_has_the_seat_and_the_other_is_told() -> None:
    key = temporary_identity()
    told: list[Problem] = []
    async with (
        open_driver(temporary_identity(), "Hanna", discovery=False, loopback_only=True) as host,
        open_driver(key, "Ada", discovery=False, loopback_only=True, on_problem=told.append) as first,
        open_driver(copied(key), "Ada", discovery=False, loopback_only=True) as second,
    ):
        host.submit(OpenTable("Kitchen", OFFICIAL))
        await sit_down(first, host)
        await until(first, lambda: first.node.own_seat == 1)
        await sit_down(second, host)
        await until(second, lambda: second.node.own_seat == 1)
        await until(first, lambda: first.twin_problem)
        async with second.open_notices() as notices:
            host.submit(SetReady(True))
            second.submit(SetReady(True))
            with trio.fail_after(LIMIT_S):
                async for notice in notices:
                    if isinstance(notice, RoundStarts):
                        break
        assert "p2p-ligretto profile new" in first.twin_problem
        assert [type(problem) for problem in told] == [TwinProblem]
        assert host.node.final is not None
        assert len(host.node.final.seats) == 2


async def test_on_one_network_both_are_told_before_they_sit_down_anywhere() -> None:
    key = temporary_identity()
    async with (
        open_driver(key, "Ada", interfaces=LOOPBACK, loopback_only=True) as first,
        open_driver(copied(key), "Ada", interfaces=LOOPBACK, loopback_only=True) as second,
    ):
        await until(first, lambda: first.twin_problem)
        await until(second, lambda: second.twin_problem)


async def test_one_that_dials_the_other_is_told_why_there_is_no_link() -> None:
    key = temporary_identity()
    async with (
        open_driver(key, "Ada", discovery=False, loopback_only=True) as first,
        open_driver(copied(key), "Ada", discovery=False, loopback_only=True) as second,
        second.open_notices() as notices,
    ):
        second.submit(Dial(first.addresses))
        with trio.fail_after(LIMIT_S):
            async for notice in notices:
                if isinstance(notice, DialFailed):
                    assert "p2p-ligretto profile new" in notice.reason
                    break

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
import trio

from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.node.intents import Dial, Listening, SetReady
from p2p_ligretto.node.notices import JoinWaiting, Left, Misbehaved, Moved, Notice, PeerGone
from p2p_ligretto.node.outputs import Append, Connect, Disconnect, Notify, Record, Save, Send
from p2p_ligretto.node.table import TableState
from p2p_ligretto.runtime import driver as driver_module
from p2p_ligretto.runtime import identity, notice_board
from p2p_ligretto.runtime.announcement import Announcement
from p2p_ligretto.runtime.driver import Driver, open_driver
from p2p_ligretto.runtime.identity import open_profile, temporary_identity
from p2p_ligretto.runtime.link import now_us
from p2p_ligretto.runtime.notice_board import NoticeBoard
from p2p_ligretto.runtime.problems import Problem, StorageProblem
from p2p_ligretto.runtime.storage import Storage
from p2p_ligretto.wire.messages import Ping
from tests.runtime.fake_node import FakeNode
from tests.runtime.links import LIMIT_S, linked, peer_of

POKE = SetReady(True)


@asynccontextmanager
async def fake(**options: Any) -> AsyncIterator[tuple[Driver, FakeNode]]:
    profile = options.pop("profile", None) or temporary_identity()
    async with open_driver(
        profile, "Ada", discovery=False, loopback_only=True, make_node=cast(Any, FakeNode), **options
    ) as driver:
        yield driver, cast(FakeNode, driver.node)


async def until(condition: Callable[[], object]) -> None:
    with trio.fail_after(LIMIT_S):
        while not condition():  # noqa: ASYNC110 - the scripted node has no events
            await trio.sleep(0.001)


async def test_the_node_is_told_who_it_is_and_where_it_listens() -> None:
    profile = temporary_identity()
    async with fake(profile=profile) as (driver, node):
        assert (node.identity.peer, node.identity.incarnation, node.name) == (profile.peer, profile.incarnation, "Ada")
        assert len(node.entropy) == 32
        assert [address.host for address in driver.addresses] == ["127.0.0.1", "::1"]
        assert ("submit", Listening(driver.addresses)) in node.inputs


@pytest.mark.parametrize("watching", [False, True])
async def test_only_who_sits_at_a_table_is_announced_as_somebody_of_it(watching: bool) -> None:
    said: list[Announcement] = []

    class Announced:
        announce = staticmethod(said.append)

    async with fake() as (driver, node):
        driver._vicinity.discovery = cast(Any, Announced())
        node.watching, node.final = watching, TableState(bytes(16), "Kitchen", OFFICIAL)
        driver.submit(POKE)
        table = said[-1].table
        assert (table is None) is watching


async def test_two_nodes_exchange_messages_and_learn_of_the_end() -> None:
    async with fake() as (one, node_one), fake() as (two, node_two):
        node_one.asks = [Connect(two.node.identity.peer, two.addresses)]
        one.submit(POKE)
        await until(lambda: node_one.of("link_up") and node_two.of("link_up"))
        _, link, peer = node_one.of("link_up")[0]
        assert (peer.peer, peer.dialled, peer.address) == (two.node.identity.peer, True, two.addresses[0])
        assert node_two.of("link_up")[0][2].dialled is False
        node_one.asks = [
            Send((link,), Ping(1)),
            Send((link,), Ping(2)),
            Send((link, 99), Ping(3)),
            Disconnect(link, ""),
        ]
        one.submit(POKE)
        await until(lambda: node_two.of("link_down"))
        assert [message for _, _, message in node_two.of("receive")] == [Ping(1), Ping(2), Ping(3)]
        assert node_one.of("link_down") == []


async def test_a_failed_dial_is_told() -> None:
    async with fake() as (driver, node):
        node.asks = [Connect(b"p" * 16, ())]
        driver.submit(Dial(()))
        await until(lambda: node.of("dial_failed"))
        assert node.of("dial_failed")[0][1] == b"p" * 16


async def test_a_peer_that_breaks_the_protocol_is_a_notice() -> None:
    async with fake() as (driver, node), driver.open_notices() as notices:
        stream = await linked(driver, 2, b"\xff" * 10)
        with trio.fail_after(LIMIT_S):
            notice = await anext(notices)
        assert isinstance(notice, Misbehaved)
        assert notice.peer == peer_of(2)
        await until(lambda: node.of("link_down"))
        await stream.aclose()


async def test_what_comes_after_a_save_waits_until_it_is_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_save, done = threading.Event(), []
    original = Storage.save

    def slow(self: Storage, key: str, value: bytes | None) -> StorageProblem | None:
        may_save.wait()
        done.append(key)
        return original(self, key, value)

    monkeypatch.setattr(Storage, "save", slow)
    with open_profile(tmp_path) as profile:
        async with fake(profile=profile) as (driver, node), driver.open_notices() as notices:
            told: list[Notice] = []
            node.asks = [Notify(PeerGone(b"", "before")), Save("a", b"1"), Save("b", b"2"), Notify(JoinWaiting())]
            driver.submit(POKE)
            told.append(await anext(notices))
            node.asks = [Notify(PeerGone(b"", "after"))]
            driver.submit(POKE)  # inputs go on meanwhile
            with trio.move_on_after(0.05):
                told.append(await anext(notices))
            assert told == [PeerGone(b"", "before")]
            may_save.set()
            assert await anext(notices) == JoinWaiting()
            assert await anext(notices) == PeerGone(b"", "after")
            assert done == ["a", "b"]
    assert Storage(tmp_path).load().remembered == {"a": b"1", "b": b"2"}


async def test_a_restarted_node_gets_back_what_was_kept(tmp_path: Path) -> None:
    with open_profile(tmp_path) as profile:
        async with fake(profile=profile) as (driver, node):
            node.asks = [Save("k", b"v"), Append("j", b"e"), Record("m", ("line",)), Record("m", ("line 2",))]
            driver.submit(POKE)
        first_disk = node.identity.disk
    with open_profile(tmp_path) as profile:
        async with fake(profile=profile) as (_, node):
            assert node.remembered == {"k": b"v"}
            assert node.journals == {"j": (b"e",)}
            assert node.identity.disk == first_disk
    assert (tmp_path / "matches" / "m.jsonl").read_text() == "line\nline 2\n"
    next((tmp_path / "saved").glob("*.value")).write_bytes(b"rubbish")
    with open_profile(tmp_path) as profile:
        async with fake(profile=profile) as (_, node):
            assert node.identity.disk != first_disk
    with open_profile(tmp_path) as profile:
        assert profile.disk == node.identity.disk


async def test_a_full_disk_is_told_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problems: list[Problem] = []
    monkeypatch.setattr(Storage, "append", lambda self, journal, entry: StorageProblem("full"))
    with open_profile(tmp_path) as profile:
        async with (
            fake(profile=profile, on_problem=problems.append) as (driver, node),
            driver.open_notices() as notices,
        ):
            node.asks = [Append("j", b"e"), Notify(JoinWaiting())]
            driver.submit(POKE)
            assert await anext(notices) == JoinWaiting()
    assert problems == [StorageProblem("full")]


async def test_ticks_come_when_they_are_wanted() -> None:
    async with fake() as (driver, node):
        ticks: list[tuple[int, int]] = []

        def again(now: int) -> None:
            ticks.append((node.wake_at, now))
            node.wake_at = now + 20_000

        node.on_tick = again
        node.wake_at = now_us() + 30_000_000
        driver.submit(POKE)
        node.wake_at = now_us() + 10_000  # earlier than what was wanted before
        driver.submit(POKE)
        await until(lambda: len(ticks) >= 5)
        assert all(now - wanted >= 0 for wanted, now in ticks)
        assert min(now - wanted for wanted, now in ticks) < 10_000


async def test_changed_is_set_when_the_table_changes_and_only_then() -> None:
    async with fake() as (driver, node):
        before = driver.changed
        driver.submit(POKE)
        assert not before.is_set()
        node.predicted = object()
        driver.submit(POKE)
        assert before.is_set()
        assert not driver.changed.is_set()


async def test_a_cancelled_node_leaves_politely_first() -> None:
    scope = trio.CancelScope()
    with scope:
        async with fake() as (_, node):
            node.leaves_at_once = False

            def leave_later(now: int) -> None:
                node.asks.append(Notify(Left()))
                node.wake_at = now + 1_000_000_000

            scope.cancel()
            node.on_tick = leave_later
            node.wake_at = now_us() + 100_000
            await trio.sleep_forever()
    assert scope.cancelled_caught
    assert [kind for kind, *_ in node.inputs][-2:] == ["submit", "tick"]


async def test_a_node_that_cannot_leave_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_module, "LEAVE_LIMIT_S", 0.05)
    with trio.fail_after(LIMIT_S):
        async with fake() as (_, node):
            node.leaves_at_once = False


async def test_a_failing_node_ends_everything_and_is_not_hidden() -> None:
    with trio.fail_after(LIMIT_S), pytest.RaisesGroup(pytest.RaisesExc(AssertionError), flatten_subgroups=True):
        async with fake() as (driver, node):

            def fail(now: int) -> None:
                raise AssertionError("broken invariant")

            node.on_tick = fail
            node.wake_at = 0
            driver.submit(POKE)
            await trio.sleep_forever()


async def test_notices_end_with_the_driver() -> None:
    async with trio.open_nursery() as nursery, fake() as (driver, node):
        read: list[Notice] = []

        async def read_all(task_status: trio.TaskStatus[None]) -> None:
            async with driver.open_notices() as notices:
                task_status.started()
                read.extend([notice async for notice in notices])

        await nursery.start(read_all)
        node.asks = [Notify(JoinWaiting())]
        driver.submit(POKE)
    assert read == [JoinWaiting(), Left()]


async def test_a_slow_reader_loses_moves_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notice_board, "MAX_WAITING", 3)
    board = NoticeBoard()
    moved = Moved(0, cast(Any, None))
    with board.reader() as reader:
        for _ in range(10):
            board.put(moved)
        board.put(JoinWaiting())
        board.close()
        assert [notice async for notice in reader] == [moved] * 3 + [JoinWaiting()]
    with board.reader() as late:
        assert [notice async for notice in late] == []


async def test_many_nodes_in_one_program() -> None:
    async with fake() as (first, node_first):
        async with trio.open_nursery() as nursery:
            over = trio.Event()

            async def another(task_status: trio.TaskStatus[None]) -> None:
                async with fake() as (driver, node):
                    node.asks = [Connect(None, first.addresses)]
                    driver.submit(POKE)
                    await until(lambda: node.of("link_up"))
                    task_status.started()
                    await over.wait()

            for _ in range(11):
                await nursery.start(another)
            assert len(node_first.of("link_up")) == 11
            over.set()
        await until(lambda: len(node_first.of("link_down")) == 11)


def test_an_interrupted_start_leaves_nothing_open() -> None:
    async def main(moments: int) -> None:
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:

                async def run() -> None:
                    async with fake():
                        await trio.sleep_forever()

                nursery.start_soon(run)
                for _ in range(moments):
                    await trio.lowlevel.checkpoint()
                scope.cancel()

    for moments in range(12):
        trio.run(main, moments)
    assert identity.temporary_identity().folder is None

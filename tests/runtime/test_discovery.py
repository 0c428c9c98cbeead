import errno
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import trio

from p2p_ligretto.runtime import discovery as discovery_module
from p2p_ligretto.runtime import mdns
from p2p_ligretto.runtime.announcement import Announcement, Found, Gone, TableHint, Twin
from p2p_ligretto.runtime.discovery import Discovery, Event, browse
from p2p_ligretto.runtime.mdns import Heard, NoInterface, Responder
from p2p_ligretto.runtime.problems import DiscoveryProblem
from p2p_ligretto.wire.messages import Address

LOOPBACK = ("127.0.0.1",)
LIMIT_S = 15


class Heardings:
    """What discovery told; ``until`` waits for it."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._news = trio.Event()

    def __call__(self, event: Event) -> None:
        self.events.append(event)
        self._news.set()
        self._news = trio.Event()

    def about(self, peer: bytes) -> list[Found]:
        return [event for event in self.events if isinstance(event, Found) and event.announcement.peer == peer]

    def problems(self) -> list[DiscoveryProblem]:
        return [event for event in self.events if isinstance(event, DiscoveryProblem)]

    async def until(self, condition: Callable[[], object]) -> None:
        with trio.fail_after(LIMIT_S):
            while not condition():
                await self._news.wait()


def somebody(name: str, table: TableHint | None = None) -> Announcement:
    return Announcement(secrets.token_bytes(16), secrets.token_bytes(8), name, table)


@asynccontextmanager
async def running(announcement: Announcement, port: int) -> AsyncIterator[tuple[Discovery, Heardings]]:
    heard = Heardings()
    made = Discovery(heard, announcement, port, LOOPBACK)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(made.run)
        yield made, heard
        nursery.cancel_scope.cancel()


async def test_two_with_one_key_find_each_other_out() -> None:
    first = somebody("Ada")
    copied = Announcement(first.peer, secrets.token_bytes(8), "Ada")
    async with running(first, 4001) as (_, heard_by_first), running(copied, 4002) as (_, heard_by_copied):
        await heard_by_first.until(lambda: Twin() in heard_by_first.events)
        await heard_by_copied.until(lambda: Twin() in heard_by_copied.events)
    assert heard_by_first.about(first.peer) == []


async def test_a_record_that_the_library_chokes_on_is_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = trio.Event()
    token = trio.lowlevel.current_trio_token()

    class Choking(Responder):
        def incarnations_of(self, peer: bytes) -> frozenset[bytes]:
            token.run_sync_soon(asked.set)
            raise IndexError("a record that ends too soon")

    monkeypatch.setattr(discovery_module, "Responder", Choking)
    ada, bea = somebody("Ada"), somebody("Bea")
    async with running(ada, 4001) as (_, heard_by_ada), running(bea, 4002):
        await asked.wait()
        await heard_by_ada.until(lambda: heard_by_ada.about(bea.peer))


async def test_the_own_announcement_is_no_twin() -> None:
    ada, bea = somebody("Ada"), somebody("Bea")
    async with running(ada, 4001) as (first, heard_by_ada), running(bea, 4002) as (_, heard_by_bea):
        for seats in range(1, 4):
            hint = TableHint(b"t" * 16, "Kitchen", "lobby", seats)
            first.announce(Announcement(ada.peer, ada.incarnation, "Ada", hint))
            await heard_by_bea.until(
                lambda hint=hint: any(found.announcement.table == hint for found in heard_by_bea.about(ada.peer))
            )
    assert Twin() not in heard_by_ada.events + heard_by_bea.events


async def test_two_nodes_find_each_other_see_changes_and_goodbyes() -> None:
    ada, bea = somebody("Ada"), somebody("Bea")
    async with running(ada, 4001) as (_, heard_by_ada):
        async with running(bea, 4002) as (second, heard_by_bea):
            await heard_by_ada.until(lambda: heard_by_ada.about(bea.peer))
            await heard_by_bea.until(lambda: heard_by_bea.about(ada.peer))
            assert heard_by_ada.about(bea.peer)[-1] == Found(bea, (Address("127.0.0.1", 4002),))
            assert heard_by_ada.about(ada.peer) == []
            hint = TableHint(b"t" * 16, "Kitchen", "lobby", 1)
            second.announce(Announcement(bea.peer, bea.incarnation, "Bea", hint))
            await heard_by_ada.until(lambda: heard_by_ada.about(bea.peer)[-1].announcement.table == hint)
            seen: set[bytes] = set()
            with trio.fail_after(LIMIT_S):
                while not {ada.peer, bea.peer} <= seen:  # a single reply may get lost on a busy machine
                    browsed = await browse(2, LOOPBACK)
                    assert browsed.problem is None
                    seen |= {found.announcement.peer for found in browsed.found}
        await heard_by_ada.until(lambda: Gone(bea.peer) in heard_by_ada.events)
    assert not heard_by_ada.problems()


async def test_a_problem_can_be_asked_for_when_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_module, "own_hosts", lambda: LOOPBACK)
    heard = Heardings()
    asked: list[DiscoveryProblem | None] = []

    def tell(event: Event) -> None:
        asked.append(made.problem)
        heard(event)

    made = Discovery(tell, somebody("Ada"), 4001)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(made.run)
        await heard.until(heard.problems)
        nursery.cancel_scope.cancel()
    assert asked == heard.events


async def test_a_taken_port_is_told_once_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    holder = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    holder.bind(("", 0))
    monkeypatch.setattr(mdns, "MDNS_PORT", holder.getsockname()[1])
    monkeypatch.setattr(discovery_module, "RETRY_S", 0.01)
    ada = somebody("Ada")
    async with running(ada, 4001) as (made, heard):
        await heard.until(heard.problems)
        assert "port 5353" in heard.problems()[0].reason
        assert "join HOST:PORT" in heard.problems()[0].reason
        bea = somebody("Bea")
        holder.close()
        monkeypatch.undo()
        made.renew()
        async with running(bea, 4002):
            await heard.until(lambda: heard.about(bea.peer))
        assert len(heard.problems()) == 1


async def test_no_network_at_all_is_a_problem_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(wanted: object) -> list[mdns.Interface]:
        raise NoInterface("no interface takes multicast")

    monkeypatch.setattr(mdns, "usable_interfaces", none)
    browsed = await browse(0.2)
    assert browsed.found == ()
    assert browsed.problem is not None
    assert "join HOST:PORT" in browsed.problem.reason


async def test_a_machine_with_loopback_only_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_module, "own_hosts", lambda: LOOPBACK)
    browsed = await browse(0.2)
    assert browsed.problem is not None
    assert "on no network" in browsed.problem.reason


@pytest.mark.parametrize(
    "failure", [OSError(errno.ENODEV, os.strerror(errno.ENODEV)), RuntimeError("No interfaces"), ValueError("x")]
)
async def test_whatever_fails_becomes_one_line(monkeypatch: pytest.MonkeyPatch, failure: Exception) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise failure

    monkeypatch.setattr(mdns, "Zeroconf", fail)
    browsed = await browse(0.2, LOOPBACK)
    assert browsed.problem is not None
    assert "\n" not in browsed.problem.reason


def test_an_interface_without_multicast_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mdns, "_takes_multicast", lambda family, bind_to, host, index: host == "127.0.0.1")
    assert mdns.usable_interfaces(None) == ["127.0.0.1"]
    monkeypatch.setattr(mdns, "_takes_multicast", lambda family, bind_to, host, index: False)
    with pytest.raises(NoInterface):
        mdns.usable_interfaces(None)


async def test_instances_that_never_resolve_and_floods_of_them_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_module, "MAX_INSTANCES", 10)
    asked: list[str] = []

    class Mute(Responder):
        def __init__(self, wanted: object, heard: Callable[[Heard], None]) -> None:
            for number in range(100):
                heard(Heard(f"{number:032x}._ligretto._tcp.local.", gone=False))
            heard(Heard("not ours", gone=False))

        def resolve(self, name: str) -> Found | None:
            asked.append(name)
            return None

        def close(self) -> None:
            pass

    monkeypatch.setattr(discovery_module, "Responder", Mute)
    browsed = await browse(0.3, LOOPBACK)
    assert browsed.found == ()
    assert len(set(asked)) == 10
    assert len(asked) == 10 * discovery_module.RESOLVE_TRIES


async def test_what_is_heard_while_it_closes_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    class Chatty(Responder):
        def __init__(self, wanted: object, heard: Callable[[Heard], None]) -> None:
            self.say = heard

        def close(self) -> None:
            for gone in (False, True):
                self.say(Heard("11" * 16 + "._ligretto._tcp.local.", gone))
            trio.from_thread.run_sync(lambda: None)

    monkeypatch.setattr(discovery_module, "Responder", Chatty)
    browsed = await browse(0.05, LOOPBACK)
    assert browsed.found == ()


async def test_what_is_heard_at_any_turn_until_it_has_closed_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    hear: list[Callable[[Heard], None]] = []

    class Quiet(Responder):
        def __init__(self, wanted: object, heard: Callable[[Heard], None]) -> None:
            hear.append(heard)

        def close(self) -> None:
            return

        def resolve(self, name: str) -> None:
            return None

    monkeypatch.setattr(discovery_module, "Responder", Quiet)
    token = trio.lowlevel.current_trio_token()
    ended = False
    turns = 0

    def say() -> None:
        nonlocal turns
        turns += 1
        # Not in every turn: what resolves the last one that was heard has to end now and then.
        for each in hear if turns % 3 == 0 else ():
            for gone in (True, False):
                each(Heard("11" * 16 + "._ligretto._tcp.local.", gone))
        if not ended:
            token.run_sync_soon(say)

    say()
    await browse(0.05, LOOPBACK)
    ended = True
    assert turns > 1


async def test_cancelled_while_it_starts_nothing_is_left_over() -> None:
    for moments in (0, 1, 5, 20):
        async with running(somebody("Ada"), 4001):
            for _ in range(moments):
                await trio.lowlevel.checkpoint()

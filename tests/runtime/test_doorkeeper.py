"""Who may come in is counted for each host: nobody takes up what all need, and who rests has a clean slate."""

import logging
from contextlib import AsyncExitStack, ExitStack

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from p2p_ligretto.node import links
from p2p_ligretto.runtime import doorkeeper as doorkeeper_module
from p2p_ligretto.runtime import greeting
from p2p_ligretto.runtime.doorkeeper import (
    ALL_ARRIVALS_RATE,
    ARRIVAL_RATE,
    MAX_ARRIVING,
    MAX_CONNECTIONS_PER_HOST,
    MAX_GREETINGS,
    MAX_GREETINGS_PER_HOST,
    MAX_HOSTS,
    TURN_LIMIT_S,
    Doorkeeper,
)
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.messages import Address, Refusal
from tests.runtime.links import LIMIT_S, linked, own_hello, peer_of, raw, read_frame, transport

SECOND_US = 1_000_000
MINUTE_US = 60 * SECOND_US
HOSTS = ("10.0.0.1", "10.0.0.2", "fe80::1%eth0", "fe80::2%eth0")


def arrive(doorkeeper: Doorkeeper, stack: ExitStack, host: str, now_us: int) -> bool:
    if doorkeeper.refuses(host, now_us) is not None:
        return False
    stack.enter_context(doorkeeper.connected(host, now_us))
    return True


def test_no_host_can_take_up_all_links() -> None:
    assert 2 * MAX_CONNECTIONS_PER_HOST <= links.MAX_LINKS


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_has_so_many_connections_and_another_has_its_own(host: str) -> None:
    doorkeeper = Doorkeeper()
    with ExitStack() as stack:
        came = [arrive(doorkeeper, stack, host, second * SECOND_US) for second in range(100)]
        assert sum(came) == MAX_CONNECTIONS_PER_HOST
        assert doorkeeper.refuses(host, MINUTE_US) == "too many connections of its host"
        assert all(doorkeeper.refuses(other, MINUTE_US) is None for other in HOSTS if other != host)
    assert doorkeeper.refuses(host, MINUTE_US) is None


def test_a_host_comes_only_so_often_a_second() -> None:
    doorkeeper = Doorkeeper()
    came = 0
    for millisecond in range(5_000):
        with ExitStack() as stack:
            came += arrive(doorkeeper, stack, HOSTS[0], millisecond * 1_000)
    assert came == ARRIVAL_RATE.frames_at_once + ARRIVAL_RATE.frames * 5 - 1
    assert doorkeeper.refuses(HOSTS[0], 5_000_000 - 1_000) == "too many connections of its host in a short time"
    assert doorkeeper.refuses(HOSTS[1], 5_000_000) is None
    assert doorkeeper.refuses(HOSTS[0], MINUTE_US) is None


def test_all_hosts_together_come_only_so_often_a_second_and_familiar_ones_whenever_they_may() -> None:
    doorkeeper = Doorkeeper()
    doorkeeper.familiar = frozenset({HOSTS[0]})
    came, came_back = 0, 0
    for millisecond in range(5_000):
        with ExitStack() as stack:
            came += arrive(doorkeeper, stack, f"10.1.0.{millisecond % 200}", millisecond * 1_000)
            if millisecond % 100 == 0:
                came_back += arrive(doorkeeper, stack, HOSTS[0], millisecond * 1_000)
    assert came == ALL_ARRIVALS_RATE.frames_at_once + ALL_ARRIVALS_RATE.frames * 5 - 1
    assert came_back == 50
    assert doorkeeper.refuses("10.1.1.1", 5_000_000 - 1_000) == "too many connections in a short time"
    assert doorkeeper.refuses("10.1.1.1", MINUTE_US) is None


def test_who_is_refused_for_its_own_host_costs_the_others_nothing() -> None:
    doorkeeper = Doorkeeper()
    refused = [doorkeeper.refuses(HOSTS[0], 0) for _ in range(10_000)]
    assert refused.count(None) == ARRIVAL_RATE.frames_at_once
    assert doorkeeper.refuses(HOSTS[1], 0) is None


def test_a_familiar_host_is_never_one_too_many() -> None:
    doorkeeper = Doorkeeper()
    doorkeeper.familiar = frozenset({HOSTS[0]})
    for number in range(MAX_HOSTS + 10):
        doorkeeper.host(f"10.1.{number // 250}.{number % 250}", 0).meter.read(0, 1, 1)
    assert doorkeeper.refuses(HOSTS[0], 0) is None
    assert doorkeeper.refuses(HOSTS[1], 0) == "too many hosts"


def test_what_is_remembered_is_bounded_and_forgotten() -> None:
    doorkeeper = Doorkeeper()
    names = [f"10.1.{number // 250}.{number % 250}" for number in range(2 * MAX_HOSTS)]
    came = [name for name in names if doorkeeper.refuses(name, 0) is None]
    assert came == names[:MAX_HOSTS]
    assert doorkeeper.refuses(names[-1], 0) == "too many hosts"
    # Who was there before still comes in, and so do all when what was is long over.
    assert doorkeeper.refuses(names[0], SECOND_US // 50) is None
    assert doorkeeper.refuses(names[-1], MINUTE_US) is None


def test_who_goes_and_comes_back_is_held_to_the_same() -> None:
    doorkeeper = Doorkeeper()
    before = doorkeeper.host(HOSTS[0], 0)
    before.meter.read(0, 1, 20_000)
    for number in range(MAX_HOSTS):
        doorkeeper.refuses(f"10.1.0.{number}", 0)
    assert doorkeeper.host(HOSTS[0], SECOND_US) is before
    assert doorkeeper.host("10.9.9.9", MINUTE_US) is not None
    assert doorkeeper.host(HOSTS[0], MINUTE_US) is not before


async def test_a_host_has_so_many_handshakes_at_a_time_and_others_have_theirs(autojump_clock: MockClock) -> None:
    doorkeeper = Doorkeeper()
    async with AsyncExitStack() as stack:
        for name in HOSTS[:2]:
            host = doorkeeper.host(name, 0)
            for _ in range(MAX_GREETINGS_PER_HOST):
                assert await stack.enter_async_context(doorkeeper.turn(host))
            before = trio.current_time()
            async with doorkeeper.turn(host) as has_turn:
                assert not has_turn
            assert trio.current_time() == before + TURN_LIMIT_S
    async with doorkeeper.turn(host) as has_turn:
        assert has_turn


async def test_who_waits_has_its_turn_when_another_is_through(autojump_clock: MockClock) -> None:
    doorkeeper = Doorkeeper()
    host = doorkeeper.host(HOSTS[0], 0)
    through = []

    async def greet() -> None:
        async with doorkeeper.turn(host) as has_turn:
            assert has_turn
            await trio.sleep(0.1)
            through.append(trio.current_time())

    begun = trio.current_time()
    async with trio.open_nursery() as nursery:
        for _ in range(3 * MAX_GREETINGS_PER_HOST):
            nursery.start_soon(greet)
    assert [round(time - begun, 3) for time in through] == [0.1] * 8 + [0.2] * 8 + [0.3] * 8


async def test_all_hosts_together_have_so_many_and_familiar_ones_their_own(autojump_clock: MockClock) -> None:
    doorkeeper = Doorkeeper()
    doorkeeper.familiar = frozenset({HOSTS[0]})
    back = doorkeeper.host(HOSTS[0], 0)
    hosts = [doorkeeper.host(f"10.1.0.{number}", 0) for number in range(MAX_ARRIVING)]
    greeted = 0

    async def stay(number: int) -> None:
        nonlocal greeted
        async with doorkeeper.turn(hosts[number]) as has_turn:
            greeted += has_turn
            await trio.sleep(10)

    async with trio.open_nursery() as nursery:
        for number in range(MAX_ARRIVING):
            nursery.start_soon(stay, number)
        await wait_all_tasks_blocked()
        assert doorkeeper.refuses(HOSTS[1], 0) == "too many handshakes are under way"
        assert greeted == MAX_GREETINGS
        assert doorkeeper.refuses(HOSTS[0], 0) is None
        before = trio.current_time()
        async with doorkeeper.turn(back) as has_turn:
            assert has_turn
            assert trio.current_time() == before
        await trio.sleep(5)
        assert greeted == MAX_GREETINGS
        assert doorkeeper.refuses(HOSTS[1], 0) == "too many handshakes are under way"
    assert doorkeeper.refuses(HOSTS[1], 0) is None


def test_a_flood_of_refusals_is_told_once_a_second() -> None:
    doorkeeper = Doorkeeper()
    told = [doorkeeper.turned_away(millisecond * 1_000) for millisecond in range(3_001)]
    assert [count for count in told if count] == [1, 1_000, 1_000, 1_000]


# ---- at the socket


async def silent(made: object) -> trio.SocketStream:
    """Somebody who has connected and greeted, and says nothing more."""
    stream = await raw(made)  # type: ignore[arg-type]
    await stream.send_all(encode(own_hello(2)))
    return stream


async def test_who_holds_all_turns_of_its_host_keeps_nobody_else_out(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doorkeeper_module, "TURN_LIMIT_S", 0.1)
    caplog.set_level(logging.INFO, logger="p2p_ligretto")
    async with transport(1) as (one, events), transport(9) as (honest, _):
        held = [await silent(one) for _ in range(MAX_GREETINGS_PER_HOST)]
        for stream in held:
            await read_frame(stream)
        late = await silent(one)
        with trio.fail_after(LIMIT_S):
            assert await read_frame(late) == encode(Refusal("too many connections"))
        await trio.aclose_forcefully(late)
        with trio.fail_after(LIMIT_S):
            while "too many handshakes are under way" not in caplog.text:  # noqa: ASYNC110 - a log has no events
                await trio.sleep(0.001)
        # From another address of this computer.
        honest.connect(peer_of(1), (Address("::1", one.port),))
        await events.until(lambda: events.ups)
        for stream in held:
            await trio.aclose_forcefully(stream)


async def test_a_flood_of_connects_is_turned_away_and_told_in_few_lines(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="p2p_ligretto")
    async with transport(1) as (one, events):
        link = await linked(one, 3)
        await events.until(lambda: events.ups)
        refused = 0
        for _ in range(400):
            stream = await raw(one)
            with trio.fail_after(LIMIT_S):
                try:
                    said = await stream.receive_some()
                except trio.BrokenResourceError:
                    said = b""
            refused += said in (encode(Refusal("too many connections")), b"")
            await trio.aclose_forcefully(stream)
        assert refused >= 200
        told = [record for record in caplog.records if "turned away" in record.getMessage()]
        assert 1 <= len(told) <= 5
        assert "127.0.0.1" in told[0].getMessage()
        assert events.downs == []
        await link.aclose()


async def test_who_is_greeted_and_says_nothing_is_put_out_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greeting, "GREETING_LIMIT_S", 0.1)
    async with transport(1) as (one, events):
        crowd = [await raw(one) for _ in range(20)]
        with trio.fail_after(LIMIT_S):
            for stream in crowd:
                await read_frame(stream)
                assert await stream.receive_some() == b""
        link = await linked(one, 3)
        await events.until(lambda: events.ups)
        for stream in (*crowd, link):
            await trio.aclose_forcefully(stream)

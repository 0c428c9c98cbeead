"""Dialling: a race of addresses leaves nothing open but what it hands over, and who was met before is found soon."""

import errno
import socket

import pytest
import trio

from p2p_ligretto.runtime import cable, dialling, sockets
from p2p_ligretto.runtime.addresses import SocketAddress
from p2p_ligretto.runtime.dialling import NOBODY_THERE, Dialled, NotDialled, dial
from p2p_ligretto.wire.messages import Address
from tests.runtime.links import at, credentials, peer_of, transport


@pytest.mark.parametrize("addresses", [1, 2])
async def test_a_dial_that_is_given_up_in_the_moment_it_succeeds_is_closed(
    addresses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[socket.socket] = []
    connect = sockets.connect

    async def noted(family: int, address: tuple[str, int]) -> socket.socket:
        opened.append(await connect(family, address))
        return opened[-1]

    class GivenUp(dialling._Race):
        async def enter(self, address: Address, over: trio.Event) -> None:
            await super().enter(address, over)
            if self.won is not None:
                scope.cancel()

    monkeypatch.setattr(sockets, "connect", noted)
    monkeypatch.setattr(dialling, "_Race", GivenUp)
    outcome = None
    async with transport(1) as (made, _events):
        known = (*at(made), Address("127.0.0.2", made.port))[:addresses]
        with trio.CancelScope() as scope:
            outcome = await dial(known, credentials(2))
    assert scope.cancelled_caught
    assert not isinstance(outcome, Dialled)
    assert opened
    assert all(connection.fileno() == -1 for connection in opened)


# ---- who was met before


async def test_nothing_is_asked_over_a_pulled_cable_and_the_plugged_in_one_is_used_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = 0
    plugged_at_dial: list[bool] = []
    connect = sockets.connect

    def unplugged(family: int, sockaddr: SocketAddress) -> bool:
        nonlocal looks
        looks += 1
        return looks <= 3

    async def noted(family: int, sockaddr: SocketAddress) -> socket.socket:
        plugged_at_dial.append(looks > 3)
        return await connect(family, sockaddr)

    monkeypatch.setattr(cable, "is_unplugged", unplugged)
    monkeypatch.setattr(sockets, "connect", noted)
    async with transport(1) as (made, _events):
        outcome = await dial(at(made), credentials(2), peer_of(1))
        assert isinstance(outcome, Dialled)
        sockets.close(outcome.connection)
    assert plugged_at_dial == [True]


async def test_a_cable_that_stays_out_ends_the_dial_like_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cable, "is_unplugged", lambda family, sockaddr: True)
    async with transport(1) as (made, _events):
        outcome = await dial(at(made), credentials(2), peer_of(1))
    assert isinstance(outcome, NotDialled)
    assert "No answer from" in outcome.reason


@pytest.mark.parametrize("error", NOBODY_THERE)
async def test_where_the_system_has_found_nobody_it_is_made_to_ask_again(
    error: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = [OSError(error, "nobody is there")] * 2
    connect = sockets.connect

    async def fails_first(family: int, sockaddr: SocketAddress) -> socket.socket:
        if failures:
            raise failures.pop()
        return await connect(family, sockaddr)

    monkeypatch.setattr(sockets, "connect", fails_first)
    async with transport(1) as (made, _events):
        outcome = await dial(at(made), credentials(2), peer_of(1))
        assert isinstance(outcome, Dialled)
        sockets.close(outcome.connection)


@pytest.mark.parametrize(
    ("error", "met_before", "asked_once"),
    [(errno.EHOSTUNREACH, True, False), (errno.EHOSTUNREACH, False, True), (errno.ENETUNREACH, True, True)],
)
async def test_who_is_not_found_is_told_of_with_the_reason(
    error: int, met_before: bool, asked_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    async def fails(family: int, sockaddr: SocketAddress) -> socket.socket:
        nonlocal asked
        asked += 1
        raise OSError(error, "so it is")

    monkeypatch.setattr(sockets, "connect", fails)
    expected = peer_of(1) if met_before else None
    outcome = await dial([Address("127.0.0.1", 9)], credentials(2), expected)
    assert isinstance(outcome, NotDialled)
    assert "so it is" in outcome.reason
    assert (asked == 1) is asked_once

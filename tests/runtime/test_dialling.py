"""A race of addresses leaves nothing open but what it hands over."""

import socket

import pytest
import trio

from p2p_ligretto.runtime import dialling, sockets
from p2p_ligretto.runtime.dialling import Dialled, dial
from p2p_ligretto.wire.messages import Address
from tests.runtime.links import at, credentials, transport


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

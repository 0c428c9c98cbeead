"""Another program on this machine learns where a profile's node listens, and never believes an old note."""

import socket
from pathlib import Path

import trio

from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.driver import open_driver
from p2p_ligretto.runtime.identity import open_profile
from p2p_ligretto.runtime.noted_port import PORT_FILE, noted_port
from p2p_ligretto.runtime.probing import probe
from p2p_ligretto.wire.messages import VERSION_HIGH, Address


async def test_the_port_is_noted_while_the_node_runs(tmp_path: Path) -> None:
    with open_profile(tmp_path) as profile:
        async with open_driver(profile, "Ada", discovery=False) as driver:
            assert await noted_port(tmp_path) == driver.port
            probed = await probe(Address("127.0.0.1", driver.port))
            assert probed.reached.outcome == "answered"
            assert probed.hello is not None
            assert probed.hello.version_high == VERSION_HIGH
        assert await noted_port(tmp_path) is None
        assert not (tmp_path / PORT_FILE).exists()


async def test_an_old_note_is_not_believed(tmp_path: Path) -> None:
    with open_profile(tmp_path / "Ada"), open_profile(tmp_path / "Bea") as bea:
        (tmp_path / "Ada" / PORT_FILE).write_text("not a port")
        assert await noted_port(tmp_path / "Ada") is None
        async with open_driver(bea, "Bea", discovery=False) as driver:
            (tmp_path / "Ada" / PORT_FILE).write_text(f"{driver.port}\n")
            assert await noted_port(tmp_path / "Ada") is None
    assert await noted_port(tmp_path / "nobody") is None


async def test_a_game_for_this_machine_alone_is_not_noted(tmp_path: Path) -> None:
    with open_profile(tmp_path) as profile:
        async with open_driver(profile, "Ada", discovery=False, loopback_only=True):
            assert not (tmp_path / PORT_FILE).exists()


async def test_what_answers_where_no_game_runs() -> None:
    listeners = sockets.listen(loopback_only=True)
    port = listeners[0].getsockname()[1]

    def hang_up(connection: socket.socket, _host: str) -> None:
        connection.send(b"220 printer ready\r\n")
        connection.close()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(sockets.accept_all, listeners[0], hang_up)
        foreign = await probe(Address("127.0.0.1", port))
        for listener in listeners:
            sockets.close(listener)
    refused = await probe(Address("127.0.0.1", port))
    assert (foreign.reached.outcome, refused.reached.outcome) == ("foreign", "refused")

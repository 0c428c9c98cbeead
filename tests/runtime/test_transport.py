import logging
import socket
import struct

import pytest
import trio
from msgspec.structs import replace

from p2p_ligretto.runtime import doorkeeper, greeting, link, sockets
from p2p_ligretto.runtime import transport as transport_module
from p2p_ligretto.runtime.sockets import ListenError, listen
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.handshake import decode_greeting
from p2p_ligretto.wire.messages import Address, Hello, KnownPeer, Peers, Ping, Refusal
from tests.runtime.links import (
    LIMIT_S,
    Events,
    at,
    bodies,
    credentials,
    linked,
    own_hello,
    peer_of,
    raw,
    server,
    transport,
)

NO_ONE = Address("127.0.0.1", 1)


def is_hello_of(number: int, body: bytes) -> bool:
    said = decode_greeting(body)
    return isinstance(said, Hello) and replace(said, nonce=own_hello(number).nonce) == own_hello(number)


async def test_two_nodes_greet_and_talk_in_order() -> None:
    async with transport(1) as (one, at_one), transport(2) as (two, at_two):
        one.connect(peer_of(2), at(two))
        await at_one.until(lambda: at_one.ups)
        await at_two.until(lambda: at_two.ups)
        link_of_one, seen_by_one = at_one.ups[0]
        link_of_two, seen_by_two = at_two.ups[0]
        assert (seen_by_one.peer, seen_by_one.dialled, seen_by_one.address) == (peer_of(2), True, at(two)[0])
        assert (seen_by_two.peer, seen_by_two.dialled, seen_by_two.address) == (peer_of(1), False, None)
        assert seen_by_two.incarnation == bytes([1]) * 8
        for number in range(1000):
            one.send((link_of_one,), Ping(number))
        two.send((link_of_two,), Ping(7))
        await at_two.until(lambda: len(at_two.messages) == 1000)
        await at_one.until(lambda: at_one.messages)
        assert [message for _, message in at_two.messages] == [Ping(number) for number in range(1000)]


async def test_messages_that_follow_one_another_leave_in_one_write() -> None:
    async with transport(1) as (one, at_one):
        stream = await linked(one, 2)
        await at_one.until(lambda: at_one.ups)
        one.send((1, 99), Ping(1), Ping(2), Ping(3))
        with trio.fail_after(LIMIT_S):
            assert await stream.receive_some() == encode(Ping(1)) + encode(Ping(2)) + encode(Ping(3))
        await stream.aclose()


async def test_a_disconnect_comes_after_what_was_sent_and_says_why() -> None:
    async with transport(1) as (one, at_one), transport(2) as (two, at_two):
        one.connect(None, at(two))
        await at_one.until(lambda: at_one.ups)
        await at_two.until(lambda: at_two.ups)
        one.send((1,), Ping(1))
        one.disconnect(1, "twice here")
        one.send((1,), Ping(2))
        await at_two.until(lambda: at_two.downs)
        assert [message for _, message in at_two.messages] == [Ping(1)]
        assert "twice here" in at_two.downs[0][1]
        assert at_one.downs == []


async def test_what_was_sent_before_the_end_of_the_program_arrives() -> None:
    async with transport(2) as (two, at_two):
        async with transport(1) as (one, at_one):
            one.connect(None, at(two))
            await at_one.until(lambda: at_one.ups)
            for number in range(5000):
                one.send((1,), Ping(number))
            with trio.fail_after(LIMIT_S):
                await one.close()
        await at_two.until(lambda: at_two.downs)
        assert len(at_two.messages) == 5000


async def test_a_receiver_may_disconnect_from_within_a_message() -> None:
    async with transport(1) as (one, at_one), transport(2) as (two, at_two):
        one.connect(None, at(two))
        await at_one.until(lambda: at_one.ups)
        at_two.on_message = lambda number, message: two.disconnect(number, "enough")
        for number in range(10):
            one.send((1,), Ping(number))
        await at_one.until(lambda: at_one.downs)
        assert len(at_two.messages) == 1


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", "instead of a greeting"),
        (struct.pack(">I", 2_000_000_000) + b"x", "instead of a greeting"),
        (struct.pack(">I", 3) + b"\xc1\xc1\xc1", ""),
        (encode(Ping(1)), "greeting"),
        (bytes(4), "instead of a greeting"),
    ],
)
async def test_garbage_instead_of_a_greeting_is_refused(sent: bytes, expected: str) -> None:
    async with transport(1) as (one, at_one):
        stream = await raw(one)
        await stream.send_all(sent)
        found = await bodies(stream)
        assert is_hello_of(1, found[0])
        refusal = decode_greeting(found[1])
        assert isinstance(refusal, Refusal)
        assert expected in refusal.reason
        assert at_one.ups == []


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (struct.pack(">I", 2_000_000_000), "2000000000 bytes"),
        (b"\x00\x00\x00\x00", "empty"),
        (struct.pack(">I", 3) + b"\xc1\xc1\xc1", ""),
        (encode(own_hello(2)), "second greeting"),
    ],
)
async def test_a_peer_that_breaks_the_protocol_loses_its_link_and_is_told(sent: bytes, expected: str) -> None:
    async with transport(1) as (one, at_one):
        stream = await linked(one, 2, encode(Ping(5)))
        await at_one.until(lambda: at_one.messages)
        await stream.send_all(sent)
        refusal = decode_greeting((await bodies(stream))[-1])
        assert isinstance(refusal, Refusal)
        await at_one.until(lambda: at_one.downs)
        assert expected in refusal.reason
        assert at_one.misbehaviour == [(peer_of(2), refusal.reason)]


async def test_nothing_harms_the_other_links() -> None:
    async with transport(1) as (one, at_one), transport(2) as (two, at_two):
        two.connect(None, at(one))
        await at_one.until(lambda: at_one.ups)
        await at_two.until(lambda: at_two.ups)
        stream = await raw(one)
        await stream.send_all(b"\xff" * 1000)
        await bodies(stream)
        two.send((1,), Ping(1))
        await at_one.until(lambda: at_one.messages)


async def test_versions_that_do_not_fit_are_named_at_both_ends() -> None:
    newer = replace(own_hello(2), version_low=7, version_high=9)
    async with transport(1) as (one, at_one), transport(2, newer) as (two, at_two):
        one.connect(None, at(two))
        await at_one.until(lambda: at_one.failures)
        reason = at_one.failures[0][1]
        assert "7 to 9" in reason
        assert "\n" not in reason
        two.connect(None, at(one))
        await at_two.until(lambda: at_two.failures)
        assert "7 to 9" in at_two.failures[0][1]
        assert at_one.ups == at_two.ups == []


async def test_a_port_where_nobody_listens() -> None:
    async with transport(1) as (one, at_one):
        one.connect(b"x" * 16, (NO_ONE,))
        await at_one.until(lambda: at_one.failures)
        peer, reason = at_one.failures[0]
        assert peer == b"x" * 16
        assert reason.startswith("Nobody listens at 127.0.0.1:1")


async def web_server(stream: trio.SocketStream) -> None:
    async with stream:
        await stream.receive_some()
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")


async def talker(stream: trio.SocketStream) -> None:
    async with stream:
        await stream.send_all(b"SSH-2.0-OpenSSH_9.6\r\n")


async def mute(_stream: trio.SocketStream) -> None:
    await trio.sleep_forever()


async def hanger_up(stream: trio.SocketStream) -> None:
    await stream.aclose()


@pytest.mark.parametrize(
    ("other", "expected"),
    [(web_server, "not a Ligretto node"), (talker, "not a Ligretto node"), (hanger_up, "closed the connection")],
)
async def test_a_port_that_is_not_a_node(other: object, expected: str) -> None:
    async with server(other) as address, transport(1) as (one, at_one):  # type: ignore[arg-type]
        one.connect(None, (address,))
        await at_one.until(lambda: at_one.failures)
        assert expected in at_one.failures[0][1]
        assert f"127.0.0.1:{address.port}" in at_one.failures[0][1]


async def test_a_port_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greeting, "GREETING_LIMIT_S", 0.1)
    async with server(mute) as address, transport(1) as (one, at_one):
        one.connect(None, (address,))
        await at_one.until(lambda: at_one.failures)
        assert "says nothing" in at_one.failures[0][1]


async def test_a_stranger_that_says_nothing_is_put_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greeting, "GREETING_LIMIT_S", 0.1)
    async with transport(1) as (one, _):
        (only,) = await bodies(await raw(one))
        assert is_hello_of(1, only)


async def test_who_hung_up_while_this_node_slept_is_no_link() -> None:
    async with transport(1) as (one, events):
        # Nothing is waited for in between: the node comes to the first connection when that is over already.
        given_up = socket.create_connection(("127.0.0.1", one.port), timeout=LIMIT_S)
        given_up.sendall(encode(own_hello(2)))
        given_up.close()
        async with await linked(one, 3):
            await events.until(lambda: events.ups)
            await trio.testing.wait_all_tasks_blocked(0.01)
            assert [greeting.peer for _link, greeting in events.ups] == [peer_of(3)]


async def test_a_link_to_oneself_is_noticed() -> None:
    async with transport(1) as (one, at_one):
        one.connect(None, at(one))
        await at_one.until(lambda: at_one.failures)
        assert "this program itself" in at_one.failures[0][1]
        assert at_one.ups == []


async def test_another_node_than_expected() -> None:
    async with transport(1) as (one, at_one), transport(2) as (two, _):
        one.connect(bytes([9]) * 16, at(two))
        await at_one.until(lambda: at_one.failures)
        assert "Another node" in at_one.failures[0][1]


async def test_of_many_addresses_the_good_one_is_found_quickly() -> None:
    async with (
        server(mute) as silent,
        server(talker) as foreign,
        transport(1) as (one, at_one),
        transport(2) as (two, _),
    ):
        one.connect(peer_of(2), (silent, foreign, NO_ONE, Address("fe80::1", 5), *at(two)))
        with trio.fail_after(2):
            await at_one.until(lambda: at_one.ups)
        assert at_one.ups[0][1].address == at(two)[0]


async def test_two_addresses_of_one_node_give_one_link() -> None:
    async with transport(1) as (one, at_one), transport(2) as (two, at_two):
        one.connect(peer_of(2), (*at(two), Address("::1", two.port)))
        await at_one.until(lambda: at_one.ups)
        one.send((1,), Ping(1))
        await at_two.until(lambda: at_two.messages)
        assert len(at_two.ups) == 1


async def test_a_peer_that_reads_nothing_loses_its_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "MAX_WAITING_BYTES", 10_000)
    async with transport(1) as (one, at_one):
        stream = await linked(one, 2)
        await at_one.until(lambda: at_one.ups)
        long = Peers(tuple(KnownPeer(bytes([number]) * 16, (NO_ONE,) * 16) for number in range(30)))
        while not at_one.downs:
            for _ in range(100):
                one.send((1,), long)
            await trio.lowlevel.checkpoint()
        assert "does not take" in at_one.downs[0][1]
        await stream.aclose()


async def test_a_slow_peer_gets_everything_whole() -> None:
    async with transport(1) as (one, at_one):
        stream = await linked(one, 2)
        await at_one.until(lambda: at_one.ups)
        long = Peers(tuple(KnownPeer(bytes([number]) * 16, (NO_ONE,) * 16) for number in range(30)))
        many = 1_000  # more than the system buffers
        for _ in range(many):
            one.send((1,), long)
        one.send((1,), Ping(1))
        one.disconnect(1, "")
        found = await bodies(stream)
        assert len(found) == many + 1
        assert all(body == encode(long)[4:] for body in found[:-1])
        assert encode(Ping(1))[4:] == found[-1]


async def test_connections_of_one_host_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorkeeper, "MAX_CONNECTIONS_PER_HOST", 2)
    async with transport(1) as (one, at_one):
        kept = []
        for number in (2, 3):
            kept.append(await linked(one, number))
        await at_one.until(lambda: len(at_one.ups) == 2)
        refusal = decode_greeting((await bodies(await raw(one)))[0])
        assert refusal == Refusal("too many connections")
        await kept[0].aclose()
        await at_one.until(lambda: at_one.downs)
        again = await linked(one, 4)
        await at_one.until(lambda: len(at_one.ups) == 3)
        for stream in (kept[1], again):
            await stream.aclose()


async def test_a_flood_is_slowed_down_and_not_punished(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="p2p_ligretto")
    async with transport(1) as (one, at_one):
        stream = await linked(one, 2, encode(Ping(5)) * 6000)
        await at_one.until(lambda: len(at_one.messages) == 6000)
        await stream.aclose()
        assert at_one.misbehaviour == []
        assert caplog.text.count("a link with 127.0.0.1 is read more slowly") == 1


async def test_cancelled_at_any_moment_nothing_is_left_over() -> None:
    for moments in range(30):
        events = Events()
        made = transport_module.Transport(credentials(1), sockets.listen(loopback_only=True), events)
        async with trio.open_nursery() as nursery:
            await nursery.start(made.run)
            made.connect(None, at(made))
            made.connect(None, (NO_ONE, *at(made)))
            for _ in range(moments):
                await trio.lowlevel.checkpoint()
            nursery.cancel_scope.cancel()


def test_a_taken_port_is_told() -> None:
    holder = socket.socket()
    holder.bind(("127.0.0.1", 0))
    holder.listen()
    port = holder.getsockname()[1]
    with pytest.raises(ListenError, match=f"Port {port} is taken"):
        listen(port)
    holder.close()


def test_both_families_share_a_port() -> None:
    opened = listen(loopback_only=True)
    assert len({each.getsockname()[1] for each in opened}) == 1
    for each in opened:
        each.close()

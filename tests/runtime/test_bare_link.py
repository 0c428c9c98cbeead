"""A link whose every byte is its user's: what it says is not held back, and what it is told comes through."""

from collections.abc import Callable
from typing import Any

import pytest
import trio
from msgspec.structs import replace

from p2p_ligretto.runtime.bare_link import BareLink, open_bare_link
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.messages import Address, Ping, Refusal
from tests.runtime.links import (
    LIMIT_S,
    at,
    credentials,
    own_hello,
    peer_of,
    read_frame,
    server,
    transport,
)


async def heard_on(link: BareLink) -> list[Any]:
    heard: list[Any] = []
    with trio.fail_after(LIMIT_S):
        await link.run(heard.append)
    return heard


async def test_an_honest_one_is_a_link_like_others() -> None:
    async with transport(1) as (one, at_one):
        link = await open_bare_link(at(one)[0], credentials(2))
        assert isinstance(link, BareLink)
        assert link.theirs.peer == peer_of(1)
        link.send(encode(Ping(1)))
        link.send(encode(Ping(2))[:3])
        async with trio.open_nursery() as nursery:
            heard: list[Any] = []
            nursery.start_soon(link.run, heard.append)
            await at_one.until(lambda: at_one.messages)
            link.send(encode(Ping(2))[3:])
            await at_one.until(lambda: len(at_one.messages) == 2)
            one.send((1,), Ping(7))
            one.disconnect(1, "enough")
        assert heard == [Ping(7), Refusal("enough")]
        assert at_one.ups[0][1].peer == peer_of(2)


async def test_what_it_sent_before_it_ends_arrives() -> None:
    async with transport(1) as (one, at_one):
        link = await open_bare_link(at(one)[0], credentials(2))
        assert isinstance(link, BareLink)
        link.send(encode(Ping(1)) * 1000)
        link.finish()
        assert await heard_on(link) == []
        await at_one.until(lambda: at_one.downs)
        assert len(at_one.messages) == 1000


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        ({"peer": peer_of(3)}, "the key is not that of the node that the greeting names"),
        ({"magic": "chess"}, "the greeting is not that of a Ligretto node"),
        ({"version_low": 7, "version_high": 9}, "no protocol version in common"),
        ({"peer": peer_of(1)}, "both nodes use the same key"),
    ],
    ids=["another id", "another program", "another version", "the node's own id"],
)
async def test_a_lie_in_its_greeting_is_answered_with_a_refusal(lie: dict[str, Any], reason: str) -> None:
    async with transport(1) as (one, at_one):
        link = await open_bare_link(at(one)[0], credentials(2, replace(own_hello(2), **lie)))
        assert isinstance(link, BareLink)
        (refusal,) = await heard_on(link)
        assert isinstance(refusal, Refusal)
        assert reason in refusal.reason
        assert at_one.ups == []


async def refuses_at_once(stream: trio.SocketStream) -> None:
    await read_frame(stream)
    await stream.send_all(encode(Refusal("too many connections")))
    await stream.aclose()


async def says_something_else(stream: trio.SocketStream) -> None:
    await read_frame(stream)
    await stream.send_all(b"SSH-2.0")
    await stream.aclose()


async def hangs_up_in_its_greeting(stream: trio.SocketStream) -> None:
    await read_frame(stream)
    await stream.send_all(encode(own_hello(2))[:20])
    await stream.aclose()


async def hangs_up_after_it(stream: trio.SocketStream) -> None:
    await read_frame(stream)
    await stream.send_all(encode(own_hello(2)))
    await stream.receive_some()
    await stream.aclose()


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (refuses_at_once, "too many connections"),
        (says_something_else, "no greeting came: instead of a greeting came b'SSH-'"),
        (hangs_up_in_its_greeting, "no greeting came: it hung up within its greeting"),
        (hangs_up_after_it, "no greeting came: it hung up"),
    ],
)
async def test_why_there_is_no_link(other: Callable[[trio.SocketStream], object], said: str) -> None:
    async with server(other) as address:
        assert await open_bare_link(address, credentials(1)) == said


async def test_nobody_there() -> None:
    assert await open_bare_link(Address("127.0.0.1", 1), credentials(1)) == "Connection refused"

"""Who sits at the own table comes before strangers on the links: neither floods nor its own past slow it down."""

import pytest
import trio

from p2p_ligretto.runtime import strangers
from p2p_ligretto.wire.bounds import Rate
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.messages import Ping
from tests.runtime.links import LIMIT_S, Events, linked, peer_of, transport

SLOW = Rate(frames=1, frames_at_once=20, payload_bytes=1_000, bytes_at_once=100_000)
FLOOD = encode(Ping(1)) * 200
MATE = 2


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers are let say next to nothing."""
    monkeypatch.setattr(strangers, "READING_RATE", SLOW)


def heard(events: Events, number: int) -> int:
    of = {link for link, peer in events.ups if peer.peer == peer_of(number)}
    return sum(link in of for link, _ in events.messages)


@pytest.mark.usefixtures("slowly")
async def test_a_flood_of_strangers_slows_nobody_of_the_table() -> None:
    async with transport(1) as (one, events):
        one.put_first(frozenset({peer_of(MATE)}))
        streams = [await linked(one, number) for number in (3, 4)]
        await events.until(lambda: len(events.ups) == 2)
        for stream in streams:
            await stream.send_all(FLOOD)
        await events.until(lambda: heard(events, 3) + heard(events, 4))
        mate = await linked(one, MATE, encode(Ping(5)))
        await events.until(lambda: heard(events, MATE) == 1)
        assert heard(events, 3) + heard(events, 4) < 50
        for stream in (*streams, mate):
            await trio.aclose_forcefully(stream)


@pytest.mark.usefixtures("slowly")
async def test_who_sits_down_does_not_wait_for_what_it_said_as_a_stranger() -> None:
    async with transport(1) as (one, events):
        stream = await linked(one, MATE)
        await events.until(lambda: events.ups)
        await stream.send_all(encode(Ping(1)) * 48)
        await events.until(lambda: heard(events, MATE))
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert heard(events, MATE) == 16
        one.put_first(frozenset({peer_of(MATE)}))
        await events.until(lambda: heard(events, MATE) == 48)
        await trio.aclose_forcefully(stream)


async def test_where_somebody_of_the_table_was_last_is_familiar_until_it_is_of_the_table_no_more() -> None:
    async with transport(1) as (one, events):
        doorkeeper = one._doorkeeper
        stream = await linked(one, MATE)
        await events.until(lambda: events.ups)
        assert doorkeeper.familiar == frozenset()
        one.put_first(frozenset({peer_of(MATE), peer_of(9)}))
        assert doorkeeper.familiar == {"127.0.0.1"}
        await trio.aclose_forcefully(stream)
        await events.until(lambda: events.downs)
        one.put_first(frozenset({peer_of(MATE)}))
        assert doorkeeper.familiar == {"127.0.0.1"}
        one.put_first(frozenset({peer_of(9)}))
        assert doorkeeper.familiar == frozenset()


async def test_somebody_of_the_table_comes_in_while_strangers_hold_all_handshakes() -> None:
    async with transport(1) as (one, events):
        one.put_first(frozenset({peer_of(MATE)}))
        first = await linked(one, MATE)
        await events.until(lambda: events.ups)
        await trio.aclose_forcefully(first)
        await events.until(lambda: events.downs)
        one._doorkeeper._arriving = 10_000
        with trio.fail_after(LIMIT_S):
            again = await linked(one, MATE)
        await events.until(lambda: len(events.ups) == 2)
        await trio.aclose_forcefully(again)
        one._doorkeeper._arriving = 0

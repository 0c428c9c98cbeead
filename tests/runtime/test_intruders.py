"""Who wants to listen in on a link, or to take it over, is refused for a stated reason; the link beside it goes on."""

import logging
import ssl
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest
import trio
from msgspec.structs import replace

from p2p_ligretto.runtime import securing
from p2p_ligretto.runtime.encryption import new_encryption
from p2p_ligretto.runtime.transport import Transport
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.handshake import decode_greeting, decode_proof
from p2p_ligretto.wire.messages import Address, Ping, Refusal
from tests.runtime.links import (
    LIMIT_S,
    Stranger,
    at,
    bodies,
    client_context,
    greeted,
    key_of,
    linked,
    own_hello,
    peer_of,
    proof_frame,
    public_of,
    raw,
    read_frame,
    server,
    transport,
)

PIECE = 65_536
NOT_ENCRYPTED = "it does not encrypt the link"
OF_ANOTHER_LINK = "the proof is not of this link: somebody may be in between"
OF_ANOTHER_KEY = "the key is not that of the node that the greeting names"


def reasons(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage().removeprefix("no link with 127.0.0.1: ")
        for record in caplog.records
        if record.getMessage().startswith("no link with")
    ]


async def reason_of(caplog: pytest.LogCaptureFixture) -> str:
    """Why there was no link, once that is written into the log."""
    with trio.fail_after(LIMIT_S):
        while not reasons(caplog):  # noqa: ASYNC110 - a log has no events
            await trio.sleep(0.001)
    return reasons(caplog)[-1]


@asynccontextmanager
async def guarded(caplog: pytest.LogCaptureFixture):
    """A node that somebody intrudes on, with an honest link that has to outlive it."""
    caplog.set_level(logging.INFO, logger="p2p_ligretto")
    async with transport(1) as (one, at_one), transport(9) as (honest, at_honest):
        honest.connect(peer_of(1), at(one))
        await at_one.until(lambda: at_one.ups)
        await at_honest.until(lambda: at_honest.ups)
        yield one, at_one
        assert [greeting.peer for _link, greeting in at_one.ups] == [peer_of(9)]
        honest.send((1,), Ping(9))
        await at_one.until(lambda: at_one.messages)
        assert (at_one.downs, at_one.misbehaviour) == ([], [])
        assert [record for record in caplog.records if record.levelno > logging.INFO or record.exc_info] == []


async def drain(stream: trio.abc.ReceiveStream) -> None:
    with suppress(trio.BrokenResourceError), trio.fail_after(LIMIT_S):
        while await stream.receive_some():
            pass
    await trio.aclose_forcefully(stream)


async def last_words(stream: trio.abc.ReceiveStream) -> str:
    """The reason in the last frame."""
    refusal = decode_greeting((await bodies(stream))[-1])
    assert isinstance(refusal, Refusal)
    return refusal.reason


# ---- who dials


async def in_the_clear(one: Transport, sent: bytes) -> str:
    stream = await raw(one)
    await stream.send_all(encode(own_hello(2)))
    await read_frame(stream)
    await stream.send_all(sent)
    return await last_words(stream)


async def with_proof(one: Transport, make: Callable[[Stranger], bytes], said: bytes | None = None) -> str:
    stranger = await greeted(one, 2, said)
    await stranger.shake_hands()
    await stranger.stream.send_all(make(stranger))
    decode_proof((await read_frame(stranger.stream))[4:])
    return await last_words(stranger.stream)


async def replayed_proof(one: Transport) -> str:
    """Somebody to whom the node 2 proved itself once uses that elsewhere."""
    old = await greeted(one, 2)
    await old.shake_hands()
    proof = old.proof(2)
    await trio.aclose_forcefully(old.stream)
    return await with_proof(one, lambda _stranger: proof, old.said)


async def reflected_proof(one: Transport) -> str:
    stranger = await greeted(one, 2, encode(replace(own_hello(2), peer=peer_of(2))))
    await stranger.shake_hands()
    await stranger.stream.send_all(await read_frame(stranger.stream))
    return await last_words(stranger.stream)


DIALLERS: dict[str, tuple[Callable[[Transport], Awaitable[str]], str]] = {
    "a frame in the clear": (lambda one: in_the_clear(one, encode(Ping(1))), NOT_ENCRYPTED),
    "another greeting in the clear": (lambda one: in_the_clear(one, encode(own_hello(2))), NOT_ENCRYPTED),
    "garbage": (lambda one: in_the_clear(one, b"\xff" * 1000), NOT_ENCRYPTED),
    "zeros": (lambda one: in_the_clear(one, bytes(1000)), NOT_ENCRYPTED),
    "a greeting of another": (
        lambda one: with_proof(one, lambda stranger: stranger.proof(2), encode(own_hello(3))),
        OF_ANOTHER_KEY,
    ),
    "a greeting of another, and its public key": (
        lambda one: with_proof(
            one,
            lambda it: proof_frame(key_of(2), 0, it.said + it.heard, it.certificate, public_of(3)),
            encode(own_hello(3)),
        ),
        OF_ANOTHER_LINK,
    ),
    "a signature of the other role": (
        lambda one: with_proof(one, lambda stranger: stranger.proof(2, role=1)),
        OF_ANOTHER_LINK,
    ),
    "hellos the other way round": (
        lambda one: with_proof(one, lambda it: proof_frame(key_of(2), 0, it.heard + it.said, it.certificate)),
        OF_ANOTHER_LINK,
    ),
    "a proof for another certificate": (
        lambda one: with_proof(one, lambda it: proof_frame(key_of(2), 0, it.said + it.heard, b"another")),
        OF_ANOTHER_LINK,
    ),
    "a proof of an old link": (replayed_proof, OF_ANOTHER_LINK),
    "the node's own proof": (reflected_proof, OF_ANOTHER_KEY),
    "another message for a proof": (
        lambda one: with_proof(one, lambda _stranger: encode(Ping(1))),
        "no proof of this protocol",
    ),
    "an empty frame for a proof": (
        lambda one: with_proof(one, lambda _stranger: bytes(4)),
        r"instead of a proof came b'\x00\x00\x00\x00'",
    ),
    "a long frame for a proof": (
        lambda one: with_proof(one, lambda _stranger: b"\x00\x00\x10\x01"),
        r"instead of a proof came b'\x00\x00\x10\x01'",
    ),
}


@pytest.mark.parametrize("kind", list(DIALLERS))
async def test_who_dials_and_can_not_prove_itself_is_told_why(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    intrude, reason = DIALLERS[kind]
    async with guarded(caplog) as (one, _events):
        assert await intrude(one) == reason
        assert await reason_of(caplog) == reason


def records(first: int, content: bytes) -> bytes:
    """Records of TLS, of the type ``first``."""
    pieces = [content[start : start + 16_384] for start in range(0, len(content), 16_384)]
    return b"".join(bytes([first, 3, 1]) + len(piece).to_bytes(2, "big") + piece for piece in pieces)


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (records(22, b"garbage"), "the encryption failed: "),
        (records(23, b"data before the handshake"), "the encryption failed: "),
        (records(21, b"\x02\x28"), "the encryption failed: "),
        (records(22, b"\x01\x01\x86\xa0" + bytes(100_000)), "no proof came in 32768 bytes"),
    ],
    ids=["garbage", "data too early", "an alert", "an endless hello"],
)
async def test_what_only_looks_like_tls_is_refused(sent: bytes, reason: str, caplog: pytest.LogCaptureFixture) -> None:
    async with guarded(caplog) as (one, _events):
        stream = await raw(one)
        await stream.send_all(encode(own_hello(2)))
        await read_frame(stream)
        with suppress(trio.BrokenResourceError):
            await stream.send_all(sent)
            while await stream.receive_some():
                pass
        await stream.aclose()
        assert (await reason_of(caplog)).startswith(reason)


async def test_an_older_tls_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    async with guarded(caplog) as (one, _events):
        stranger = await greeted(one, 2)
        context = client_context()
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        old = trio.SSLStream(stranger.stream.transport_stream, context)
        with pytest.raises(trio.BrokenResourceError) as caught:
            await old.do_handshake()
        assert "alert protocol version" in str(caught.value.__cause__)
        await trio.aclose_forcefully(old)
        assert await reason_of(caplog) == "the encryption failed: unsupported protocol"


@pytest.mark.parametrize("moment", ["before it", "in mid-handshake", "before the proof"])
async def test_who_stops_in_the_handshake_is_put_out(
    moment: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guarded(caplog) as (one, _events):
        monkeypatch.setattr(securing, "SECURING_LIMIT_S", 0.1)
        stranger = await greeted(one, 2)
        plain = stranger.stream.transport_stream
        if moment == "in mid-handshake":
            await plain.send_all(b"\x16\x03\x01\x02\x00\x01")
        elif moment == "before the proof":
            await stranger.shake_hands()
        with trio.fail_after(2):
            while await plain.receive_some():
                pass
        await plain.aclose()
        assert await reason_of(caplog) == "no proof came in time"


async def test_who_hangs_up_in_the_handshake_is_no_link(caplog: pytest.LogCaptureFixture) -> None:
    async with guarded(caplog) as (one, _events):
        stranger = await greeted(one, 2)
        await stranger.shake_hands()
        await stranger.stream.transport_stream.send_eof()
        with suppress(trio.BrokenResourceError):
            while await stranger.stream.transport_stream.receive_some():
                pass
        await trio.aclose_forcefully(stranger.stream)
        assert await reason_of(caplog) == "it hung up before it proved who it is"


# ---- who is dialled


async def refuses_late(stream: trio.SocketStream) -> None:
    await read_frame(stream)
    await stream.send_all(encode(own_hello(2)))
    await stream.send_all(encode(Refusal("not today")))
    await stream.aclose()


async def refuses_late_and_slowly(stream: trio.SocketStream) -> None:
    await read_frame(stream)
    for byte in encode(own_hello(2)) + encode(Refusal("not today")):
        await stream.send_all(bytes([byte]))
        await trio.lowlevel.checkpoint()
    await stream.aclose()


async def refuses_in_the_pipe(plain: trio.SocketStream) -> None:
    await plain.send_all(encode(own_hello(2)))
    stream = trio.SSLStream(plain, new_encryption()._accepting, server_side=True, https_compatible=True)
    with suppress(trio.BrokenResourceError, EOFError):
        await read_frame(plain)
        await stream.do_handshake()
        await stream.send_all(encode(Refusal("not today")))
    await drain(stream)


async def says_goodbye_in_the_pipe(plain: trio.SocketStream) -> None:
    await plain.send_all(encode(own_hello(2)))
    stream = trio.SSLStream(plain, new_encryption()._accepting, server_side=True)
    with suppress(trio.BrokenResourceError, EOFError):
        await read_frame(plain)
        await stream.do_handshake()
        await stream.unwrap()
    await trio.aclose_forcefully(stream)


async def hangs_up_in_the_greeting(stream: trio.SocketStream) -> None:
    await read_frame(stream)
    await stream.send_all(encode(own_hello(2))[:20])
    await stream.aclose()


async def goes_on_in_the_clear(stream: trio.SocketStream) -> None:
    await read_frame(stream)
    await stream.send_all(encode(own_hello(2)) + encode(Ping(1)))
    await drain(stream)


async def answers_with_an_alert(stream: trio.SocketStream) -> None:
    await read_frame(stream)
    await stream.send_all(encode(own_hello(2)))
    await stream.receive_some()
    await stream.send_all(b"\x15\x03\x03\x00\x02\x02\x46")  # fatal: protocol version
    await drain(stream)


async def hangs_up(stream: trio.SocketStream) -> None:
    await read_frame(stream)
    await stream.send_all(encode(own_hello(2)))
    await stream.receive_some()
    await stream.aclose()


def accepter(role: int = 1, number: int = 2) -> Callable[[trio.SocketStream], Awaitable[None]]:
    """Somebody who greets as the node 2, and proves with the key ``number`` to be ``role``."""
    context = new_encryption()._accepting

    async def serve(plain: trio.SocketStream) -> None:
        said = encode(own_hello(2))
        await plain.send_all(said)
        stream = trio.SSLStream(plain, context, server_side=True)
        with suppress(trio.BrokenResourceError, EOFError):
            heard = await read_frame(plain)
            await stream.do_handshake()
            certificate = certificate_of(context)
            await stream.send_all(proof_frame(key_of(number), role, heard + said, certificate))
            while await stream.receive_some():
                pass
        await trio.aclose_forcefully(stream)

    return serve


def certificate_of(context: ssl.SSLContext) -> bytes:
    """The certificate that ``context`` shows, in DER."""
    ours, theirs = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = client_context().wrap_bio(ours, theirs)
    shown = context.wrap_bio(theirs, ours, server_side=True)
    for end in (client, shown, client):
        with suppress(ssl.SSLWantReadError):
            end.do_handshake()
    certificate = client.getpeercert(True)
    assert certificate is not None
    return certificate


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (refuses_late, "refuses the link: not today."),
        (refuses_late_and_slowly, "refuses the link: not today."),
        (refuses_in_the_pipe, "refuses the link: not today."),
        (says_goodbye_in_the_pipe, "closed the connection"),
        (hangs_up_in_the_greeting, "closed the connection"),
        (goes_on_in_the_clear, "cannot be encrypted"),
        (hangs_up, "closed the connection"),
        (answers_with_an_alert, "cannot be encrypted"),
        (accepter(number=3), "cannot prove who it is: somebody on this network may be in between."),
        (accepter(role=0), "cannot prove who it is: somebody on this network may be in between."),
    ],
    ids=[
        "refuses late",
        "slowly",
        "in the pipe",
        "says goodbye",
        "hangs up in the greeting",
        "in the clear",
        "hangs up",
        "an older TLS",
        "the key of another",
        "the other role",
    ],
)
async def test_a_person_is_told_why_a_dialled_node_is_no_good(
    other: object, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with guarded(caplog) as (one, at_one), server(other) as address:  # type: ignore[arg-type]
        one.connect(peer_of(2), (address,))
        await at_one.until(lambda: at_one.failures)
        assert told in at_one.failures[0][1]
        assert f"127.0.0.1:{address.port}" in at_one.failures[0][1]


async def test_an_honest_accepter_by_other_means_is_a_link() -> None:
    async with transport(1) as (one, at_one), server(accepter()) as address:  # type: ignore[arg-type]
        one.connect(peer_of(2), (address,))
        await at_one.until(lambda: at_one.ups)
        assert at_one.ups[0][1].peer == peer_of(2)


async def test_an_impostor_at_one_address_does_not_keep_the_node_from_being_reached() -> None:
    async with server(accepter(number=3)) as false, transport(1) as (one, at_one), transport(2) as (two, at_two):  # type: ignore[arg-type]
        one.connect(peer_of(2), (false, *at(two)))
        await at_one.until(lambda: at_one.ups)
        assert at_one.ups[0][1].address == at(two)[0]
        await at_two.until(lambda: at_two.ups)


async def test_only_one_address_at_a_time_is_greeted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the other side would see links that are given up at once."""
    monkeypatch.setattr(securing, "SECURING_LIMIT_S", 0.1)
    happened: list[str] = []

    def staller(name: str) -> Callable[[trio.SocketStream], Awaitable[None]]:
        async def stall(stream: trio.SocketStream) -> None:
            await stream.send_all(encode(own_hello(2)))
            with suppress(EOFError, trio.BrokenResourceError):
                await read_frame(stream)
                happened.append(f"{name} is greeted")
            await drain(stream)
            happened.append(f"{name} is left")

        return stall

    async with server(staller("one")) as first, server(staller("two")) as second, transport(1) as (one, at_one):
        one.connect(peer_of(2), (first, second))
        await at_one.until(lambda: at_one.failures)
    assert happened == ["one is greeted", "one is left", "two is greeted", "two is left"]


# ---- who sits in between


@asynccontextmanager
async def relay(to: Address, pump: Callable[[trio.SocketStream, trio.SocketStream], Awaitable[None]]):
    """An address that leads to ``to`` over somebody who gets all bytes."""

    async def serve(near: trio.SocketStream) -> None:
        far = await trio.open_tcp_stream(to.host, to.port)
        async with near, far:
            with suppress(trio.BrokenResourceError, EOFError):
                await pump(near, far)

    async with server(serve) as address:
        yield address


async def both_ways(near: trio.abc.Stream, far: trio.abc.Stream, change: Callable[[bytes], bytes] = bytes) -> None:
    async def one_way(source: trio.abc.Stream, target: trio.abc.Stream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while data := await source.receive_some(PIECE):
                await target.send_all(change(data))
        await trio.aclose_forcefully(target)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(one_way, near, far)
        nursery.start_soon(one_way, far, near)


async def man_in_the_middle(near: trio.SocketStream, far: trio.SocketStream) -> None:
    """Passes the greetings on as they are, speaks TLS with both sides, and passes on what they say inside."""
    await far.send_all(await read_frame(near))
    await near.send_all(await read_frame(far))
    inner = trio.SSLStream(near, new_encryption()._accepting, server_side=True, https_compatible=True)
    outer = trio.SSLStream(far, client_context(), https_compatible=True)
    await inner.do_handshake()
    await outer.do_handshake()
    await both_ways(inner, outer)


async def test_who_decrypts_in_between_is_noticed_at_both_ends(caplog: pytest.LogCaptureFixture) -> None:
    async with guarded(caplog) as (one, at_one), transport(2) as (two, at_two):
        async with relay(at(one)[0], man_in_the_middle) as address:
            two.connect(peer_of(1), (address,))
            await at_two.until(lambda: at_two.failures)
            assert "somebody on this network may be in between" in at_two.failures[0][1]
        assert (at_one.messages, at_two.ups) == ([], [])
        assert await reason_of(caplog) == OF_ANOTHER_LINK


async def test_who_only_passes_bytes_on_learns_nothing_and_harms_nothing() -> None:
    seen = bytearray()

    def keep(data: bytes) -> bytes:
        seen.extend(data)
        return data

    def pump(near: trio.SocketStream, far: trio.SocketStream) -> Awaitable[None]:
        return both_ways(near, far, keep)

    async with transport(1) as (one, at_one), transport(2) as (two, at_two), relay(at(one)[0], pump) as address:
        two.connect(peer_of(1), (address,))
        await at_two.until(lambda: at_two.ups)
        two.send((1,), Refusal("a very secret word"))
        await at_one.until(lambda: at_one.downs)
        assert "a very secret word" in at_one.downs[0][1]
    assert b"secret" not in seen
    assert encode(own_hello(1))[4:15] in seen


async def test_what_was_changed_on_the_way_ends_the_link_and_blames_nobody() -> None:
    changing = False

    def change(data: bytes) -> bytes:
        return data[:-1] + bytes([data[-1] ^ 1]) if changing else data

    def pump(near: trio.SocketStream, far: trio.SocketStream) -> Awaitable[None]:
        return both_ways(near, far, change)

    async with transport(1) as (one, at_one), transport(2) as (two, at_two), relay(at(one)[0], pump) as address:
        two.connect(peer_of(1), (address,))
        await at_two.until(lambda: at_two.ups)
        await at_one.until(lambda: at_one.ups)
        changing = True
        two.send((1,), Ping(1))
        await at_one.until(lambda: at_one.downs)
        await at_two.until(lambda: at_two.downs)
    assert at_one.downs[0][1].startswith("the encryption failed: ")
    assert (at_one.messages, at_one.misbehaviour, at_two.misbehaviour) == ([], [], [])


async def test_a_handshake_that_was_recorded_is_of_no_use(caplog: pytest.LogCaptureFixture) -> None:
    recorded = bytearray()

    async def record(near: trio.SocketStream, far: trio.SocketStream) -> None:
        async def one_way() -> None:
            with suppress(trio.BrokenResourceError):
                while data := await near.receive_some(PIECE):
                    recorded.extend(data)
                    await far.send_all(data)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(one_way)
            while data := await far.receive_some(PIECE):
                await near.send_all(data)
            nursery.cancel_scope.cancel()

    async with transport(5) as (five, at_five):
        async with relay(at(five)[0], record) as address, transport(2) as (two, at_two):
            two.connect(peer_of(5), (address,))
            await at_two.until(lambda: at_two.ups)
            await at_five.until(lambda: at_five.ups)
            two.disconnect(1, "")
            await at_five.until(lambda: at_five.downs)
        caplog.set_level(logging.INFO, logger="p2p_ligretto")
        stream = await raw(five)
        await stream.send_all(recorded)
        with suppress(trio.BrokenResourceError):
            while await stream.receive_some():
                pass
        await stream.aclose()
        assert len(at_five.ups) == 1
        assert (await reason_of(caplog)).startswith("the encryption failed: ")


# ---- an established link


async def test_records_that_come_in_pieces_are_put_together() -> None:
    async def pump(near: trio.SocketStream, far: trio.SocketStream) -> None:
        async def one_way(source: trio.SocketStream, target: trio.SocketStream) -> None:
            while data := await source.receive_some(3):
                await target.send_all(data)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(one_way, near, far)
            nursery.start_soon(one_way, far, near)

    async with transport(1) as (one, at_one), transport(2) as (two, at_two), relay(at(one)[0], pump) as address:
        two.connect(peer_of(1), (address,))
        await at_two.until(lambda: at_two.ups)
        for number in range(100):
            two.send((1,), Ping(number), Ping(number))
        await at_one.until(lambda: len(at_one.messages) == 200)
        assert [message for _, message in at_one.messages[::2]] == [Ping(number) for number in range(100)]


async def test_what_is_said_in_one_breath_with_the_proof_is_heard() -> None:
    async with transport(1) as (one, at_one):
        stranger = await greeted(one, 2)
        await stranger.shake_hands()
        await stranger.stream.send_all(stranger.proof(2) + encode(Ping(1)) + encode(Ping(2))[:5])
        await at_one.until(lambda: at_one.messages)
        await stranger.stream.send_all(encode(Ping(2))[5:])
        await at_one.until(lambda: len(at_one.messages) == 2)
        await trio.aclose_forcefully(stranger.stream)


async def test_who_has_said_goodbye_inside_the_pipe_is_gone_although_it_keeps_the_connection() -> None:
    async with transport(1) as (one, at_one):
        stream = await linked(one, 2, encode(Ping(1)))
        await at_one.until(lambda: at_one.messages)
        with trio.fail_after(LIMIT_S):
            connection, trailing = await stream.unwrap()
        assert (trailing, at_one.downs) == (b"", [(1, "closed by the other side")])
        await connection.aclose()


async def test_who_breaks_the_protocol_is_told_inside_the_pipe() -> None:
    async with transport(1) as (one, at_one):
        stream = await linked(one, 2, encode(Ping(1)) + bytes(4))
        assert await last_words(stream) == "an empty frame"
        await at_one.until(lambda: at_one.downs)

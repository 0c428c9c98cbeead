"""What the tests of links share: who is there, a listener that notes what happened, and strangers by other means.

The strangers are an independent telling of the handshake: trio's TLS, and proofs put together here byte by byte.
"""

import hashlib
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Protocol

import msgpack
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p_ligretto.node.identity import LinkPeer
from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.credentials import Credentials
from p2p_ligretto.runtime.encryption import Encryption, new_encryption
from p2p_ligretto.runtime.transport import Transport
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import FrameDecoder
from p2p_ligretto.wire.handshake import hello
from p2p_ligretto.wire.messages import Address, AnyMessage, Hello

LIMIT_S = 5
ENCRYPTION: Encryption = new_encryption()
"""Of all nodes in the tests: a certificate takes time to make, and tells nobody apart."""


def key_of(number: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)


def public_of(number: int) -> bytes:
    return key_of(number).public_key().public_bytes_raw()


def peer_of(number: int) -> bytes:
    return hashlib.sha256(public_of(number)).digest()[:16]


def own_hello(number: int) -> Hello:
    return hello(peer_of(number), bytes([number]) * 8, bytes([number]) * 16)


def credentials(number: int, own: Hello | None = None) -> Credentials:
    return Credentials(own or own_hello(number), key_of(number), ENCRYPTION)


class Events:
    """Keeps what a transport told; ``until`` waits for it."""

    def __init__(self) -> None:
        self.ups: list[tuple[int, LinkPeer]] = []
        self.downs: list[tuple[int, str]] = []
        self.messages: list[tuple[int, AnyMessage]] = []
        self.misbehaviour: list[tuple[bytes, str]] = []
        self.failures: list[tuple[bytes | None, str]] = []
        self.on_message: Callable[[int, AnyMessage], None] | None = None
        self._news = trio.Event()

    def _tell(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def link_up(self, link: int, peer: LinkPeer) -> None:
        self.ups.append((link, peer))
        self._tell()

    def link_down(self, link: int, reason: str) -> None:
        self.downs.append((link, reason))
        self._tell()

    def receive(self, link: int, message: AnyMessage) -> None:
        self.messages.append((link, message))
        if self.on_message:
            self.on_message(link, message)
        self._tell()

    def misbehaved(self, peer: bytes, reason: str) -> None:
        self.misbehaviour.append((peer, reason))
        self._tell()

    def dial_failed(self, peer: bytes | None, reason: str) -> None:
        self.failures.append((peer, reason))
        self._tell()

    async def until(self, condition: Callable[[], object]) -> None:
        with trio.fail_after(LIMIT_S):
            while not condition():
                await self._news.wait()


class Listening(Protocol):
    """A transport, or a driver."""

    @property
    def port(self) -> int: ...


@asynccontextmanager
async def transport(number: int, own: Hello | None = None) -> AsyncIterator[tuple[Transport, Events]]:
    events = Events()
    made = Transport(credentials(number, own), sockets.listen(loopback_only=True), events)
    async with trio.open_nursery() as nursery:
        await nursery.start(made.run)
        yield made, events
        nursery.cancel_scope.cancel()


def at(made: Transport) -> tuple[Address, ...]:
    return (Address("127.0.0.1", made.port),)


async def raw(made: Listening) -> trio.SocketStream:
    return await trio.open_tcp_stream("127.0.0.1", made.port)


async def bodies(stream: trio.abc.ReceiveStream) -> list[bytes]:
    """All frames until the other side ends; the stream is closed then."""
    decoder = FrameDecoder()
    found: list[bytes] = []
    with trio.fail_after(LIMIT_S):
        with suppress(trio.BrokenResourceError):
            async for data in stream:
                found += decoder.feed(data)
        await trio.aclose_forcefully(stream)
    return found


@asynccontextmanager
async def server(handler: Callable[[trio.SocketStream], object]) -> AsyncIterator[Address]:
    """Something that listens on loopback and is no node."""
    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(trio.serve_tcp, handler, 0)
        port = next(found.socket.getsockname()[1] for found in listeners if found.socket.family == socket.AF_INET)
        yield Address("127.0.0.1", port)
        nursery.cancel_scope.cancel()


# ---- strangers


async def read_frame(stream: trio.abc.ReceiveStream) -> bytes:
    """One frame with its length, and not one byte more."""
    frame = b""
    with trio.fail_after(LIMIT_S):
        while len(frame) < 4 or len(frame) < 4 + int.from_bytes(frame[:4], "big"):
            wanted = 4 if len(frame) < 4 else 4 + int.from_bytes(frame[:4], "big")
            data = await stream.receive_some(wanted - len(frame))
            if not data:
                raise EOFError(frame)
            frame += data
    return frame


def client_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def proof_frame(
    key: Ed25519PrivateKey, role: int, hellos: bytes, certificate: bytes, public: bytes | None = None
) -> bytes:
    """``hellos`` are both frames, the dialler's first; ``role`` is 0 for the dialler, 1 for the accepter."""
    told = bytes([role]) + hellos + hashlib.sha256(certificate).digest()
    signature = key.sign(b"ligretto link" + hashlib.sha256(told).digest())
    body: bytes = msgpack.packb(["proof", public or key.public_key().public_bytes_raw(), signature])
    return len(body).to_bytes(4, "big") + body


def proof_frame_of(number: int, hellos: bytes, certificate: bytes, role: int = 0) -> bytes:
    """The one that an honest ``number`` makes."""
    return proof_frame(key_of(number), role, hellos, certificate)


@dataclass
class Stranger:
    """A connection to a node on which both Hellos were said; ``proof`` is the one that an honest ``number`` makes."""

    stream: trio.SSLStream[trio.SocketStream]
    said: bytes
    heard: bytes
    certificate: bytes = b""

    async def shake_hands(self) -> None:
        with trio.fail_after(LIMIT_S):
            await self.stream.do_handshake()
        self.certificate = self.stream.getpeercert(True)  # type: ignore[assignment]

    def proof(self, number: int, role: int = 0) -> bytes:
        return proof_frame_of(number, self.said + self.heard, self.certificate, role)


async def greeted(made: Listening, number: int, said: bytes | None = None) -> Stranger:
    """Dialled, and both Hellos said."""
    plain = await raw(made)
    said = said or encode(own_hello(number))
    await plain.send_all(said)
    heard = await read_frame(plain)
    return Stranger(trio.SSLStream(plain, client_context(), https_compatible=True), said, heard)


async def proven(made: Listening, number: int, more: bytes = b"") -> Stranger:
    """Dialled, greeted, and both sides have proved their keys; ``more`` goes out with the proof."""
    stranger = await greeted(made, number)
    await stranger.shake_hands()
    await stranger.stream.send_all(stranger.proof(number) + more)
    assert msgpack.unpackb((await read_frame(stranger.stream))[4:])[0] == "proof"
    return stranger


async def linked(made: Listening, number: int, more: bytes = b"") -> trio.SSLStream[trio.SocketStream]:
    """A link of the node ``number``, all of whose bytes are the test's; ``more`` goes out with the proof."""
    return (await proven(made, number, more)).stream

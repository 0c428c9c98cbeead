"""What the tests of links share: who is there, and a listener that notes what happened."""

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import trio

from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.transport import Greeting, Transport
from p2p_ligretto.wire.framing import FrameDecoder
from p2p_ligretto.wire.handshake import hello
from p2p_ligretto.wire.messages import Address, AnyMessage, Hello

LIMIT_S = 5


def own_hello(number: int) -> Hello:
    return hello(bytes([number]) * 16, bytes([number]) * 8)


class Events:
    """Keeps what a transport told; ``until`` waits for it."""

    def __init__(self) -> None:
        self.ups: list[tuple[int, Greeting]] = []
        self.downs: list[tuple[int, str]] = []
        self.messages: list[tuple[int, AnyMessage]] = []
        self.misbehaviour: list[tuple[bytes, str]] = []
        self.failures: list[tuple[bytes | None, str]] = []
        self.on_message: Callable[[int, AnyMessage], None] | None = None
        self._news = trio.Event()

    def _tell(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def link_up(self, link: int, greeting: Greeting) -> None:
        self.ups.append((link, greeting))
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


@asynccontextmanager
async def transport(number: int, own: Hello | None = None) -> AsyncIterator[tuple[Transport, Events]]:
    events = Events()
    made = Transport(own or own_hello(number), sockets.listen(loopback_only=True), events)
    async with trio.open_nursery() as nursery:
        await nursery.start(made.run)
        yield made, events
        nursery.cancel_scope.cancel()


def at(made: Transport) -> tuple[Address, ...]:
    return (Address("127.0.0.1", made.port),)


async def raw(made: Transport) -> trio.SocketStream:
    return await trio.open_tcp_stream("127.0.0.1", made.port)


async def bodies(stream: trio.SocketStream) -> list[bytes]:
    """All frames until the other side ends; the stream is closed then."""
    decoder = FrameDecoder()
    found: list[bytes] = []
    async with stream:
        with trio.fail_after(LIMIT_S), suppress(trio.BrokenResourceError):
            async for data in stream:
                found += decoder.feed(data)
    return found


@asynccontextmanager
async def server(handler: Callable[[trio.SocketStream], object]) -> AsyncIterator[Address]:
    """Something that listens on loopback and is no node."""
    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(trio.serve_tcp, handler, 0)
        port = next(found.socket.getsockname()[1] for found in listeners if found.socket.family == socket.AF_INET)
        yield Address("127.0.0.1", port)
        nursery.cancel_scope.cancel()

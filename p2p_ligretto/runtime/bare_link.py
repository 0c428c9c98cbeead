"""One end of a link whose every byte is its user's: for who tests a node and not for who plays.

Nothing is judged but what is needed to read: the Hello that is said may be any, and after it any bytes may go out. The
other side's Hello comes first and then its messages, up to its end; a refusal is a message like others.
"""

import socket
from collections.abc import Callable
from typing import Final

import trio

from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.addresses import sockaddr_of
from p2p_ligretto.runtime.link import CHUNK_BYTES, FINISH_LIMIT_S
from p2p_ligretto.wire.codec import decode, encode
from p2p_ligretto.wire.framing import FrameDecoder
from p2p_ligretto.wire.handshake import decode_greeting
from p2p_ligretto.wire.messages import Address, AnyMessage, Hello, Refusal
from p2p_ligretto.wire.violations import ProtocolViolation

DIAL_LIMIT_S: Final = 5.0


class BareLink:
    """A connection on which both sides have said Hello; ``theirs`` is what the other one said."""

    def __init__(self, connection: socket.socket, theirs: Hello, decoder: FrameDecoder, unread: list[bytes]) -> None:
        """``decoder`` has cut the first bytes already: ``unread`` are the bodies behind the Hello."""
        self.theirs = theirs
        self._connection = connection
        self._decoder = decoder
        self._unread = unread
        self._waiting = bytearray()
        self._more = trio.Event()
        self._ending = False

    def send(self, data: bytes) -> None:
        """Put bytes on the link, soon."""
        self._waiting += data
        self._more.set()

    def finish(self) -> None:
        """End the link after what was sent on it."""
        self._ending = True
        self._more.set()

    async def run(self, deliver: Callable[[AnyMessage], None]) -> None:
        """Serve the link until either side ends it; it is closed then."""
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write, nursery.cancel_scope)
                await self._read(deliver)
                nursery.cancel_scope.cancel()
        finally:
            sockets.close(self._connection)

    async def _write(self, scope: trio.CancelScope) -> None:
        try:
            while self._waiting or not self._ending:
                await self._more.wait()
                self._more = trio.Event()
                data, self._waiting = bytes(self._waiting), bytearray()
                await sockets.send_all(self._connection, data)
            # The other side may still be sending: closing at once would reset the connection.
            self._connection.shutdown(socket.SHUT_WR)
            scope.deadline = trio.current_time() + FINISH_LIMIT_S
        except OSError:
            # What was said last may not have arrived; the reader finds the end of the link, and what came before it.
            self._waiting.clear()

    async def _read(self, deliver: Callable[[AnyMessage], None]) -> None:
        try:
            while True:
                for body in self._unread:
                    deliver(decode(body))
                data = await sockets.receive_some(self._connection, CHUNK_BYTES)
                if not data:
                    return
                self._unread = self._decoder.feed(data)
        except (OSError, ProtocolViolation):
            # A reset, or a node that speaks another language: the link has ended either way.
            return


async def open_bare_link(address: Address, own: Hello) -> BareLink | str:
    """Reach a node and say ``own``; or one line that says why there is no link."""
    found = sockaddr_of(address)
    if found is None:
        return "that address can't be dialled from here"
    try:
        with trio.fail_after(DIAL_LIMIT_S):
            connection = await sockets.connect(*found)
    except OSError as error:
        return error.strerror or str(error)
    except trio.TooSlowError:
        return "no answer"
    try:
        with trio.fail_after(DIAL_LIMIT_S):
            return await _greet(connection, own)
    except (OSError, trio.TooSlowError, ProtocolViolation) as error:
        sockets.close(connection)
        return f"no greeting came: {error}"
    except BaseException:
        sockets.close(connection)
        raise


async def _greet(connection: socket.socket, own: Hello) -> BareLink | str:
    await sockets.send_all(connection, encode(own))
    decoder = FrameDecoder()
    bodies: list[bytes] = []
    while not bodies:
        data = await sockets.receive_some(connection, CHUNK_BYTES)
        if not data:
            raise ProtocolViolation("it hung up")
        bodies = decoder.feed(data)
    theirs = decode_greeting(bodies[0])
    if isinstance(theirs, Refusal):
        sockets.close(connection)
        return theirs.reason
    return BareLink(connection, theirs, decoder, bodies[1:])

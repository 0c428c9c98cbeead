"""One end of a link whose every byte is its user's: for who tests a node and not for who plays.

Nothing is judged but what is needed to read: the Hello that is said may be any, as may the key that signs the proof,
and after it any bytes may go out. The other side's Hello comes first and then its messages, up to its end; a refusal is
a message like others, whether it comes in the clear or in the pipe.
"""

import socket
from collections.abc import Callable
from hashlib import sha256
from typing import Final

import trio

from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.addresses import sockaddr_of
from p2p_ligretto.runtime.credentials import Credentials
from p2p_ligretto.runtime.encrypted_pipe import EncryptedPipe, PipeBroken
from p2p_ligretto.runtime.first_frame import NoFrame, first_body
from p2p_ligretto.runtime.link import CHUNK_BYTES, FINISH_LIMIT_S
from p2p_ligretto.wire.codec import decode, encode
from p2p_ligretto.wire.framing import FrameDecoder, frame
from p2p_ligretto.wire.handshake import Transcript, decode_greeting, decode_proof, prove
from p2p_ligretto.wire.messages import Address, AnyMessage, Hello, Refusal
from p2p_ligretto.wire.violations import ProtocolViolation

DIAL_LIMIT_S: Final = 5.0


class BareLink:
    """A connection on which both sides have said Hello; ``theirs`` is what the other one said."""

    def __init__(self, connection: socket.socket, theirs: Hello, pipe: EncryptedPipe | None, came: bytes = b"") -> None:
        """``pipe`` None: the other side has gone on in the clear, with ``came``; it can only have been a last word."""
        self.theirs = theirs
        self._connection = connection
        self._decoder = FrameDecoder()
        self._pipe = pipe
        self._came = came
        self._proven = pipe is None
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
                await sockets.send_all(self._connection, self._sealed(data))
            if self._pipe is not None:
                await sockets.send_all(self._connection, self._pipe.close())
            # The other side may still be sending: closing at once would reset the connection.
            self._connection.shutdown(socket.SHUT_WR)
            scope.deadline = trio.current_time() + FINISH_LIMIT_S
        except (OSError, PipeBroken):
            # What was said last may not have arrived; the reader finds the end of the link, and what came before it.
            self._waiting.clear()

    def _sealed(self, data: bytes) -> bytes:
        return b"" if self._pipe is None else self._pipe.seal(data)

    def _opened(self, data: bytes) -> bytes:
        return data if self._pipe is None else self._pipe.open(data)

    def _message(self, body: bytes) -> AnyMessage | None:
        """What is delivered of the other side's next frame: of its proof nothing. Raises ProtocolViolation."""
        if self._proven:
            return decode(body)
        self._proven = True
        proof = decode_proof(body)
        return proof if isinstance(proof, Refusal) else None

    async def _read(self, deliver: Callable[[AnyMessage], None]) -> None:
        try:
            while True:
                for body in self._decoder.feed(self._opened(self._came)):
                    message = self._message(body)
                    if message is not None:
                        deliver(message)
                if self._pipe is not None and self._pipe.ended:
                    return
                self._came = await sockets.receive_some(self._connection, CHUNK_BYTES)
                if not self._came:
                    return
        except (OSError, ProtocolViolation, PipeBroken):
            # A reset, or a node that speaks another language: the link has ended either way.
            return


async def open_bare_link(address: Address, own: Credentials) -> BareLink | str:
    """Reach a node, say ``own.hello`` as it stands and sign with ``own.key``; or one line: why there is no link."""
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
            return await _shake_hands(connection, own)
    except (OSError, trio.TooSlowError, ProtocolViolation, PipeBroken) as error:
        sockets.close(connection)
        return f"no greeting came: {error}"
    except BaseException:
        sockets.close(connection)
        raise


async def _shake_hands(connection: socket.socket, own: Credentials) -> BareLink | str:
    own_frame = encode(own.hello)
    await sockets.send_all(connection, own_frame)
    body = await first_body(connection)
    if isinstance(body, NoFrame):
        raise ProtocolViolation(body.reason)
    theirs = decode_greeting(body)
    if isinstance(theirs, Refusal):
        sockets.close(connection)
        return theirs.reason
    pipe = own.encryption.pipe(dialled=True)
    came = b""
    while not pipe.shake_hands(came):
        await sockets.send_all(connection, pipe.owed())
        came = await _more(connection)
        if came[0] == 0:
            # No record begins so, but every frame that is short enough for a last word.
            return BareLink(connection, theirs, None, came)
    transcript = Transcript(own_frame, frame(body), sha256(pipe.certificate).digest())
    await sockets.send_all(connection, pipe.seal(prove(own.key, "dialler", transcript)))
    return BareLink(connection, theirs, pipe)


async def _more(connection: socket.socket) -> bytes:
    data = await sockets.receive_some(connection, CHUNK_BYTES)
    if not data:
        raise ProtocolViolation("it hung up")
    return data

"""One link: a connection after the handshake. Frames go out through one queue, messages come in one by one.

What is sent is sealed at once, so its place in the pipe is settled; then a send is tried when nothing waits, else the
records are queued. The queue is bounded in number and bytes, alone and with those of all links, and a peer that lets it
overflow loses the link. What is read and what is sent is metered: asking for much costs like saying much. Nothing is
delivered after the link was told to end.
"""

import logging
import socket
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import trio

from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.backlog import Backlog
from p2p_ligretto.runtime.encrypted_pipe import EncryptedPipe, PipeBroken
from p2p_ligretto.runtime.last_word import refusal_frame
from p2p_ligretto.runtime.metering import MAX_WAITING_BYTES, Metering
from p2p_ligretto.wire.codec import decode
from p2p_ligretto.wire.framing import FrameDecoder
from p2p_ligretto.wire.messages import AnyMessage, Hello, Refusal
from p2p_ligretto.wire.violations import ProtocolViolation

_log = logging.getLogger(__name__)

MAX_WAITING_FRAMES = 65_536
MAX_UNTAKEN_BYTES = 4 * 1024 * 1024
"""While more waits for the other side nothing is read from it: it gets no answers before it has taken those it has."""
MAX_UNREAD_BYTES = 4 * 1024 * 1024
"""What is read, and not heard any more, after the last word on a link."""
BREATH_FRAMES = 16
"""After so many frames others have their turn."""
CHUNK_BYTES = 65_536
LONG_PAUSE_US = 5_000
"""What is worth a line in the log, once for each link."""
FINISH_LIMIT_S = 2.0
"""How long what is queued, and the last word, may take on a link that is ending."""
MICROSECONDS = 1_000_000


def now_us() -> int:
    """Trio's monotonic clock, in microseconds."""
    return int(trio.current_time() * MICROSECONDS)


@dataclass(frozen=True, slots=True)
class LinkEnd:
    """Why a link ended. ``misbehaved``: the peer broke the protocol."""

    reason: str
    misbehaved: bool = False


class Link:
    """The runtime's end of one connection."""

    def __init__(
        self,
        connection: socket.socket,
        pipe: EncryptedPipe,
        backlog: Backlog,
        meter: Metering,
    ) -> None:
        """``pipe`` is that of ``connection``, after the handshake; it may hold what came since.

        ``backlog`` is shared with all other links, ``meter`` with those of the same host.
        """
        self._connection = connection
        self._pipe = pipe
        self._waiting: deque[bytes] = deque()
        self.waiting_bytes = 0
        self.of_table = False
        self._backlog = backlog
        self._held_up = False
        self._meter = meter
        self._placed = trio.Event()
        self._taken = trio.Event()
        self._flushing = False
        self._more = trio.Event()
        self._end: LinkEnd | None = None
        self._told = False
        self._scope = trio.CancelScope()
        self.ended = trio.Event()

    def place(self, meter: Metering, *, of_table: bool) -> None:
        """From now on metered by ``meter``; ``of_table``: it leads to somebody of the own table."""
        if meter is self._meter:
            return
        self._meter, self.of_table = meter, of_table
        # What the other side had to wait for counts no more.
        self._placed.set()
        self._placed = trio.Event()

    def send(self, frames: bytes) -> None:
        """Send now if the connection takes it, else queue it. On a link that is ending nothing happens."""
        if self._end is None:
            self._put(self._pipe.seal(frames))

    def _put(self, records: bytes) -> None:
        self._meter.sent(now_us(), len(records))
        rest = records if self._waiting or self._flushing else self._try_send(records)
        if not rest:
            return
        if len(self._waiting) >= MAX_WAITING_FRAMES or self.waiting_bytes + len(rest) > MAX_WAITING_BYTES:
            self.overflow()
            return
        self._queue(rest)

    def overflow(self) -> None:
        """Too much waits for the other side."""
        self._break_off(LinkEnd("it does not take what is sent to it"))

    def finish(self, reason: str) -> None:
        """End the link after what was sent on it, with a last word to the other side unless ``reason`` is empty."""
        if self._end is not None:
            return
        if reason:
            self.send(refusal_frame(reason))
        if self._end is None:
            self._finish_as(LinkEnd(reason or "ended here"))

    async def run(self, deliver: Callable[[AnyMessage], None], over: Callable[[LinkEnd], None]) -> None:
        """Serve the link until it ends; the connection is closed then, whatever happens.

        ``over`` is called once, when nothing more will be delivered; last words may still be on their way then.
        """
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._write)
                    await self._read(deliver, over)
                    nursery.cancel_scope.cancel()
        finally:
            self._unqueue(self.waiting_bytes)
            sockets.close(self._connection)
            self.ended.set()
        self._tell(over)

    def _finish_as(self, end: LinkEnd) -> None:
        self._end = end
        self._scope.deadline = trio.current_time() + FINISH_LIMIT_S
        self._more.set()

    def _try_send(self, records: bytes) -> bytes:
        try:
            sent = self._connection.send(records)
        except (BlockingIOError, InterruptedError):
            return records
        except OSError as error:
            self._break_off(LinkEnd(error.strerror or str(error)))
            return b""
        return records[sent:]

    def _queue(self, records: bytes) -> None:
        self._waiting.append(records)
        self.waiting_bytes += len(records)
        self._more.set()
        self._backlog.grown(self, len(records))

    def _break_off(self, end: LinkEnd) -> None:
        self._end = end
        self._waiting.clear()
        self._unqueue(self.waiting_bytes)
        self._scope.cancel()

    async def _write(self) -> None:
        try:
            while self._end is None:
                await self._more.wait()
                self._more = trio.Event()
                await self._flush()
            await self._flush()
            await sockets.send_all(self._connection, self._pipe.close())
            # The reader goes on until the other side has ended too: closing with unread bytes would reset the
            # connection and could take the last word along.
            self._connection.shutdown(socket.SHUT_WR)
        except OSError as error:
            self._break_off(LinkEnd(error.strerror or str(error)))

    async def _flush(self) -> None:
        self._flushing = True
        while self._waiting:
            await sockets.send_all(self._connection, self._next_chunk())
        self._flushing = False

    def _next_chunk(self) -> bytes:
        records = [self._waiting.popleft()]
        size = len(records[0])
        while self._waiting and size + len(self._waiting[0]) <= CHUNK_BYTES:
            records.append(self._waiting.popleft())
            size += len(records[-1])
        self._unqueue(size)
        return b"".join(records)

    def _unqueue(self, size: int) -> None:
        self.waiting_bytes -= size
        self._backlog.shrunk(self, size)
        if self.waiting_bytes <= MAX_UNTAKEN_BYTES:
            self._taken.set()

    def _tell(self, over: Callable[[LinkEnd], None]) -> None:
        if not self._told:
            self._told = True
            over(self._end or LinkEnd("broken off"))

    async def _read(self, deliver: Callable[[AnyMessage], None], over: Callable[[LinkEnd], None]) -> None:
        try:
            end = await self._deliver_all(deliver)
            if self._end is None:
                if end.misbehaved:
                    self._queue(self._pipe.seal(refusal_frame(end.reason)))
                self._finish_as(end)
            self._tell(over)
            await sockets.drain(self._connection, MAX_UNREAD_BYTES)
        except OSError as error:
            self._end = self._end or LinkEnd(error.strerror or str(error))

    async def _deliver_all(self, deliver: Callable[[AnyMessage], None]) -> LinkEnd:
        """Deliver messages until the link ends, from whatever side. Raises OSError."""
        decoder = FrameDecoder()
        came = b""  # nothing yet, but the pipe may hold what came with the greeting
        try:
            while self._end is None:
                bodies = decoder.feed(self._pipe.open(came))
                if owed := self._pipe.owed():
                    self._put(owed)
                end = await self._deliver_each(bodies, len(came), deliver)
                if end is not None:
                    return end
                if self._pipe.ended or not (came := await sockets.receive_some(self._connection, CHUNK_BYTES)):
                    return LinkEnd("closed by the other side")
        except ProtocolViolation as violation:
            return LinkEnd(violation.reason, misbehaved=True)
        except PipeBroken as broken:
            # Whoever can reach the connection can break it: it is not the peer's fault.
            return LinkEnd(broken.reason)
        return self._end

    async def _deliver_each(
        self, bodies: Sequence[bytes], size_bytes: int, deliver: Callable[[AnyMessage], None]
    ) -> LinkEnd | None:
        """Deliver messages, not sooner than they and the bytes that they came in may be taken in.

        What ends the link meanwhile, if something does. Raises ProtocolViolation.
        """
        for start in range(0, max(1, len(bodies)), BREATH_FRAMES):
            some = bodies[start : start + BREATH_FRAMES]
            pause_us = self._meter.read(now_us(), 0 if start else size_bytes, len(some))
            if pause_us >= LONG_PAUSE_US and not self._held_up:
                self._held_up = True
                _log.info("a link with %s is read more slowly: too much is said, or asked for", self._host())
            if pause_us or start:
                with trio.move_on_after(pause_us / MICROSECONDS):
                    await self._placed.wait()
            await self._until_taken()
            for body in some:
                if self._end is not None:
                    return self._end
                end = self._deliver(body, deliver)
                if end is not None:
                    return end
        return self._end

    def _host(self) -> str:
        try:
            return str(self._connection.getpeername()[0])
        except OSError:
            return "a host that is gone"

    async def _until_taken(self) -> None:
        while self.waiting_bytes > MAX_UNTAKEN_BYTES:
            self._taken = trio.Event()
            await self._taken.wait()

    def _deliver(self, body: bytes, deliver: Callable[[AnyMessage], None]) -> LinkEnd | None:
        """Deliver one message; what ends the link with it, if something does. Raises ProtocolViolation."""
        message = decode(body)
        if isinstance(message, Refusal):
            return LinkEnd(f"refused by the other side: {message.reason}")
        if isinstance(message, Hello):
            return LinkEnd("a second greeting", misbehaved=True)
        deliver(message)
        return None

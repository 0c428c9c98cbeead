"""What the network and trio cost alone: one of several processes that send one another the same bytes over TCP.

Arguments: the bytes in hexadecimal, and what protects them: "nothing", or "all", which is an Ed25519 signature that is
made by who sends and checked by who receives, and TLS on all links. Commands, in this order: ``mesh`` and the ports of
those before it and of how many come after, answered when all are linked; any number of ``move``; ``report``. The own
port is told first, unasked.
"""

import sys
import time
from contextlib import suppress

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from benchmarks.children import answer, commands
from p2p_ligretto.runtime.encryption import new_encryption

LOOPBACK = "127.0.0.1"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
"""Everybody's: what it costs to sign and to check is the same."""
PUBLIC_KEY = KEY.public_key()
CHUNK_BYTES = 65_536


class Floor:
    """One process: whom it is linked to, what it sent and what it has seen; messages are named by sender and number."""

    def __init__(self, message: bytes, nursery: trio.Nursery, *, protected: bool) -> None:
        self.made: dict[str, int] = {}
        self.seen: dict[str, int] = {}
        self._message = message
        self._nursery = nursery
        self._encryption = new_encryption() if protected else None
        self._signature = KEY.sign(message)
        self._streams: list[trio.abc.Stream] = []
        self._linked = trio.Event()
        self._own = ""

    async def accept(self, stream: trio.SocketStream) -> None:
        """Read what a process that dialled this one sends; its number comes first."""
        secured = self._secured(stream, dialled=False)
        await self.read(secured, str((await secured.receive_some(1))[0]))

    def _secured(self, stream: trio.SocketStream, *, dialled: bool) -> trio.abc.Stream:
        if self._encryption is None:
            return stream
        context = self._encryption.context(dialled=dialled)
        # All end at once at the end, without a word.
        return trio.SSLStream(stream, context, server_side=not dialled, https_compatible=True)

    async def read(self, stream: trio.abc.Stream, sender: str) -> None:
        """Note when each message is there."""
        self._streams.append(stream)
        self._linked.set()
        received = 0
        with suppress(trio.BrokenResourceError):
            while data := await stream.receive_some(CHUNK_BYTES):
                for number in range(received // len(self._message), (received + len(data)) // len(self._message)):
                    if self._encryption is not None:
                        PUBLIC_KEY.verify(self._signature, self._message)
                    self.seen[f"{sender}:{number}"] = time.monotonic_ns()
                received += len(data)

    async def mesh(self, own: int, ports: list[int], others: int) -> None:
        """Dial ``ports``, and wait until there is a link to each of the ``others``."""
        self._own = str(own)
        for number, port in enumerate(ports):
            stream = self._secured(await trio.open_tcp_stream(LOOPBACK, port), dialled=True)
            await stream.send_all(bytes([own]))
            self._nursery.start_soon(self.read, stream, str(number))
        while len(self._streams) < others:
            self._linked = trio.Event()
            await self._linked.wait()

    async def broadcast(self) -> None:
        """Send the message to all."""
        name = f"{self._own}:{len(self.made)}"
        self.made[name] = time.monotonic_ns()
        if self._encryption is not None:
            KEY.sign(self._message)
        for stream in self._streams:
            await stream.send_all(self._message)


async def main(message: bytes, protection: str) -> None:
    """Do what the lines say."""
    async with trio.open_nursery() as nursery:
        floor = Floor(message, nursery, protected=protection == "all")
        listeners = await trio.open_tcp_listeners(0, host=LOOPBACK)
        nursery.start_soon(trio.serve_listeners, floor.accept, listeners)
        answer(listeners[0].socket.getsockname()[1])
        async for command in commands():
            match command.split():
                case ["move"]:
                    await floor.broadcast()
                case ["report"]:
                    answer({"made": floor.made, "seen": floor.seen})
                case ["mesh", *ports, others]:
                    await floor.mesh(len(ports), [int(port) for port in ports], int(others))
                    answer("linked")
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main, bytes.fromhex(sys.argv[1]), sys.argv[2])

"""What the network and trio cost alone: one of several processes that send one another the same bytes over TCP.

Arguments: the bytes in hexadecimal. Commands, in this order: ``mesh`` and the ports of those before it and of how many
come after, answered when all are linked; any number of ``move``; ``report``. The own port is told first, unasked.
"""

import sys
import time

import trio

from benchmarks.children import answer, commands

LOOPBACK = "127.0.0.1"


class Floor:
    """One process: whom it is linked to, what it sent and what it has seen; messages are named by sender and number."""

    def __init__(self, message: bytes, nursery: trio.Nursery) -> None:
        self.made: dict[str, int] = {}
        self.seen: dict[str, int] = {}
        self._message = message
        self._nursery = nursery
        self._streams: list[trio.SocketStream] = []
        self._linked = trio.Event()
        self._own = ""

    async def accept(self, stream: trio.SocketStream) -> None:
        """Read what a process that dialled this one sends; its number comes first."""
        await self.read(stream, str((await stream.receive_some(1))[0]))

    async def read(self, stream: trio.SocketStream, sender: str) -> None:
        """Note when each message is there."""
        self._streams.append(stream)
        self._linked.set()
        received = 0
        async for data in stream:
            for number in range(received // len(self._message), (received + len(data)) // len(self._message)):
                self.seen[f"{sender}:{number}"] = time.monotonic_ns()
            received += len(data)

    async def mesh(self, own: int, ports: list[int], others: int) -> None:
        """Dial ``ports``, and wait until there is a link to each of the ``others``."""
        self._own = str(own)
        for number, port in enumerate(ports):
            stream = await trio.open_tcp_stream(LOOPBACK, port)
            await stream.send_all(bytes([own]))
            self._nursery.start_soon(self.read, stream, str(number))
        while len(self._streams) < others:
            self._linked = trio.Event()
            await self._linked.wait()

    async def broadcast(self) -> None:
        """Send the message to all."""
        name = f"{self._own}:{len(self.made)}"
        self.made[name] = time.monotonic_ns()
        for stream in self._streams:
            await stream.send_all(self._message)


async def main(message: bytes) -> None:
    """Do what the lines say."""
    async with trio.open_nursery() as nursery:
        floor = Floor(message, nursery)
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
    trio.run(main, bytes.fromhex(sys.argv[1]))

"""Two nodes at one table, in one process and over loopback, that ``trust`` measures.

Arguments: how events are signed (``keyed_hash`` or ``ed25519``), and whether links are encrypted (``plain`` or
``tls``). Commands: ``play`` is answered when moves are legal. ``move`` is answered with the nanoseconds that a move of
the one takes from submit to the predicted state of the other, and those of the processor for all that both do about
it. ``greet`` and ``hellos`` are answered with the same for a handshake over a connection that is there, and for what is
left of it where nobody proves anything.
"""

import socket
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Final

import trio

from benchmarks.children import answer, commands
from benchmarks.observed import ObservedNode
from benchmarks.protection import credentials_of, encryption_of, running
from benchmarks.spread_node import join_table, move, open_table, play, until
from p2p_ligretto.runtime import sockets
from p2p_ligretto.runtime.credentials import Credentials
from p2p_ligretto.runtime.driver import Driver
from p2p_ligretto.runtime.greeting import Greeted, greet
from p2p_ligretto.runtime.identity import temporary_identity
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import HEADER_BYTES
from p2p_ligretto.wire.handshake import Agreed, check_hello, decode_greeting
from p2p_ligretto.wire.messages import Hello

WINDOW_S: Final = 0.03
"""From a move until nobody does anything about it any more."""
LIMIT_S: Final = 5.0


async def timed_move(mover: Driver, other: Driver) -> tuple[int, int]:
    """Let one node move: nanoseconds until the other has it, and of the processor until it is final for both."""
    used = time.process_time_ns()
    with trio.fail_after(LIMIT_S):
        name, submitted = move(mover)
        over = trio.current_time() + WINDOW_S
        for driver in (mover, other):
            await until(driver, lambda driver=driver: driver.node.final and driver.node.final.latest_us >= name)
        await trio.sleep_until(over)
    return ObservedNode.seen[name] - submitted, time.process_time_ns() - used


# ---- handshakes

Greet = Callable[[socket.socket, Credentials, bool], Awaitable[object]]


async def greet_with_proofs(connection: socket.socket, own: Credentials, dialled: bool) -> None:
    """One side of the handshake."""
    outcome = await greet(connection, own, dialled=dialled)
    assert isinstance(outcome, Greeted), outcome


async def hellos_alone(connection: socket.socket, own: Credentials, _dialled: bool) -> None:
    """Say Hello and hear one: what two nodes need to talk that believe each other everything."""
    said = own.new_hello()
    await sockets.send_all(connection, encode(said))
    length = int.from_bytes(await sockets.receive_exactly(connection, HEADER_BYTES), "big")
    theirs = decode_greeting(await sockets.receive_exactly(connection, length))
    assert isinstance(theirs, Hello)
    assert isinstance(check_hello(said, theirs), Agreed)


async def timed_greeting(one: Credentials, other: Credentials, say: Greet) -> tuple[int, int]:
    """Nanoseconds until both sides have a link, and those of the processor."""
    listener, *more = sockets.listen(loopback_only=True)
    dialled = await sockets.connect(socket.AF_INET, listener.getsockname())
    accepted, _ = listener.accept()
    accepted.setblocking(False)
    accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    began, used = time.monotonic_ns(), time.process_time_ns()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(say, dialled, one, True)
        nursery.start_soon(say, accepted, other, False)
    took = time.monotonic_ns() - began, time.process_time_ns() - used
    for each in (listener, *more, dialled, accepted):
        sockets.close(each)
    return took


async def main(signatures: str, links: str) -> None:
    """Do what the lines say."""
    encryptions = [encryption_of(links) for _ in range(2)]
    one, other = (credentials_of(temporary_identity(), encryption) for encryption in encryptions)
    async with (
        running("Ada", signatures, encryptions[0]) as ada,
        running("Bea", signatures, encryptions[1]) as bea,
    ):
        async for command in commands():
            match command:
                case "play":
                    await join_table(bea, ada.port, await open_table(ada))
                    await play(ada, 2)
                    answer("playing")
                case "move":
                    answer(await timed_move(ada, bea))
                case "greet":
                    answer(await timed_greeting(one, other, greet_with_proofs))
                case "hellos":
                    answer(await timed_greeting(one, other, hellos_alone))


if __name__ == "__main__":
    trio.run(main, sys.argv[1], sys.argv[2])

"""Who wants to spoil a game from the network: each goes at one node, again and again, until it is cancelled.

They come from addresses of their own (``address_of``; Linux has them without asking), as all from one host share what
it may have. Their handshakes are those of ``links``: told a second time, by other means.
"""

import json
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import trio

from p2p_ligretto.replication.events import MAX_PAYLOAD_BYTES, Event
from p2p_ligretto.replication.messages import Beat, Events, EventSent, Fetch, Holding, Join, Resume, Watch
from p2p_ligretto.runtime.encrypted_pipe import EncryptedPipe
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import MAX_BODY_BYTES, frame
from p2p_ligretto.wire.messages import Address, KnownPeer, Peers, Ping, Presence
from tests.runtime.hand_written import hand_written
from tests.runtime.links import Stranger, client_context, own_hello, peer_of, read_frame

PIECE: Final = 65_536
GONE: Final = (trio.BrokenResourceError, trio.ClosedResourceError, EOFError, OSError, trio.TooSlowError)
"""What an intruder gets to see when it was put out."""


@contextmanager
def put_out() -> Iterator[None]:
    """Being put out is no failure."""
    try:
        yield
    except* GONE:
        pass


@dataclass(frozen=True)
class Victim:
    """A node at a table."""

    port: int
    table: bytes
    members: tuple[bytes, ...] = ()
    source: str = "127.0.0.2"
    """Where the intruder comes from."""


@dataclass
class Tally:
    """What an intruder has done, by name."""

    counts: dict[str, int] = field(default_factory=dict)

    def add(self, what: str, number: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + number


Intruder = Callable[[Victim, Tally], Awaitable[None]]


async def plain(victim: Victim) -> trio.SocketStream:
    return await trio.open_tcp_stream("127.0.0.1", victim.port, local_address=victim.source)


class Recording(trio.abc.Stream):
    """A stream that keeps what was sent on it."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self.sent = b""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += bytes(data)
        await self.stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self.stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self.stream.receive_some(max_bytes)

    async def aclose(self) -> None:
        await self.stream.aclose()


@asynccontextmanager
async def proven(victim: Victim, number: int) -> AsyncIterator[trio.SSLStream[Recording]]:
    """A link of a node that nobody knows, and that has proved its key."""
    stream = Recording(await plain(victim))
    try:
        said = encode(own_hello(number))
        await stream.send_all(said)
        heard = await read_frame(stream)
        stranger = Stranger(trio.SSLStream(stream, client_context(), https_compatible=True), said, heard)  # type: ignore[arg-type, type-var]
        await stranger.shake_hands()
        await stranger.stream.send_all(stranger.proof(number))
        await read_frame(stranger.stream)
        yield stranger.stream
    finally:
        await trio.aclose_forcefully(stream)


async def hear(stream: trio.abc.ReceiveStream) -> None:
    with put_out():
        while await stream.receive_some(PIECE):
            pass


async def repeat(act: Callable[[], Awaitable[None]], tally: Tally, what: str) -> None:
    """Do it for ever, whatever comes of it, and no more often than is of use."""
    while True:
        with put_out():
            await act()
        tally.add(what)
        await trio.sleep(0.02)


async def side_by_side(acts: Sequence[Callable[[], Awaitable[None]]], tally: Tally, what: str) -> None:
    async with trio.open_nursery() as nursery:
        for act in acts:
            nursery.start_soon(repeat, act, tally, what)


# ---- from outside


async def connects(victim: Victim, tally: Tally) -> None:
    """Hundreds of connections a second; each is left alone, or closed."""
    held: list[trio.SocketStream] = []
    while True:
        with put_out():
            stream = await plain(victim)
            tally.add("connections")
            if random.random() < 0.5:
                held.append(stream)
            else:
                await trio.aclose_forcefully(stream)
        while len(held) > 100:
            await trio.aclose_forcefully(held.pop(0))
        await trio.sleep(0.002)


async def drip(victim: Victim, before: bytes, slowly: bytes) -> None:
    stream = await plain(victim)
    try:
        await stream.send_all(before)
        for byte in slowly:
            await stream.send_all(bytes([byte]))
            await trio.sleep(1)
    finally:
        await trio.aclose_forcefully(stream)


async def drips_the_greeting(victim: Victim, tally: Tally) -> None:
    await side_by_side([lambda: drip(victim, b"", encode(own_hello(200)))] * 40, tally, "connections")


async def drips_the_encryption(victim: Victim, tally: Tally) -> None:
    client = EncryptedPipe(client_context(), dialled=True)
    client.shake_hands()
    hello = client.owed()
    await side_by_side([lambda: drip(victim, encode(own_hello(200)), hello)] * 40, tally, "connections")


async def garbage(victim: Victim, tally: Tally) -> None:
    """Before the greeting, after it, and on a link."""
    source = random.Random(1)

    async def at_first() -> None:
        await throw(b"")

    async def after_the_greeting() -> None:
        await throw(encode(own_hello(201)))

    async def throw(before: bytes) -> None:
        stream = await plain(victim)
        try:
            await stream.send_all(before + source.randbytes(PIECE))
            await hear(stream)
        finally:
            await trio.aclose_forcefully(stream)

    async def on_a_link() -> None:
        async with proven(victim, 202) as stream:
            await stream.send_all(source.randbytes(PIECE))
            await hear(stream)

    await side_by_side([at_first, after_the_greeting, on_a_link], tally, "tries")


def nested() -> tuple[bytes, ...]:
    """Bodies that say much with few bytes: arrays in arrays, and arrays, texts and maps of 4,000,000,000."""
    return (
        b"\x91" * MAX_BODY_BYTES,
        b"\xdd\xff\xff\xff\xff" * 13_000,
        b"\xdc\xff\xff" * 21_000,
        b"\x92\xa6events" + b"\xdd\x7f\xff\xff\xff",
        b"\x92\xa4ping\xdb\xff\xff\xff\xff",
        b"\x92\xa4ping\xdf\xff\xff\xff\xff",
        b"\x92\xa6events" + b"\x9f" * 60_000,
    )


async def nests(victim: Victim, tally: Tally) -> None:
    async def throw(body: bytes) -> None:
        async with proven(victim, 203) as stream:
            await stream.send_all(frame(body))
            await hear(stream)

    await side_by_side([lambda body=body: throw(body) for body in nested()], tally, "links")  # type: ignore[misc]


async def replays(victim: Victim, tally: Tally) -> None:
    """All that somebody once said on a link of its own, said again."""
    recorded = b""
    while not recorded:
        with put_out():
            async with proven(victim, 204) as stream:
                await stream.send_all(encode(Ping(1)) * 10)
                recorded = stream.transport_stream.sent

    async def again() -> None:
        stream = await plain(victim)
        try:
            await stream.send_all(recorded)
            await hear(stream)
        finally:
            await trio.aclose_forcefully(stream)

    await repeat(again, tally, "replays")


# ---- from a link


def longest(victim: Victim) -> bytes:
    """Messages that are as long as frames may be, or nearly."""
    addresses = tuple(Address(f"fe80::{number:04x}:{number:04x}%" + "x" * 45, 65_535) for number in range(1, 15))
    heard = Peers(tuple(KnownPeer(bytes([number]) * 16, addresses) for number in range(64)))
    event = Event(victim.table, 1, peer_of(205), bytes(8), 1, 1, bytes(32), bytes(MAX_PAYLOAD_BYTES), bytes(64))
    return encode(heard) * 4 + encode(Events((event,) * 15))


async def flood(victim: Victim, number: int, frames: bytes, tally: Tally) -> None:
    async with proven(victim, number) as stream, trio.open_nursery() as nursery:
        nursery.start_soon(hear, stream)
        while True:
            await stream.send_all(frames)
            tally.add("bytes", len(frames))


async def longest_frames(victim: Victim, tally: Tally) -> None:
    frames = longest(victim)
    unfinished = MAX_BODY_BYTES.to_bytes(4, "big") + bytes(MAX_BODY_BYTES - 1)

    async def never_whole() -> None:
        async with proven(victim, 206) as stream:
            await stream.send_all(unfinished)
            await trio.sleep(5)

    acts = [lambda number=number: flood(victim, number, frames, tally) for number in (207, 208, 209)]
    await side_by_side([*acts, never_whole], tally, "links")  # type: ignore[list-item]


def sensible(victim: Victim, number: int) -> bytes:
    """Messages that any node may send to any other, each at a time when it means nothing.

    But for the wish to join this table: whom it admits is no intruder any more (docs/security.md).
    """
    author = victim.members[0] if victim.members else bytes(16)
    foreign = Event(bytes(16), 1, peer_of(number), bytes([number]) * 8, 1, 1, bytes(32), b"", bytes(64))
    messages = [
        Ping(1),
        Presence("Eve", (Address(victim.source, 9),), None),
        Presence("Eva", (), None),
        Peers((KnownPeer(bytes([number]) * 16, (Address(victim.source, 9),)),)),
        Join(bytes(16), bytes([number]) * 8, bytes(8), 0),
        Beat(victim.table, 1, 1, 1, (Holding(0, 1, bytes(16)),), 0),
        Beat(bytes(16), 1, 1, 1, (Holding(0, 1, bytes(16)),), 0),
        Resume(victim.table, 1, (0,)),
        Fetch(victim.table, 1, author, 1, 100),
        EventSent(foreign),
        Watch(victim.table),
    ]
    return b"".join(map(encode, messages)) * 20


async def valid_messages(victim: Victim, tally: Tally) -> None:
    """From eight keys at once, as fast as they are taken."""
    numbers = range(210, 218)
    acts = [lambda number=number: flood(victim, number, sensible(victim, number), tally) for number in numbers]
    await side_by_side(acts, tally, "links")  # type: ignore[arg-type]


async def pings(victim: Victim, tally: Tally) -> None:
    """The shortest messages that there are, from eight keys at once."""
    acts = [lambda number=number: flood(victim, number, encode(Ping(1)) * 1_000, tally) for number in range(218, 226)]
    await side_by_side(acts, tally, "links")  # type: ignore[arg-type]


async def crowd(victim: Victim, tally: Tally) -> None:
    """The same from as many addresses as there are links, or nearly."""
    from_its_own = {number: replace(victim, source=f"127.0.1.{number}") for number in range(100, 160)}
    acts = [
        lambda number=number: flood(from_its_own[number], number, encode(Ping(1)) * 1_000, tally)
        for number in from_its_own
    ]
    await side_by_side(acts, tally, "links")  # type: ignore[arg-type]


async def never_reads(victim: Victim, tally: Tally) -> None:
    """Asks for the whole log again and again, and takes nothing of it."""

    async def ask(number: int) -> None:
        async with proven(victim, number) as stream:
            while True:
                await stream.send_all((encode(Watch(victim.table)) + encode(Resume(victim.table, 1, (0,)))) * 100)
                tally.add("questions", 200)

    acts = [lambda number=number: ask(number) for number in range(226, 230)]
    await side_by_side(acts, tally, "links")  # type: ignore[arg-type]


async def asks_for_the_log(victim: Victim, tally: Tally) -> None:
    """The same, and takes all that it gets."""
    frames = encode(Watch(victim.table)) * 50
    acts = [lambda number=number: flood(victim, number, frames, tally) for number in range(230, 234)]
    await side_by_side(acts, tally, "links")  # type: ignore[arg-type]


async def new_keys(victim: Victim, tally: Tally) -> None:
    """A record of TLS with a new key after every message."""

    async def update() -> None:
        stream = await plain(victim)
        with TemporaryDirectory() as folder:
            try:
                writer, _ = await hand_written(stream, Path(folder) / "keys", 234)
                while True:
                    some = b"".join(writer.key_update(asks=True) + writer.record(encode(Ping(1))) for _ in range(100))
                    await stream.send_all(some)
                    tally.add("keys", 100)
            finally:
                await trio.aclose_forcefully(stream)

    await repeat(update, tally, "links")


INTRUDERS: Final[Mapping[str, Intruder]] = {
    "connects": connects,
    "drips the greeting": drips_the_greeting,
    "drips the encryption": drips_the_encryption,
    "garbage": garbage,
    "nests": nests,
    "longest frames": longest_frames,
    "valid messages": valid_messages,
    "pings": pings,
    "crowd": crowd,
    "replays": replays,
    "never reads": never_reads,
    "asks for the log": asks_for_the_log,
    "new keys": new_keys,
}


FLOODS: Final = ("longest frames", "valid messages", "pings", "never reads", "asks for the log")
"""What one with many keys does on links that it has."""


def address_of(intruder: str) -> str:
    return f"127.0.0.{2 if intruder in FLOODS else 3 + list(INTRUDERS).index(intruder)}"


REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "connects": ("turned away",),
    "drips the greeting": ("no greeting came in time",),
    "drips the encryption": ("no proof came in time",),
    "garbage": ("instead of a greeting came", "it does not encrypt the link", "a frame of"),
    "nests": ("bytes that are no MessagePack of this protocol",),
    "longest frames": ("an event that its author has not signed", "is read more slowly"),
    "valid messages": ("is read more slowly",),
    "pings": ("is read more slowly",),
    "crowd": ("is read more slowly",),
    "never reads": ("Connection timed out", "is read more slowly"),
    "asks for the log": ("is read more slowly",),
    "replays": ("the encryption failed",),
    "new keys": ("too many records of TLS that carry nothing",),
}
"""What the node that they go at writes into its log when it puts them out, or slows them down."""


async def main(port: int, table: str, names: Sequence[str], members: Sequence[str]) -> None:
    """Go at one node until the input ends; then say what was done."""
    tallies = {name: Tally() for name in names}
    async with trio.open_nursery() as nursery:
        for name in names:
            victim = Victim(port, bytes.fromhex(table), tuple(map(bytes.fromhex, members)), address_of(name))
            nursery.start_soon(INTRUDERS[name], victim, tallies[name])
        await trio.to_thread.run_sync(sys.stdin.read)
        nursery.cancel_scope.cancel()
    print(json.dumps({name: tally.counts for name, tally in tallies.items()}), flush=True)


if __name__ == "__main__":
    asked = json.loads(sys.argv[1])
    trio.run(main, asked["port"], asked["table"], asked["intruders"], asked["members"])

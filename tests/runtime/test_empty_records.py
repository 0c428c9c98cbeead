"""Records of TLS that carry nothing cost who reads them as much as others: a link takes only so many."""

from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from p2p_ligretto.runtime.encrypted_pipe import MAX_EMPTY_RECORDS, EncryptedPipe, PipeBroken
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import FrameDecoder
from p2p_ligretto.wire.messages import Ping
from p2p_ligretto.wire.violations import ProtocolViolation
from tests.runtime.hand_written import hand_written
from tests.runtime.links import ENCRYPTION, peer_of, raw, transport
from tests.runtime.tls_records import SUITE, Writer, client_secret, noting_context

TOO_MANY = "too many records of TLS that carry nothing"
SAID = b"hello"


def pair(keylog: Path) -> tuple[Writer, EncryptedPipe]:
    """A client that puts its own records together, and the pipe of the node that it talks to."""
    client = EncryptedPipe(noting_context(keylog), dialled=True)
    pipe = ENCRYPTION.pipe(dialled=False)
    client.shake_hands()
    pipe.shake_hands(client.owed())
    client.shake_hands(pipe.owed())
    assert pipe.shake_hands(client.owed())
    assert client._tls.cipher()[0] == SUITE  # type: ignore[index]
    return Writer(client_secret(keylog)), pipe


def open_each(pipe: EncryptedPipe, pieces: list[bytes]) -> None:
    for piece in pieces:
        pipe.open(piece)
        pipe.owed()


EMPTY: dict[str, Callable[[Writer], bytes]] = {
    "new keys": lambda writer: writer.key_update(asks=False),
    "new keys that ask for one": lambda writer: writer.key_update(asks=True),
    "no content": lambda writer: writer.record(b""),
    "nothing but padding": lambda writer: writer.record(b"", padding=16_000),
}


@pytest.mark.parametrize("kind", list(EMPTY))
def test_some_are_taken_and_no_more(kind: str, tmp_path: Path) -> None:
    writer, pipe = pair(tmp_path / "keys")
    for _ in range(MAX_EMPTY_RECORDS // 2):
        assert pipe.open(EMPTY[kind](writer) + writer.record(SAID)) == SAID
    records = [EMPTY[kind](writer) + writer.record(SAID) for _ in range(MAX_EMPTY_RECORDS)]
    with pytest.raises(ProtocolViolation, match=TOO_MANY):
        open_each(pipe, records)


@pytest.mark.parametrize("kind", list(EMPTY))
def test_many_in_a_row_end_the_link_one_way_or_the_other(kind: str, tmp_path: Path) -> None:
    """The library has a limit of its own for some."""
    writer, pipe = pair(tmp_path / "keys")
    records = [b"".join(EMPTY[kind](writer) for _ in range(100)) for _ in range(10)]
    with pytest.raises((ProtocolViolation, PipeBroken)):
        open_each(pipe, records)


@pytest.mark.parametrize("size", [1, 3, 5, 7, 1_000])
def test_those_that_say_something_are_never_counted(size: int, tmp_path: Path) -> None:
    writer, pipe = pair(tmp_path / "keys")
    records = b"".join(writer.record(SAID) for _ in range(4 * MAX_EMPTY_RECORDS))
    heard = b"".join(pipe.open(records[start : start + size]) for start in range(0, len(records), size))
    assert heard == SAID * 4 * MAX_EMPTY_RECORDS


async def test_a_peer_that_takes_new_keys_for_ever_loses_its_link_and_is_told(tmp_path: Path) -> None:
    async with transport(1) as (one, at_one):
        plain = await raw(one)
        writer, pipe = await hand_written(plain, tmp_path / "keys", 2)
        await plain.send_all(writer.record(encode(Ping(1))))
        await at_one.until(lambda: at_one.messages)
        with trio.move_on_after(5):
            while not at_one.misbehaviour:
                try:
                    await plain.send_all(writer.key_update(asks=False) + writer.record(encode(Ping(2))))
                except trio.BrokenResourceError:
                    break
        assert at_one.misbehaviour == [(peer_of(2), TOO_MANY)]
        heard = FrameDecoder()
        last = b""
        with trio.move_on_after(5):
            while data := await plain.receive_some():
                last += b"".join(heard.feed(pipe.open(data)))
        assert TOO_MANY.encode() in last
        await trio.aclose_forcefully(plain)

"""Any bytes at all, given to all that reads bytes from outside: it reads them, or says that they are none of ours."""

from collections.abc import Callable
from typing import Any, Final

from p2p_ligretto.wire.codec import decode, encode
from p2p_ligretto.wire.framing import FrameDecoder, frame
from p2p_ligretto.wire.handshake import decode_greeting, decode_proof
from p2p_ligretto.wire.messages import AnyMessage
from p2p_ligretto.wire.payload_codec import decode_payload, encode_payload
from p2p_ligretto.wire.violations import MAX_REASON, ProtocolViolation

PIECES: Final = (1, 3, 4, 5, 64, 1_000, 65_536)


def message_in(body: bytes) -> AnyMessage | None:
    """The message that a body is, None if it is refused; what is taken can be sent again, and is the same then."""
    message = _read(decode, body)
    if message is not None:
        assert decode(encode(message)[4:]) == message
    return message


def read_all(data: bytes) -> int:
    """Give ``data`` to every reader; how many of them took it."""
    payload = _read(decode_payload, data)
    if payload is not None:
        assert decode_payload(encode_payload(payload)) == payload
    taken = [payload, message_in(data), _read(decode_greeting, data), _read(decode_proof, data)]
    _read(_as_stream, data)
    return sum(value is not None for value in taken)


def _as_stream(data: bytes) -> int:
    """Frames, in pieces of a size that the first byte chooses."""
    size = PIECES[data[0] % len(PIECES)] if data else 1
    decoder = FrameDecoder()
    bodies: list[bytes] = []
    for start in range(0, len(data), size):
        bodies += decoder.feed(data[start : start + size])
        assert decoder.buffered_bytes <= len(data)
    assert b"".join(map(frame, bodies)) == data[: len(data) - decoder.buffered_bytes]
    for body in bodies:
        _read(decode, body)
    return len(bodies)


def _read(reader: Callable[[bytes], Any], data: bytes) -> Any:
    try:
        return reader(data)
    except ProtocolViolation as violation:
        reason = violation.reason
    assert reason.isprintable()
    assert len(reason) <= MAX_REASON
    return None

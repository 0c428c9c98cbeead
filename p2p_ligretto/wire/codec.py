"""Messages to frames, and the bodies of frames to messages.

What ``decode`` returns has kept every bound of its type; whatever else it is given, ProtocolViolation is all that
comes out. ``encode`` holds our own messages to the same bounds, so that a node never sends what others must refuse.
"""

from functools import lru_cache
from typing import Any, Final, get_args

from msgspec.msgpack import Encoder

from p2p_ligretto.replication.messages import Message
from p2p_ligretto.wire.framing import frame
from p2p_ligretto.wire.messages import AnyMessage
from p2p_ligretto.wire.tagged import Tagged
from p2p_ligretto.wire.unpacking import unpack
from p2p_ligretto.wire.violations import ProtocolViolation

_ENCODER: Final = Encoder()
_SHORT_ARRAY: Final = 0x90
_KEPT: Final = 256
_KEPT_BODY_BYTES: Final = 1_024
_MESSAGES: Final = Tagged[Any]("message", get_args(AnyMessage))


def decode(body: bytes) -> AnyMessage:
    """The message in the body of one frame; raises ProtocolViolation for anything that is none.

    The last short ones are kept: a process that runs several nodes reads what it has just written, once for each.
    """
    return _decode_again(body) if len(body) <= _KEPT_BODY_BYTES else _decode(body)


def _decode(body: bytes) -> AnyMessage:
    message: AnyMessage = _MESSAGES.value(unpack(body))
    return message


_decode_again: Final = lru_cache(_KEPT)(_decode)


def beginning_of(message: type[Message]) -> bytes:
    """How the body of every message of that type begins: its length as an array of at most 15, and its tag."""
    elements = 1 + len(message.__struct_fields__)
    return bytes([_SHORT_ARRAY | elements]) + _ENCODER.encode(message.__struct_config__.tag)


def encode(message: AnyMessage) -> bytes:
    """The whole frame that carries ``message``.

    Raises ValueError for a message beyond its bounds, and TypeError for what is no message.
    """
    if message not in _MESSAGES:
        raise TypeError(f"{type(message).__name__} is no message")
    try:
        body = _ENCODER.encode(message)
    except (OverflowError, UnicodeEncodeError) as error:
        raise ValueError(f"a {type(message).__name__} that has no bytes: {error}") from error
    framed = frame(body)
    try:
        decode(body)
    except ProtocolViolation as violation:
        raise ValueError(f"a {type(message).__name__} that others would refuse: {violation.reason}") from violation
    return framed

"""MessagePack from a stranger: one value of the few kinds that the protocol uses, or a violation.

Allowed are nil, booleans, integers, strings, byte strings and arrays; no floats (the types of ``messages`` take
none), no maps, no extensions. Every limit of the unpacker is set here and nowhere else.
"""

from typing import Any, Final, NoReturn

import msgpack

from p2p_ligretto.replication.messages import MAX_EVENTS_PER_MESSAGE
from p2p_ligretto.wire.framing import MAX_BODY_BYTES
from p2p_ligretto.wire.messages import MAX_PASSED_BYTES
from p2p_ligretto.wire.violations import ProtocolViolation

MAX_STRING_BYTES: Final = 800
"""The longest text has 200 characters of at most 4 bytes."""

_UNPACK_ERRORS: Final = (
    # ValueError holds bad UTF-8, lengths beyond a limit, bytes after the value and formats that don't exist. BufferFull
    # and OutOfData are not of its kind; nesting shows as StackError (compiled) or RecursionError (pure Python).
    ValueError,
    RecursionError,
    msgpack.exceptions.UnpackException,
)


def unpack(body: bytes, max_bytes: int = MAX_BODY_BYTES) -> Any:
    """The one MessagePack value that ``body`` is, arrays as tuples; raises ProtocolViolation for anything else."""
    if len(body) > max_bytes:
        raise ProtocolViolation(f"{len(body)} bytes where {max_bytes} are the most")
    try:
        return msgpack.unpackb(
            body,
            raw=False,
            unicode_errors="strict",
            use_list=False,
            timestamp=0,
            strict_map_key=True,
            object_pairs_hook=_refuse_map,
            ext_hook=_refuse_extension,
            max_str_len=MAX_STRING_BYTES,
            max_bin_len=MAX_PASSED_BYTES,
            max_array_len=MAX_EVENTS_PER_MESSAGE,
            max_map_len=0,
            max_ext_len=0,
        )
    except _UNPACK_ERRORS as error:
        raise ProtocolViolation(f"bytes that are no MessagePack of this protocol ({type(error).__name__})") from error


def _refuse_map(_pairs: object) -> NoReturn:
    raise ValueError("a map")


def _refuse_extension(_code: int, _data: bytes) -> NoReturn:
    raise ValueError("an extension")

"""Payloads to the bytes that an event carries, and back.

Every replica decodes an event's payload each time it folds the log anew, so the results are kept; they are frozen
values, and the cache is bounded, so that keeping them can't be noticed.
"""

from functools import lru_cache
from typing import Any, Final, get_args

from msgspec.msgpack import Encoder

from p2p_ligretto.replication.events import MAX_PAYLOAD_BYTES
from p2p_ligretto.wire.payloads import AnyPayload
from p2p_ligretto.wire.tagged import Tagged
from p2p_ligretto.wire.unpacking import unpack
from p2p_ligretto.wire.violations import ProtocolViolation

CACHED_PAYLOADS: Final = 4096

_ENCODER: Final = Encoder()
_PAYLOADS: Final = Tagged[Any]("payload", get_args(AnyPayload))


@lru_cache(maxsize=CACHED_PAYLOADS)
def decode_payload(encoded: bytes) -> AnyPayload:
    """What an event says; raises ProtocolViolation for bytes that are no payload."""
    payload: AnyPayload = _PAYLOADS.value(unpack(encoded, MAX_PAYLOAD_BYTES))
    return payload


def encode_payload(payload: AnyPayload) -> bytes:
    """The bytes for an event's ``payload`` field.

    Raises ValueError for a payload beyond its bounds, and TypeError for what is no payload.
    """
    if payload not in _PAYLOADS:
        raise TypeError(f"{type(payload).__name__} is no payload")
    try:
        encoded = _ENCODER.encode(payload)
        decode_payload(encoded)
    except (OverflowError, UnicodeEncodeError) as error:
        raise ValueError(f"a {type(payload).__name__} that has no bytes: {error}") from error
    except ProtocolViolation as violation:
        raise ValueError(f"a {type(payload).__name__} that others would refuse: {violation.reason}") from violation
    return encoded

"""Frames that no node would send, made from ones that nodes do: bytes changed anywhere, values where they are.

All that is drawn comes from the ``Random`` that is given, so the same seed makes the same frames.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import msgpack

from p2p_ligretto.wire.framing import MAX_BODY_BYTES

ROOT: Final = Path(__file__).parents[2]
CORPUS: Final = Path(__file__).parent / "corpus"
NUMBERS: Final = (0, 1, 2, 3, 11, 12, 127, 128, 255, 65_535, 65_536, 2**31, 2**62, 2**63 - 1, 2**63, -1, -(2**63))
SIZES: Final = (0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 64, 96, 200, 4_096, 4_097, 65_000)
STRANGE: Final = (None, True, False, 1.5, {}, {"a": 1}, [], "", "x", "\x1b[2J", "\u202e", "A" * 201, b"", b"\x00" * 16)
BYTES: Final = bytes.fromhex("00017f808f90919fa0bfc0c1c4c6cacbcccfd0d3d4d9dbdcdddedfe0ff")
"""Where one kind of value of MessagePack ends and another begins."""


def seeds() -> list[bytes]:
    """Bodies to begin with: those of the protocol's vectors, and what is kept in the corpus."""
    vectors = ROOT / "protocol" / "vectors"
    found = []
    for name in ("messages", "greeting", "payloads"):
        cases = json.loads((vectors / f"{name}.json").read_text("utf-8"))
        for kind in ("valid", "invalid", "cases"):
            found += [bytes.fromhex(case.get("body") or case.get("bytes") or "") for case in cases.get(kind, ())]
    found += [path.read_bytes() for path in sorted(CORPUS.glob("*")) if path.is_file()]
    return [body for body in dict.fromkeys(found) if 0 < len(body) <= MAX_BODY_BYTES]


def mutated(body: bytes, others: Sequence[bytes], source: Random) -> bytes:
    """A body that is a little, or a lot, unlike ``body``; it is never empty and never too long for a frame."""
    for _ in range(source.choice((1, 1, 1, 1, 1, 2, 3, 8))):
        body = source.choice(_WAYS)(body, others, source) or b"\xc0"
    return body[:MAX_BODY_BYTES]


def _set_byte(body: bytes, _others: Sequence[bytes], source: Random) -> bytes:
    at = source.randrange(len(body))
    other = source.choice(BYTES) if source.random() < 0.7 else source.randrange(256)
    return body[:at] + bytes([other]) + body[at + 1 :]


def _flip_bit(body: bytes, _others: Sequence[bytes], source: Random) -> bytes:
    at = source.randrange(len(body))
    return body[:at] + bytes([body[at] ^ 1 << source.randrange(8)]) + body[at + 1 :]


def _cut(body: bytes, _others: Sequence[bytes], source: Random) -> bytes:
    first, last = sorted((source.randrange(len(body) + 1), source.randrange(len(body) + 1)))
    return body[:first] + body[last:]


def _double(body: bytes, _others: Sequence[bytes], source: Random) -> bytes:
    first, last = sorted((source.randrange(len(body) + 1), source.randrange(len(body) + 1)))
    return body[:last] + body[first:last] * source.choice((1, 1, 2, 50)) + body[last:]


def _insert(body: bytes, _others: Sequence[bytes], source: Random) -> bytes:
    at = source.randrange(len(body) + 1)
    return body[:at] + bytes(source.choice(BYTES) for _ in range(source.randint(1, 6))) + body[at:]


def _cross(body: bytes, others: Sequence[bytes], source: Random) -> bytes:
    other = source.choice(others)
    return body[: source.randrange(len(body) + 1)] + other[source.randrange(len(other) + 1) :]


def _change_value(body: bytes, others: Sequence[bytes], source: Random) -> bytes:
    """Another value in one place of the message: of its kind, of another, or from another message."""
    value = _unpacked(body)
    other = _unpacked(source.choice(others))
    if not isinstance(value, list) or not value:
        return body
    spot, key = _place_in(value, source)
    here = spot[key]
    if isinstance(other, list) and other and source.random() < 0.3:
        there, at = _place_in(other, source)
        spot[key] = there[at]
    elif source.random() < 0.2:
        spot[key] = source.choice(STRANGE)
    else:
        spot[key] = _like(here, source)
    try:
        packed: bytes = msgpack.packb(value)
    except (ValueError, OverflowError, RecursionError, UnicodeEncodeError):
        return body
    return packed


def _like(value: Any, source: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return source.choice((*NUMBERS, value + 1, value - 1, value + 1_000_000))
        case bytes():
            size = source.choice((len(value), len(value), source.choice(SIZES)))
            return source.choice((bytes(size), source.randbytes(size), value[::-1]))
        case str():
            return source.choice((value[:-1], value + "x", value.upper(), value * 30, "\u0301" * 3, "/../" + value))
        case list() if value:
            return source.choice((value[:-1], value + value[-1:], value * 40, value[::-1], [value], []))
        case _:
            return source.choice(STRANGE)


def _place_in(value: list[Any], source: Random) -> tuple[list[Any], int]:
    """A list somewhere in ``value``, and a place in it."""
    at = source.randrange(len(value))
    while isinstance(value[at], list) and value[at] and source.random() < 0.8:
        value = value[at]
        at = source.randrange(len(value))
    return value, at


def _unpacked(body: bytes) -> Any:
    try:
        return msgpack.unpackb(body, raw=False, strict_map_key=False)
    except (ValueError, RecursionError, TypeError, msgpack.exceptions.UnpackException):
        return None


_WAYS: Final = (_set_byte, _flip_bit, _cut, _double, _insert, _cross, *(_change_value,) * 18)

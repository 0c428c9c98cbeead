"""The first frame on a connection, which has to be a greeting: nothing of what follows it is read."""

import socket
from dataclasses import dataclass
from typing import Literal

from p2p_ligretto.runtime import sockets
from p2p_ligretto.wire.framing import HEADER_BYTES
from p2p_ligretto.wire.handshake import MAX_GREETING_BYTES


@dataclass(frozen=True, slots=True)
class NoFrame:
    """It hung up before the end of it, or no greeting begins like that; ``reason`` is one line, for the log."""

    cause: Literal["closed", "foreign"]
    reason: str


async def first_body(connection: socket.socket) -> bytes | NoFrame:
    """The body of the first frame. Raises OSError."""
    header = await sockets.receive_exactly(connection, HEADER_BYTES)
    if not header:
        return NoFrame("closed", "it hung up without a greeting")
    length = int.from_bytes(header, "big")
    if len(header) < HEADER_BYTES or not 1 <= length <= MAX_GREETING_BYTES:
        return NoFrame("foreign", f"instead of a greeting came {header!r}")
    body = await sockets.receive_exactly(connection, length)
    if len(body) < length:
        return NoFrame("closed", "it hung up within its greeting")
    return body

"""Frames: a 4-byte big-endian length, 1 to 65536, and that many bytes of body (protocol/spec/01).

A decoder never holds more than one unfinished frame besides what it was just fed, and it judges a length as soon as
its four bytes are there: a frame of 2 GB costs four bytes, not 2 GB.
"""

from typing import Final

from p2p_ligretto.wire.violations import ProtocolViolation

HEADER_BYTES: Final = 4
MAX_BODY_BYTES: Final = 65536


def frame(body: bytes) -> bytes:
    """``body`` with its length before it; raises ValueError for a body that no frame can carry."""
    if not 1 <= len(body) <= MAX_BODY_BYTES:
        raise ValueError(f"a frame carries 1 to {MAX_BODY_BYTES} bytes, not {len(body)}")
    return len(body).to_bytes(HEADER_BYTES, "big") + body


class FrameDecoder:
    """Cuts the bytes of one direction of one link into frame bodies.

    ``limit`` is the longest body taken, in bytes; a stranger may be held to less than a member. After a violation
    the decoder is of no further use: nothing says where the next frame would begin.
    """

    def __init__(self, limit: int = MAX_BODY_BYTES) -> None:
        if not 1 <= limit <= MAX_BODY_BYTES:
            raise ValueError(f"the limit of a frame is 1 to {MAX_BODY_BYTES} bytes, not {limit}")
        self._limit = limit
        self._buffer = bytearray()
        self._broken: str | None = None

    @property
    def buffered_bytes(self) -> int:
        """Bytes of the unfinished frame, header included; 0 between frames."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[bytes]:
        """Take the next bytes of the stream, and return the bodies that they complete, in order.

        Raises ProtocolViolation for an empty or too long frame as soon as its header is complete. Frames that were
        complete before the bad one in the same bytes are lost with it: the link is closed anyway.
        """
        if self._broken is not None:
            raise ProtocolViolation(self._broken)
        if not self._buffer and HEADER_BYTES < len(data) <= self._limit + HEADER_BYTES:
            body = data[HEADER_BYTES:]
            if int.from_bytes(data[:HEADER_BYTES], "big") == len(body):
                # Exactly one frame, as it nearly always is: nothing has to be put together.
                return [body]
        self._buffer += data
        bodies: list[bytes] = []
        start = 0
        while len(self._buffer) - start >= HEADER_BYTES:
            body_start = start + HEADER_BYTES
            body_end = body_start + self._checked_length(start)
            if body_end > len(self._buffer):
                break
            bodies.append(bytes(self._buffer[body_start:body_end]))
            start = body_end
        del self._buffer[:start]
        return bodies

    def _checked_length(self, start: int) -> int:
        length = int.from_bytes(self._buffer[start : start + HEADER_BYTES], "big")
        if 1 <= length <= self._limit:
            return length
        self._broken = "an empty frame" if length == 0 else f"a frame of {length} bytes, {self._limit} is the most"
        self._buffer.clear()
        raise ProtocolViolation(self._broken)

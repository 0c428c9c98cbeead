"""One end of an encrypted pipe: plain bytes to TLS records and back. It moves no byte itself.

What came from the connection is given in, and what has to go out is taken: so whoever owns the connection can try to
send at once. Nothing is kept but the one record that has not come whole, if what came is read to its end each time.
A pipe takes only so many records that carry nothing: they cost the reader as much as others, and no bound on what is
said meets them.
"""

import contextlib
import ssl
from typing import Final

from p2p_ligretto.wire.violations import ProtocolViolation

RECORD_BYTES: Final = 16_384
"""The most plain bytes of one record."""

MAX_EMPTY_RECORDS: Final = 128
"""Records after the handshake that carry nothing to be read: new keys, tickets, records without content. An honest node
sends none (protocol/spec/07); who counts those of the handshake too stays far below."""
_HEADER_BYTES: Final = 5


class PipeBroken(Exception):
    """What came is no record of this pipe, or the other side gave the encryption up. Nothing can be sealed any more."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class EncryptedPipe:
    """``dialled``: this side opened the connection, and speaks first."""

    def __init__(self, context: ssl.SSLContext, *, dialled: bool) -> None:
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=not dialled)
        self._records = _RecordCount()
        self._told = 0
        """Reads that have brought something."""
        self.ended = False
        """The other side has said that nothing follows."""

    def shake_hands(self, records: bytes = b"") -> bool:
        """Take what came; whether the handshake is over on this side. Raises PipeBroken. ``owed`` has to go out."""
        self.take(records)
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            return False
        except ssl.SSLError as error:
            raise _broken(error) from error
        return True

    @property
    def certificate(self) -> bytes:
        """What the accepting side has shown, in DER, on the side that dialled; b"" before that."""
        return self._tls.getpeercert(True) or b""

    def owed(self) -> bytes:
        """Records that have to go out: those of the handshake, an alert, a new key; mostly none."""
        return self._outgoing.read()

    def seal(self, plain: bytes) -> bytes:
        """The records that carry ``plain``, after all that was owed. Raises PipeBroken."""
        rest = memoryview(plain)
        try:
            while rest:
                rest = rest[self._tls.write(rest) :]
        except ssl.SSLError as error:
            raise _broken(error) from error
        return self._outgoing.read()

    def take(self, records: bytes) -> None:
        """Take what came, to be read."""
        self._records.take(records)
        self._incoming.write(records)

    def read(self, at_most: int) -> bytes:
        """The next plain bytes; none if they have not come, or never will (``ended``). Raises PipeBroken."""
        try:
            plain = self._tls.read(at_most)
        except ssl.SSLWantReadError:
            return b""
        except ssl.SSLZeroReturnError:
            self.ended = True
            return b""
        except ssl.SSLError as error:
            raise _broken(error) from error
        self.ended = not plain
        self._told += 1
        return plain

    def open(self, records: bytes) -> bytes:
        """Take what came, and read it to its end.

        Raises PipeBroken, and ProtocolViolation where too many records carry nothing; what was read before is lost.
        """
        self.take(records)
        plain = self.read(RECORD_BYTES)
        if plain and self._holds_more:
            parts = [plain]
            while plain := self.read(RECORD_BYTES):
                parts.append(plain)
            plain = b"".join(parts)
        if self._records.whole - self._told > MAX_EMPTY_RECORDS:
            raise ProtocolViolation("too many records of TLS that carry nothing")
        return plain

    @property
    def _holds_more(self) -> bool:
        return self._incoming.pending > 0 or self._tls.pending() > 0

    def close(self) -> bytes:
        """The records that tell the other side that nothing follows. Nothing may be sealed after that."""
        # It wants the other side's goodbye too, which may come or not; or the pipe is broken, and nothing is owed.
        with contextlib.suppress(ssl.SSLError):
            self._tls.unwrap()
        return self._outgoing.read()


class _RecordCount:
    """How many records have come whole, in whatever pieces."""

    def __init__(self) -> None:
        self.whole = 0
        self._header = b""
        self._left = 0

    def take(self, data: bytes) -> None:
        """The next bytes came."""
        position = 0
        while position < len(data):
            if self._left:
                step = min(self._left, len(data) - position)
                position += step
                self._left -= step
            else:
                part = data[position : position + _HEADER_BYTES - len(self._header)]
                position += len(part)
                self._header += part
                if len(self._header) < _HEADER_BYTES:
                    return
                self._left = int.from_bytes(self._header[3:], "big")
                self._header = b""
            if not self._left:
                self.whole += 1


def _broken(error: ssl.SSLError) -> PipeBroken:
    what = (error.reason or str(error)).lower().replace("_", " ")
    return PipeBroken(f"the encryption failed: {what}")

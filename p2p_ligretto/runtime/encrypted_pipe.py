"""One end of an encrypted pipe: plain bytes to TLS records and back. It moves no byte itself.

What came from the connection is given in, and what has to go out is taken: so whoever owns the connection can try to
send at once. Nothing is kept but the one record that has not come whole, if what came is read to its end each time.
"""

import ssl
from typing import Final

RECORD_BYTES: Final = 16_384
"""The most plain bytes of one record."""


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
        self.ended = False
        """The other side has said that nothing follows."""

    def shake_hands(self, records: bytes = b"") -> bool:
        """Take what came; whether the handshake is over on this side. Raises PipeBroken. ``owed`` has to go out."""
        self._incoming.write(records)
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
        return plain

    def open(self, records: bytes) -> bytes:
        """Take what came, and read it to its end. Raises PipeBroken; what was read before that is lost."""
        self._incoming.write(records)
        plain = self.read(RECORD_BYTES)
        if not plain or not self._holds_more:
            return plain
        parts = [plain]
        while plain := self.read(RECORD_BYTES):
            parts.append(plain)
        return b"".join(parts)

    @property
    def _holds_more(self) -> bool:
        return self._incoming.pending > 0 or self._tls.pending() > 0

    def close(self) -> bytes:
        """The records that tell the other side that nothing follows. Nothing may be sealed after that."""
        try:
            self._tls.unwrap()
        except ssl.SSLError:
            # It wants the other side's goodbye too, which may come or not; or the pipe is broken, and nothing is owed.
            return self._outgoing.read()
        return self._outgoing.read()


def _broken(error: ssl.SSLError) -> PipeBroken:
    what = (error.reason or str(error)).lower().replace("_", " ")
    return PipeBroken(f"the encryption failed: {what}")

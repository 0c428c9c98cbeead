"""What TLS costs is what is saved without it: a pipe that encrypts nothing, in the place of the one that does.

No program has such links. Links take it for theirs, since it has the same shape: one byte from each side, which looks
like the beginning of a TLS record, is its handshake, and then bytes go through as they are.
"""

from hashlib import sha256
from typing import Final

BEGINNING: Final = b"\x16"


class PlainPipe:
    """One end; what an ``EncryptedPipe`` does, but for the encryption."""

    ended: Final = False
    """Only the connection ends."""
    certificate: Final = b""

    def __init__(self) -> None:
        self._owed = BEGINNING
        self._came = b""
        self._begun = False

    def shake_hands(self, data: bytes = b"") -> bool:
        """Whether the other side has begun."""
        self.take(data)
        if self._came and not self._begun:
            self._came = self._came[len(BEGINNING) :]
            self._begun = True
        return self._begun

    def owed(self) -> bytes:
        """The one byte, once."""
        owed, self._owed = self._owed, b""
        return owed

    def seal(self, plain: bytes) -> bytes:
        """The same bytes."""
        return self.owed() + plain

    def take(self, data: bytes) -> None:
        """Take what came, to be read."""
        self._came += data

    def read(self, at_most: int) -> bytes:
        """The next bytes, if they have come."""
        plain, self._came = self._came[:at_most], self._came[at_most:]
        return plain

    def open(self, data: bytes) -> bytes:
        """All that has come."""
        plain, self._came = self._came + data, b""
        return plain

    def close(self) -> bytes:
        """Nothing has to be said."""
        return b""


class NoEncryption:
    """In the place of ``Encryption``."""

    certificate_hash: Final = sha256(PlainPipe.certificate).digest()

    def pipe(self, *, dialled: bool) -> PlainPipe:
        """The own end of a new pipe."""
        return PlainPipe()

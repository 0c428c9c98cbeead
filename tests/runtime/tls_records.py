"""Records of TLS 1.3 put together by hand (RFC 8446, 4.6.3, 5.2 and 7.1): what no library sends of its own accord."""

import hashlib
import hmac
import ssl
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

SUITE = "TLS_AES_256_GCM_SHA384"
HASH_BYTES, KEY_BYTES, IV_BYTES = 48, 32, 12
HANDSHAKE, DATA = 22, 23
KEY_UPDATE = b"\x18\x00\x00\x01"


def expand(secret: bytes, label: str, length: int) -> bytes:
    """HKDF-Expand-Label with an empty context; one block is enough for all that is needed here."""
    full = b"tls13 " + label.encode()
    info = length.to_bytes(2, "big") + bytes([len(full)]) + full + b"\x00"
    return hmac.digest(secret, info + b"\x01", hashlib.sha384)[:length]


class Writer:
    """Seals what a client says after its handshake, from its first secret on; ``sequence`` records went before."""

    def __init__(self, secret: bytes, sequence: int = 0) -> None:
        self._begin(secret)
        self._sequence = sequence

    def _begin(self, secret: bytes) -> None:
        self._secret = secret
        self._cipher = AESGCM(expand(secret, "key", KEY_BYTES))
        self._iv = int.from_bytes(expand(secret, "iv", IV_BYTES), "big")
        self._sequence = 0

    def record(self, content: bytes, kind: int = DATA, padding: int = 0) -> bytes:
        inner = content + bytes([kind]) + bytes(padding)
        header = b"\x17\x03\x03" + (len(inner) + 16).to_bytes(2, "big")
        nonce = (self._iv ^ self._sequence).to_bytes(IV_BYTES, "big")
        self._sequence += 1
        return header + self._cipher.encrypt(nonce, inner, header)

    def key_update(self, *, asks: bool) -> bytes:
        """The record after which a new key is in use; ``asks``: the other side is to take a new one too."""
        record = self.record(KEY_UPDATE + bytes([asks]), HANDSHAKE)
        self._begin(expand(self._secret, "traffic upd", HASH_BYTES))
        return record


def client_secret(keylog: Path) -> bytes:
    """The first secret of the client's data, as the library noted it."""
    lines = [line.split() for line in keylog.read_text("ascii").splitlines()]
    return next(bytes.fromhex(line[2]) for line in lines if line[0] == "CLIENT_TRAFFIC_SECRET_0")


def noting_context(keylog: Path) -> ssl.SSLContext:
    """That of a client which notes its secrets in ``keylog``."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.keylog_filename = str(keylog)
    return context

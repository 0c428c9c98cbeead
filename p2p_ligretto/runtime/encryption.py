"""How this process encrypts its links: TLS 1.3 with a certificate that says nothing, made at the start.

Who is at the other end is not for TLS to say: nobody checks a certificate, and the handshake proves keys inside the
pipe (protocol/spec/07). The certificate's own key is not the node's, and lives as long as the process.
"""

import datetime
import os
import ssl
import tempfile
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from p2p_ligretto.runtime.encrypted_pipe import EncryptedPipe
from p2p_ligretto.runtime.encryption_error import EncryptionError
from p2p_ligretto.texts import _

_SUBJECT: Final = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "ligretto")])
# The same for everybody: a certificate tells nothing of its machine, not even what its clock shows.
_NOT_BEFORE: Final = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_NOT_AFTER: Final = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)


@dataclass(frozen=True, slots=True)
class Encryption:
    """``certificate_hash`` is the SHA-256 of the own certificate in DER: what this process shows to who dials it."""

    certificate_hash: bytes
    _accepting: ssl.SSLContext = field(repr=False)
    _dialling: ssl.SSLContext = field(repr=False)

    def pipe(self, *, dialled: bool) -> EncryptedPipe:
        """The own end of a new pipe; ``dialled``: this side opened the connection."""
        return EncryptedPipe(self.context(dialled=dialled), dialled=dialled)

    def context(self, *, dialled: bool) -> ssl.SSLContext:
        """What TLS is told on the side that opened the connection, or on the other one."""
        return self._dialling if dialled else self._accepting


def new_encryption() -> Encryption:
    """A new certificate, and what uses it. Raises EncryptionError if no temporary file can be written."""
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_SUBJECT)
        .issuer_name(_SUBJECT)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_NOT_BEFORE)
        .not_valid_after(_NOT_AFTER)
        .sign(key, hashes.SHA256())
    )
    accepting = _only_newest(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))
    accepting.num_tickets = 0
    pair = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + certificate.public_bytes(Encoding.PEM)
    try:
        _load(accepting, pair)
    except OSError as error:
        raise EncryptionError(
            _("No temporary file can be written ({reason}): make room, or name another folder in TMPDIR.").format(
                reason=error.strerror or error
            )
        ) from error
    dialling = _only_newest(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
    dialling.check_hostname = False
    dialling.verify_mode = ssl.CERT_NONE
    return Encryption(sha256(certificate.public_bytes(Encoding.DER)).digest(), accepting, dialling)


def _only_newest(context: ssl.SSLContext) -> ssl.SSLContext:
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_3
    context.options |= ssl.OP_NO_TICKET
    return context


def _load(context: ssl.SSLContext, pair: bytes) -> None:
    """Give ``context`` the key and certificate: it takes a file only, which is the owner's alone and gone at once."""
    with tempfile.TemporaryDirectory(prefix="p2p-ligretto-") as folder:
        path = Path(folder) / "pair.pem"
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(pair)
        context.load_cert_chain(path)

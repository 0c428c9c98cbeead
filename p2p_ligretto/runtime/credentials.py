"""What a node shows on its links: its greeting, its key, and how it encrypts."""

import secrets
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from p2p_ligretto.runtime.encryption import Encryption, new_encryption
from p2p_ligretto.wire.handshake import hello
from p2p_ligretto.wire.messages import NONCE_BYTES, Hello


@dataclass(frozen=True, slots=True)
class Credentials:
    """``hello`` is what the node says first but for the nonce; ``key`` is the one that its peer id stands for."""

    hello: Hello
    key: Ed25519PrivateKey = field(repr=False)
    encryption: Encryption

    def new_hello(self) -> Hello:
        """The greeting for one link."""
        return replace(self.hello, nonce=secrets.token_bytes(NONCE_BYTES))


def new_credentials(peer: bytes, incarnation: bytes, key: Ed25519PrivateKey) -> Credentials:
    """The credentials of ``peer`` for this process. Raises EncryptionError."""
    return Credentials(hello(peer, incarnation, bytes(NONCE_BYTES)), key, new_encryption())

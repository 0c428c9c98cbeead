"""Signatures: how a node shows that it has said something, to whoever gets it in the end, over whatever way.

The scheme is an argument of the node: Ed25519 (RFC 8032) where it counts, a keyed hash that anybody could make where a
simulation needs the speed. What is signed is a label and a hash, so that a signature says one thing only. A signature
brings the public key along, and the id of a peer is that key's hash: nobody has to be asked for keys.
"""

import hmac
from hashlib import sha256
from typing import Final, Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec.structs import replace

from p2p_ligretto.replication.events import Event, event_hash
from p2p_ligretto.replication.misconduct import Misconduct

PEER_BYTES: Final = 16
KEY_BYTES: Final = 32
EVENT_LABEL: Final = b"ligretto event"
PASSED_LABEL: Final = b"ligretto passed"


class Signer(Protocol):
    """Signs for one peer, and checks what any peer has signed."""

    def sign(self, data: bytes) -> bytes:
        """The own signature of ``data``, at most ``MAX_SIGNATURE_BYTES``."""

    def verifies(self, peer: bytes, data: bytes, signature: bytes) -> bool:
        """Whether ``peer`` has signed ``data``."""


def peer_of(key: bytes) -> bytes:
    """The id of the peer with that raw public key: the first 16 bytes of its SHA-256."""
    return sha256(key).digest()[:PEER_BYTES]


def verified(key: bytes, signature: bytes, data: bytes) -> bool:
    """Whether ``signature`` (64 bytes) is what Ed25519 makes of ``data`` with the secret half of ``key``."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


class Ed25519Signer:
    """A signature is the raw public key (32 bytes) and what Ed25519 makes of the data (64 bytes)."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self._public = key.public_key().public_bytes_raw()

    def sign(self, data: bytes) -> bytes:
        """The public key and the signature."""
        return self._public + self._key.sign(data)

    def verifies(self, peer: bytes, data: bytes, signature: bytes) -> bool:
        """Whether the key is that of ``peer``, and has signed ``data``."""
        key = signature[:KEY_BYTES]
        return len(key) == KEY_BYTES and peer_of(key) == peer and verified(key, signature[KEY_BYTES:], data)


class KeyedHashSigner:
    """HMAC-SHA256 with the peer's id as its key: it tells peers apart, and keeps out nobody who wants to lie."""

    def __init__(self, peer: bytes) -> None:
        self._peer = peer

    def sign(self, data: bytes) -> bytes:
        """The keyed hash of ``data``."""
        return hmac.digest(self._peer, data, "sha256")

    def verifies(self, peer: bytes, data: bytes, signature: bytes) -> bool:
        """Whether it is the hash that ``peer`` would make."""
        return hmac.digest(peer, data, "sha256") == signature


def signed(event: Event, signer: Signer) -> Event:
    """The event with its author's signature."""
    return replace(event, signature=signer.sign(EVENT_LABEL + event_hash(event)))


def signature_for(target: bytes, content: bytes, signer: Signer) -> bytes:
    """The signature of what is said to ``target`` over others, ``content`` being the body of its frame."""
    return signer.sign(PASSED_LABEL + target + content)


def is_from(origin: bytes, target: bytes, content: bytes, signature: bytes, signer: Signer) -> bool:
    """Whether ``origin`` has said ``content`` to ``target``."""
    return signer.verifies(origin, PASSED_LABEL + target + content, signature)


def is_signed(event: Event, signer: Signer) -> bool:
    """Whether the author of ``event`` has signed it."""
    return signer.verifies(event.author, EVENT_LABEL + event_hash(event), event.signature)


def check_signed(event: Event, signer: Signer) -> None:
    """Raises Misconduct for an event that its author has not signed: no log takes it in."""
    if not is_signed(event, signer):
        raise Misconduct("an event that its author has not signed")

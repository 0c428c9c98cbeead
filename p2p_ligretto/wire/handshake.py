"""The handshake: both sides say Hello before anything else, and prove it to be true inside the encrypted pipe.

Hello and Refusal keep their shape in every version of the protocol, and later versions may only append elements to
them: so two nodes of any two versions can always tell each other, and their players, why they can't play together.

A proof is a signature of everything that makes this link this one: what both sides said in the clear and the
certificate that the dialler was shown. Who sits between two nodes can't show the accepter's certificate, so the proofs
that it passes on are those of another link (protocol/spec/07).
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.msgpack import Encoder

from p2p_ligretto.replication.signing import peer_of, verified
from p2p_ligretto.wire.framing import frame
from p2p_ligretto.wire.messages import MAGIC, VERSION_HIGH, VERSION_LOW, Hello, Proof, Refusal
from p2p_ligretto.wire.tagged import Tagged
from p2p_ligretto.wire.unpacking import unpack

MAX_GREETING_BYTES: Final = 4096
"""The longest body of a first frame; a stranger gets no more room than that."""
LINK_LABEL: Final = b"ligretto link"
BINDING_LABEL: Final = b"ligretto binding"
"""What is signed begins with it, so that a proof can't be taken for anything else that the key has signed."""

Role = Literal["dialler", "accepter"]

_GREETINGS: Final = Tagged[Any]("greeting", (Hello, Refusal))
_PROOFS: Final = Tagged[Any]("proof", (Proof, Refusal))
_KNOWN_ELEMENTS: Final = {"hello": 7, "refusal": 2}
_ROLE_BYTES: Final[dict[Role, bytes]] = {"dialler": b"\x00", "accepter": b"\x01"}
_ENCODER: Final = Encoder()


@dataclass(frozen=True, slots=True)
class Agreed:
    """Both speak ``version``, the highest that both know."""

    version: int


@dataclass(frozen=True, slots=True)
class Refused:
    """No link with that node. ``reason`` is for the persons at both ends, and true at both.

    ``cause``: magic (no node of this game), version (none in common), self (the link leads back to this very process),
    twin (another process uses this node's key), key (not the one that the id stands for), signature (not of this link).
    """

    cause: Literal["magic", "version", "self", "twin", "key", "signature"]
    reason: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """What one link has to itself: both Hello frames as they were on the wire, and the accepter's certificate.

    ``certificate_hash`` is the SHA-256 of the certificate in DER.
    """

    dialler_hello: bytes
    accepter_hello: bytes
    certificate_hash: bytes

    def signed_by(self, signer: Role) -> bytes:
        """The bytes that ``signer`` signs."""
        # A frame brings its length along, and the rest has a fixed one: no two transcripts have the same bytes.
        told = _ROLE_BYTES[signer] + self.dialler_hello + self.accepter_hello + self.certificate_hash
        return LINK_LABEL + sha256(told).digest()

    def binding(self) -> bytes:
        """What both ends know this link by: 32 bytes that no other link has."""
        return sha256(BINDING_LABEL + self.dialler_hello + self.accepter_hello + self.certificate_hash).digest()


def hello(peer: bytes, incarnation: bytes, nonce: bytes) -> Hello:
    """The Hello of this program for the node ``peer``, started as ``incarnation``; ``nonce`` is new on each link."""
    return Hello(MAGIC, VERSION_LOW, VERSION_HIGH, peer, incarnation, nonce)


def check_hello(own: Hello, theirs: Hello) -> Agreed | Refused:
    """Whether the two nodes that said these can share a link."""
    if theirs.magic != own.magic:
        return Refused("magic", "the greeting is not that of a Ligretto node")
    version = min(own.version_high, theirs.version_high)
    if version < max(own.version_low, theirs.version_low):
        ranges = f"the refusing node speaks {_range(own)}, the refused one {_range(theirs)}"
        return Refused("version", f"no protocol version in common: {ranges}")
    if theirs.peer != own.peer:
        return Agreed(version)
    if theirs.incarnation == own.incarnation:
        return Refused("self", "the link leads back to the node that made it")
    return Refused("twin", "both nodes use the same key")


def decode_greeting(body: bytes) -> Hello | Refusal:
    """The first frame of the other side, of whatever version it is; elements beyond the known ones are ignored.

    Raises ProtocolViolation for anything but a Hello or a Refusal.
    """
    elements = unpack(body, MAX_GREETING_BYTES)
    tag = elements[0] if isinstance(elements, tuple) and elements else None
    known = _KNOWN_ELEMENTS.get(tag) if isinstance(tag, str) else None
    greeting: Hello | Refusal = _GREETINGS.value(elements if known is None else elements[:known])
    return greeting


def prove(key: Ed25519PrivateKey, signer: Role, transcript: Transcript) -> bytes:
    """The frame that proves that the holder of ``key`` is the ``signer`` end of the link."""
    signature = key.sign(transcript.signed_by(signer))
    return frame(_ENCODER.encode(Proof(key.public_key().public_bytes_raw(), signature)))


def decode_proof(body: bytes) -> Proof | Refusal:
    """The first frame of the other side inside the pipe. Raises ProtocolViolation for any other."""
    proof: Proof | Refusal = _PROOFS.value(unpack(body, MAX_GREETING_BYTES))
    return proof


def check_proof(proof: Proof, peer: bytes, signer: Role, transcript: Transcript) -> Refused | None:
    """What is wrong with a proof that the ``signer`` end of this link is the node ``peer``; None if it is one."""
    if peer_of(proof.key) != peer:
        return Refused("key", "the key is not that of the node that the greeting names")
    if not verified(proof.key, proof.signature, transcript.signed_by(signer)):
        return Refused("signature", "the proof is not of this link: somebody may be in between")
    return None


def _range(of: Hello) -> str:
    if of.version_low == of.version_high:
        return str(of.version_low)
    return f"{of.version_low} to {of.version_high}"

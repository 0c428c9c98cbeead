"""How the nodes of a simulation sign: with a keyed hash, which costs little, or as real nodes do.

Keys are derived from the seed, and Ed25519 needs no other chance (RFC 8032), so that two runs of a seed are the same
run under either scheme. A peer's id is what the scheme makes it: of Ed25519 the hash of the public key.
"""

from dataclasses import dataclass
from typing import Final, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p_ligretto.replication.signing import PEER_BYTES, Ed25519Signer, KeyedHashSigner, Signer, peer_of
from p2p_ligretto.sim.seeds import derived

Scheme = Literal["keyed_hash", "ed25519"]
REAL_EVERY: Final = 50


@dataclass(frozen=True, slots=True)
class Signing:
    """The id of a peer, and what signs for it."""

    peer: bytes
    signer: Signer


def scheme_of(seed: int) -> Scheme:
    """The scheme where it is left to ``seed``: of every fifty seeds the last one (49, 99, ...) has real signatures."""
    return "ed25519" if seed % REAL_EVERY == REAL_EVERY - 1 else "keyed_hash"


def signing(seed: int, number: int, scheme: Scheme) -> Signing:
    """Who the host ``number`` of the simulation of ``seed`` is, for good."""
    if scheme == "ed25519":
        key = Ed25519PrivateKey.from_private_bytes(derived(seed, "key", number))
        return Signing(peer_of(key.public_key().public_bytes_raw()), Ed25519Signer(key))
    peer = derived(seed, "peer", number)[:PEER_BYTES]
    return Signing(peer, KeyedHashSigner(peer))

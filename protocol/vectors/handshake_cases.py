"""Proofs of one link, good and bad, from fixed keys. The certificate is any bytes: only its hash is signed."""

from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p_ligretto.wire.code_exchange import CodeExchange, Meeting, Side, scalar_bytes
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import HEADER_BYTES
from p2p_ligretto.wire.handshake import Role, Transcript, hello, prove
from p2p_ligretto.wire.messages import Refusal

SECRETS = {"dialler": bytes(range(32)), "accepter": bytes(range(32, 64)), "stranger": bytes(range(64, 96))}
KEYS = {name: Ed25519PrivateKey.from_private_bytes(secret) for name, secret in SECRETS.items()}
PUBLIC = {name: key.public_key().public_bytes_raw() for name, key in KEYS.items()}
PEERS = {name: sha256(public).digest()[:16] for name, public in PUBLIC.items()}
CERTIFICATE = b"the certificate of the accepter in DER"
ROLES: tuple[Role, Role] = ("dialler", "accepter")
LINK = Transcript(
    encode(hello(PEERS["dialler"], bytes(7) + b"\x01", b"d" * 16)),
    encode(hello(PEERS["accepter"], bytes(7) + b"\x02", b"a" * 16)),
    sha256(CERTIFICATE).digest(),
)
OLD_LINK = Transcript(
    encode(hello(PEERS["dialler"], bytes(7) + b"\x01", b"o" * 16)), LINK.accepter_hello, LINK.certificate_hash
)
OTHER_CERTIFICATE = Transcript(LINK.dialler_hello, LINK.accepter_hello, sha256(b"another certificate").digest())
SWAPPED = Transcript(LINK.accepter_hello, LINK.dialler_hello, LINK.certificate_hash)


def _body(name: str, role: Role, transcript: Transcript) -> bytes:
    return prove(KEYS[name], role, transcript)[HEADER_BYTES:]


def _packed(*elements: object) -> bytes:
    packed: bytes = msgpack.packb(list(elements))
    return packed


_SIGNATURE = msgpack.unpackb(_body("dialler", "dialler", LINK))[2]

# What the accepter may get for the dialler's proof, and its verdict.
PROOFS: dict[str, tuple[bytes, object]] = {
    "the dialler's": (_body("dialler", "dialler", LINK), {"proven": True}),
    "a stranger's": (_body("stranger", "dialler", LINK), {"refused": "key"}),
    "the accepter's own": (_body("accepter", "accepter", LINK), {"refused": "key"}),
    "the dialler's key, a stranger's signature": (
        _packed("proof", PUBLIC["dialler"], msgpack.unpackb(_body("stranger", "dialler", LINK))[2]),
        {"refused": "signature"},
    ),
    "of the other role": (_body("dialler", "accepter", LINK), {"refused": "signature"}),
    "of a link with another nonce": (_body("dialler", "dialler", OLD_LINK), {"refused": "signature"}),
    "for another certificate": (_body("dialler", "dialler", OTHER_CERTIFICATE), {"refused": "signature"}),
    "with the greetings the other way round": (_body("dialler", "dialler", SWAPPED), {"refused": "signature"}),
    "no signature": (_packed("proof", PUBLIC["dialler"], bytes(64)), {"refused": "signature"}),
    "a short signature": (_packed("proof", PUBLIC["dialler"], _SIGNATURE[:63]), {"violation": True}),
    "an element too many": (_packed("proof", PUBLIC["dialler"], _SIGNATURE, 1), {"violation": True}),
    "another message": (_packed("ping", 5), {"violation": True}),
    "a refusal": (encode(Refusal("no"))[HEADER_BYTES:], {"told": "no"}),
}


_SIDES: tuple[Side, Side] = ("asker", "keeper")
CODE = "k7m2xq"
_MEETING = Meeting(bytes(range(16)), PEERS["dialler"], PEERS["accepter"], LINK.binding())
_ORDER = 2**252 + 27742317777372353535851937790883648493
_DRAWN = {"asker": bytes(range(96, 128)), "keeper": bytes(range(128, 160))}


def _code(keeper_code: str, keeper_meeting: Meeting) -> dict[str, Any]:
    """One exchange: the dialler wants in, and the accepter keeps ``keeper_code``."""
    asker = CodeExchange("asker", CODE, _MEETING, _DRAWN["asker"])
    keeper = CodeExchange("keeper", keeper_code, keeper_meeting, _DRAWN["keeper"])
    made = {"asker": asker.meet(keeper.share), "keeper": keeper.meet(asker.share)}
    return {
        "table": _MEETING.table.hex(),
        "binding": {"asker": _MEETING.binding.hex(), "keeper": keeper_meeting.binding.hex()},
        "codes": {"asker": CODE, "keeper": keeper_code},
        "scalars": {side: _scalar(_DRAWN[side]) for side in _SIDES},
        "shares": {"asker": asker.share.hex(), "keeper": keeper.share.hex()},
        "confirmations": {side: made[side].own.hex() for side in _SIDES},
        "good": made["keeper"].confirmed_by(made["asker"].own),
    }


def _scalar(entropy: bytes) -> str:
    return (int.from_bytes(scalar_bytes(entropy), "big") % _ORDER).to_bytes(32, "big").hex()


def _codes() -> list[dict[str, Any]]:
    """The right code, a wrong one, and what is carried over from another link."""
    other_link = replace(_MEETING, binding=OLD_LINK.binding())
    return [_code(CODE, _MEETING), _code("k7m2xr", _MEETING), _code(CODE, other_link)]


def handshake() -> dict[str, Any]:
    """One link: what both ends sign, their proofs, and what else the accepter may get for one."""
    return {
        "dialler_hello": LINK.dialler_hello.hex(),
        "accepter_hello": LINK.accepter_hello.hex(),
        "certificate": CERTIFICATE.hex(),
        "ends": [
            {
                "role": role,
                "secret_key": SECRETS[role].hex(),
                "key": PUBLIC[role].hex(),
                "peer": PEERS[role].hex(),
                "signed": LINK.signed_by(role).hex(),
                "proof": prove(KEYS[role], role, LINK).hex(),
            }
            for role in ROLES
        ],
        "codes": _codes(),
        "proofs": [{"name": name, "body": body.hex(), "verdict": verdict} for name, (body, verdict) in PROOFS.items()],
    }

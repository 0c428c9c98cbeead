import dataclasses
from hashlib import sha256

import msgpack
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import HEADER_BYTES
from p2p_ligretto.wire.handshake import (
    MAX_GREETING_BYTES,
    Agreed,
    Refused,
    Role,
    Transcript,
    check_hello,
    check_proof,
    decode_greeting,
    decode_proof,
    hello,
    prove,
)
from p2p_ligretto.wire.messages import VERSION_HIGH, Hello, Proof, Refusal
from p2p_ligretto.wire.violations import ProtocolViolation

OWN = hello(b"a" * 16, b"1" * 8, b"n" * 16)
THEIRS = hello(b"b" * 16, b"2" * 8, b"m" * 16)


def test_two_nodes_of_one_version_agree() -> None:
    assert check_hello(OWN, THEIRS) == Agreed(VERSION_HIGH)


@pytest.mark.parametrize(
    ("own", "theirs", "version"),
    [((1, 3), (2, 5), 3), ((2, 5), (1, 3), 3), ((1, 1), (1, 9), 1), ((4, 4), (1, 4), 4)],
)
def test_the_highest_version_in_common(own: tuple[int, int], theirs: tuple[int, int], version: int) -> None:
    mine = replace(OWN, version_low=own[0], version_high=own[1])
    other = replace(THEIRS, version_low=theirs[0], version_high=theirs[1])
    assert check_hello(mine, other) == Agreed(version)


def test_a_version_that_does_not_fit_is_refused_with_both_versions() -> None:
    newer = replace(THEIRS, version_low=3, version_high=4)
    verdict = check_hello(OWN, newer)
    assert isinstance(verdict, Refused)
    assert verdict.cause == "version"
    assert "speaks 1," in verdict.reason
    assert "3 to 4" in verdict.reason
    assert len(encode(Refusal(verdict.reason))) > 0
    assert isinstance(check_hello(newer, OWN), Refused)


def test_a_link_to_oneself_and_one_to_a_twin() -> None:
    own = check_hello(OWN, OWN)
    twin = check_hello(OWN, replace(OWN, incarnation=b"3" * 8))
    assert isinstance(own, Refused)
    assert own.cause == "self"
    assert isinstance(twin, Refused)
    assert twin.cause == "twin"


def test_another_program_is_told_apart() -> None:
    verdict = check_hello(OWN, replace(THEIRS, magic="tetris"))
    assert isinstance(verdict, Refused)
    assert verdict.cause == "magic"


def test_our_hello_can_be_read() -> None:
    assert decode_greeting(encode(OWN)[HEADER_BYTES:]) == OWN


further = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**64 - 1) | st.text(max_size=30) | st.binary(max_size=64),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)


@given(st.lists(further, max_size=5))
def test_a_hello_of_the_future_can_be_read_and_judged(appended: list[object]) -> None:
    body = msgpack.packb(["hello", "ligretto", 7, 9, b"b" * 16, b"2" * 8, b"m" * 16, *appended])
    theirs = decode_greeting(body)
    assert isinstance(theirs, Hello)
    assert theirs == Hello("ligretto", 7, 9, b"b" * 16, b"2" * 8, b"m" * 16)
    assert isinstance(check_hello(OWN, theirs), Refused)


@given(st.lists(further, max_size=5))
def test_a_refusal_of_the_future_can_be_read(appended: list[object]) -> None:
    body = msgpack.packb(["refusal", "too old", *appended])
    assert decode_greeting(body) == Refusal("too old")


@pytest.mark.parametrize(
    "body",
    [
        msgpack.packb(["ping", 5]),
        msgpack.packb([]),
        msgpack.packb(5),
        msgpack.packb([["hello"]]),
        msgpack.packb([None, "ligretto"]),
        msgpack.packb(["hello", "ligretto", 1, 1, b"b" * 16, b"2" * 8]),
        msgpack.packb(["hello", "ligretto", 1, 1, b"b" * 15, b"2" * 8, b"m" * 16]),
        msgpack.packb(["hello", "ligretto", 1, 1, b"b" * 16, b"2" * 8, b"m" * 15]),
        msgpack.packb(["hello", "ligretto", True, 1, b"b" * 16, b"2" * 8, b"m" * 16]),
        msgpack.packb(["hello", "ligretto", 3, 1, b"b" * 16, b"2" * 8, b"m" * 16]),
        msgpack.packb(["hello", "ligr\x07tto", 1, 1, b"b" * 16, b"2" * 8, b"m" * 16]),
        msgpack.packb(["hello", "ligretto", 1, 1, b"b" * 16, b"2" * 8, b"m" * 16, {"map": 1}]),
        msgpack.packb(["hello", "ligretto", 1, 1, b"b" * 16, b"2" * 8, b"m" * 16, *[b"x" * 500] * 9]),
        msgpack.packb(["proof", bytes(32), bytes(64)]),
        msgpack.packb(["refusal", "\x1b[2J"]),
        msgpack.packb(["refusal"]),
        b"\x91" * MAX_GREETING_BYTES,
        b"",
    ],
)
def test_what_is_no_greeting(body: bytes) -> None:
    with pytest.raises(ProtocolViolation):
        decode_greeting(body)


@given(st.binary(max_size=100))
def test_of_random_bytes_only_a_violation_or_a_greeting_comes(body: bytes) -> None:
    try:
        greeting = decode_greeting(body)
    except ProtocolViolation:
        return
    assert decode_greeting(encode(greeting)[HEADER_BYTES:]) == greeting


# ---- proofs

KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
PEER = sha256(KEY.public_key().public_bytes_raw()).digest()[:16]
TRANSCRIPT = Transcript(encode(OWN), encode(THEIRS), sha256(b"certificate").digest())


def proof_of(frame: bytes) -> Proof:
    proof = decode_proof(frame[HEADER_BYTES:])
    assert isinstance(proof, Proof)
    return proof


@pytest.mark.parametrize("role", ["dialler", "accepter"])
def test_who_holds_the_key_can_prove_it(role: Role) -> None:
    proof = proof_of(prove(KEY, role, TRANSCRIPT))
    assert proof.key == KEY.public_key().public_bytes_raw()
    assert check_proof(proof, PEER, role, TRANSCRIPT) is None


def test_what_is_signed_is_a_label_and_a_hash() -> None:
    told = b"\x01" + encode(OWN) + encode(THEIRS) + TRANSCRIPT.certificate_hash
    assert TRANSCRIPT.signed_by("accepter") == b"ligretto link" + sha256(told).digest()


OTHER_KEY = Ed25519PrivateKey.from_private_bytes(b"o" * 32)

FALSE_PROOFS: dict[str, tuple[Proof, bytes, str]] = {
    "of another node": (proof_of(prove(OTHER_KEY, "dialler", TRANSCRIPT)), PEER, "key"),
    "of another role": (proof_of(prove(KEY, "accepter", TRANSCRIPT)), PEER, "signature"),
    "with another's key": (
        replace(proof_of(prove(OTHER_KEY, "dialler", TRANSCRIPT)), key=KEY.public_key().public_bytes_raw()),
        PEER,
        "signature",
    ),
    "with a key that is none": (Proof(b"\xff" * 32, bytes(64)), sha256(b"\xff" * 32).digest()[:16], "signature"),
    "without a signature": (Proof(KEY.public_key().public_bytes_raw(), bytes(64)), PEER, "signature"),
}


@pytest.mark.parametrize("kind", list(FALSE_PROOFS))
def test_false_proofs(kind: str) -> None:
    proof, peer, cause = FALSE_PROOFS[kind]
    refused = check_proof(proof, peer, "dialler", TRANSCRIPT)
    assert refused is not None
    assert refused.cause == cause
    assert len(encode(Refusal(refused.reason))) > 0


hellos = st.builds(
    Hello,
    magic=st.just("ligretto"),
    version_low=st.just(1),
    version_high=st.integers(1, 65535),
    peer=st.binary(min_size=16, max_size=16),
    incarnation=st.binary(min_size=8, max_size=8),
    nonce=st.binary(min_size=16, max_size=16),
).map(encode)
transcripts = st.builds(Transcript, hellos, hellos, st.binary(min_size=32, max_size=32))
roles = st.sampled_from(["dialler", "accepter"])


@given(transcripts, transcripts, roles, roles)
def test_two_links_or_roles_never_sign_the_same(one: Transcript, two: Transcript, first: Role, second: Role) -> None:
    assert (one.signed_by(first) == two.signed_by(second)) == ((one, first) == (two, second))


@given(transcripts, roles, st.sampled_from(["dialler_hello", "accepter_hello", "certificate_hash"]), st.data())
def test_any_change_of_any_part_makes_a_proof_worthless(
    transcript: Transcript, role: Role, part: str, data: st.DataObject
) -> None:
    proof = proof_of(prove(KEY, role, transcript))
    honest = getattr(transcript, part)
    place = data.draw(st.integers(0, len(honest) - 1))
    bit = data.draw(st.integers(0, 7))
    changed = honest[:place] + bytes([honest[place] ^ 1 << bit]) + honest[place + 1 :]
    refused = check_proof(proof, PEER, role, dataclasses.replace(transcript, **{part: changed}))
    assert refused is not None
    assert refused.cause == "signature"


@given(transcripts, roles, st.integers(0, 63), st.integers(0, 7))
def test_a_signature_with_one_bit_changed_is_none(transcript: Transcript, role: Role, place: int, bit: int) -> None:
    proof = proof_of(prove(KEY, role, transcript))
    changed = bytearray(proof.signature)
    changed[place] ^= 1 << bit
    assert check_proof(replace(proof, signature=bytes(changed)), PEER, role, transcript) is not None


@pytest.mark.parametrize(
    "body",
    [
        msgpack.packb(["proof", bytes(32)]),
        msgpack.packb(["proof", bytes(31), bytes(64)]),
        msgpack.packb(["proof", bytes(32), bytes(63)]),
        msgpack.packb(["proof", bytes(32), bytes(64), 1]),
        msgpack.packb(["ping", 5]),
        encode(OWN)[HEADER_BYTES:],
        b"",
    ],
)
def test_what_is_no_proof(body: bytes) -> None:
    with pytest.raises(ProtocolViolation):
        decode_proof(body)


def test_a_refusal_may_come_in_its_place() -> None:
    assert decode_proof(encode(Refusal("no"))[HEADER_BYTES:]) == Refusal("no")

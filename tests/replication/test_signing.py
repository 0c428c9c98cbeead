"""Signatures: only the author's own one is good, and only for what it has signed."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from p2p_ligretto.replication.events import MAX_SIGNATURE_BYTES, NO_EVENT, Event
from p2p_ligretto.replication.signing import Ed25519Signer, KeyedHashSigner, Signer, is_signed, peer_of, signed

KEYS = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in (1, 2)]
PEERS = [peer_of(key.public_key().public_bytes_raw()) for key in KEYS]
SIGNERS: dict[str, list[Signer]] = {
    "Ed25519": [Ed25519Signer(key) for key in KEYS],
    "keyed hash": [KeyedHashSigner(peer) for peer in PEERS],
}


def event_of(author: bytes) -> Event:
    return Event(bytes(16), 1, author, bytes(8), 1, 1_000, NO_EVENT, b"a payload")


@pytest.fixture(params=SIGNERS)
def signers(request: pytest.FixtureRequest) -> list[Signer]:
    return SIGNERS[request.param]


def test_who_has_signed_can_be_checked_by_anybody(signers: list[Signer]) -> None:
    event = signed(event_of(PEERS[0]), signers[0])
    assert len(event.signature) <= MAX_SIGNATURE_BYTES
    assert all(is_signed(event, signer) for signer in signers)


def test_nobody_signs_for_another(signers: list[Signer]) -> None:
    assert not is_signed(signed(event_of(PEERS[0]), signers[1]), signers[0])
    assert not is_signed(event_of(PEERS[0]), signers[0])


@pytest.mark.parametrize("field", [field.name for field in fields(Event) if field.name != "signature"])
def test_a_signature_is_for_every_field(field: str, signers: list[Signer]) -> None:
    event = signed(event_of(PEERS[0]), signers[0])
    value = getattr(event, field)
    changed = replace(event, **{field: value + 1 if isinstance(value, int) else value[:-1] + b"\xaa"})
    assert not is_signed(changed, signers[0])


@given(st.binary(max_size=MAX_SIGNATURE_BYTES))
def test_no_bytes_that_somebody_makes_up_are_a_signature(made_up: bytes) -> None:
    event = event_of(PEERS[0])
    for signers in SIGNERS.values():
        assert not is_signed(replace(event, signature=made_up), signers[1])
        assert not is_signed(
            replace(event, signature=signed(event, signers[0]).signature[:32] + made_up), signers[1]
        ) or (made_up == b"" and signers is SIGNERS["keyed hash"])


def test_the_key_of_another_and_his_signature_are_no_use() -> None:
    """The id of a peer is the hash of its key, so that a key can't be exchanged either."""
    event = event_of(PEERS[0])
    foreign = signed(event, SIGNERS["Ed25519"][1]).signature
    own_key = KEYS[0].public_key().public_bytes_raw()
    for signature in (foreign, own_key + foreign[32:], own_key, own_key + bytes(64)):
        assert not is_signed(replace(event, signature=signature), SIGNERS["Ed25519"][0])

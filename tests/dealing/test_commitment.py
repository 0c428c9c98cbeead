import hashlib

import pytest

from p2p_ligretto.dealing.commitment import joint_seed, secret_hash, share_hash

ADA, BEA = b"a" * 32, b"b" * 32


def test_secret_and_share_have_hashes_of_their_own_kind() -> None:
    assert secret_hash(ADA) == hashlib.sha256(b"ligretto secret" + ADA).digest()
    assert share_hash(ADA) == hashlib.sha256(b"ligretto share" + ADA).digest()


def test_the_joint_seed_is_the_same_for_all_who_heard_the_same() -> None:
    expected = hashlib.sha256(b"ligretto seed" + b"\x00\x00" + ADA + b"\x00\x03" + BEA).digest()
    assert joint_seed([(0, ADA), (3, BEA)]) == joint_seed([(3, BEA), (0, ADA)]) == expected


def test_every_share_and_its_seat_count() -> None:
    seeds = {
        joint_seed([(0, ADA), (1, BEA)]),
        joint_seed([(0, BEA), (1, ADA)]),
        joint_seed([(0, ADA), (2, BEA)]),
        joint_seed([(0, ADA)]),
    }
    assert len(seeds) == 4


@pytest.mark.parametrize("shares", [[], [(0, ADA), (0, BEA)], [(0, ADA), (0, ADA)], [(0, b"short")]])
def test_shares_that_make_no_seed(shares: list[tuple[int, bytes]]) -> None:
    with pytest.raises(ValueError):
        joint_seed(shares)


@pytest.mark.parametrize("value", [b"", bytes(31), bytes(33)])
def test_commitments_are_to_32_bytes(value: bytes) -> None:
    with pytest.raises(ValueError):
        secret_hash(value)
    with pytest.raises(ValueError):
        share_hash(value)

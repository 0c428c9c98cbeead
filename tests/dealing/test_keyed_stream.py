import hashlib
import hmac
from collections import Counter
from math import factorial

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.dealing.keyed_stream import KeyedStream, derived_key

keys = st.binary(min_size=1, max_size=40)


@given(keys, st.lists(st.integers(0, 70), max_size=8))
def test_the_stream_is_the_same_however_it_is_read(key: bytes, counts: list[int]) -> None:
    stream = KeyedStream(key)
    read = b"".join(stream.take(count) for count in counts)
    assert read == KeyedStream(key).take(sum(counts))


def test_the_stream_is_hmac_of_a_counter() -> None:
    blocks = [hmac.new(b"key", bytes(7) + bytes([block]), hashlib.sha256).digest() for block in range(3)]
    assert KeyedStream(b"key").take(96) == b"".join(blocks)


def test_the_derived_key_is_hkdf() -> None:
    expected = HKDF(SHA256(), 32, salt=b"salt", info=b"purpose").derive(b"secret")
    assert derived_key(b"secret", b"salt", b"purpose") == expected


def test_the_first_block_of_the_first_example_of_rfc_5869() -> None:
    secret, salt, info = bytes.fromhex("0b" * 22), bytes(range(13)), bytes(range(0xF0, 0xFA))
    expected = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
    assert derived_key(secret, salt, info).hex() == expected


@given(keys, st.integers(1, 2**32))
def test_a_number_is_below_its_limit(key: bytes, limit: int) -> None:
    assert 0 <= KeyedStream(key).below(limit) < limit


def test_what_would_favour_small_numbers_is_passed_over() -> None:
    limit = 2**31 + 1  # nearly half of all draws lie above the only multiple
    stream, raw = KeyedStream(b"key"), KeyedStream(b"key")
    drawn = [stream.below(limit) for _ in range(50)]
    offered = [int.from_bytes(raw.take(4), "big") for _ in range(200)]
    assert drawn == [number for number in offered if number < limit][:50]
    assert any(number >= limit for number in offered[:50])


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_a_limit_that_has_no_numbers(limit: int) -> None:
    with pytest.raises(ValueError, match="can't be drawn"):
        KeyedStream(b"key").below(limit)


def test_bytes_are_taken_forwards_only() -> None:
    with pytest.raises(ValueError, match="can't be taken"):
        KeyedStream(b"key").take(-1)


@given(keys, st.lists(st.integers(), max_size=50))
def test_shuffling_loses_nothing(key: bytes, items: list[int]) -> None:
    assert Counter(KeyedStream(key).shuffled(items)) == Counter(items)


def test_all_orders_are_equally_likely() -> None:
    stream, rounds = KeyedStream(b"key"), 6000
    seen = Counter(stream.shuffled("abcd") for _ in range(rounds))
    expected = rounds / factorial(4)
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    assert len(seen) == factorial(4)
    assert chi_square < 49.7  # 23 degrees of freedom: one key in a thousand fails, this one doesn't


def test_shuffling_goes_from_the_last_place_down() -> None:
    draws = KeyedStream(b"key")
    expected = list("abcde")
    for last in (4, 3, 2, 1):
        other = draws.below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert KeyedStream(b"key").shuffled("abcde") == tuple(expected)

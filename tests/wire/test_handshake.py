import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import HEADER_BYTES
from p2p_ligretto.wire.handshake import (
    MAX_GREETING_BYTES,
    Agreed,
    Refused,
    check_hello,
    decode_greeting,
    hello,
)
from p2p_ligretto.wire.messages import VERSION_HIGH, Hello, Refusal
from p2p_ligretto.wire.violations import ProtocolViolation

OWN = hello(b"a" * 16, b"1" * 8)
THEIRS = hello(b"b" * 16, b"2" * 8)


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
    body = msgpack.packb(["hello", "ligretto", 7, 9, b"b" * 16, b"2" * 8, *appended])
    theirs = decode_greeting(body)
    assert isinstance(theirs, Hello)
    assert theirs == Hello("ligretto", 7, 9, b"b" * 16, b"2" * 8)
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
        msgpack.packb(["hello", "ligretto", 1, 1, b"b" * 16]),
        msgpack.packb(["hello", "ligretto", 1, 1, b"b" * 15, b"2" * 8]),
        msgpack.packb(["hello", "ligretto", True, 1, b"b" * 16, b"2" * 8]),
        msgpack.packb(["hello", "ligretto", 3, 1, b"b" * 16, b"2" * 8]),
        msgpack.packb(["hello", "ligr\x07tto", 1, 1, b"b" * 16, b"2" * 8]),
        msgpack.packb(["hello", "ligretto", 1, 1, b"b" * 16, b"2" * 8, {"map": 1}]),
        msgpack.packb(["hello", "ligretto", 1, 1, b"b" * 16, b"2" * 8, *[b"x" * 500] * 9]),
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

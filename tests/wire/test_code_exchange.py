"""Showing a code: both come to one key if code, link, table and peers are the same, and to different ones if not."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_ligretto.wire.code_exchange import CodeExchange, Meeting
from p2p_ligretto.wire.violations import ProtocolViolation

MEETING = Meeting(b"t" * 16, b"a" * 16, b"k" * 16, b"b" * 32)


def agree(one: CodeExchange, other: CodeExchange) -> bool:
    mine, theirs = one.meet(other.share), other.meet(one.share)
    both = mine.confirmed_by(theirs.own), theirs.confirmed_by(mine.own)
    assert both[0] == both[1]
    return both[0]


def asker(code: str = "k7m2xq", meeting: Meeting = MEETING) -> CodeExchange:
    return CodeExchange("asker", code, meeting, bytes(32))


def keeper(code: str = "k7m2xq", meeting: Meeting = MEETING) -> CodeExchange:
    return CodeExchange("keeper", code, meeting, bytes(range(32)))


def test_who_knows_the_code_is_confirmed_at_both_ends() -> None:
    assert agree(asker(), keeper())


@pytest.mark.parametrize(
    "other",
    [
        keeper("k7m2xr"),
        keeper(""),
        keeper(meeting=replace(MEETING, table=b"u" * 16)),
        keeper(meeting=replace(MEETING, asker=b"z" * 16)),
        keeper(meeting=replace(MEETING, keeper=b"z" * 16)),
        keeper(meeting=replace(MEETING, binding=b"c" * 32)),
    ],
)
def test_another_code_or_another_link_is_confirmed_at_neither(other: CodeExchange) -> None:
    assert not agree(asker(), other)


def test_a_confirmation_sent_back_is_none() -> None:
    mine = asker().meet(keeper().share)
    assert not mine.confirmed_by(mine.own)


def test_the_share_says_nothing_of_the_code_by_itself() -> None:
    """Whatever the code, each share may have been made: with other entropy the same code gives another one."""
    shares = {CodeExchange("asker", "k7m2xq", MEETING, bytes([number]) * 32).share for number in range(4)}
    assert len(shares) == 4


@pytest.mark.parametrize(
    "share",
    [
        b"",
        b"B",
        b"B" + bytes(31),
        b"B" + bytes(33),
        b"A" + asker().share[1:],
        b"S" + asker().share[1:],
        asker().share,
        b"B" + asker().share[1:],
        b"B" + bytes(32),
        b"B" + b"\x01" + bytes(31),
        b"B" + b"\xff" * 32,
        b"B" + bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    ],
    ids=[
        "nothing",
        "side",
        "short",
        "long",
        "own",
        "symmetric",
        "own share",
        "reflected",
        "zero",
        "one",
        "ones",
        "order 8",
    ],
)
def test_what_is_no_share_is_refused(share: bytes) -> None:
    with pytest.raises(ProtocolViolation):
        asker().meet(share)


@given(st.binary(min_size=32, max_size=32))
@settings(max_examples=60, deadline=None)
def test_whatever_comes_for_a_point_is_a_share_or_refused(point: bytes) -> None:
    try:
        keeper().meet(b"A" + point)
    except ProtocolViolation:
        return

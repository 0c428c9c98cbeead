"""Codes: made at random, read as people type them, shown in two groups."""

import pytest

from p2p_ligretto.node.table_code import (
    ALPHABET,
    CODE_LENGTH,
    TAKEN_FOR_OTHERS,
    foreign_to_codes,
    make_code,
    read_code,
    written,
)
from p2p_ligretto.node.wrong_codes import FORGOTTEN_US, MAX_NAMES, WrongCodes

SECOND = 1_000_000


def test_no_two_characters_look_or_sound_alike() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET) == 30
    assert {*ALPHABET, *TAKEN_FOR_OTHERS} == set("0123456789abcdefghijklmnopqrstuvwxyz")
    assert not set(ALPHABET) & set(TAKEN_FOR_OTHERS)


def test_codes_use_the_whole_alphabet_and_are_read_as_they_were_written() -> None:
    codes = [make_code(bytes([number]) * 32) for number in range(256)]
    assert set("".join(codes)) == set(ALPHABET)
    assert all(len(code) == CODE_LENGTH and read_code(written(code)) == code for code in codes)
    assert len(set(codes)) == 256


@pytest.mark.parametrize("typed", ["k7m2xq", "K7M-2XQ", " k7m 2xq ", "k7-m2-xq\t"])
def test_people_may_type_it_in_their_own_way(typed: str) -> None:
    assert read_code(typed) == "k7m2xq"


@pytest.mark.parametrize("typed", ["", "k7m2x", "k7m2xqq", "k7m2x0", "k7m2xl", "k7m2xä", "k7m2x٣", "r"])
def test_what_can_be_no_code_is_called_so(typed: str) -> None:
    assert read_code(typed) is None


@pytest.mark.parametrize(
    ("typed", "foreign"),
    [("K7M-0XO", "0o"), ("lillil", "il"), ("k7m2xq", ""), ("k7m2x", ""), ("hello", ""), ("k7m2x!", ""), ("", "")],
)
def test_what_no_code_has_is_named_where_only_that_is_wrong(typed: str, foreign: str) -> None:
    assert foreign_to_codes(typed) == foreign


def test_two_slips_are_free_and_then_the_wait_doubles() -> None:
    wrong, now, waits = WrongCodes(), 0, []
    for _ in range(9):
        waits.append(wrong.add((b"key", "host"), now) // SECOND)
        now += 100 * SECOND
    assert waits == [0, 0, 2, 4, 8, 16, 32, 64, 64]


def test_the_wait_is_the_longer_one_of_key_and_address() -> None:
    wrong = WrongCodes()
    for key in (b"1", b"2", b"3"):
        wrong.add((key, "host"), 0)
    assert wrong.wait_us((b"4", "host"), SECOND) == SECOND
    assert wrong.wait_us((b"1", "elsewhere"), SECOND) <= 0
    assert wrong.wait_us((b"4",), SECOND) == 0


def test_it_is_forgotten_after_a_while_or_by_the_right_code() -> None:
    wrong = WrongCodes()
    for _ in range(5):
        wrong.add((b"key",), 0)
    assert wrong.add((b"key",), FORGOTTEN_US) == 0
    for _ in range(5):
        wrong.add((b"key",), FORGOTTEN_US)
    wrong.forget(b"key")
    assert wrong.wait_us((b"key",), FORGOTTEN_US) == 0


def test_no_more_is_remembered_than_the_bound_and_the_last_ones_are() -> None:
    wrong = WrongCodes()
    for number in range(3 * MAX_NAMES):
        for _ in range(3):
            wrong.add((number.to_bytes(2, "big"),), 0)
    assert wrong.wait_us(((3 * MAX_NAMES - 1).to_bytes(2, "big"),), 0) > 0
    assert wrong.wait_us((bytes(2),), 0) == 0

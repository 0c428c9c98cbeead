"""Links and clocks in words: quiet numbers, and a warning only where a person would notice."""

from msgspec.structs import replace

from p2p_ligretto.speech.latency import (
    SLOW_US,
    UNSURE_US,
    clock_error_words,
    clock_words,
    delay_words,
    latency_warning,
    link_words,
)
from tests.speech.samples import table_of

TABLE = table_of("Ada Bea Cas")


def test_a_delay_is_told_to_the_millisecond() -> None:
    assert [delay_words(each) for each in (None, 0, 999, 1_000, 12_900)] == ["", "< 1 ms", "< 1 ms", "1 ms", "12 ms"]
    assert [link_words(each) for each in (3_400, SLOW_US, SLOW_US + 1_000)] == [
        "link 3 ms",
        "link 150 ms",
        "slow link, 151 ms",
    ]


def test_a_clock_is_told_as_wrong_as_it_may_be() -> None:
    assert [clock_error_words(each) for each in (None, 0, 1, 1_000, 1_001)] == ["", "1 ms", "1 ms", "1 ms", "2 ms"]
    assert [clock_words(each) for each in (None, 1_500, UNSURE_US, UNSURE_US + 1)] == [
        "",
        "clock within 2 ms",
        "clock within 50 ms",
        "clock off by up to 51 ms",
    ]


def test_nobody_is_warned_while_all_is_well() -> None:
    assert latency_warning(TABLE, 0, {}, None) == ""
    assert latency_warning(TABLE, 0, {1: SLOW_US, 2: SLOW_US}, UNSURE_US) == ""


def test_what_matters_is_told_with_names() -> None:
    slow = {1: SLOW_US + 1, 2: SLOW_US + 1}
    assert latency_warning(TABLE, 0, slow, None) == "the links to Bea and Cas are slow: cards from there show late"
    assert latency_warning(TABLE, 1, slow, None) == "the link to Cas is slow: cards from there show late"
    clock = "your clock may be off by 51 ms: close races may go wrong"
    assert latency_warning(TABLE, 0, slow, UNSURE_US + 1) == clock
    gone = replace(TABLE, seats=(*TABLE.seats[:2], replace(TABLE.seats[2], present=False)))
    assert latency_warning(gone, 1, slow, None) == ""


def test_nothing_is_decided_by_the_clock_of_who_looks_on() -> None:
    assert latency_warning(TABLE, None, {}, UNSURE_US + 1) == ""

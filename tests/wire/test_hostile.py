"""What a peer says is refused where it arrives, or shown as plain text: in reasons, too, which may quote it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.msgpack import encode

from p2p_ligretto.wire.codec import decode
from p2p_ligretto.wire.messages import Presence, Refusal
from p2p_ligretto.wire.names import check_name, check_text
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.payloads import Opened, Seated
from p2p_ligretto.wire.printable import printable
from p2p_ligretto.wire.violations import MAX_REASON, ProtocolViolation
from tests.wire.hostile import HOSTILE, named

DANGEROUS = [text for text in HOSTILE if check_text(text) is not None or len(text) > 200]
PLAIN_BUT_LONG_OR_EMPTY = [text for text in HOSTILE if check_name(text) is not None]


def packed(*fields: object) -> bytes:
    """A body as a hostile peer would make it, with text that has no UTF-8 as raw bytes."""
    return encode([as_text(field) if isinstance(field, str) else field for field in fields])


def as_text(text: str) -> object:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def refusal_of(body: bytes) -> str:
    with pytest.raises(ProtocolViolation) as refused:
        decode(body)
    return refused.value.reason


@pytest.mark.parametrize("text", DANGEROUS)
def test_a_reason_that_a_terminal_would_obey_is_refused(text: str) -> None:
    reason = refusal_of(packed(Refusal.__struct_config__.tag, text))
    assert reason.isprintable()
    assert len(reason) <= MAX_REASON


@pytest.mark.parametrize("name", PLAIN_BUT_LONG_OR_EMPTY)
def test_names_of_players_and_tables_are_refused(name: str) -> None:
    card = [bytes(16), name, "lobby", []]
    players = [bytes(16), "Kitchen", "lobby", [name]]
    for fields in ((name, [], None), ("Ada", [], card), ("Ada", [], players)):
        reason = refusal_of(packed(Presence.__struct_config__.tag, *map(deep, fields)))
        assert reason.isprintable()
        assert len(reason) <= MAX_REASON


@pytest.mark.parametrize("name", PLAIN_BUT_LONG_OR_EMPTY)
def test_names_in_events_are_refused(name: str) -> None:
    options = [3, None, True, None, "auto", False, None]
    for body in (packed(Seated.__struct_config__.tag, name), packed(Opened.__struct_config__.tag, name, options)):
        with pytest.raises(ProtocolViolation) as refused:
            decode_payload(body)
        assert refused.value.reason.isprintable()


def deep(value: object) -> object:
    if isinstance(value, list):
        return [deep(each) for each in value]
    return as_text(value) if isinstance(value, str) else value


@pytest.mark.parametrize("text", HOSTILE, ids=named)
def test_what_is_quoted_in_a_violation_is_plain_and_short(text: str) -> None:
    """A value that is not one of a few is quoted by the library that finds it."""
    card = [bytes(16), "Kitchen", as_text(text), []]
    for body in (
        packed(text),
        packed(Presence.__struct_config__.tag, "Ada", [[as_text(text), 1]], None),
        packed(Presence.__struct_config__.tag, "Ada", [], card),
    ):
        reason = refusal_of(body)
        assert reason.isprintable()
        assert len(reason) <= MAX_REASON


def test_an_invalid_value_is_quoted_escaped() -> None:
    body = packed(Presence.__struct_config__.tag, "Ada", [], [bytes(16), "Kitchen", "\x1b[31mred", []])
    assert "\\x1b[31mred" in refusal_of(body)


@given(st.text(), st.none() | st.integers(min_value=10, max_value=50))
def test_printable_text_is_printable_and_within_its_bound(text: str, most: int | None) -> None:
    shown = printable(text, most)
    assert shown.isprintable()
    assert most is None or len(shown) <= most
    if text.isprintable() and (most is None or len(text) <= most):
        assert shown == text

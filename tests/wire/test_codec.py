import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.messages import Beat, Events, EventSent, Fetch, Holding, Leave, State
from p2p_ligretto.replication.views import NO_BALLOT, Accepted, Ballot, Member, Proposal, View
from p2p_ligretto.wire.codec import decode, encode
from p2p_ligretto.wire.framing import FrameDecoder
from p2p_ligretto.wire.messages import Address, AnyMessage, Hello, Peers, Ping, Presence, Refusal, TableCard
from p2p_ligretto.wire.violations import ProtocolViolation
from tests.wire.samples import MESSAGE_TYPES, instances, messages

TABLE, PEER, INCARNATION, DISK = b"t" * 16, b"p" * 16, b"i" * 8, b"d" * 8
EVENT = Event(TABLE, 1, PEER, INCARNATION, 1, 1_000, bytes(32), b"payload")
MEMBER = Member(PEER, INCARNATION, DISK)


def body_of(message: AnyMessage) -> bytes:
    (body,) = FrameDecoder().feed(encode(message))
    return body


@pytest.mark.parametrize("cls", MESSAGE_TYPES, ids=lambda cls: cls.__name__)
def test_every_message_survives_the_wire(cls: type) -> None:
    @settings(max_examples=25, deadline=None)
    @given(instances(cls))
    def survives(message: AnyMessage) -> None:
        assert decode(body_of(message)) == message

    survives()


def decoded_or_refused(body: bytes) -> None:
    """Nothing but a violation may come out, or a message that could have been sent."""
    try:
        decoded = decode(body)
    except ProtocolViolation as violation:
        assert violation.reason  # noqa: PT017 - it need not come
    else:
        assert decode(body_of(decoded)) == decoded


@given(st.binary(max_size=200))
def test_of_random_bytes_only_a_violation_or_a_message_comes(body: bytes) -> None:
    decoded_or_refused(body)


@settings(deadline=None, max_examples=300)
@given(messages, st.data())
def test_of_mutated_messages_only_a_violation_or_another_message_comes(
    message: AnyMessage, data: st.DataObject
) -> None:
    body = bytearray(body_of(message))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(body)))
        match data.draw(st.sampled_from(["set", "cut", "insert"])):
            case "set" if place < len(body):
                body[place] = data.draw(st.integers(0, 255))
            case "cut":
                del body[place:]
            case _:
                body[place:place] = data.draw(st.binary(max_size=8))
    decoded_or_refused(bytes(body))


json_like = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=9)
    | st.binary(max_size=33),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(st.sampled_from(MESSAGE_TYPES), st.lists(json_like, max_size=9))
def test_of_wrong_fields_only_a_violation_or_a_message_comes(cls: type, fields: list[object]) -> None:
    decoded_or_refused(msgpack.packb([cls.__struct_config__.tag, *fields]))


PING = msgpack.packb(["ping", 5])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        PING + b"\x00",
        PING[:-1],
        b"\xc1",
        b"\x91" * 30_000,
        b"\x91" * 60_000 + b"\xc0",
        b"\xdd\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xffx",
        b"\xc6\xff\xff\xff\xffx",
        b"\x80",
        b"\x81\xa4type\xa4ping",
        b"\x82\xa4type\xa4ping\xa4type\xa4pong",
        b"\xdf\xff\xff\xff\xff",
        b"\xd4\x01\x00",
        b"\xc7\x00\x05",
        b"\xd6\xff\x00\x00\x00\x00",
        b"\x92\xa7refusal\xa2\xff\xfe",
        b"\x92\xa7refusal\xa3\xed\xa0\x80",
        msgpack.packb([]),
        msgpack.packb("ping"),
        msgpack.packb(["ping"]),
        msgpack.packb(["ping", 5, 6]),
        msgpack.packb(["ping", True]),
        msgpack.packb(["ping", 5.0]),
        msgpack.packb(["ping", "5"]),
        msgpack.packb(["ping", -1]),
        msgpack.packb(["ping", 2**63]),
        msgpack.packb(["ping", None]),
        msgpack.packb(["ping", [5]]),
        msgpack.packb([b"ping", 5]),
        msgpack.packb([0, 5]),
        msgpack.packb(["pang", 5]),
        msgpack.packb(["leave", "AAAAAAAAAAAAAAAAAAAAAA=="]),
        msgpack.packb(["leave", bytes(15)]),
        msgpack.packb(["refusal", "x" * 201]),
        msgpack.packb(["refusal", "é" * 401]),
        msgpack.packb(["refusal", "line\nline"]),
        msgpack.packb(["events", [list(to_builtins(EVENT, builtin_types=(bytes,)))] * 101]),
    ],
)
def test_what_is_no_message(body: bytes) -> None:
    with pytest.raises(ProtocolViolation):
        decode(body)


HELLO = Hello("ligretto", 1, 1, PEER, INCARNATION, bytes(16))
VIEW = View(TABLE, 1, (MEMBER,))
TWICE = Accepted(Ballot(1, 0), Proposal(replace(VIEW, members=(MEMBER, MEMBER)), (1,)))

REFUSED: dict[str, AnyMessage] = {
    "name with a control": Presence("A\x07da", ()),
    "table name with a bidi control": Presence("Ada", (), TableCard(TABLE, "\u202ex", "lobby", ())),
    "player's name not in normal form": Presence("Ada", (), TableCard(TABLE, "x", "lobby", ("Zoe\u0308",))),
    "phase unknown": Presence("Ada", (), TableCard(TABLE, "x", "paused", ())),  # type: ignore[arg-type]
    "host name for an address": Presence("Ada", (Address("example.org", 5),)),
    "host with a line end": Presence("Ada", (Address("10.0.0.1\n", 5),)),
    "port 0": Presence("Ada", (Address("10.0.0.1", 0),)),
    "too many peers": Peers(((),) * 65),  # type: ignore[arg-type]
    "range upside down": replace(HELLO, version_low=2),
    "reason with an escape": Refusal("\x1b[2J"),
    "reason too long": Refusal("x" * 201),
    "event without number": EventSent(replace(EVENT, seq=0)),
    "one of the events without number": Events((EVENT, replace(EVENT, seq=0))),
    "time of the future's future": EventSent(replace(EVENT, time=2**63)),
    "time beyond MessagePack": Ping(2**64),
    "lone surrogate": Refusal("\ud800"),
    "payload too long": EventSent(replace(EVENT, payload=bytes(4097))),
    "signature too long": EventSent(replace(EVENT, signature=bytes(97))),
    "frame too long": Events((replace(EVENT, payload=bytes(4000)),) * 20),
    "too many members": Beat(TABLE, 1, 5, 5, (Holding(1, 1, bytes(16)),) * 13, 0),
    "fetch of nothing": Fetch(TABLE, 1, PEER, 5, 4),
    "fetch from 0": Fetch(TABLE, 1, PEER, 0, 4),
    "member twice": State(TABLE, 1, NO_BALLOT, TWICE, (1,), (bytes(16),), (), INCARNATION, DISK),
    "joiner twice": State(TABLE, 1, NO_BALLOT, None, (1,), (bytes(16),), (MEMBER, MEMBER), INCARNATION, DISK),
}


@pytest.mark.parametrize("message", REFUSED.values(), ids=REFUSED.keys())
def test_we_send_nothing_that_others_must_refuse(message: AnyMessage) -> None:
    with pytest.raises(ValueError):
        encode(message)


@pytest.mark.parametrize("thing", [None, "ping", EVENT, Member(PEER, INCARNATION, DISK), object()])
def test_what_is_no_message_is_not_sent(thing: object) -> None:
    with pytest.raises(TypeError):
        encode(thing)  # type: ignore[arg-type]


def test_a_field_with_a_default_may_be_left_out_at_the_end() -> None:
    assert decode(msgpack.packb(["presence", "Ada", []])) == Presence("Ada", ())


def test_longer_forms_of_a_number_are_the_same_number() -> None:
    assert decode(b"\x92\xa4ping\xcf\x00\x00\x00\x00\x00\x00\x00\x05") == Ping(5)


def test_the_violation_says_what_is_wrong_in_one_line() -> None:
    with pytest.raises(ProtocolViolation) as caught:
        decode(msgpack.packb(["leave", bytes(15), 3]))
    assert "16" in caught.value.reason
    assert "\n" not in caught.value.reason


def test_a_leave_is_small() -> None:
    assert len(encode(Leave(TABLE, 5))) == 4 + 1 + 6 + 18 + 1

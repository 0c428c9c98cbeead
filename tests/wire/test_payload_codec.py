import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p2p_ligretto.dealing.leaves import CardProof
from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.wire.conversions import from_options
from p2p_ligretto.wire.payload_codec import decode_payload, encode_payload
from p2p_ligretto.wire.payloads import (
    AnyPayload,
    Closed,
    Dealt,
    FillMove,
    Forced,
    Moved,
    Opened,
    PlayMove,
    Ready,
    Seated,
    StopMove,
    TurnMove,
)
from p2p_ligretto.wire.violations import ProtocolViolation
from tests.wire.samples import PAYLOAD_TYPES, instances, payloads


@pytest.mark.parametrize("cls", PAYLOAD_TYPES, ids=lambda cls: cls.__name__)
def test_every_payload_survives_its_event(cls: type) -> None:
    @settings(max_examples=40, deadline=None)
    @given(instances(cls))
    def survives(payload: AnyPayload) -> None:
        assert decode_payload(encode_payload(payload)) == payload

    survives()


def decoded_or_refused(encoded: bytes) -> None:
    """Nothing but a violation may come out, or a payload that could have been said."""
    try:
        decoded = decode_payload(encoded)
    except ProtocolViolation:
        return
    assert decode_payload(encode_payload(decoded)) == decoded


@given(st.binary(max_size=200))
def test_of_random_bytes_only_a_violation_or_a_payload_comes(encoded: bytes) -> None:
    decoded_or_refused(encoded)


@settings(deadline=None)
@given(payloads, st.integers(0, 10_000), st.integers(0, 255))
def test_of_mutated_payloads_only_a_violation_or_another_payload_comes(
    payload: AnyPayload, place: int, value: int
) -> None:
    encoded = bytearray(encode_payload(payload))
    encoded[place % len(encoded)] = value
    decoded_or_refused(bytes(encoded))


def test_options_that_leave_hints_out_allow_them() -> None:
    options = [3, None, True, None, "auto", False, None]
    (short, said) = (decode_payload(msgpack.packb(["opened", "Kitchen", told])) for told in (options, [*options, True]))
    assert short == said == Opened("Kitchen", from_options(OFFICIAL))


LEAVES, SALTS = (bytes(32),) * 40, (bytes(16),) * 6
PLAY = PlayMove(0, "stack", -1, "R", 0, 1, ())
OPTIONS = from_options(OFFICIAL)

REFUSED: dict[str, AnyPayload] = {
    "name with a control": Seated("A\tda"),
    "table name with a blank at its end": Opened("Table ", OPTIONS),
    "no rounds": Opened("Table", replace(OPTIONS, rounds=0)),
    "an unknown variant": Opened("Table", replace(OPTIONS, row_storage="sideways")),  # type: ignore[arg-type]
    "a number for a truth": Ready(1),  # type: ignore[arg-type]
    "row of two": Dealt(1, (1, 2), 3, LEAVES, SALTS[:3]),
    "39 leaves": Dealt(1, (1, 2, 4), 3, LEAVES[1:], SALTS[:4]),
    "a salt too few": Dealt(1, (1, 2, 4), 3, LEAVES, SALTS[:3]),
    "a card without a proof": Moved(1, FillMove(0, 1, (2,))),
    "a proof without a card": Moved(1, StopMove(), (CardProof(1, SALTS[0]),)),
    "the position 40": Moved(1, FillMove(0, 1, (2,)), (CardProof(40, SALTS[0]),)),
    "a secret of 31 bytes": Closed(1, bytes(31)),
    "41st card": Moved(1, replace(PLAY, card=40)),
    "row without a slot": Moved(1, replace(PLAY, place="row")),
    "stack with a slot": Moved(1, replace(PLAY, slot=0)),
    "height 11": Moved(1, replace(PLAY, height=11)),
    "colour unknown": Moved(1, replace(PLAY, colour="P")),  # type: ignore[arg-type]
    "gap without a slot": Moved(1, FillMove(0, -1, ())),
    "six cards turned": Moved(1, TurnMove(6, 0, (1, 2, 3, 4, 5, 6)), (CardProof(1, SALTS[0]),) * 6),
    "round 0": Moved(0, PLAY),
    "surrogate": Seated("\ud800"),
    "number beyond MessagePack": Moved(2**64, PLAY),
}


@pytest.mark.parametrize("payload", REFUSED.values(), ids=REFUSED.keys())
def test_we_say_nothing_that_others_must_refuse(payload: AnyPayload) -> None:
    with pytest.raises(ValueError):
        encode_payload(payload)


def test_a_message_is_no_payload() -> None:
    with pytest.raises(TypeError):
        encode_payload(PLAY)  # type: ignore[arg-type]
    with pytest.raises(ProtocolViolation):
        decode_payload(msgpack.packb(["ping", 5]))


def test_a_payload_longer_than_an_event_may_carry_is_refused() -> None:
    with pytest.raises(ProtocolViolation):
        decode_payload(bytes(4097))


def test_a_violation_is_one_every_time() -> None:
    for _ in range(2):
        with pytest.raises(ProtocolViolation):
            decode_payload(b"\xc0")


def test_what_has_no_fields_is_its_tag_alone() -> None:
    assert encode_payload(Forced()) == msgpack.packb(["forced"])

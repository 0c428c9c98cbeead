"""Strategies for messages and payloads, read off their types: a new field is tested without being named here."""

from typing import Any, get_args

import msgspec.inspect as types
from hypothesis import strategies as st
from msgspec.structs import replace

from p2p_ligretto.wire.checks import fault_in
from p2p_ligretto.wire.messages import AnyMessage, Said
from p2p_ligretto.wire.names import check_text, clean_name
from p2p_ligretto.wire.payloads import AnyPayload, Dealt, Moved, StopMove

MESSAGE_TYPES = get_args(AnyMessage)
PAYLOAD_TYPES = get_args(AnyPayload)

names = st.text(max_size=24).map(clean_name)
hosts = st.sampled_from(["127.0.0.1", "10.1.2.3", "::1", "fe80::1%eth0", "2001:db8::5", "fe80::1%12"])


def _texts(max_length: int) -> st.SearchStrategy[str]:
    return st.text(max_size=max_length).filter(lambda text: check_text(text) is None)


def _strings(kind: types.StrType) -> st.SearchStrategy[str]:
    by_bounds = {
        (1, 16): names,
        (1, 64): hosts,
        (None, 16): _texts(16),
        (None, 200): _texts(40),
        (None, 60): _texts(40),
    }
    return by_bounds[kind.min_length, kind.max_length]


def values(kind: types.Type) -> st.SearchStrategy[Any]:
    match kind:
        case types.IntType():
            low = kind.ge if kind.ge is not None else -(2**63)
            high = kind.le if kind.le is not None else kind.lt - 1
            return st.integers(low, high)
        case types.StrType():
            return _strings(kind)
        case types.BytesType():
            return st.binary(min_size=kind.min_length or 0, max_size=min(kind.max_length, 80))
        case types.BoolType():
            return st.booleans()
        case types.NoneType():
            return st.none()
        case types.LiteralType():
            return st.sampled_from(kind.values)
        case types.UnionType():
            return st.one_of([values(each) for each in kind.types])
        case types.VarTupleType():
            least = kind.min_length or 0
            size = max(least, min(kind.max_length, 12))
            return st.lists(values(kind.item_type), min_size=least, max_size=size).map(tuple)
        case types.StructType():
            fields = {field.name: values(field.type) for field in kind.fields}
            return st.builds(kind.cls, **fields).map(_matched).filter(lambda value: fault_in(value) is None)
    raise AssertionError(f"no strategy for {kind}")


def _matched(value: Any) -> Any:
    """With fields that go together, as many proofs as cards to prove: so rarely would they by chance."""
    match value:
        case Dealt():
            shown = min(len(value.row), len(value.salts) - 1)
            return replace(value, row=value.row[:shown], salts=value.salts[: shown + 1])
        case Said(emote=int()):
            return replace(value, text="")
        case Moved(move=StopMove()):
            return replace(value, proofs=())
        case Moved():
            shown = min(len(value.move.exposes), len(value.proofs))
            move = replace(value.move, exposes=value.move.exposes[:shown])
            return replace(value, move=move, proofs=value.proofs[:shown])
    return value


def instances(cls: type) -> st.SearchStrategy[Any]:
    return values(types.type_info(cls))


messages = st.one_of([instances(cls) for cls in MESSAGE_TYPES])
payloads = st.one_of([instances(cls) for cls in PAYLOAD_TYPES])

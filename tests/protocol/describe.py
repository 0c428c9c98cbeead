"""Types of the wire in the words of protocol/spec/02, to compare the two."""

from typing import Any

import msgspec
import msgspec.inspect as types


def _number(value: int) -> str:
    for power in (31, 63):
        if value == 2**power:
            return f"2^{power}"
        if value == 2**power - 1:
            return f"2^{power}-1"
    return str(value)


def _size(kind: types.BytesType | types.StrType | types.VarTupleType) -> str:
    low, high = kind.min_length or 0, kind.max_length
    return str(high) if low == high else f"{low}..{high}"


def describe(kind: types.Type) -> str:
    match kind:
        case types.IntType():
            low = kind.ge if kind.ge is not None else "-"
            high = kind.le if kind.le is not None else kind.lt - 1
            return f"int {low}..{_number(high)}"
        case types.StrType():
            return f"str {_size(kind)}"
        case types.BytesType():
            return f"bin {_size(kind)}"
        case types.BoolType():
            return "bool"
        case types.NoneType():
            return "nil"
        case types.LiteralType():
            # In alphabetical order: a literal's values come in no order of their own.
            return " or ".join(f'"{value}"' for value in sorted(kind.values))
        case types.VarTupleType():
            return f"array {_size(kind)} of {describe(kind.item_type)}"
        case types.StructType():
            return kind.cls.__name__
        case types.UnionType():
            if all(isinstance(each, types.StructType) and each.tag for each in kind.types):
                return "Move"
            return " or ".join(map(describe, sorted(kind.types, key=lambda each: isinstance(each, types.NoneType))))
    raise AssertionError(f"no words for {kind}")


def _default(field: types.Field) -> str:
    if field.default is msgspec.NODEFAULT:
        return ""
    if type(field.default) is int:
        return f", default {field.default}"
    if isinstance(field.default, str):
        return f', default "{field.default}"'
    shown: dict[Any, str] = {None: "nil", False: "false", True: "true", (): "empty", b"": "empty"}
    return f", default {shown[field.default]}"


def fields_of(cls: type) -> list[tuple[str, str]]:
    """Name and type of each field of one structure or message, in order."""
    info = types.type_info(cls)
    assert isinstance(info, types.StructType)
    return [(field.name, describe(field.type) + _default(field)) for field in info.fields]


def tag_of(cls: type) -> str | None:
    info = types.type_info(cls)
    assert isinstance(info, types.StructType)
    return info.tag  # type: ignore[return-value]

"""Write the JSON Schema of messages and payloads: ``python protocol/schema/generate_schema.py``.

It comes from the types that a node decodes with, so that there is one place where a bound stands. What the types can't
say is added: the names of an array's elements, and how long a byte string is, since JSON has it in base64.
"""

import json
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from p2p_ligretto.wire.messages import AnyMessage, Proof
from p2p_ligretto.wire.payloads import AnyPayload

HERE: Final = Path(__file__).parent
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
REFERENCE: Final = "#/$defs/{name}"
FORM: Final = (
    "On the wire this is MessagePack, and an array there is one here. JSON has no byte strings: here they are base64"
    " with padding (RFC 4648, section 4), and each says how many bytes there are. Checks that go beyond types and"
    " bounds, such as which characters a name may have, stand in protocol/spec. Written by generate_schema.py from the"
    " types of the code."
)


def schema(kinds: Any, title: str, description: str) -> dict[str, Any]:
    """The schema of a value that is any one of the union ``kinds``."""
    (root,), definitions = msgspec.json.schema_components([kinds], ref_template=REFERENCE)
    types = structures(inspect.type_info(kinds))
    for name, definition in definitions.items():
        complete(definition, types[name])
    return {
        "$schema": DIALECT,
        "title": title,
        "description": f"{description} {FORM}",
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def structures(kind: inspect.Type) -> dict[str, inspect.StructType]:
    """All structures that ``kind`` is made of, by name."""
    match kind:
        case inspect.StructType():
            inner = [field.type for field in kind.fields]
            own = {kind.cls.__name__: kind}
        case inspect.UnionType():
            inner, own = list(kind.types), {}
        case inspect.VarTupleType():
            inner, own = [kind.item_type], {}
        case _:
            return {}
    for each in inner:
        own |= structures(each)
    return own


def complete(definition: dict[str, Any], kind: inspect.StructType) -> None:
    """Name the elements of a structure's array; the first one of a tagged structure is its tag."""
    elements = definition["prefixItems"]
    named = elements[1:] if kind.tag else elements
    if kind.tag:
        elements[0]["title"] = kind.tag_field
    for field, element in zip(kind.fields, named, strict=True):
        tell_bytes(element, field.type)
        element["title"] = field.name


def tell_bytes(element: dict[str, Any], kind: inspect.Type) -> None:
    """Say of each byte string in ``element`` how many bytes it has."""
    match kind:
        case inspect.BytesType():
            low, high = kind.min_length or 0, kind.max_length
            element["description"] = f"{high} bytes" if low == high else f"{low} to {high} bytes"
            if low == high:
                element["pattern"] = pattern(low)
        case inspect.VarTupleType():
            tell_bytes(element["items"], kind.item_type)
        case inspect.UnionType():
            for each, inner in zip(element["anyOf"], kind.types, strict=True):
                tell_bytes(each, inner)


def pattern(size: int) -> str:
    """What base64 of so many bytes looks like: its length alone is that of up to two bytes more or less, too."""
    digits = -(-8 * size // 6)
    return f"^[A-Za-z0-9+/]{{{digits}}}{'=' * (-digits % 4)}$"


def messages() -> dict[str, Any]:
    """Every frame after TLS, and the Hello before it."""
    return schema(
        AnyMessage | Proof,
        "P2P Ligretto, version 1: the body of a frame",
        "Hello and Refusal may get more elements in later versions. The content of a Passed is the body of a frame.",
    )


def payloads() -> dict[str, Any]:
    """What the payload of an event is, decoded."""
    return schema(AnyPayload, "P2P Ligretto, version 1: the payload of an event", "This is what an event says.")


FILES: Final = {"messages.json": messages, "payloads.json": payloads}


def contents() -> dict[str, str]:
    """The text of each file by its name."""
    return {name: json.dumps(make(), indent=1, ensure_ascii=True) + "\n" for name, make in FILES.items()}


if __name__ == "__main__":
    for file_name, text in contents().items():
        (HERE / file_name).write_text(text, encoding="ascii", newline="\n")

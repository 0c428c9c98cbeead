"""The schemas are what the generator writes, and say of messages and payloads what the code says of them."""

import importlib
import json
from base64 import b64decode
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgpack
import msgspec
import pytest

from p2p_ligretto.wire.codec import decode
from p2p_ligretto.wire.messages import AnyMessage, Proof
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.payloads import AnyMove, AnyPayload
from tests.protocol.describe import fields_of, tag_of
from tests.protocol.json_schema import is_valid

PROTOCOL = Path(__file__).parents[2] / "protocol"
FOLDER = PROTOCOL / "schema"
SCHEMAS = {name: json.loads((FOLDER / f"{name}.json").read_text(encoding="ascii")) for name in ("messages", "payloads")}
VECTORS = {
    name: json.loads((PROTOCOL / "vectors" / f"{name}.json").read_text(encoding="ascii"))
    for name in ("messages", "payloads")
}
KINDS: dict[str, Any] = {"messages": AnyMessage | Proof, "payloads": AnyPayload}
FAMILIES = [("messages", cls) for cls in get_args(KINDS["messages"])] + [
    ("payloads", cls) for cls in (*get_args(AnyPayload), *get_args(AnyMove))
]


def fits(value: Any, name: str) -> bool:
    return is_valid(value, SCHEMAS[name], SCHEMAS[name]["$defs"])


def in_json(value: Any) -> Any:
    """Unpacked MessagePack, or a message, in the form that the schemas are about."""
    return json.loads(msgspec.json.encode(value))


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("generate_schema")


def test_the_files_are_what_the_generator_writes(generator: ModuleType) -> None:
    """If not: ``make vectors``, and look at what has changed."""
    assert generator.contents() == {path.name: path.read_text(encoding="ascii") for path in FOLDER.glob("*.json")}


@pytest.mark.parametrize(("name", "cls"), FAMILIES, ids=lambda each: getattr(each, "__name__", each))
def test_each_array_is_there_with_the_names_of_its_elements(name: str, cls: type) -> None:
    elements = SCHEMAS[name]["$defs"][cls.__name__]["prefixItems"]
    assert elements[0]["enum"] == [tag_of(cls)]
    assert [element["title"] for element in elements] == ["type", *(field for field, _ in fields_of(cls))]


def test_a_byte_string_says_how_long_it_is() -> None:
    definitions = SCHEMAS["messages"]["$defs"]
    assert definitions["Proof"]["prefixItems"][2]["description"] == "64 bytes"
    assert definitions["Event"]["prefixItems"][7]["description"] == "0 to 4096 bytes"
    secret, nothing = SCHEMAS["payloads"]["$defs"]["Closed"]["prefixItems"][2]["anyOf"]
    assert (secret["description"], nothing) == ("32 bytes", {"type": "null"})
    assert SCHEMAS["payloads"]["$defs"]["Dealt"]["prefixItems"][4]["items"]["description"] == "32 bytes"


@pytest.mark.parametrize("case", VECTORS["messages"]["valid"], ids=lambda case: case["name"])
def test_messages_fit(case: dict[str, Any]) -> None:
    message = decode(bytes.fromhex(case["body"]))
    assert fits(in_json(message), "messages")
    assert not fits(in_json(message), "payloads")
    assert msgspec.json.decode(json.dumps(in_json(message)), type=AnyMessage) == message


@pytest.mark.parametrize("case", VECTORS["payloads"]["valid"], ids=lambda case: case["name"])
def test_payloads_fit(case: dict[str, Any]) -> None:
    payload = decode_payload(bytes.fromhex(case["bytes"]))
    assert fits(in_json(payload), "payloads")
    assert not fits(in_json(payload), "messages")
    assert msgspec.json.decode(json.dumps(in_json(payload)), type=AnyPayload) == payload


def test_a_proof_fits() -> None:
    proof = in_json(Proof(bytes(32), bytes(64)))
    assert (proof[0], b64decode(proof[1])) == ("proof", bytes(32))
    assert fits(proof, "messages")
    assert not fits([proof[0], proof[1]], "messages")


BEYOND_JSON = {
    "a float for an integer": "JSON has one kind of number",
    "bytes for a string": "JSON has text only",
    "more passed on than a frame holds": "base64 is as long for a byte more",
}


def refused(name: str) -> list[tuple[str, Any]]:
    """The vectors to be refused that are MessagePack at all, unpacked."""
    cases = []
    for case in VECTORS[name]["invalid"]:
        try:
            unpacked = msgpack.unpackb(bytes.fromhex(case["body" if name == "messages" else "bytes"]), use_list=False)
        except (ValueError, msgpack.UnpackException):
            continue
        if not isinstance(unpacked, msgpack.Timestamp):
            cases.append((case["wrong"], unpacked))
    return cases


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_refuses_what_types_and_bounds_refuse(name: str) -> None:
    judged = 0
    for wrong, unpacked in refused(name):
        try:
            msgspec.convert(unpacked, KINDS[name], builtin_types=(bytes,))
            allowed = True  # what is wrong is none of a schema's business
        except msgspec.ValidationError:
            allowed = wrong in BEYOND_JSON
            judged += 1
        assert fits(in_json(unpacked), name) == allowed, wrong
    assert judged > 20

"""As much of JSON Schema (2020-12) as the schemas of the protocol use; any other keyword is an error."""

import re
from collections.abc import Callable
from typing import Any

KINDS: dict[str, type | tuple[type, ...]] = {
    "array": list,
    "boolean": bool,
    "integer": int,
    "null": type(None),
    "string": str,
}
BOUNDS: dict[str, Callable[[Any, Any], bool]] = {
    "minimum": lambda value, bound: bool(value >= bound),
    "maximum": lambda value, bound: bool(value <= bound),
    "exclusiveMaximum": lambda value, bound: bool(value < bound),
    "minLength": lambda value, bound: len(value) >= bound,
    "maxLength": lambda value, bound: len(value) <= bound,
    "minItems": lambda value, bound: len(value) >= bound,
    "maxItems": lambda value, bound: len(value) <= bound,
    "pattern": lambda value, wanted: re.search(wanted, value) is not None,
    "enum": lambda value, allowed: value in allowed,
}
REMARKS = {"$schema", "$defs", "title", "description", "default", "contentEncoding"}


def is_valid(value: Any, schema: dict[str, Any], definitions: dict[str, Any]) -> bool:
    """Whether JSON ``value`` is what ``schema`` describes."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # JSON has one kind of number
    kind = schema.get("type")
    if kind is not None and not (isinstance(value, KINDS[kind]) and isinstance(value, bool) == (kind == "boolean")):
        return False
    return all(_keeps(value, key, wanted, schema, definitions) for key, wanted in schema.items() if key != "type")


def _keeps(value: Any, key: str, wanted: Any, schema: dict[str, Any], definitions: dict[str, Any]) -> bool:
    match key:
        case "$ref":
            return is_valid(value, definitions[wanted.removeprefix("#/$defs/")], definitions)
        case "anyOf":
            return any(is_valid(value, each, definitions) for each in wanted)
        case "prefixItems":
            return all(is_valid(each, one, definitions) for each, one in zip(value, wanted, strict=False))
        case "items":
            assert "prefixItems" not in schema
            return all(is_valid(each, wanted, definitions) for each in value)
    return key in REMARKS or BOUNDS[key](value, wanted)

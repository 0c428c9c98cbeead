"""What values of a script are when their step is done, what structures hold, and how two values compare.

What came from the wire and what was written are compared as plain values: a list with a list, an enumeration by its
value. A structure made here is not checked: a script may want what no decoder lets through.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from msgspec import Struct

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.messages import EventSent
from p2p_ligretto.sim.script.problems import Position, ScriptError
from p2p_ligretto.sim.script.syntax import Condition, Field, Listed, Made, Named, Plain, Value, Worked
from p2p_ligretto.sim.script.vocabulary import STRUCTURES
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.payloads import Moved
from p2p_ligretto.wire.violations import ProtocolViolation

MAX_REPEATED_BYTES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Participant:
    """Who takes part: alone the name stands for ``peer``. What can't be known is None."""

    peer: bytes
    incarnation: bytes | None = None
    disk: bytes | None = None


LookUp = Callable[[Named], object]
"""What the first name of a path stands for now; raises ScriptError."""

_NOTHING: Final = object()


def value_of(value: Value, look_up: LookUp) -> object:
    """What ``value`` is now. Raises ScriptError."""
    match value:
        case Plain(plain):
            return plain
        case Listed(items):
            return tuple(value_of(item, look_up) for item in items)
        case Named(path, at):
            found = look_up(value)
            for name in path[1:]:
                found = needed_field(found, name, at)
            return found.peer if isinstance(found, Participant) else found
        case Made(what, items, fields, at):
            names = STRUCTURES[what].__struct_fields__
            given = dict(zip(names, (value_of(item, look_up) for item in items), strict=False))
            return made(STRUCTURES[what], {**given, **values_of(fields, look_up)}, at, what)
        case Worked(left, sign, right, at):
            return _worked(value_of(left, look_up), sign, value_of(right, look_up), at)


def values_of(fields: tuple[Field, ...], look_up: LookUp) -> dict[str, object]:
    """What ``fields`` are now, by name."""
    return {field.name: value_of(field.value, look_up) for field in fields}


def made(cls: type[Struct], values: Mapping[str, object], at: Position, what: str) -> Struct:
    """A structure of these values, unchecked; ScriptError where one is missing that it can't do without."""
    try:
        return cls(**values)
    except TypeError:
        optional = len(cls.__struct_defaults__)
        needed = cls.__struct_fields__[: len(cls.__struct_fields__) - optional]
        missing = [name for name in needed if name not in values]
        raise ScriptError(at, f"{what} needs {' and '.join(f'{name}=...' for name in missing)}") from None


def _worked(left: Any, sign: str, right: Any, at: Position) -> object:
    whole = all(isinstance(each, int) and not isinstance(each, bool) for each in (left, right))
    if sign == "*" and isinstance(left, bytes) and isinstance(right, int) and not isinstance(right, bool):
        if not 0 <= len(left) * right <= MAX_REPEATED_BYTES:
            raise ScriptError(at, f"that would be more than {MAX_REPEATED_BYTES} bytes")
        return left * right
    if sign == "+" and type(left) is type(right) and isinstance(left, bytes | str | tuple):
        return left + right
    if not whole:
        raise ScriptError(at, f"{sign} works on numbers and durations; here are {shown(left)} and {shown(right)}")
    return left + right if sign == "+" else left - right if sign == "-" else left * right


def field_of(value: object, name: str) -> object:
    """What ``value`` holds under ``name``; ``_NOTHING`` where it holds no such thing.

    An event also holds what it says, and if that is a move, what the move says.
    """
    if isinstance(value, EventSent) and name != "event":
        value = value.event
    if isinstance(value, Mapping):
        return value.get(name, _NOTHING)
    found: object = getattr(value, name, _NOTHING) if not isinstance(value, bytes | str | int | tuple) else _NOTHING
    if found is not _NOTHING or not isinstance(value, Event):
        return found
    try:
        said: object = decode_payload(value.payload)
    except (ProtocolViolation, TypeError):
        return _NOTHING
    found = getattr(said, name, _NOTHING)
    if found is _NOTHING and isinstance(said, Moved):
        return getattr(said.move, name, _NOTHING)
    return found


def needed_field(value: object, name: str, at: Position) -> object:
    """The same, where a script counts on it. Raises ScriptError."""
    found = field_of(value, name)
    if found is _NOTHING or (isinstance(value, Participant) and found is None):
        raise ScriptError(at, f"there is no {name} in {shown(value)}")
    return found


def plain(value: object) -> Any:
    """``value`` as it can be compared with what a script says."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return tuple(sorted(map(plain, value)))
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    return value


def holds(condition: Condition, value: object, look_up: LookUp) -> bool:
    """Whether ``value`` is as ``condition`` says; not if it lacks what that is about. Raises ScriptError."""
    for name in condition.path:
        value = field_of(value, name)
    if value is _NOTHING:
        return False
    found, wanted = plain(value), plain(value_of(condition.value, look_up))
    if condition.sign in ("=", "!="):
        return bool((found == wanted) == (condition.sign == "="))
    if found is None:
        return False
    try:
        return bool(_COMPARE[condition.sign](found, wanted))
    except TypeError:
        raise ScriptError(
            condition.at, f"{shown(found)} {condition.sign} {shown(wanted)} is no question that has an answer"
        ) from None


_COMPARE: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "<": lambda found, wanted: found < wanted,
    ">": lambda found, wanted: found > wanted,
    "<=": lambda found, wanted: found <= wanted,
    ">=": lambda found, wanted: found >= wanted,
    "~": lambda found, wanted: wanted in found,
}


def shown(value: object) -> str:
    """``value`` for a person, in a few words: long bytes by their beginning."""
    value = plain(value)
    if isinstance(value, bytes):
        return f"0x{value.hex()}" if len(value) <= 4 else f"0x{value[:4].hex()}..."
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "none"}[value]
    if isinstance(value, tuple):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, Struct):
        fields = (f"{name}={shown(getattr(value, name))}" for name in value.__struct_fields__)
        return f"({', '.join(fields)})"
    return str(value) if isinstance(value, int) else type(value).__name__

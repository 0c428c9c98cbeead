"""Whether what came from a node is what a script expects, and how to say what came instead."""

from typing import Final

from msgspec import Struct

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.messages import Events, EventSent
from p2p_ligretto.sim.script.peer import Heard
from p2p_ligretto.sim.script.syntax import ANYTHING, CLOSED, Pattern
from p2p_ligretto.sim.script.values import LookUp, holds, shown
from p2p_ligretto.sim.script.vocabulary import EVENT
from p2p_ligretto.wire.codec import decode
from p2p_ligretto.wire.framing import HEADER_BYTES
from p2p_ligretto.wire.messages import Passed
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.payloads import Moved
from p2p_ligretto.wire.violations import ProtocolViolation

MAX_SHOWN: Final = 160
UNTOLD: Final = frozenset({"table", "signature", "payload"})
"""Fields that say nothing to who looks for what went wrong."""


def fitting(heard: Heard, pattern: Pattern, look_up: LookUp) -> tuple[Struct | None, ...]:
    """What ``heard`` brings that is like ``pattern``: its message, its events, None for the link's end; or nothing.

    Raises ScriptError.
    """
    message = heard.message
    if message is None:
        return (None,) if pattern.type in (CLOSED, ANYTHING) else ()
    if pattern.type == ANYTHING:
        return (message,)
    candidates: tuple[Struct, ...] = (message,) if _tag(message) == pattern.type else ()
    if pattern.type == EVENT:
        # It does not matter whether an event comes by itself or is handed over with others.
        candidates = _events(message)
    return tuple(each for each in candidates if _fits(each, pattern, look_up))


def _events(message: Struct) -> tuple[Event, ...]:
    if isinstance(message, EventSent):
        return (message.event,)
    return message.events if isinstance(message, Events) else ()


def _fits(candidate: Struct, pattern: Pattern, look_up: LookUp) -> bool:
    if pattern.payload is not None and pattern.payload not in _says(candidate):
        return False
    return all(holds(condition, candidate, look_up) for condition in pattern.conditions)


def _says(event: Struct) -> tuple[str, ...]:
    """The words that may stand for what an event says."""
    if not isinstance(event, Event):
        return ()
    try:
        said = decode_payload(event.payload)
    except ProtocolViolation:
        return ()
    return (_tag(said), _tag(said.move)) if isinstance(said, Moved) else (_tag(said),)


def _tag(value: Struct) -> str:
    return str(value.__struct_config__.tag)


def described(heard: Heard) -> str:
    """What came, in one line."""
    message = heard.message
    if message is None:
        return CLOSED
    events = _events(message)
    if events:
        text = f"{_tag(message)} " + "; ".join(f"{' '.join(_says(event))} {_fields(event)}" for event in events)
    else:
        text = f"{_tag(message)} {_fields(message)}"
    text = text.rstrip()
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."


def described_bytes(data: bytes) -> str:
    """What a script says, in one line: as a message where it is one."""
    try:
        return described(Heard(0, decode(data[HEADER_BYTES:])))
    except ProtocolViolation:
        return f"{len(data)} bytes {shown(data)}"


def _fields(value: Struct) -> str:
    if isinstance(value, Passed):
        # What is handed on is what matters, not the bytes that it comes in.
        content = described_bytes(bytes(HEADER_BYTES) + value.content)
        return f"origin={shown(value.origin)} target={shown(value.target)}: {content}"
    names = (name for name in value.__struct_fields__ if name not in UNTOLD)
    return " ".join(f"{name}={shown(getattr(value, name))}" for name in names)

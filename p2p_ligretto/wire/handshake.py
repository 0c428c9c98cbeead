"""The greeting: both sides say Hello before anything else, and each judges the other's.

Hello and Refusal keep their shape in every version of the protocol, and later versions may only append elements to
them: so two nodes of any two versions can always tell each other, and their players, why they can't play together.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

from p2p_ligretto.wire.messages import MAGIC, VERSION_HIGH, VERSION_LOW, Hello, Refusal
from p2p_ligretto.wire.tagged import Tagged
from p2p_ligretto.wire.unpacking import unpack

MAX_GREETING_BYTES: Final = 4096
"""The longest body of a first frame; a stranger gets no more room than that."""

_GREETINGS: Final = Tagged[Any]("greeting", (Hello, Refusal))
_KNOWN_ELEMENTS: Final = {"hello": 6, "refusal": 2}


@dataclass(frozen=True, slots=True)
class Agreed:
    """Both speak ``version``, the highest that both know."""

    version: int


@dataclass(frozen=True, slots=True)
class Refused:
    """No link with that node. ``reason`` is for the persons at both ends, and true at both.

    ``cause``: magic (no node of this game), version (none in common), self (the link leads back to this very process),
    twin (another process uses this node's key).
    """

    cause: Literal["magic", "version", "self", "twin"]
    reason: str


def hello(peer: bytes, incarnation: bytes) -> Hello:
    """The Hello of this program for the node ``peer``, started as ``incarnation``."""
    return Hello(MAGIC, VERSION_LOW, VERSION_HIGH, peer, incarnation)


def check_hello(own: Hello, theirs: Hello) -> Agreed | Refused:
    """Whether the two nodes that said these can share a link."""
    if theirs.magic != own.magic:
        return Refused("magic", "the greeting is not that of a Ligretto node")
    version = min(own.version_high, theirs.version_high)
    if version < max(own.version_low, theirs.version_low):
        ranges = f"the refusing node speaks {_range(own)}, the refused one {_range(theirs)}"
        return Refused("version", f"no protocol version in common: {ranges}")
    if theirs.peer != own.peer:
        return Agreed(version)
    if theirs.incarnation == own.incarnation:
        return Refused("self", "the link leads back to the node that made it")
    return Refused("twin", "both nodes use the same key")


def decode_greeting(body: bytes) -> Hello | Refusal:
    """The first frame of the other side, of whatever version it is; elements beyond the known ones are ignored.

    Raises ProtocolViolation for anything but a Hello or a Refusal.
    """
    elements = unpack(body, MAX_GREETING_BYTES)
    tag = elements[0] if isinstance(elements, tuple) and elements else None
    known = _KNOWN_ELEMENTS.get(tag) if isinstance(tag, str) else None
    greeting: Hello | Refusal = _GREETINGS.value(elements if known is None else elements[:known])
    return greeting


def _range(of: Hello) -> str:
    if of.version_low == of.version_high:
        return str(of.version_low)
    return f"{of.version_low} to {of.version_high}"

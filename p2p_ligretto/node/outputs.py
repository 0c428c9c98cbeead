"""What a node asks of its surroundings: must be obeyed in order, but for ``Notify``, which may be ignored.

``Save`` is durable: written and synced before the outputs after it are carried out. ``Append`` and ``Record`` are
written to the file, without a sync, before the outputs after them are carried out.
"""

from dataclasses import dataclass

from p2p_ligretto.node.notices import Notice
from p2p_ligretto.wire.messages import Address, AnyMessage

LinkId = int
"""Named by the surroundings, unique for the life of the node."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send ``message`` on ``links``, each of which is up."""

    links: tuple[LinkId, ...]
    message: AnyMessage


@dataclass(frozen=True, slots=True)
class Connect:
    """Dial a node at any of ``addresses``; ``peer`` is None where its id is not known yet.

    Success comes back as ``link_up``, failure as ``dial_failed``.
    """

    peer: bytes | None
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Disconnect:
    """Close ``link`` after what was sent on it; ``reason`` is told to the other end unless it is empty."""

    link: LinkId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Save:
    """Durable: remember ``value`` under ``key`` (None: forget it)."""

    key: str
    value: bytes | None


@dataclass(frozen=True, slots=True)
class Append:
    """Behind: add ``entry`` to the journal ``journal``."""

    journal: str
    entry: bytes


@dataclass(frozen=True, slots=True)
class Record:
    """Behind: add lines (JSON, without the line end) to the record of match ``match``; ``restart`` empties it first."""

    match: str
    lines: tuple[str, ...]
    restart: bool = False


@dataclass(frozen=True, slots=True)
class Notify:
    """Something that a person or a program at this node may want to know."""

    notice: Notice


Output = Send | Connect | Disconnect | Save | Append | Record | Notify

"""What a node asks of its surroundings: must be obeyed in order, but for ``Notify``, which may be ignored.

``Save`` is durable: written and synced before the outputs after it are carried out. ``Append`` and ``Record`` are
written to the file, without a sync, before the outputs after them are carried out.
"""

from msgspec import Struct

from p2p_ligretto.node.notices import Notice
from p2p_ligretto.wire.messages import Address, AnyMessage

LinkId = int
"""Named by the surroundings, unique for the life of the node."""


class Send(Struct, frozen=True):
    """Send ``message`` on ``links``, each of which is up."""

    links: tuple[LinkId, ...]
    message: AnyMessage


class Connect(Struct, frozen=True):
    """Dial a node at any of ``addresses``; ``peer`` is None where its id is not known yet.

    Success comes back as ``link_up``, failure as ``dial_failed``.
    """

    peer: bytes | None
    addresses: tuple[Address, ...]


class Disconnect(Struct, frozen=True):
    """Close ``link`` after what was sent on it; ``reason`` is told to the other end unless it is empty."""

    link: LinkId
    reason: str = ""


class Save(Struct, frozen=True):
    """Durable: remember ``value`` under ``key`` (None: forget it)."""

    key: str
    value: bytes | None


class Append(Struct, frozen=True):
    """Behind: add ``entry`` to the journal ``journal``."""

    journal: str
    entry: bytes


class Record(Struct, frozen=True):
    """Behind: add lines (JSON, without the line end) to the record of match ``match``; ``restart`` empties it first."""

    match: str
    lines: tuple[str, ...]
    restart: bool = False


class Notify(Struct, frozen=True):
    """Something that a person or a program at this node may want to know."""

    notice: Notice


Output = Send | Connect | Disconnect | Save | Append | Record | Notify

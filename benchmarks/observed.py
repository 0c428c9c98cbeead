"""A node that notes when its predicted state has an event."""

import time
from typing import ClassVar

from p2p_ligretto.node.node import Node
from p2p_ligretto.replication.messages import Events, EventSent
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.messages import AnyMessage


class ObservedNode(Node):
    """What it notes is of all such nodes of a process: there is one, or two of which one moves."""

    seen: ClassVar[dict[int, int]] = {}
    """By the event's time stamp the nanosecond of the machine's monotonic clock, which all processes share."""
    frame: ClassVar[bytes] = b""
    """The last frame with an event that came."""

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        """Take a message in, and look whether it changed the table."""
        before = self.predicted
        super().receive(link, message, now)
        if isinstance(message, EventSent | Events) and self.predicted is not before:
            self.note(message)

    def note(self, message: EventSent | Events) -> None:
        """The events of ``message`` are in the predicted state."""
        when = time.monotonic_ns()
        if isinstance(message, EventSent):
            ObservedNode.frame = encode(message)
        for event in (message.event,) if isinstance(message, EventSent) else message.events:
            self.seen.setdefault(event.time, when)

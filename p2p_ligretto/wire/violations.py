"""The one exception for a peer that does not keep to the protocol.

Misuse by our own code is never this: that raises ValueError or TypeError. So whoever catches a violation knows
that closing the link is the answer.
"""

from typing import Final

from p2p_ligretto.wire.printable import printable

MAX_REASON: Final = 200


class ProtocolViolation(Exception):
    """A peer sent what no correct node sends. ``reason`` is one plain line, fit for a log and for a person.

    It may quote what the peer sent: that is escaped, and cut where it is long.
    """

    def __init__(self, reason: str) -> None:
        self.reason = printable(reason, MAX_REASON)
        super().__init__(self.reason)

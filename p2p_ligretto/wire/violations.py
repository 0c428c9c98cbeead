"""The one exception for a peer that does not keep to the protocol.

Misuse by our own code is never this: that raises ValueError or TypeError. So whoever catches a violation knows
that closing the link is the answer.
"""


class ProtocolViolation(Exception):
    """A peer sent what no correct node sends. ``reason`` is one plain line, fit for a log and for a person."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

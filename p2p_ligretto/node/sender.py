"""From whom a message is, and whether it came on its own link."""

from msgspec import Struct


class Sender(Struct, frozen=True):
    """Who says something. ``incarnation`` is that of its link, None where another node has passed on what it says."""

    peer: bytes
    incarnation: bytes | None

    @property
    def direct(self) -> bool:
        """Whether it came on the sender's own link."""
        return self.incarnation is not None

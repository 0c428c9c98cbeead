"""What waits on all links of one node to be taken by the other side: bounded, together.

A bound for each link alone would add up to more than a computer has. Where all together wait for too much, the link
that most waits for is closed: so who does not read can't cost one its link who is merely slow. If it is strangers that
half of it waits for, one of theirs is closed, and none of the own table.
"""

from typing import Final, Protocol

MAX_BACKLOG_BYTES: Final = 144 * 1024 * 1024
"""Twice what may wait for one link."""


class Waiting(Protocol):
    """A link, as far as something waits for it."""

    @property
    def waiting_bytes(self) -> int:
        """How much waits."""
        ...

    @property
    def of_table(self) -> bool:
        """Whether it leads to somebody of the own table."""
        ...

    def overflow(self) -> None:
        """Too much waits: end, and let it go."""
        ...


class Backlog:
    """Of the links that have told of something; ``total_bytes`` is what waits on all of them."""

    def __init__(self) -> None:
        self.total_bytes = 0
        self._links: dict[Waiting, None] = {}

    def grown(self, link: Waiting, size_bytes: int) -> None:
        """So much more waits on ``link``."""
        self._links[link] = None
        self.total_bytes += size_bytes
        if self.total_bytes > MAX_BACKLOG_BYTES:
            strangers = [each for each in self._links if not each.of_table]
            theirs = sum(each.waiting_bytes for each in strangers)
            to_blame = strangers if 2 * theirs >= self.total_bytes else self._links
            max(to_blame, key=lambda each: each.waiting_bytes).overflow()

    def shrunk(self, link: Waiting, size_bytes: int) -> None:
        """So much less waits on ``link``."""
        self.total_bytes -= size_bytes
        if not link.waiting_bytes:
            self._links.pop(link, None)

"""Over whom a node reaches those that it has no good link to.

Members of the view are found on the map that beats draw (``hearing``); others (who asks for a seat) where their last
message came from, as long as that is fresh.
"""

from collections.abc import Mapping
from typing import Final

from p2p_ligretto.node.hearing import NO_WAYS, NOBODY
from p2p_ligretto.node.keeping_last import keep_last

MEMORY_US: Final = 3_000_000
"""Who asks for a seat asks every second."""
MAX_LEARNED: Final = 64
"""More than can ask for a seat at once; of more that somebody makes up the oldest is forgotten."""


class Routes:
    """The ways from one node; ``members`` is set by its session, the rest is learned."""

    def __init__(self) -> None:
        self.members: Mapping[bytes, bytes] = NO_WAYS
        self._learned: dict[bytes, tuple[bytes, int]] = {}

    @property
    def any(self) -> bool:
        """Whether there is anybody to be reached over others."""
        return bool(self.members or self._learned)

    def learn(self, peer: bytes, neighbour: bytes, now: int) -> None:
        """A message of ``peer`` came over ``neighbour``."""
        keep_last(self._learned, peer, (neighbour, now), MAX_LEARNED)

    def forget(self, linked: frozenset[bytes], now: int) -> None:
        """Ways that are old, that lead over who is gone, or that a link has made needless count no more."""
        if self._learned:
            self._learned = {
                peer: (neighbour, at)
                for peer, (neighbour, at) in self._learned.items()
                if peer not in linked and neighbour in linked and now - at < MEMORY_US
            }

    def ends(self) -> frozenset[bytes]:
        """Who can be reached over others."""
        return frozenset((*self.members, *self._learned)) if self.any else NOBODY

    def first_step(self, peer: bytes) -> bytes | None:
        """The neighbour that passes on what is for ``peer``; None where none is needed or known."""
        way = self.members.get(peer)
        if way is None and peer in self._learned:
            return self._learned[peer][0]
        return way

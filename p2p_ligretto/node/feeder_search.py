"""Whom somebody who looks on asks next to be fed, and where those are who could not be had.

Who is asked and does not feed names others who may; they come before all that was known before, and whoever named them
comes again after them, once. Where nobody is left, all are asked anew.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from p2p_ligretto.node.keeping_last import keep_last
from p2p_ligretto.node.links import Links
from p2p_ligretto.replication.messages import MAX_LOST

LOST_US: Final = 6_000_000
"""So long nobody is asked again who could not be had, while there is somebody else."""
MAX_NAMED: Final = 32


class FeederSearch:
    """For one table; knows nothing of what is fed."""

    def __init__(self, table: bytes, links: Links) -> None:
        self._table = table
        self._links = links
        self._named: list[bytes] = []
        self._lost: dict[bytes, int] = {}
        """Who could not be had, with the time until which it is not asked again; the last one last."""
        self._came_back_to: set[bytes] = set()
        self.sent_on_by: set[bytes] = set()
        """Who has named others in this search, or the last one."""

    def lost(self, now: int) -> tuple[bytes, ...]:
        """Who could not be had a moment ago, the last ones if they are many."""
        self._lost = {peer: until for peer, until in self._lost.items() if until > now}
        return tuple(self._lost)[-MAX_LOST:]

    def lose(self, peer: bytes, now: int) -> None:
        """``peer`` does not answer, can't be reached, or does not feed and names nobody."""
        self._named = [each for each in self._named if each != peer]
        keep_last(self._lost, peer, now + LOST_US, 2 * MAX_LOST)

    def expect(self, peers: Iterable[bytes]) -> None:
        """A search begins: these may feed, the likeliest first."""
        self.sent_on_by.clear()
        self._named = [peer for peer in dict.fromkeys(peers) if peer != self._links.own][:MAX_NAMED]

    def sent_on(self, feeder: bytes, names: Sequence[bytes], now: int) -> None:
        """``feeder`` does not feed; those with these ``names`` may."""
        self.sent_on_by.add(feeder)
        fresh = [name for name in names if name not in self._lost and name not in (feeder, self._links.own)]
        if not fresh or feeder in self._came_back_to:
            self.lose(feeder, now)
        else:
            self._came_back_to.add(feeder)
            fresh.append(feeder)
        self._named = list(dict.fromkeys([*fresh, *self._named]))[:MAX_NAMED]

    def found(self) -> None:
        """Somebody feeds."""
        self._named.clear()
        self._came_back_to.clear()

    def next(self, now: int) -> bytes | None:
        """Whom to ask now, linked or not; None where nobody is left, after which all are asked anew."""
        lost, linked = self.lost(now), self._links.by_peer
        while self._named:
            if self._named[0] not in self._lost and (self._named[0] in linked or self._links.can_dial(self._named[0])):
                return self._named[0]
            del self._named[0]
        at_table = [
            (-link.card.watching, peer)
            for peer, link in linked.items()
            if link.card is not None and link.card.table == self._table and peer not in self._lost
        ]
        if at_table:
            return min(at_table)[1]
        if lost:
            self._lost.clear()
        self._came_back_to.clear()
        return None

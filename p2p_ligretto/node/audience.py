"""Spectators whom this node feeds: events as it holds them, ends of views, and what is final.

They count for nothing: no promise, no vote, no quorum knows them. A spectator trusts its feeder for what is final, and
checks the rest itself: chains, cuts, and the hash of each decision.
"""

from typing import Final

from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.replication.catch_up import handover
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Commit, EventSent, Settled, WatchRefused
from p2p_ligretto.replication.views import Decision

MAX_FED: Final = 32


class Audience:
    """The spectators of one session; everything goes to all of them in the same order."""

    def __init__(self, table: bytes, outbox: Outbox) -> None:
        self.peers: frozenset[bytes] = frozenset()
        self._table = table
        self._outbox = outbox

    def admit(self, peer: bytes, log: Log, final: tuple[int, ...]) -> None:
        """Feed ``peer`` from now on, beginning with the whole log; or refuse, where no more can be fed."""
        if len(self.peers) >= MAX_FED and peer not in self.peers:
            self._outbox.send_on_links((peer,), WatchRefused(log.table))
            return
        self.peers |= {peer}
        self._hand_over(frozenset({peer}), log, final)

    def feed_anew(self, log: Log, final: tuple[int, ...]) -> None:
        """Something that was fed is not held any more."""
        self._hand_over(self.peers, log, final)

    def _hand_over(self, peers: frozenset[bytes], log: Log, final: tuple[int, ...]) -> None:
        for message in handover(log) if peers else ():
            self._outbox.send_on_links(peers, message)
        self._outbox.send_on_links(peers, Settled(log.table, log.view.number, final))

    def dismiss(self, peer: bytes) -> None:
        """``peer`` does not want to be fed any more."""
        self.peers -= {peer}

    def send_away(self) -> None:
        """This node leaves the table: they have to look for another feeder."""
        self._outbox.send_on_links(self.peers, WatchRefused(self._table))
        self.peers = frozenset()

    def keep_linked(self, linked: frozenset[bytes]) -> None:
        """Whose link is gone looks for another feeder."""
        self.peers &= linked

    def held(self, event: Event) -> None:
        """An event is in the log."""
        if self.peers:
            self._outbox.send_on_links(self.peers, EventSent(event))

    def ended(self, view: int, decision: Decision) -> None:
        """A view has ended."""
        self._outbox.send_on_links(self.peers, Commit(self._table, view, decision))

    def settled(self, view: int, final: tuple[int, ...]) -> None:
        """Of the open view so much of each member's chain is final."""
        if self.peers:
            self._outbox.send_on_links(self.peers, Settled(self._table, view, final))

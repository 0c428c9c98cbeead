"""Looking on at a table from a node without a seat there: fed by one member, in mid-round too.

Invariants:
- A spectator counts for nothing and says nothing to the table; it asks one member at a time to be fed.
- What it shows is what its feeder holds, and final what its feeder calls final; signatures, chains, cuts and the hash
  of each decision it checks itself.
- When its feeder goes it asks another member, and shows what it has until that one has handed over the whole log.
"""

from typing import Final

from p2p_ligretto.node.chronicle import Chronicle
from p2p_ligretto.node.identity import NodeIdentity
from p2p_ligretto.node.links import Links
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.timing import Timing
from p2p_ligretto.replication.catch_up import CatchUp
from p2p_ligretto.replication.clock import TableClock
from p2p_ligretto.replication.forks import check_forks
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import (
    AnyReplicationMessage,
    Commit,
    Events,
    EventSent,
    Segment,
    Settled,
    Unwatch,
    Watch,
    WatchRefused,
)
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.signing import check_signed
from p2p_ligretto.wire.payload_codec import decode_payload

ASK_US: Final = 2_000_000
"""How long a member may take to begin to hand over the log before another one is asked."""
CODE_US: Final = 30_000_000
"""So long who watches may take to find the code, before another member is asked."""
FIRST_VIEW: Final = 1


class Spectator:
    """A wish to watch ``table``, and the table as it is fed. ``chronicle`` is None until the first log is complete."""

    def __init__(self, table: bytes, own: NodeIdentity, links: Links, outbox: Outbox, now: int) -> None:
        self.table = table
        self.chronicle: Chronicle | None = None
        self.clock = TableClock(now)
        self.timing = Timing(own.peer, self._table_time)
        self.feeder: bytes | None = None
        self.wake_at = now
        self._own = own
        self._links = links
        self._outbox = outbox
        self._now = now
        self._log: Log | None = None
        self._catch_up = CatchUp(table, own.signer)
        self._settled: Settled | None = None
        self._final: dict[bytes, int] = {}
        """Of the open view so much of each member's chain is final."""
        self._unwilling: set[bytes] = set()

    def _table_time(self) -> int:
        return self.clock.table_time(self._now)

    def advance(self, now: int) -> None:
        """Find a feeder if there is none, or if the one that was asked keeps silent."""
        self._now = now
        self._begin()
        linked = self._links.by_peer
        if self.feeder is not None and self.feeder not in linked:
            self.feeder = None
        if self.feeder is not None and (self._log is not None or now < self.wake_at):
            return
        if self.feeder is not None:
            self._unwilling.add(self.feeder)
            self._outbox.send_on_links((self.feeder,), Unwatch(self.table))
        cards = [
            (link.card.watching, peer) for peer, link in linked.items() if link.card and link.card.table == self.table
        ]
        willing = [one for one in cards if one[1] not in self._unwilling]
        if not willing:
            # Everybody was asked: begin anew, a little later.
            self._unwilling.clear()
        self.feeder = min(willing)[1] if willing else None
        self.wake_at = now + ASK_US if self.feeder is not None else now + ASK_US // 10
        if self.feeder is not None:
            self._ask(self.feeder)

    def _ask(self, feeder: bytes) -> None:
        self._log, self._catch_up, self._settled = None, CatchUp(self.table, self._own.signer), None
        self.clock.follow(feeder, frozenset(), 0, self._now)
        self._outbox.send_on_links((feeder,), Watch(self.table))

    def bar(self, sender: bytes, now: int) -> bool:
        """The feeder has to be shown the table's code first; False if ``sender`` is not the feeder."""
        if sender != self.feeder:
            return False
        self._log, self.wake_at = None, now + CODE_US
        return True

    def ask_again(self, now: int) -> None:
        """The feeder, or another member, has been shown the code."""
        self._now = now
        if self.feeder is not None:
            self.wake_at = now + ASK_US
            self._ask(self.feeder)

    def leave(self) -> None:
        """Watch no more."""
        if self.feeder is not None:
            self._outbox.send_on_links((self.feeder,), Unwatch(self.table))

    def take(self, sender: bytes, message: AnyReplicationMessage, now: int) -> None:
        """A message about the table; only the feeder's count. Raises Misconduct for a log that can't be."""
        self._now = now
        if sender != self.feeder:
            return
        log, chronicle = self._log, self.chronicle
        if isinstance(message, WatchRefused):
            self._unwilling.add(sender)
            self.feeder = None
            self.wake_at = now
        elif log is None or chronicle is None or isinstance(message, Segment):
            self._take_log(message)
        elif isinstance(message, EventSent):
            self._hold(log, chronicle, message)
        elif isinstance(message, Settled):
            self._settle(log, chronicle, message)
        elif isinstance(message, Commit):
            self._install(log, chronicle, message)

    def _take_log(self, message: AnyReplicationMessage) -> None:
        """The log is handed over; ``Settled`` follows it and says that it is whole."""
        if isinstance(message, Segment):
            self._log = self._settled = None
            if message.view.number == FIRST_VIEW:
                self._catch_up = CatchUp(self.table, self._own.signer)
            self._catch_up.segment(message)
        elif isinstance(message, Events | EventSent) and self._catch_up.log is not None:
            for event in message.events if isinstance(message, Events) else (message.event,):
                decode_payload(event.payload)
                self._catch_up.take(event)
        elif isinstance(message, Settled) and self._catch_up.complete:
            self._settled = message
            self._begin()
        elif isinstance(message, Commit) and self._settled is not None and self.feeder is not None:
            # The view ended while table time was still waited for: the log is taken in anew.
            self._ask(self.feeder)

    def _begin(self) -> None:
        """Show the table once the log is whole and table time is known: without it no countdown can be told."""
        log, settled = self._catch_up.log, self._settled
        if log is None or settled is None or not self.clock.synchronised:
            return
        self._log, self._settled = log, None
        self.chronicle = Chronicle(log.opened, self._own.peer, _no_secret, self._outbox, self.timing)
        self.chronicle.replay(log)
        self._settle(log, self.chronicle, settled)
        self.wake_at = END_OF_TIME

    def _hold(self, log: Log, chronicle: Chronicle, message: EventSent) -> None:
        decode_payload(message.event.payload)
        check_signed(message.event, self._own.signer)
        chronicle.replica.insert(*log.add(message.event)[1])

    def _settle(self, log: Log, chronicle: Chronicle, message: Settled) -> None:
        if message.view != log.view.number or len(message.final) != len(log.view.members):
            raise Misconduct("something final that does not fit the view")
        seqs = dict(zip(log.view.peers(), message.final, strict=True))
        count = 0
        for event in chronicle.replica.tail_events():
            if event.seq > seqs[event.author]:
                break
            count += 1
        chronicle.finalise(count)
        self._final = seqs

    def _install(self, log: Log, chronicle: Chronicle, message: Commit) -> None:
        decision = message.decision
        if message.view != log.view.number or not decision.proposal.follows(log.view):
            raise Misconduct("a decision that does not fit its view")
        check_forks(decision.proposal.forks, self._own.signer)
        if not log.holds(decision.proposal.cut) or log.hash_to(decision.proposal) != decision.log_hash:
            raise Misconduct("a decision about another log than the one that was fed")
        members = frozenset(log.view.peers())
        kept, void = log.close(decision)
        # Whoever is gone may have said so to the members.
        chronicle.install(kept, decision.proposal, members)
        taken_back = any(event.seq <= self._final.get(event.author, 0) for event in void)
        self._final = {}
        if (decision.proposal.forks or taken_back) and self.feeder is not None:
            # What was shown as final is so no more, or may have been told in another order: the log is taken in anew.
            self._ask(self.feeder)


def _no_secret(_match: int, _deal: int) -> None:
    """A spectator has no cards."""

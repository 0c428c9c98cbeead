"""The table as a feeder tells it: the log handed over, what is added to it, and how much of it is final.

Invariants:
- What is final is what the feeder calls final; signatures, chains, cuts and the hash of each decision are checked here.
- The next feeder hands over what is missing. Where that does not fit, the log is taken in anew from its beginning, and
  what was there is shown until the new one is whole.
- Whoever is fed by this node is told what is added in the same order.
"""

from typing import Final

from p2p_ligretto.node.audience import Audience
from p2p_ligretto.node.chronicle import Chronicle
from p2p_ligretto.node.identity import NodeIdentity
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.timing import Timing
from p2p_ligretto.replication.catch_up import CatchUp
from p2p_ligretto.replication.clock import TableClock
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import check_forks
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import (
    AnyReplicationMessage,
    Commit,
    Events,
    EventSent,
    Segment,
    Settled,
    Watch,
)
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.signing import check_signed
from p2p_ligretto.wire.payload_codec import decode_payload

FIRST_VIEW: Final = 1


class FedTable:
    """``log`` and ``chronicle`` are None until the first log is whole. ``is_fed``: the feeder has handed over all."""

    def __init__(self, table: bytes, own: NodeIdentity, outbox: Outbox, audience: Audience, now: int) -> None:
        self.table = table
        self.clock = TableClock(now)
        self.timing = Timing(own.peer, lambda: self.clock.known_time(self._now))
        self.log: Log | None = None
        self.chronicle: Chronicle | None = None
        self.is_fed = False
        self._own = own
        self._outbox = outbox
        self._audience = audience
        self._now = now
        self._taken_in: CatchUp | None = None
        """The log that is being handed over from its beginning, if that is asked for."""
        self._settled: Settled | None = None
        """What is final of it, once it is whole."""
        self._final: dict[bytes, int] = {}
        """Of the open view so much of each member's chain is final."""
        self._resumed = False
        """Whether the log is of several feeders."""
        self._from_beginning = False

    # ---- what is asked for, and what is there to be handed on

    def wish(self, lost: tuple[bytes, ...]) -> Watch:
        """What to ask the next feeder for."""
        self.is_fed, self._settled = False, None
        if self.log is None or self._from_beginning:
            return self.wish_for_all(lost)
        self._taken_in, self._resumed = None, True
        return Watch(self.table, self.log.view.number, self.log.have(), lost)

    def wish_for_all(self, lost: tuple[bytes, ...] = ()) -> Watch:
        """The same where the log has to be told from its beginning."""
        self.is_fed, self._settled, self._resumed = False, None, False
        self._taken_in = CatchUp(self.table, self._own.signer)
        return Watch(self.table, lost=lost)

    def forget_where(self) -> None:
        """Nobody goes on from where this log ends: be told everything by whoever feeds next, and show it until then."""
        self._from_beginning = True

    @property
    def final(self) -> tuple[int, ...]:
        """Of the open view so much of each member's chain is final."""
        return () if self.log is None else tuple(self._final.get(peer, 0) for peer in self.log.view.peers())

    # ---- what the feeder says

    def take(self, message: AnyReplicationMessage, now: int) -> bool:
        """Take in one message; False if the log has to be asked for from its beginning. Raises Misconduct."""
        self._now = now
        try:
            return self._take(message)
        except Misconduct:
            if not self._resumed or self._taken_in is not None:
                raise
            # What another feeder has told does not go with it, and whose fault that is can't be told.
            return False

    def _take(self, message: AnyReplicationMessage) -> bool:
        log, chronicle = self.log, self.chronicle
        if isinstance(message, Segment):
            self._take_segment(message)
        elif self._taken_in is not None:
            return self._take_handed_over(self._taken_in, message)
        elif log is None or chronicle is None:
            return True
        elif isinstance(message, EventSent | Events):
            for event in (message.event,) if isinstance(message, EventSent) else message.events:
                self._hold(log, chronicle, event)
        elif isinstance(message, Settled):
            self._settle(log, chronicle, message)
            self.is_fed = True
        elif isinstance(message, Commit):
            return self._install(log, chronicle, message)
        return True

    def _take_segment(self, message: Segment) -> None:
        """The log is handed over; ``Settled`` follows it and says that it is whole."""
        self._settled = None
        self.is_fed = False
        if self._taken_in is None or message.view.number == FIRST_VIEW:
            self._taken_in = CatchUp(self.table, self._own.signer)
        self._taken_in.segment(message)

    def _take_handed_over(self, taken_in: CatchUp, message: AnyReplicationMessage) -> bool:
        if isinstance(message, Events | EventSent) and taken_in.log is not None:
            for event in message.events if isinstance(message, Events) else (message.event,):
                decode_payload(event.payload)
                taken_in.take(event)
        elif isinstance(message, Settled) and taken_in.complete:
            self._settled = message
            self.begin(self._now)
        elif isinstance(message, Commit) and self._settled is not None:
            # The view ended while table time was still waited for.
            return False
        return True

    def begin(self, now: int) -> None:
        """Show the table once the log is whole and table time is known: without it no countdown can be told."""
        self._now = now
        taken_in, settled = self._taken_in, self._settled
        if taken_in is None or taken_in.log is None or settled is None or not self.clock.synchronised:
            return
        log = self.log = taken_in.log
        self._taken_in = self._settled = None
        self.chronicle = Chronicle(log.opened, self._own.peer, _no_secret, self._outbox, self.timing)
        self.chronicle.replay(log)
        self._final = {}
        self._resumed = self._from_beginning = False
        self._settle(log, self.chronicle, settled, tell=False)
        self._audience.feed_anew(log, self.final)
        self.is_fed = True

    def _hold(self, log: Log, chronicle: Chronicle, event: Event) -> None:
        decode_payload(event.payload)
        check_signed(event, self._own.signer)
        _, added = log.add(event)
        chronicle.replica.insert(*added)
        for one in added:
            self._audience.held(one)

    def _settle(self, log: Log, chronicle: Chronicle, message: Settled, *, tell: bool = True) -> None:
        if message.view != log.view.number or len(message.final) != len(log.view.members):
            raise Misconduct("something final that does not fit the view")
        seqs = dict(zip(log.view.peers(), message.final, strict=True))
        count = 0
        for event in chronicle.replica.tail_events():
            if event.seq > seqs[event.author]:
                break
            count += 1
        chronicle.finalise(count)
        # Another feeder may have been further.
        self._final = {peer: max(seq, self._final.get(peer, 0)) for peer, seq in seqs.items()}
        if tell:
            self._audience.settled(message.view, self.final)

    def _install(self, log: Log, chronicle: Chronicle, message: Commit) -> bool:
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
        self._audience.ended(message.view, decision)
        # What was shown as final is so no more, or may have been told in another order: the log is taken in anew.
        return not (decision.proposal.forks or taken_back)


def _no_secret(_match: int, _deal: int) -> None:
    """A spectator has no cards."""

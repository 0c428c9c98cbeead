"""How a log is handed over to who has none, in pieces below the frame limit, and taken in there.

A log goes as its views in order: ``Segment`` (a view and the decision that ended it), then that view's events, each
author's in chain order; last the open view's. Who takes it in checks signatures, chains, cuts and hashes as it goes.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import check_forks
from p2p_ligretto.replication.log import Log, cost_of, cost_of_end
from p2p_ligretto.replication.messages import MAX_EVENTS_PER_MESSAGE, AnyReplicationMessage, Events, Segment
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.signing import Signer, check_signed
from p2p_ligretto.replication.views import Decision

MAX_CHUNK_BYTES: Final = 32_768


def chunks(events: Iterable[Event]) -> Iterator[Events]:
    """Pack events into messages that fit a frame."""
    chunk: list[Event] = []
    size = 0
    for event in events:
        cost = cost_of(event)
        if chunk and (size + cost > MAX_CHUNK_BYTES or len(chunk) == MAX_EVENTS_PER_MESSAGE):
            yield Events(tuple(chunk))
            chunk, size = [], 0
        chunk.append(event)
        size += cost
    if chunk:
        yield Events(tuple(chunk))


def handover(log: Log) -> Iterator[AnyReplicationMessage]:
    """The whole log as messages."""
    for closed in log.closed:
        yield Segment(log.table, closed.view, closed.decision)
        yield from chunks(closed.events)
    yield Segment(log.table, log.view, None)
    yield from chunks(log.beyond(tuple(log.start(peer).seq for peer in log.view.peers())))


class Gap(Misconduct):
    """Something is missing: on one link nobody honest leaves anything out, but over others it may be lost."""


class CatchUp:
    """A log that is being taken in from one peer; ``log`` is None until its first view came."""

    def __init__(self, table: bytes, signer: Signer) -> None:
        """``table`` is what it is called now; earlier views may be of a lineage that it has parted from."""
        self.log: Log | None = None
        self._table = table
        self._signer = signer
        self._ends_with: Decision | None = None

    def segment(self, message: Segment) -> None:
        """The next view begins. Raises Misconduct where it does not follow from what came before, or Gap."""
        if message.table != self._table:
            raise Misconduct("a log of another table")
        if self.log is None:
            self.log = Log(message.view.lineage, message.view)
        elif self._ends_with is not None and self.log.view != message.view:
            decision = self._ends_with
            if not self.log.holds(decision.proposal.cut):
                raise Gap("a log without all that was decided")
            if self.log.hash_to(decision.proposal) != decision.log_hash:
                raise Misconduct("a log that is not what was decided")
            if not self.log.has_room(b"", cost_of_end(decision)):
                raise Misconduct("more views than any honest table holds")
            self.log.close(decision)
        if self.log.view != message.view:
            raise (Gap if message.view.number > self.log.view.number else Misconduct)("a view that nobody decided")
        if message.decision is not None:
            proposal = message.decision.proposal
            if not proposal.follows(message.view) and not proposal.parts(message.view):
                raise Misconduct("a decision that does not fit its view")
            check_forks(proposal.forks, self._signer)
        elif message.view.lineage != self._table:
            raise Misconduct("a log of another table")
        self._ends_with = message.decision

    def take(self, event: Event) -> None:
        """An event of the view that began last. Raises Misconduct for one that can't be, or that nobody has signed."""
        if self.log is None:
            raise Misconduct("an event before the view that it is of")
        check_signed(event, self._signer)
        self.log.add(event)

    @property
    def complete(self) -> bool:
        """Whether the last segment was of an open view."""
        return self.log is not None and self._ends_with is None

"""The journal of a table: what a node that starts again needs to know what it knew.

Entries in the order in which they came: the first view, events, and the decisions that ended views. Folding them again
gives the log; what was torn off by a crash is handed over by the others.
"""

from collections.abc import Iterable

import msgspec

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import Fork
from p2p_ligretto.replication.identifiers import Sequence, TableId
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Message
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.views import Decision, View
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.violations import ProtocolViolation


class Began(Message, frozen=True, tag="began"):
    """The first entry: the table and its first view."""

    table: TableId
    view: View


class Held(Message, frozen=True, tag="held"):
    """An event was added to the log."""

    event: Event


class GaveUp(Message, frozen=True, tag="gave_up"):
    """The author of ``fork`` has forked: of its chain what lies beyond ``seq`` is held no more."""

    fork: Fork
    seq: Sequence


class Ended(Message, frozen=True, tag="ended"):
    """The open view ended."""

    decision: Decision


Entry = Began | Held | GaveUp | Ended


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    """The bytes of an entry."""
    return _ENCODER.encode(entry)


def entries_of(log: Log) -> Iterable[Entry]:
    """The entries from which ``restored`` makes this log again."""
    first = log.closed[0].view if log.closed else log.view
    yield Began(log.opened, first)
    for closed in log.closed:
        yield from (Held(event) for event in closed.events)
        yield Ended(closed.decision)
    yield from (Held(event) for event in log.beyond(tuple(log.start(peer).seq for peer in log.view.peers())))
    yield from (GaveUp(fork, log.head(author).seq) for author, fork in log.condemned.items())


def restored(entries: Iterable[bytes]) -> Log | None:
    """The log that a journal holds, as far as it is sound; None if it does not even hold a first view."""
    log: Log | None = None
    for encoded in entries:
        try:
            entry = _DECODER.decode(encoded)
            if log is None:
                if not isinstance(entry, Began):
                    return None
                log = Log(entry.table, entry.view)
            elif isinstance(entry, Held):
                decode_payload(entry.event.payload)
                # What is here was taken in, whether its author had forked by then or not.
                log.want(entry.event.author, entry.event.seq)
                log.add(entry.event)
            elif isinstance(entry, GaveUp) and log.view.member(entry.fork.author) is not None:
                log.condemn(entry.fork, entry.seq)
            elif isinstance(entry, Ended) and _ends(log, entry.decision):
                log.close(entry.decision)
            else:
                return log
        except (msgspec.DecodeError, Misconduct, ProtocolViolation):
            # Behind the first entry that is not sound nothing can be relied on; the others have it all.
            return log
    return log


def _ends(log: Log, decision: Decision) -> bool:
    proposal = decision.proposal
    fits = proposal.follows(log.view) or proposal.parts(log.view)
    return fits and log.holds(proposal.cut) and log.hash_to(proposal) == decision.log_hash

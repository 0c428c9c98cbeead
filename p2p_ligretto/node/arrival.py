"""Coming to a table: ask for a seat, take in the log, vote in the view that admits this node.

Who was at the table before and has kept its journal begins with that log, as a member that only votes; others are
handed the whole log, by the proposer of the view that admits them or by members who see that they lack it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.node.journal import restored
from p2p_ligretto.node.kept import TABLE, VOTE, Place, recall
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.replication.catch_up import CatchUp, Gap
from p2p_ligretto.replication.effects import Vote
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Events, Join, Segment
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.signing import Signer
from p2p_ligretto.replication.views import Member
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.violations import ProtocolViolation

ASK_US: Final = 1_000_000
LOOK_US: Final = 100_000
"""How often to look for somebody to ask, while there is nobody."""
GONE_US: Final = 10_000_000
FIRST_VIEW: Final = 1


class Arrival:
    """A wish to be a member of ``table``, until a view has fulfilled it. ``asked``: who has heard it."""

    def __init__(self, table: bytes, signer: Signer, now: int) -> None:
        self.table = table
        self._signer = signer
        self.ask_at = now
        self.told = ""
        """What it has to wait for, as its person was told: the reason of a refusal."""
        self.asked: set[bytes] = set()
        self.asked_on: frozenset[int] = frozenset()
        """The links on which it was said last: what is said on one that is dead, unnoticed, is lost."""
        self._found_at: int | None = None
        self._catch_up: CatchUp | None = None
        self._giver: tuple[bytes, bool] | None = None
        """Who hands the log over, and whether directly: over others it may come besides, piece by piece."""

    def ask(self, members: list[bytes], own: Member, holds: int, now: int, outbox: Outbox) -> None:
        """Say the wish to ``members``, if there are any; a join is of the process and disk that it comes from.

        ``holds``: the view that the own log has come to, 0 where there is none.
        """
        self.ask_at = now + (ASK_US if members else LOOK_US)
        if members:
            self._found_at = now
            self.asked |= set(members)
            outbox.send(members, Join(self.table, own.incarnation, own.disk, holds))

    def gone(self, now: int) -> bool:
        """Whether nobody has shown the table for so long, after somebody had, that it is no more."""
        return self._found_at is not None and now - self._found_at >= GONE_US

    @property
    def log(self) -> Log | None:
        """The log that was handed over, once its open view has begun."""
        return self._catch_up.log if self._catch_up is not None and self._catch_up.complete else None

    def segment(self, sender: bytes, message: Segment, *, direct: bool) -> None:
        """The next piece of the log that is handed over; the first view begins it anew, whoever sends it.

        Several members may hand it over at once, and one on several ways: pieces of another one than the last to begin
        are passed over. What has a gap is of no use; only where it came directly its sender is to blame.
        """
        if message.view.number == FIRST_VIEW:
            self._catch_up, self._giver = CatchUp(self.table, self._signer), (sender, direct)
        if self._catch_up is not None and self._giver == (sender, direct):
            try:
                self._catch_up.segment(message)
            except Misconduct as fault:
                self.spoil()
                if direct or not isinstance(fault, Gap):
                    raise

    def events(self, sender: bytes, message: Events, *, direct: bool) -> bool:
        """The events of the piece that came last; False if no log is being handed over."""
        if self._catch_up is None or self._catch_up.log is None:
            return False
        if self._giver == (sender, direct):
            try:
                for event in message.events:
                    decode_payload(event.payload)
                    self._catch_up.take(event)
            except (Misconduct, ProtocolViolation):
                self.spoil()
                raise
        return True

    def spoil(self) -> None:
        """What was handed over is used up, or good for nothing."""
        self._catch_up = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A log that an earlier start of this node has kept, and where.

    ``whole``: it is as far as the node's votes. One that isn't has lost its end (a power cut), and who has only that
    counts as without its disk.
    """

    log: Log
    place: Place
    whole: bool


def kept_log(table: bytes, remembered: Mapping[str, bytes], journals: Mapping[str, Sequence[bytes]]) -> Kept | None:
    """What is kept of ``table``, if it is the table that this node was at."""
    place = recall(remembered, TABLE, Place)
    if place is None:
        return None
    log = _log_at(place, journals)
    if log is None or log.table != table:
        return None
    vote = recall(remembered, VOTE, Vote)
    whole = vote is None or vote.table != table or vote.view.number <= log.view.number
    return Kept(log, Place(table, place.journal), whole)


def last_table(remembered: Mapping[str, bytes], journals: Mapping[str, Sequence[bytes]]) -> bytes | None:
    """The table that an earlier start was at when it ended without leaving."""
    place = recall(remembered, TABLE, Place)
    if place is None:
        return None
    log = _log_at(place, journals)
    return place.table if log is None else log.table


def _log_at(place: Place, journals: Mapping[str, Sequence[bytes]]) -> Log | None:
    """The log of that place. It may go by another lineage: the process ended before the place was renewed."""
    log = restored(journals.get(place.journal, ()))
    if log is None or place.table not in (log.table, *(closed.view.lineage for closed in log.closed)):
        return None
    return log

"""Coming to a table: ask for a seat, take in the log, vote in the view that admits this node.

Who was at the table before and has kept its journal begins with that log, as a member that only votes; others are
handed the whole log by the proposer of the view that admits them.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from p2p_ligretto.node.journal import restored
from p2p_ligretto.node.kept import TABLE, VOTE, Place, recall
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.replication.catch_up import CatchUp
from p2p_ligretto.replication.effects import Vote
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Join, Segment

ASK_US: Final = 1_000_000
FIRST_VIEW: Final = 1


class Arrival:
    """A wish to be a member of ``table``, until a view has fulfilled it."""

    def __init__(self, table: bytes, now: int) -> None:
        self.table = table
        self.ask_at = now
        self.told_to_wait = False
        self.catch_up: CatchUp | None = None

    def ask(self, members: list[bytes], disk: bytes, incarnation: bytes, outbox: Outbox) -> None:
        """Say the wish to ``members``; a join is of the process and disk that it comes from."""
        outbox.send(members, Join(self.table, incarnation, disk))

    def segment(self, message: Segment) -> None:
        """The next piece of the log that is handed over; the first view begins it anew."""
        if message.view.number == FIRST_VIEW or self.catch_up is None:
            self.catch_up = CatchUp(self.table)
        self.catch_up.segment(message)


def kept_log(
    table: bytes, remembered: Mapping[str, bytes], journals: Mapping[str, Sequence[bytes]]
) -> tuple[Log, Place, bool] | None:
    """The log of ``table`` that an earlier start of this node kept, where, and whether it is as far as its votes.

    A journal that is behind the vote has lost its end (a power cut): who has only that counts as without its disk.
    """
    place = recall(remembered, TABLE, Place)
    if place is None or place.table != table:
        return None
    log = restored(journals.get(place.journal, ()))
    if log is None or log.table != table:
        return None
    vote = recall(remembered, VOTE, Vote)
    whole = vote is None or vote.table != table or vote.view.number <= log.view.number
    return log, place, whole

"""Who may be let in to a table, and whom a node there has to be linked to."""

from collections.abc import Iterable
from typing import Literal

from p2p_ligretto.node.links import LONGEST_WAIT_US, MEMBER_WAIT_US, Needed
from p2p_ligretto.node.table import WAITING, TableState
from p2p_ligretto.replication.identifiers import MAX_MEMBERS
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.views import Member, View


def refusal(table: TableState, view: View, joiner: Member) -> Literal["banned", "full", "waiting"] | None:
    """Why the view after ``view`` may not admit ``joiner`` now, if it may not.

    The owner of a seat may always come back to it, others sit down between rounds.
    """
    if joiner.peer in table.banned:
        return "banned"
    if view.member(joiner.peer) is None and len(view.members) >= MAX_MEMBERS:
        return "full"
    seated = table.seat_of(joiner.peer) is not None
    return None if seated or table.phase in WAITING else "waiting"


def belongs(table: TableState, log: Log, next_views: Iterable[View], peer: bytes) -> bool:
    """Whether ``peer`` needs no code at this table: it is a member, was one, or may be one in the next view.

    Its seat may not be known yet, or no more than its view.
    """
    if log.view.member(peer) is not None:
        return True
    if peer in table.banned:
        return False
    views = (*(closed.view for closed in log.closed), *next_views)
    return table.seat_of(peer) is not None or any(view.member(peer) is not None for view in views)


def whom_to_reach(table: TableState, view: View, own: bytes, left: set[bytes]) -> Needed:
    """Members at once; those that are missed, whose seats are empty though they have not ``left``, now and then."""
    missed = (seat.peer for seat in table.seats if not seat.present and seat.peer not in left | table.banned)
    waits = dict.fromkeys(missed, LONGEST_WAIT_US) | dict.fromkeys(view.peers(), MEMBER_WAIT_US)
    waits.pop(own, None)
    return waits

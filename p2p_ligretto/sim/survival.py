"""Whether a table survives that some of its laptops, or their disks, are gone for good.

No protocol goes on without a quorum: what would take it away is no fault to be survived, and is spared. Judged by what
stands on the disks, at that moment: those who will run again, with the disks they may have voted with, have to be a
quorum of the newest view that they know, of what was decided or accepted to follow it, and of all that the lost ones
know beyond that. A lineage of the table that its people have left behind does not count.
"""

from collections.abc import Mapping

from p2p_ligretto.replication.views import Member, View
from p2p_ligretto.sim.disk import Held


def is_survived(disks: Mapping[bytes, Held], lost: frozenset[bytes], left_behind: frozenset[bytes]) -> bool:
    """Whether the rest of all peers, whose ``disks`` say this, can go on without ``lost`` ones."""
    logs = [
        (peer, held.log)
        for peer, held in disks.items()
        if held.log is not None and held.log.view.lineage not in left_behind
    ]
    known = [log.view.number for peer, log in logs if peer not in lost]
    if not logs:
        return True
    if not known:
        return False
    views = [log.view for _, log in logs]
    views += [held.vote.accepted.proposal.view for held in disks.values() if held.vote and held.vote.accepted]
    newest = [view for view in views if view.number >= max(known) and view.lineage not in left_behind]
    return all(_is_quorum(view, disks, lost) for view in newest)


def _is_quorum(view: View, disks: Mapping[bytes, Held], lost: frozenset[bytes]) -> bool:
    return view.is_quorum(frozenset(member.peer for member in view.members if _votes(member, disks, lost)))


def _votes(member: Member, disks: Mapping[bytes, Held], lost: frozenset[bytes]) -> bool:
    held = disks.get(member.peer)
    return held is not None and member.peer not in lost and held.disk == member.disk

"""The value that a ballot proposes: who is in the next view, and how much of each old member's chain counts.

A value that was accepted with the highest ballot is proposed again, whatever is wanted now: it may have been chosen
already. A fresh one has as members who has answered: so a quorum of the old view, and of the new one, can be reached.
"""

from collections.abc import Callable, Mapping

from p2p_ligretto.replication.identifiers import MAX_MEMBERS
from p2p_ligretto.replication.messages import State
from p2p_ligretto.replication.views import Member, Proposal, View


def value(
    view: View,
    states: Mapping[bytes, State],
    out: frozenset[bytes],
    joiners: Mapping[bytes, Member],
    admissible: Callable[[Member], bool],
) -> Proposal:
    """What to propose after these STATEs of members of ``view``; who is ``out`` is not in the next one."""
    accepted = [state.accepted for state in states.values() if state.accepted is not None]
    if accepted:
        return max(accepted, key=lambda one: one.ballot).proposal
    staying: list[Member] = []
    returning: list[Member] = []
    for member in view.members:
        state = states.get(member.peer)
        if state is None or member.peer in out:
            continue
        now = Member(member.peer, state.incarnation, state.disk)
        # A restarted process is junior to all that kept running: they hold the table time.
        (staying if now == member else returning).append(now)
    room = min(MAX_MEMBERS - len(staying) - len(returning), max(1, len(staying)))
    inside = {member.peer for member in (*staying, *returning)}
    wanted = [
        member
        for peer, member in sorted(joiners.items())
        if peer not in inside and peer not in out and admissible(member)
    ]
    members = (*staying, *returning, *wanted[: max(0, room)])
    haves = [state.have for state in states.values()]
    cut = tuple(max(have[rank] for have in haves) for rank in range(len(view.members)))
    return Proposal(View(view.lineage, view.number + 1, members), cut)

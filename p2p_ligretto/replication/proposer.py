"""One attempt to choose the next view: what was answered to it, and the value it proposes.

States of an attempt: it collects STATEs; it has a proposal and fills its own log to the cut; it collects ACKs. A
proposal that was accepted with the highest ballot is proposed again, whatever is wanted now: it may have been
chosen already.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from p2p_ligretto.replication.identifiers import MAX_MEMBERS
from p2p_ligretto.replication.messages import State
from p2p_ligretto.replication.views import Ballot, Member, Proposal, View


@dataclass(slots=True)
class Attempt:
    """The proposer's memory of its ballot; forgotten when it is outbid or has succeeded."""

    ballot: Ballot
    told_at: int
    states: dict[bytes, State] = field(default_factory=dict)
    proposal: Proposal | None = None
    accepting: bool = False
    """The log is held to the cut and ACCEPT was sent."""
    acks: dict[bytes, bytes] = field(default_factory=dict)

    def answered(self, needed: frozenset[bytes], view: View) -> bool:
        """Whether everybody who is ``needed``, and a quorum of ``view``, has sent a STATE."""
        return needed <= self.states.keys() and view.is_quorum(frozenset(self.states))

    def chosen(self, view: View) -> bool:
        """Whether a quorum of the old view and a quorum of the new one acknowledge the same log.

        For the old view only who has a vote there counts, which its STATE has shown: a process that came back
        without its disk acknowledges as a joiner.
        """
        if self.proposal is None or not self.accepting:
            return False
        peers = frozenset(self.acks)
        return view.is_quorum(peers & self.states.keys()) and self.proposal.view.is_quorum(peers)


def value(
    view: View,
    states: Mapping[bytes, State],
    leavers: frozenset[bytes],
    joiners: Mapping[bytes, Member],
    admissible: Callable[[Member], bool],
) -> Proposal:
    """What to propose after these STATEs to the members of ``view``."""
    accepted = [state.accepted for state in states.values() if state.accepted is not None]
    if accepted:
        return max(accepted, key=lambda one: one.ballot).proposal
    staying: list[Member] = []
    returning: list[Member] = []
    for member in view.members:
        state = states.get(member.peer)
        if state is None or member.peer in leavers:
            continue
        now = Member(member.peer, state.incarnation, state.disk)
        # A restarted process is junior to all that kept running: they hold the table time.
        (staying if now == member else returning).append(now)
    room = min(MAX_MEMBERS - len(staying) - len(returning), max(1, len(staying)))
    inside = {member.peer for member in (*staying, *returning)}
    wanted = [
        member
        for peer, member in sorted(joiners.items())
        if peer not in inside and peer not in leavers and admissible(member)
    ]
    members = (*staying, *returning, *wanted[: max(0, room)])
    haves = [state.have for state in states.values()]
    cut = tuple(max(have[rank] for have in haves) for rank in range(len(view.members)))
    return Proposal(View(view.lineage, view.number + 1, members), cut)

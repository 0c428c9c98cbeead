"""One attempt to choose the next view: its steps, what was answered to it, and when it has succeeded.

| step       | the proposer                                     | goes on when                                         |
| ---------- | ------------------------------------------------ | ---------------------------------------------------- |
| COLLECTING | has sent WEDGE and collects STATEs               | all whom it waits for, and a quorum, have answered   |
| FILLING    | has a value and fetches what its log lacks of it | its log holds the cut                                |
| ACCEPTING  | has accepted, sent ACCEPT, and collects ACKs     | a quorum of the old and of the new view acknowledge  |
| DECIDED    | tells everybody                                  | never: the view has ended                            |
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from p2p_ligretto.replication.messages import State
from p2p_ligretto.replication.views import NO_BALLOT, Ballot, Proposal, View


class Step(Enum):
    """How far an attempt has come."""

    COLLECTING = "collecting"
    FILLING = "filling"
    ACCEPTING = "accepting"
    DECIDED = "decided"


class Cause(Enum):
    """What takes an attempt to its next step. An attempt that is outbid is given up, wherever it is."""

    ANSWERED = "enough STATEs"
    FILLED = "log held to the cut"
    ACKNOWLEDGED = "both quorums acknowledge"


STEPS: Final[Mapping[tuple[Step, Cause], Step]] = MappingProxyType(
    {
        (Step.COLLECTING, Cause.ANSWERED): Step.FILLING,
        (Step.FILLING, Cause.FILLED): Step.ACCEPTING,
        (Step.ACCEPTING, Cause.ACKNOWLEDGED): Step.DECIDED,
    }
)


@dataclass(slots=True)
class Attempt:
    """The proposer's memory of its ballot; forgotten when it is outbid or has succeeded."""

    ballot: Ballot
    begun_at: int
    told_at: int
    step: Step = Step.COLLECTING
    states: dict[bytes, State] = field(default_factory=dict)
    proposal: Proposal | None = None
    acks: dict[bytes, bytes] = field(default_factory=dict)
    """By peer the hash that it acknowledges."""
    votes: set[bytes] = field(default_factory=set)
    """Those of them that have a vote in the old view."""

    def go_on(self, cause: Cause) -> None:
        """To the next step; KeyError for a cause that this step does not know."""
        self.step = STEPS[self.step, cause]

    def answered(self, needed: frozenset[bytes], view: View) -> bool:
        """Whether everybody who is ``needed``, and a quorum of ``view``, has sent a STATE."""
        return needed <= self.states.keys() and view.is_quorum(frozenset(self.states))

    def head(self, rank: int, seq: int) -> bytes | None:
        """Which event that of the member of this rank is, as repliers say that hold just so much of its chain.

        Of those the one counts that has accepted a value with the highest ballot; None if there is none.
        """
        saying = [state for state in self.states.values() if state.have[rank] == seq]
        best = max(saying, key=lambda state: state.accepted.ballot if state.accepted else NO_BALLOT, default=None)
        return None if best is None else best.heads[rank]

    def holders(self, rank: int, seq: int) -> list[bytes]:
        """The repliers that hold the events of the member of this rank up to ``seq``."""
        return [peer for peer, state in self.states.items() if state.have[rank] >= seq]

    def chosen(self, view: View) -> bool:
        """Whether a quorum of the old view and a quorum of the new one acknowledge the same log.

        For the old view only who has a vote there counts, whether it has sent a STATE or not: a process that came back
        without its disk acknowledges as a joiner.
        """
        if self.proposal is None or self.step is not Step.ACCEPTING:
            return False
        return view.is_quorum(frozenset(self.votes)) and self.proposal.view.is_quorum(frozenset(self.acks))

    def acknowledged(self, peer: bytes, log_hash: bytes, *, has_vote: bool) -> None:
        """``peer`` holds the log to the cut and has accepted the proposal."""
        self.acks[peer] = log_hash
        if has_vote:
            self.votes.add(peer)

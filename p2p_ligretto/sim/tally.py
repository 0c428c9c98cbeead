"""What a simulation has reached: how often each thing happened of which somebody may doubt that it is tested."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, get_args

from p2p_ligretto.node.node import Figures, Node
from p2p_ligretto.node.notices import ActRefused, JoinWaiting, Moved, Notice, SeatAway, SeatReturned
from p2p_ligretto.replication.messages import Fetch, Outbid, Resume, Segment, Wedge
from p2p_ligretto.replication.views import View
from p2p_ligretto.sim.faults import Fault, name_of
from p2p_ligretto.sim.surroundings import SimulatedNode
from p2p_ligretto.wire.messages import AnyMessage

COUNTERS: Final = (
    "view_changes",
    "joins",
    "restarts",
    "leaves",
    "takeovers",
    "outbids",
    "gap_fetches",
    "cut_fetches",
    "logs_handed_over",
    "resumes",
    "direct",
    "handed_over",
    "rollbacks",
    "contested",
    "freezes",
    "thaws",
    "refused_while_away",
    "refused_for_wedge",
    "waits_for_a_seat",
)
"""All counters but those of faults."""
FAULTS: Final = tuple(sorted(str(kind.__struct_config__.tag) for kind in get_args(Fault)))
"""Counters of faults go by the names that faults have in JSON."""


@dataclass(slots=True)
class Tally:
    """Counts of one simulation."""

    counts: Counter[str] = field(default_factory=Counter)
    _moves: Counter[int] = field(default_factory=Counter)
    _newest: View | None = None

    @property
    def moves(self) -> int:
        """How many moves became final, as the host that was told most of them was told."""
        return max(self._moves.values(), default=0)

    def reached(self) -> dict[str, int]:
        """All counters by name: what never happened is there with 0."""
        return {name: self.counts[name] for name in (*COUNTERS, *FAULTS)}

    def said(self, _host: int, node: SimulatedNode, message: AnyMessage, _shown_us: int) -> None:
        """Count messages that tell of something."""
        match message:
            case Wedge(ballot=ballot) if ballot.counter > 1:
                self.counts["takeovers"] += 1
            case Outbid():
                self.counts["outbids"] += 1
            case Fetch():
                session = node.session if isinstance(node, Node) else None
                wedged = session is not None and session.membership.wedged
                self.counts["cut_fetches" if wedged else "gap_fetches"] += 1
            case Segment(decision=None):
                self.counts["logs_handed_over"] += 1
            case Resume():
                self.counts["resumes"] += 1
            case _:
                return

    def told(self, host: int, notice: Notice) -> None:
        """Count what people see."""
        match notice:
            case Moved():
                self._moves[host] += 1
            case SeatAway():
                self.counts["freezes"] += 1
            case SeatReturned():
                self.counts["thaws"] += 1
            case ActRefused("away"):
                self.counts["refused_while_away"] += 1
            case ActRefused("wedged"):
                self.counts["refused_for_wedge"] += 1
            case JoinWaiting():
                self.counts["waits_for_a_seat"] += 1
            case _:
                return

    def happened(self, fault: Fault) -> None:
        """Count the fault by its name."""
        self.counts[name_of(fault)] += 1

    def settled(self, _host: int, node: SimulatedNode) -> None:
        """Follow the newest view."""
        session = node.session if isinstance(node, Node) else None
        if session is None:
            return
        view = session.log.view
        if self._newest is None or view.number > self._newest.number:
            self._newest, before = view, self._newest
            if before is not None:
                self._count_change(before, view)

    def _count_change(self, before: View, after: View) -> None:
        old = {member.peer: member for member in before.members}
        self.counts["view_changes"] += 1
        self.counts["joins"] += sum(member.peer not in old for member in after.members)
        self.counts["restarts"] += sum(old.get(member.peer, member) != member for member in after.members)
        self.counts["leaves"] += sum(after.member(peer) is None for peer in old)

    def count_figures(self, figures: Figures) -> None:
        """What one node has counted in its session."""
        for name in ("direct", "handed_over", "rollbacks", "contested"):
            self.counts[name] += getattr(figures, name)

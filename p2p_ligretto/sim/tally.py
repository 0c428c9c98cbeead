"""What a simulation has reached: how often each thing happened of which somebody may doubt that it is tested."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, get_args

from p2p_ligretto.node.node import Figures, Node
from p2p_ligretto.node.notices import (
    ActRefused,
    Frozen,
    JoinWaiting,
    Moved,
    MoveRejected,
    Notice,
    SeatAway,
    SeatLost,
    SeatReturned,
    SeatWarned,
    Thawed,
)
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.table import DEALING, Phase
from p2p_ligretto.replication.messages import Beat, EventSent, Fetch, Outbid, Resume, Segment, Wedge
from p2p_ligretto.replication.views import View
from p2p_ligretto.sim.faults import STEPS, Fault, Step, name_of
from p2p_ligretto.sim.surroundings import Remains, SimulatedNode
from p2p_ligretto.wire.messages import AnyMessage

DEATHS: Final[dict[Step, str]] = {
    **{step: f"proposer_deaths_{step}" for step in STEPS[:5]},
    "event": "deaths_while_sending",
    "stop": "deaths_while_stopping",
    "append": "torn_writes",
    "save": "deaths_while_saving",
}
"""Counters of where ``CrashWhen`` has ended processes."""
COUNTERS: Final = (
    "view_changes",
    "view_changes_dealing",
    "view_changes_playing",
    "view_changes_closing",
    "joins",
    "restarts",
    "leaves",
    "lineages",
    "takeovers",
    "outbids",
    "warnings",
    "suspicions",
    "returns",
    "seats_lost",
    "frozen_minorities",
    "even_splits",
    "thaws",
    "zombie_returns_one_view",
    "zombie_returns_two_views",
    "gap_fetches",
    "cut_fetches",
    "void_events",
    "logs_handed_over",
    "resumes",
    "direct",
    "handed_over",
    "rollbacks",
    "contested",
    "late_stops",
    "crashes_of_most",
    "crashes_of_all",
    "refused_while_away",
    "waits_for_a_seat",
    "real_signatures",
    *DEATHS.values(),
)
"""All counters but those of faults."""
FAULTS: Final = tuple(sorted(str(kind.__struct_config__.tag) for kind in get_args(Fault)))
"""Counters of faults go by the names that faults have in JSON."""
OF_PEOPLE: Final[dict[type, str]] = {
    SeatWarned: "warnings",
    SeatAway: "suspicions",
    SeatReturned: "returns",
    SeatLost: "seats_lost",
    Thawed: "thaws",
    JoinWaiting: "waits_for_a_seat",
}
"""Notices that are counted as they are."""


@dataclass(slots=True)
class Tally:
    """Counts of one simulation."""

    counts: Counter[str] = field(default_factory=Counter)
    _moves: Counter[int] = field(default_factory=Counter)
    _newest: View | None = None
    _views: dict[int, View] = field(default_factory=dict)
    """By host the view that its process was last seen in."""
    _inside: dict[int, tuple[SimulatedNode, int]] = field(default_factory=dict)
    """By host the process that was last seen to be a member, and the view's number."""
    _up: dict[int, bool] = field(default_factory=dict)
    _ballots: dict[int, set[int]] = field(default_factory=dict)
    """By view, by which ranks ballots were begun."""
    _authored: dict[tuple[bytes, int], int] = field(default_factory=dict)
    """By author and view the last event that was sent."""
    _lineages: set[bytes] = field(default_factory=set)
    _froze: set[int] = field(default_factory=set)
    """Hosts that have just said that they are with a minority."""

    @property
    def moves(self) -> int:
        """How many moves became final, as the host that was told most of them was told."""
        return max(self._moves.values(), default=0)

    def reached(self) -> dict[str, int]:
        """All counters by name: what never happened is there with 0."""
        self.counts["lineages"] = max(0, len(self._lineages) - 1)
        return {name: self.counts[name] for name in (*COUNTERS, *FAULTS)}

    def said(self, _host: int, node: SimulatedNode, message: AnyMessage, _shown_us: int) -> None:
        """Count messages that tell of something."""
        if type(message) is Beat:
            # As most of them.
            return
        match message:
            case EventSent(event=event):
                key = (event.author, event.view)
                self._authored[key] = max(self._authored.get(key, 0), event.seq)
            case Wedge(view=view, ballot=ballot):
                ranks = self._ballots.setdefault(view, set())
                self.counts["takeovers"] += bool(ranks) and ballot.rank not in ranks
                ranks.add(ballot.rank)
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
            case MoveRejected(reason="over"):
                self.counts["late_stops"] += 1
            case Frozen():
                self.counts["frozen_minorities"] += 1
                self._froze.add(host)
            case ActRefused("away"):
                self.counts["refused_while_away"] += 1
            case _ if type(notice) in OF_PEOPLE:
                self.counts[OF_PEOPLE[type(notice)]] += 1
            case _:
                return

    def happened(self, fault: Fault) -> None:
        """Count the fault by its name."""
        self.counts[name_of(fault)] += 1

    def ended(self, host: int, _peer: bytes, remains: Remains) -> None:
        """Count how a process ended."""
        if remains.step is not None:
            self.counts[DEATHS[remains.step]] += 1
        if remains.killed:
            self._up[host] = False
            down = sum(not up for up in self._up.values())
            self.counts["crashes_of_most"] += len(self._up) // 2 < down < len(self._up)
            self.counts["crashes_of_all"] += down == len(self._up)
        self._views.pop(host, None)
        self._froze.discard(host)

    def settled(self, host: int, node: SimulatedNode) -> None:
        """Follow the views."""
        self._up[host] = True
        session = node.session if isinstance(node, Node) else None
        if session is None:
            # Who has left and comes back is no zombie.
            self._inside.pop(host, None)
            return
        view = session.log.view
        if host in self._froze:
            self._froze.discard(host)
            inside = sum(peer in node.peers or peer == session.own.peer for peer in view.peers())
            self.counts["even_splits"] += 2 * inside == len(view.members)
        if self._views.get(host) is view:
            return
        self._views[host] = view
        self._lineages.add(view.lineage)
        self._count_return(host, node, session)
        if self._newest is None or view.number > self._newest.number:
            self._newest, before = view, self._newest
            if before is not None:
                self._count_change(before, session)

    def _count_return(self, host: int, node: SimulatedNode, session: Session) -> None:
        """A process that was a member is one again, after views without it."""
        view, own = session.log.view, session.own.peer
        if view.member(own) is None:
            return
        before = self._inside.get(host)
        self._inside[host] = (node, view.number)
        if before is None or before[0] is not node:
            return
        between = (closed.view for closed in session.log.closed if closed.view.number > before[1])
        missed = sum(each.member(own) is None for each in between)
        self.counts["zombie_returns_one_view"] += missed == 1
        self.counts["zombie_returns_two_views"] += missed > 1

    def _count_change(self, before: View, session: Session) -> None:
        after = session.log.view
        old = {member.peer: member for member in before.members}
        self.counts["view_changes"] += 1
        self.counts["joins"] += sum(member.peer not in old for member in after.members)
        self.counts["restarts"] += sum(old.get(member.peer, member) != member for member in after.members)
        self.counts["leaves"] += sum(after.member(peer) is None for peer in old)
        phase = session.final.phase
        self.counts["view_changes_dealing"] += phase in DEALING
        self.counts["view_changes_playing"] += phase is Phase.PLAYING
        self.counts["view_changes_closing"] += phase is Phase.CLOSING
        for closed in session.log.closed:
            if closed.view.number >= before.number:
                cut = zip(closed.view.peers(), closed.decision.proposal.cut, strict=True)
                number = closed.view.number
                self.counts["void_events"] += sum(
                    max(0, self._authored.get((peer, number), 0) - seq) for peer, seq in cut
                )

    def count_figures(self, figures: Figures) -> None:
        """What one node has counted in its session."""
        for name in ("direct", "handed_over", "rollbacks", "contested"):
            self.counts[name] += getattr(figures, name)

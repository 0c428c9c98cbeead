"""What must hold in every simulation, looked at after every step by somebody who sees all nodes at once.

| check       | what it asks for                                                                             |
| ----------- | -------------------------------------------------------------------------------------------- |
| final       | what is final anywhere is final everywhere, at the same place, and never changes             |
| held        | when an event becomes final, more than half of its view hold it, and all before it           |
| promised    | when an event becomes final, every member of its view has promised to stamp only behind it   |
| view        | there is one membership for each number of a view                                            |
| log         | when a view is installed, a quorum of its members holds the log up to its beginning          |
| fold        | the final state that a node has come to bit by bit is the fold of the final log from nothing |
| cards       | each player has 40 cards, wherever they lie                                                  |
| promise     | nobody stamps at or below what it promised in that view                                      |
| stamp       | nobody stamps further ahead of its own table time than a remote stamp may pull it, or its    |
|             | own last event                                                                               |
| wedged      | who has answered a wedge says nothing new in that view, and nothing becomes final for it     |
| vote        | a disk forgets no vote: it knows what was said, ballots never go down, what was accepted is  |
|             | told                                                                                         |
| chosen      | a view ends by what quorums of both views have accepted, and no other value is proposed then |
| ousted      | nobody is voted out that runs in peace, and that the others can reach                        |
| blamed      | no honest node is held to have broken the protocol, or to have lied about its cards          |
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from p2p_ligretto.node.node import Node
from p2p_ligretto.node.notices import LieFound, Misbehaved, Notice
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.table import TableState
from p2p_ligretto.replication.clock import EPSILON_US
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import Forks
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.replication.log import ClosedView, Log
from p2p_ligretto.replication.messages import Accept, Ack, Beat, Commit, EventSent, Goodbye, Leave, State, Wedge
from p2p_ligretto.replication.views import Proposal, View
from p2p_ligretto.sim.calm import Calm
from p2p_ligretto.sim.faults import Fault
from p2p_ligretto.sim.history import Chapter, History
from p2p_ligretto.sim.pledges import Pledges, ended_view
from p2p_ligretto.sim.surroundings import Remains, SimulatedNode
from p2p_ligretto.sim.violations import Violation
from p2p_ligretto.wire.messages import AnyMessage

CARDS: Final = 40
SPOKEN: Final = frozenset((Beat, EventSent, Goodbye, Leave, Wedge, State, Accept, Ack, Commit))
"""Messages that promise something, or have to keep to it."""
FOLD_EVERY: Final = 16
"""Between so many final events a node's state is compared with the history's: comparing all would take most time."""
STAMP_SLACK_US: Final = 1_000
"""Stamps of one moment are a microsecond apart."""


@dataclass(slots=True)
class Cursor:
    """How far one process has been followed: its session, closed views, and what is final in the open one."""

    session: Session
    closed: int = 0
    place: int = 0
    final: tuple[int, ...] = ()
    seen: tuple[int, ...] | None = None
    """What was final at the last look, as the node has it."""
    compared: int = 0


@dataclass(slots=True)
class Said:
    """What one process has told of one view: its promise, and the last event that it made."""

    promise: int = 0
    seq: int = 0


@dataclass(slots=True)
class Checkers:
    """Watches one simulation of one table; ``now`` gives the true time. ``violations`` are in the order of finding."""

    now: Callable[[], int]
    violations: list[Violation] = field(default_factory=list)
    _cursors: dict[int, Cursor] = field(default_factory=dict)
    _logs: dict[bytes, Log] = field(default_factory=dict)
    """By peer the log that its last process has: what its disk holds."""
    _lost: dict[bytes, list[Log]] = field(default_factory=dict)
    """By peer what its disk held when it was lost: what it had claimed by then was true."""
    _said: dict[tuple[bytes, bytes, int], Said] = field(default_factory=dict)
    _stamped_us: dict[bytes, int] = field(default_factory=dict)
    """By peer the stamp of its last event, in table time."""
    _history: History = field(default_factory=History)
    _pledges: Pledges = field(default_factory=Pledges)
    _calm: Calm = field(init=False)
    _hosts: dict[bytes, int] = field(default_factory=dict)
    _proposed: set[Proposal] = field(default_factory=set)
    _leaving: set[bytes] = field(default_factory=set)
    """Who has said that it leaves, and was not admitted since."""

    def __post_init__(self) -> None:
        self._calm = Calm(self.now)

    # ---- what is seen

    def said(self, host: int, node: SimulatedNode, message: AnyMessage, shown_us: int) -> None:
        """A promise, a vote, or an event that has to keep one."""
        if type(message) not in SPOKEN or not isinstance(node, Node):
            return
        session = node.session
        if session is None and host in self._cursors:
            # It leaves at this moment: these are its last words there.
            session = self._cursors[host].session
        if session is None:
            return
        own = session.own.peer
        broken = self._pledges.said(session, message)
        if broken is not None:
            self._report(broken[0], host, broken[1])
        if isinstance(message, Beat):
            said = self._said_in(own, message.table, message.view)
            said.promise = max(said.promise, message.promise)
        elif isinstance(message, EventSent):
            if message.event.author == own:
                self._stamped(host, session, message.event, shown_us)
        elif isinstance(message, (Leave, Goodbye)):
            self._leaving.add(own)
            if isinstance(message, Goodbye):
                self._said_in(own, message.table, message.view).promise = END_OF_TIME
        elif isinstance(message, Accept):
            self._check_members(host, message.proposal, ended_view(session, message))

    def _said_in(self, peer: bytes, lineage: bytes, view: int) -> Said:
        said = self._said.get((peer, lineage, view))
        if said is None:
            said = self._said[peer, lineage, view] = Said()
        return said

    def _stamped(self, host: int, session: Session, event: Event, shown_us: int) -> None:
        said = self._said_in(event.author, event.table, event.view)
        if event.seq <= said.seq:
            return
        said.seq = event.seq
        if event.time <= said.promise:
            self._report("promise", host, f"an event at {event.time} us after the promise {said.promise} us")
        # An event is a promise by itself.
        said.promise = max(said.promise, event.time)
        # The node has read this clock at this very moment, so that reading it again changes nothing.
        ahead_us = event.time - session.clock.table_time(shown_us)
        # Stamps of one author rise, also where its clock was far ahead once and is right again.
        since_us = event.time - self._stamped_us.get(event.author, 0)
        self._stamped_us[event.author] = event.time
        if min(ahead_us, since_us) > EPSILON_US + STAMP_SLACK_US:
            self._report("stamp", host, f"an event {ahead_us} us ahead of its author's table time")

    def told(self, host: int, notice: Notice) -> None:
        """Nobody misbehaves here, and nobody lies about a card; a secret may be lost with a disk."""
        if isinstance(notice, Misbehaved):
            self._report("blamed", host, f"{notice.peer.hex()[:4]}: {notice.reason}")
        elif isinstance(notice, LieFound) and notice.check != "withheld":
            self._report("blamed", host, f"seat {notice.seat}: {notice.check}")

    def happened(self, fault: Fault) -> None:
        """Faults are allowed, and explain things."""
        self._calm.happened(fault)

    def ended(self, host: int, peer: bytes, remains: Remains) -> None:
        """From now on a peer has what its disk holds."""
        self._cursors.pop(host, None)
        self._calm.ended(host)
        broken = self._pledges.ended(peer, remains)
        if broken is not None:
            self._report(broken[0], host, broken[1])
        if remains.lost:
            self._lose(peer)
        self._logs.pop(peer, None)
        if remains.log is not None:
            self._logs[peer] = remains.log

    def _lose(self, peer: bytes) -> None:
        """What a peer has is gone: its disk is lost, or it has left the table and comes back with nothing."""
        log = self._logs.pop(peer, None)
        if log is not None:
            self._lost.setdefault(peer, []).append(log)

    def settled(self, host: int, node: SimulatedNode) -> None:
        """A node has come a step further."""
        session = node.session if isinstance(node, Node) else None
        cursor = self._cursors.get(host)
        if session is None:
            if cursor is not None:
                self._lose(cursor.session.own.peer)
                # Whether somebody could hear it say so or not.
                self._leaving.add(cursor.session.own.peer)
                del self._cursors[host]
            return
        if cursor is None or cursor.session is not session:
            cursor = self._cursors[host] = Cursor(session)
            self._lose(session.own.peer)
            self._logs[session.own.peer] = session.log
            self._hosts[session.own.peer] = host
        log, final = session.log, session.finality.final
        if final is cursor.seen and cursor.closed == len(log.closed):
            return
        cursor.seen = final
        broken = self._pledges.settled(session)
        if broken is not None:
            self._report(broken[0], host, broken[1])
        while cursor.closed < len(log.closed) and not self.violations:
            self._follow_end(host, cursor, log.closed[cursor.closed])
        if final != cursor.final and not self.violations:
            self._follow(host, cursor, final)

    # ---- what is checked

    def _report(self, what: str, host: int | None, how: str) -> None:
        self.violations.append(Violation(what, host, self.now(), how))

    def _chapter(self, host: int, view: View, forks: Forks = ()) -> Chapter | None:
        chapter = self._history.chapter(view, forks)
        if chapter is None:
            self._report("view", host, f"two views have the number {view.number}")
        return chapter

    def _follow(self, host: int, cursor: Cursor, final: tuple[int, ...]) -> None:
        """More events of the open view are final at ``host``."""
        log = cursor.session.log
        chapter = self._chapter(host, log.view)
        if chapter is None:
            return
        before = cursor.final or (0,) * len(final)
        fresh = [
            event
            for peer, old, new in zip(log.view.peers(), before, final, strict=True)
            if new > old
            for event in log.events(peer, old + 1, new)
        ]
        lamport = cursor.session.lamport
        promised = max(lamport.promised, lamport.last_own)
        wrong = chapter.take(cursor.place, fresh, lambda event, state: self._first(host, event, state, promised))
        if wrong is not None:
            self._report("final", host, wrong)
            return
        cursor.place, cursor.final = cursor.place + len(fresh), final
        chapter.settled = max(chapter.settled, cursor.place)
        if cursor.place - cursor.compared >= FOLD_EVERY:
            self._compare(host, cursor, chapter)

    def _follow_end(self, host: int, cursor: Cursor, closed: ClosedView) -> None:
        """A view has ended at ``host``: all up to its cut is final."""
        following = closed.decision.proposal.view
        chapter = self._history.ending(closed.view, following)
        if chapter is None:
            self._report("view", host, f"two views have the number {closed.view.number}")
            return
        ranks = {peer: rank for rank, peer in enumerate(closed.view.peers())}
        before = cursor.final or (0,) * len(ranks)
        fresh = [event for event in closed.events if event.seq > before[ranks[event.author]]]
        wrong = chapter.take(cursor.place, fresh, lambda event, state: self._check_cards(host, state))
        if wrong is None and len(chapter.events) != len(closed.events):
            wrong = (
                f"view {closed.view.number} ended with {len(closed.events)} events, {len(chapter.events)} were final"
            )
        if wrong is not None:
            self._report("final", host, wrong)
            return
        first = not self._history.has(following)
        opened = self._chapter(host, following, closed.decision.proposal.forks)
        if first:
            self._check_log(host, closed)
        cursor.closed, cursor.place, cursor.final, cursor.compared = cursor.closed + 1, 0, (), 0
        last = cursor.closed == len(cursor.session.log.closed)
        if opened is not None and last and not any(cursor.session.finality.final):
            self._compare(host, cursor, opened)

    def _first(self, host: int, event: Event, state: TableState, own_promise: int) -> None:
        """``event`` is final for the first time anywhere."""
        session = self._cursors[host].session
        view = session.log.view
        holders = [peer for peer in view.peers() if self._holds(peer, view, event)]
        if 2 * len(holders) <= len(view.members):
            self._report("held", host, f"only {len(holders)} of {len(view.members)} hold what became final")
        for peer in view.peers():
            promise = own_promise if peer == session.own.peer else self._promise(peer, view)
            if promise < event.time:
                self._report("promised", host, f"{peer.hex()[:4]} has not promised to be behind {event.time} us")
        self._check_cards(host, state)

    def _promise(self, peer: bytes, view: View) -> int:
        said = self._said.get((peer, view.lineage, view.number))
        return 0 if said is None else said.promise

    def _holds(self, peer: bytes, view: View, event: Event) -> bool:
        return any(
            log.head(event.author).seq >= event.seq
            if log.view == view
            else any(closed.view == view and event in closed.events for closed in log.closed)
            for log in self._logs_of(peer)
        )

    def _logs_of(self, peer: bytes) -> list[Log]:
        """What a peer holds, and what it held before it lost its disk."""
        log = self._logs.get(peer)
        return [*self._lost.get(peer, ()), *([] if log is None else [log])]

    def _check_log(self, host: int, closed: ClosedView) -> None:
        following = closed.decision.proposal.view
        holders = frozenset(peer for peer in following.peers() if self._holds_cut(peer, closed))
        if not following.is_quorum(holders):
            who = f"{len(holders)} of {len(following.members)}"
            self._report("log", host, f"view {following.number} begins, and only {who} members hold the log")

    def _check_members(self, host: int, proposal: Proposal, view: View) -> None:
        """A value is proposed, maybe for the first time: later on it may be the only one that is left to propose."""
        if proposal in self._proposed:
            return
        self._proposed.add(proposal)
        self._leaving -= set(proposal.view.peers())
        for peer in set(view.peers()) - set(proposal.view.peers()) - self._leaving:
            other = self._hosts.get(peer)
            if other is not None and self._calm.connects(host, other, self._between(other)):
                how = f"view {proposal.view.number} is to be without {peer.hex()[:4]}, which is there"
                self._report("ousted", host, how)

    def _between(self, host: int) -> list[int]:
        """Who passes on what is said to and by ``host``: who is at the table.

        Who is not, after a restart without its disk, asks those for a seat who show that they are in the view.
        """
        sessions = {number: cursor.session for number, cursor in self._cursors.items()}
        if host in sessions:
            return list(sessions)
        return [number for number, one in sessions.items() if one.log.view.member(one.own.peer) == one.own]

    def _holds_cut(self, peer: bytes, closed: ClosedView) -> bool:
        cut = closed.decision.proposal.cut
        return any(
            log.holds(cut) if log.view == closed.view else any(each.decision == closed.decision for each in log.closed)
            for log in self._logs_of(peer)
        )

    def _compare(self, host: int, cursor: Cursor, chapter: Chapter) -> None:
        cursor.compared = cursor.place
        if cursor.session.final != chapter.states[cursor.place]:
            self._report("fold", host, f"another state after {cursor.place} events of view {chapter.view.number}")

    def _check_cards(self, host: int, table: TableState) -> None:
        if table.round is None:
            return
        laid = [owner for pile in table.round.piles for owner in pile.owners]
        for seat, area in enumerate(table.round.areas):
            if area is not None:
                before = area.stack + area.hand + len(area.discard) + sum(map(len, area.row))
                count = before + laid.count(seat)
                if count != CARDS:
                    self._report("cards", host, f"seat {seat} has {count} cards")

    # ---- at the end

    def compare_all(self, nodes: Sequence[tuple[int, SimulatedNode]]) -> None:
        """All is quiet: every node has all that is or was final anywhere, and the state that comes of it."""
        for host, _ in nodes:
            cursor = self._cursors.get(host)
            if cursor is None:
                self._report("final", host, "it has left the table by itself")
                continue
            chapter = self._chapter(host, cursor.session.log.view)
            if chapter is not None and not self.violations:
                self._compare(host, cursor, chapter)
                lacking = len(chapter.events) - cursor.place
                newest = self._history.newest(chapter.view.lineage)
                if lacking or chapter.view.number != newest:
                    how = f"view {chapter.view.number} of {newest}, without {lacking} events that are final elsewhere"
                    self._report("final", host, how)

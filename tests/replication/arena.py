"""Membership machines that suspect whom they like, crash and start again; what is wrong with that is found at once.

Between any two processes there is a queue in which messages keep their order. A crash loses what is under way. Who
starts again has its log, and its vote as it was last written, unless it has lost its disk.

Checked after every step: one decision for each view, and what more than half of a view's members have claimed to hold
is never cut off. Claims are made by who is a member and not wedged, as beats are.
"""

from collections import defaultdict, deque
from itertools import count

from p2p_ligretto.replication.effects import Installed, Tell, Vote, Write
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Accept, Ack, Commit, Events, Message, State, Wedge
from p2p_ligretto.replication.views import Ballot, Decision, Member, View
from tests.replication.machines import Process
from tests.replication.mesh import TABLE, view_of

TICK_US = 250_000
MAX_DELIVERIES = 5_000
"""More than what a few view changes among six ever take."""


class Arena:
    """``count`` members of a first view. Who wants in asks each quarter of a second, and so hears how views ended."""

    def __init__(self, size: int) -> None:
        self.now = 0
        self.peers = view_of(size).peers()
        self.processes = {one.peer: Process(one, Log(TABLE, view_of(size))) for one in view_of(size).members}
        self.down: set[bytes] = set()
        self.suspects: dict[bytes, frozenset[bytes]] = dict.fromkeys(self.peers, frozenset())
        self.decided: dict[int, Decision] = {}
        self.steps_told: set[type[Message]] = set()
        self._claims: dict[int, dict[bytes, tuple[int, ...]]] = defaultdict(dict)
        self._views: dict[int, View] = {0: view_of(size)}
        self._queues: dict[tuple[bytes, bytes], deque[Message]] = defaultdict(deque)
        self._starts = count(1)

    # ---- what may happen

    def author(self, peer: bytes) -> None:
        machine = self.processes[peer].machine
        if peer not in self.down and machine is not None and not machine.wedged and not machine.mute:
            self.now += 1
            self.processes[peer].say(self.now)
            for other in machine.log.view.peers():
                if other != peer:
                    head = machine.log.head(peer).seq
                    self._post(peer, other, self._events(peer, head))

    def _events(self, peer: bytes, seq: int) -> Message:
        return Events(self.processes[peer].log.events(peer, seq, seq))

    def suspect(self, peer: bytes, suspects: frozenset[bytes]) -> None:
        self.suspects[peer] = suspects - {peer}
        self.advance(peer)

    def crash(self, peer: bytes) -> None:
        self.down.add(peer)
        for pair, queue in self._queues.items():
            if peer in pair:
                queue.clear()

    def start(self, peer: bytes, *, lost_disk: bool = False) -> None:
        """A new incarnation. With its disk it knows its log, and what it had bound itself to in the open view."""
        if peer not in self.down:
            return
        self.down.discard(peer)
        old = self.processes[peer]
        number = next(self._starts)
        if lost_disk or old.machine is None:
            self.processes[peer] = Process(Member(peer, number.to_bytes(8), number.to_bytes(8)), None)
            return
        own = Member(peer, number.to_bytes(8), old.own.disk)
        vote = old.written[-1] if old.written and old.written[-1].view == old.log.view else None
        self.processes[peer] = Process(own, old.log, vote)
        self.processes[peer].written = list(old.written)

    def wait(self, duration_us: int) -> None:
        self.now += duration_us
        for peer in self.peers:
            self.advance(peer)

    def deliver(self, choice: int) -> bool:
        """The next message of one of the queues that are not empty."""
        waiting = sorted(pair for pair, queue in self._queues.items() if queue)
        if not waiting:
            return False
        source, target = waiting[choice % len(waiting)]
        message = self._queues[source, target].popleft()
        for tell in self.processes[target].take(source, message, self.now):
            self._post(target, tell.peer, tell.message)
        self.advance(target)
        return True

    def ask_for_seats(self) -> None:
        """Whoever is not known as it is now wants to be; and who speaks of an older view is told how it ended."""
        for peer, process in self.processes.items():
            machine = process.machine
            if peer in self.down or (machine is not None and not machine.mute):
                continue
            holds = 0 if machine is None else machine.log.view.number
            for other in self.peers:
                asked = self.processes[other].machine
                if other in self.down | {peer} or asked is None or asked.log.view.member(other) is None:
                    continue
                self._surround(other)
                if asked.log.view.member(peer) == process.own:
                    asked.let_know(peer, holds if machine is not None else 0)
                else:
                    asked.join_wanted(process.own, has_log=machine is not None)
                self.advance(other)

    def beat(self) -> None:
        """Whoever is behind another is told so; and who was handed a log that it is in finds itself a member."""
        for peer in self.peers:
            process = self.processes[peer]
            if process.machine is None and process.is_member and process.catch_up.log is not None:
                process.begin(process.catch_up.log)
            machine = process.machine
            if peer in self.down or machine is None:
                continue
            for other in self.peers:
                theirs = self.processes[other].machine
                if other not in self.down and theirs is not None and theirs.log.view.number < machine.log.view.number:
                    machine.answer_old(other, theirs.log.view.number)
            self.advance(peer)

    # ---- what follows

    def _surround(self, peer: bytes) -> None:
        machine = self.processes[peer].running
        suspects = self.suspects[peer] & frozenset(machine.log.view.peers())
        machine.surroundings(frozenset(self.peers) - self.down - {peer}, suspects)

    def advance(self, peer: bytes) -> None:
        process = self.processes[peer]
        if peer in self.down or process.machine is None:
            return
        while True:
            self._surround(peer)
            process.machine.advance(self.now)
            effects = process.machine.effects()
            for effect in effects:
                match effect:
                    case Write(vote):
                        process.written.append(vote)
                    case Installed(decision):
                        self._installed(decision)
                    case Tell(target, message):
                        self._check_written(process, message)
                        self.steps_told.add(type(message))
                        self._post(peer, target, message)
                    case _:
                        raise AssertionError(f"nobody is to blame for {effect}")
            self._claim(process)
            if not any(isinstance(effect, Installed) for effect in effects):
                return

    def _post(self, source: bytes, target: bytes, message: Message) -> None:
        if target in self.processes and not {source, target} & self.down:
            self._queues[source, target].append(message)

    @staticmethod
    def _check_written(process: Process, message: Message) -> None:
        written: Vote | None = process.written[-1] if process.written else None
        if isinstance(message, Wedge | State):
            assert written is not None
            assert written.promised >= message.ballot, "told before it was written"
        elif isinstance(message, Ack | Accept):
            assert written is not None
            assert written.accepted is not None
            assert written.accepted.ballot >= message.ballot, "told before it was written"
        elif isinstance(message, Commit) and written is not None:
            assert written.view.number > message.view, "told before it was written"

    def _claim(self, process: Process) -> None:
        machine = process.running
        if not machine.wedged and not machine.mute:
            claims = self._claims[machine.log.view.number]
            claims[process.own.peer] = machine.log.have()

    def _installed(self, decision: Decision) -> None:
        view = decision.proposal.view
        known = self.decided.setdefault(view.number, decision)
        assert known == decision, "two decisions for one view number"
        self._views[view.number] = view
        before = self._views[view.number - 1]
        claims = [self._claims[before.number].get(peer, (0,) * len(before.members)) for peer in before.peers()]
        for rank, cut in enumerate(decision.proposal.cut):
            held = sorted((claim[rank] for claim in claims), reverse=True)
            assert cut >= held[len(before.members) // 2], "what more than half have claimed to hold is lost"

    # ---- the end

    def heal(self, limit_us: int) -> int | None:
        """All run, nobody suspects anybody; returns how long it takes until all are members of one view.

        None if that can't be, for want of disks.
        """
        healed_at = self.now
        for peer in sorted(self.down):
            self.start(peer)
        self.suspects = dict.fromkeys(self.peers, frozenset())
        while not self.settled():
            if not self.can_be_healed():
                return None
            assert self.now - healed_at <= limit_us, f"not together after {limit_us} us: {self}"
            self.beat()
            self.ask_for_seats()
            self.wait(TICK_US)
            for _ in range(MAX_DELIVERIES):
                if not self.deliver(0):
                    break
            else:
                raise AssertionError("they never stop talking")
        return self.now - healed_at

    def can_be_healed(self) -> bool:
        """Whether those who have their disks are a quorum of the newest view, and of what may have to follow it."""
        machines = [process.machine for process in self.processes.values() if process.machine is not None]
        accepted = [machine.voter.accepted.proposal.view for machine in machines if machine.voter.accepted is not None]
        return all(
            view.is_quorum(frozenset(one.peer for one in view.members if self.processes[one.peer].own.disk == one.disk))
            for view in (self._views[max(self._views)], *accepted)
        )

    def settled(self) -> bool:
        """Whether everybody is a member of the same view, with the same log before it, and bound to nothing."""
        machines = [process.machine for process in self.processes.values()]
        views = {None if machine is None else machine.log.view for machine in machines}
        return len(views) == 1 and all(
            machine is not None and not machine.mute and not machine.wedged for machine in machines
        )

    def __repr__(self) -> str:
        lines = []
        for number, peer in enumerate(self.peers):
            machine = self.processes[peer].machine
            if peer in self.down or machine is None:
                lines.append(f"{number}: {'down' if peer in self.down else 'no log'}")
                continue
            ranks = [self.peers.index(each) for each in machine.log.view.peers()]
            promised: Ballot = machine.voter.promised
            lines.append(f"{number}: view {machine.log.view.number} {ranks} {machine.voter.stance} {promised}")
        return "; ".join(lines)

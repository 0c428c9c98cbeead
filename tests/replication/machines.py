"""Membership machines connected in memory: what one tells another waits in one queue until it is delivered."""

from collections import deque

from p2p_ligretto.replication.catch_up import CatchUp, chunks
from p2p_ligretto.replication.effects import Blame, Effect, Installed, Tell, Vote, Write
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.membership import Membership
from p2p_ligretto.replication.messages import Events, Fetch, Message, Resume, Segment
from p2p_ligretto.replication.signing import KeyedHashSigner
from p2p_ligretto.replication.views import Member
from tests.replication.mesh import TABLE, next_event, view_of


class Process:
    """One machine with a log, or, as long as ``machine`` is None, one that waits to be handed one."""

    def __init__(self, own: Member, log: Log | None, vote: Vote | None = None) -> None:
        self.own = own
        self.catch_up = CatchUp(TABLE, KeyedHashSigner(b""))
        self.giver = b""
        self.machine: Membership | None = None
        self.admits = True
        self.written: list[Vote] = []
        self.installed: list[Installed] = []
        self.blamed: list[Blame] = []
        if log is not None:
            self.begin(log)
        if vote is not None:
            self.running.restore(vote)

    def begin(self, log: Log) -> None:
        self.machine = Membership(self.own, log, lambda _: self.admits)

    @property
    def running(self) -> Membership:
        assert self.machine is not None
        return self.machine

    @property
    def log(self) -> Log:
        return self.running.log

    def say(self, time: int) -> None:
        self.log.add(next_event(self.log, self.own, time, b"x"))

    def take(self, sender: bytes, message: Message, now: int) -> list[Tell]:
        if self.machine is None:
            self.take_log(sender, message)
        if self.machine is None:
            return []
        match message:
            case Events(events):
                for event in events:
                    self.log.add(event)
            case Fetch(_, view, author, first, last):
                open_view = view == self.log.view.number
                wanted = (author, first, last)
                found = self.log.events(*wanted) if open_view else self.log.closed_events(view, *wanted)
                return [Tell(sender, chunk) for chunk in chunks(found)]
            case Resume(_, view):
                self.machine.answer_old(sender, view)
            case Segment():
                pass
            case _:
                self.machine.receive(sender, message, now)  # type: ignore[arg-type]
        return []

    def take_log(self, sender: bytes, message: Message) -> None:
        """What is handed over; whoever begins to do so last is listened to."""
        if isinstance(message, Segment):
            if message.view.number == 0:
                self.catch_up, self.giver = CatchUp(TABLE, KeyedHashSigner(b"")), sender
            if sender == self.giver:
                self.catch_up.segment(message)
        elif isinstance(message, Events):
            for event in message.events if self.catch_up.log is not None and sender == self.giver else ():
                self.catch_up.take(event)
        elif self.catch_up.complete and self.catch_up.log is not None:
            self.begin(self.catch_up.log)

    @property
    def is_member(self) -> bool:
        """Whether the log that was handed over says so, which would be known from the next message of anybody."""
        log = self.catch_up.log
        return log is not None and self.catch_up.complete and log.view.member(self.own.peer) == self.own


class Room:
    """Members 0.. of a first view, and guests. ``cut_off`` are peers that nothing reaches and that reach nobody."""

    def __init__(self, count: int, guests: tuple[Member, ...] = (), log: Log | None = None) -> None:
        self.now = 0
        self.queue: deque[tuple[bytes, bytes, Message]] = deque()
        self.told: list[tuple[bytes, bytes, Message]] = []
        self.cut_off: set[bytes] = set()
        self.suspects: set[bytes] = set()
        view = view_of(count) if log is None else log.view
        self.processes = {one.peer: Process(one, log or Log(TABLE, view)) for one in view.members}
        for guest in guests:
            self.processes[guest.peer] = Process(guest, None)

    def __getitem__(self, one: Member) -> Process:
        return self.processes[one.peer]

    def advance(self, peer: bytes) -> None:
        process = self.processes[peer]
        if process.machine is None:
            return
        while True:
            self.look_round(process.machine)
            process.machine.advance(self.now)
            effects = process.machine.effects()
            for effect in effects:
                self.carry_out(process, effect)
            if not any(isinstance(effect, Installed) for effect in effects):
                return

    def look_round(self, machine: Membership) -> None:
        """Suspected are members only."""
        own = machine.own.peer
        suspects = frozenset(self.suspects & set(machine.log.view.peers()) - {own})
        machine.surroundings(frozenset(self.processes) - self.cut_off - {own}, suspects)

    def carry_out(self, process: Process, effect: Effect) -> None:
        match effect:
            case Write(vote):
                process.written.append(vote)
            case Installed():
                process.installed.append(effect)
            case Blame():
                process.blamed.append(effect)
            case Tell(to, message):
                self.post(process.own.peer, to, message)

    def post(self, source: bytes, target: bytes, message: Message) -> None:
        if target in self.processes and not {source, target} & self.cut_off:
            self.queue.append((source, target, message))
            self.told.append((source, target, message))

    def deliver(self) -> Message:
        source, target, message = self.queue.popleft()
        if not {source, target} & self.cut_off:
            for tell in self.processes[target].take(source, message, self.now):
                self.post(target, tell.peer, tell.message)
            self.advance(target)
        return message

    def run(self, *, stop_before: type[Message] | None = None) -> None:
        """Deliver until nothing is under way, or the next message is ``stop_before``."""
        for peer in self.processes:
            self.advance(peer)
        for _ in range(10_000):
            if not self.queue or (stop_before is not None and isinstance(self.queue[0][2], stop_before)):
                return
            self.deliver()
        raise AssertionError("they never stop talking")

    def wait(self, duration: int) -> None:
        self.now += duration
        self.run()

    def want(self, guest: Member) -> None:
        """``guest`` asks everybody for a seat."""
        for peer, process in self.processes.items():
            if process.machine is not None and peer != guest.peer:
                self.look_round(process.machine)
                process.machine.join_wanted(guest)

    def views(self) -> set[tuple[Member, ...]]:
        """The members of the open views of all who are members of theirs."""
        machines = [process.machine for process in self.processes.values() if process.machine is not None]
        return {machine.log.view.members for machine in machines if not machine.mute}

"""What faults do to the hosts of a simulation and to the network between them.

A fault that can't strike does nothing: nobody is told of it, and it counts for nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from p2p_ligretto.node.intents import GoOnWithout, LeaveTable
from p2p_ligretto.node.node import Node
from p2p_ligretto.replication.views import parted_lineage
from p2p_ligretto.sim.disk import Disk
from p2p_ligretto.sim.faults import (
    Arrive,
    Crash,
    CrashWhen,
    Cut,
    CutOneWay,
    CutPower,
    Die,
    Disarm,
    DriftClock,
    Fault,
    GoOn,
    Heal,
    HoldStops,
    Leave,
    LoseDisk,
    Partition,
    Pause,
    ReleaseStops,
    Start,
    Step,
    StepClock,
    Tear,
    Wake,
    pairs,
)
from p2p_ligretto.sim.fuses import Fuses
from p2p_ligretto.sim.host import Host
from p2p_ligretto.sim.network import Network
from p2p_ligretto.sim.schedule import Happening, Schedule
from p2p_ligretto.sim.seeds import derived
from p2p_ligretto.sim.surroundings import Observer, Remains
from p2p_ligretto.sim.survival import is_survived

LEAVING_US: Final = 8_000_000
"""Longer than it takes to leave politely."""

OnHost = Crash | Start | GoOn | Pause | Wake | StepClock | DriftClock | Leave | Arrive


@dataclass(frozen=True, slots=True)
class Strikes:
    """Lets faults happen. ``start`` begins a process on a host, ``happen`` lets happen what waited for a host."""

    seed: int
    hosts: Sequence[Host]
    network: Network
    schedule: Schedule
    fuses: Fuses
    observers: Sequence[Observer]
    start: Callable[[Host], None]
    happen: Callable[[Happening], None]
    left_behind: list[bytes] = field(default_factory=list)
    """What the table was called before somebody went on alone."""

    def __post_init__(self) -> None:
        self.fuses.burnt = self.burnt

    def strike(self, fault: Fault) -> None:
        """Let ``fault`` happen now."""
        if not self._can_strike(fault):
            return
        for observer in self.observers:
            observer.happened(fault)
        match fault:
            case Cut() | CutOneWay() | Tear() | Partition() | Heal():
                self._strike_network(fault)
            case CrashWhen():
                self.fuses.lay(fault)
            case Disarm(crash):
                self.fuses.put_out(crash)
            case HoldStops() | ReleaseStops():
                for host in self.hosts:
                    host.holds_stop = max(0, host.holds_stop + (1 if isinstance(fault, HoldStops) else -1))
            case Die() | LoseDisk() | CutPower():
                self._lose(self.hosts[fault.host], fault)
            case _:
                self._strike_host(self.hosts[fault.host], fault)

    def _strike_network(self, fault: Cut | CutOneWay | Tear | Partition | Heal) -> None:
        match fault:
            case Cut():
                self.network.cut(fault)
            case CutOneWay():
                self.network.cut_one_way(fault)
            case Tear():
                self.network.tear(fault)
            case Partition(notice_us=notice_us):
                for one, other in pairs(fault):
                    self.network.cut(Cut(one, other, notice_us))
            case Heal():
                self.network.heal(fault)

    def _can_strike(self, fault: Fault) -> bool:
        match fault:
            case Crash(number) | Pause(number) | StepClock(number) | DriftClock(number):
                return self.hosts[number].process is not None
            case Start(number):
                return self.hosts[number].process is None and not self.hosts[number].dead
            case Wake(number):
                # What was paused may have ended since, and nothing be left to wake.
                return self.hosts[number].paused
            case Die(number) | LoseDisk(number) | CutPower(number) | Leave(number):
                host = self.hosts[number]
                return not host.dead and self.survives_without(host)
            case GoOn(number):
                return _may_go_on(self.hosts[number])
            case _:
                return True

    def survives_without(self, host: Host) -> bool:
        """Whether the others can go on without a host, or its disk."""
        disks = {each.peer: each.disk.held() for each in self.hosts}
        left = frozenset(self.left_behind)
        return is_survived(
            disks, frozenset(each.peer for each in self.hosts if each is host or self._is_lost(each)), left
        )

    def _is_lost(self, host: Host) -> bool:
        """Whether the table can't count on a host's vote any more: who leaves takes it along, up to a while later.

        That while stands still for who sleeps: it leaves when it wakes, wherever its player is by then.
        """
        now_us = host.paused_us if host.paused else self.schedule.now_us
        return host.dead or not host.wants_seat or now_us < host.left_us + LEAVING_US

    def _lose(self, host: Host, fault: Die | LoseDisk | CutPower) -> None:
        """A process ends, and more is gone than that."""
        match fault:
            case Die():
                host.dead = True
            case LoseDisk():
                host.disk = Disk(self._disk_id(host))
            case CutPower(entries=entries):
                host.disk.cut_power(entries, self._disk_id(host))
        self.end(host, lost=not isinstance(fault, Die))

    def _strike_host(self, host: Host, fault: OnHost) -> None:
        """Let something happen that one host alone is struck by."""
        match fault:
            case Crash():
                self.end(host)
            case Start():
                self.start(host)
            case GoOn():
                self._go_on(host)
            case Pause():
                if not host.paused:
                    host.paused, host.paused_us = True, self.schedule.now_us
            case Wake():
                self.wake(host)
            case StepClock(_, step_us):
                self._set_clock(host, step_us, host.running().clock.drift_ppm)
            case DriftClock(_, drift_ppm):
                self._set_clock(host, 0, drift_ppm)
            case Leave():
                host.wants_seat, host.left_us = False, self.schedule.now_us
                if host.process is not None:
                    host.process.submit(LeaveTable())
            case Arrive():
                host.wants_seat = True

    def burnt(self, number: int, crash: CrashWhen) -> None:
        """The process on a host has come to the step at which it ends."""
        host = self.hosts[number]
        if crash.down_us is None:
            host.dead = self.survives_without(host)
        else:
            self.schedule.plan(self.schedule.now_us + crash.down_us, Start(number))
        self.end(host, crash.step)

    def end(self, host: Host, step: Step | None = None, *, lost: bool = False) -> None:
        """The process on ``host`` is no more, if there was one; ``lost``: its disk holds less than before."""
        process, host.process = host.process, None
        host.paused, host.backlog = False, []
        if process is not None:
            process.end()
        held = host.disk.held()
        remains = Remains(held.disk, held.log, held.vote, lost, step, killed=process is not None)
        for observer in self.observers:
            observer.ended(host.number, host.peer, remains)

    def wake(self, host: Host) -> None:
        """Let a host run again, with all at once that has come meanwhile."""
        if host.paused_us < host.left_us + LEAVING_US:
            host.left_us += self.schedule.now_us - max(host.paused_us, host.left_us)
        host.paused = False
        backlog, host.backlog = host.backlog, []
        if host.process is not None:
            host.process.resume()
        for happening in backlog:
            self.happen(happening)

    def heal(self) -> None:
        """Let every host run that is not dead, and reach every other one; clocks stay as they are."""
        self.fuses.put_out()
        for host in self.hosts:
            host.holds_stop = 0
            for other in self.hosts[: host.number]:
                self.network.heal(Heal(host.number, other.number))
            if host.paused:
                self.wake(host)
            if host.process is None and not host.dead:
                self.start(host)

    def _go_on(self, host: Host) -> None:
        """One of two goes on alone, and whoever was at the table wants to be at what it is called then."""
        node = host.running().node
        assert isinstance(node, Node)
        assert node.session is not None, "who may go on is at a table"
        view = node.session.log.view
        before, parted = [each.follows for each in self.hosts], parted_lineage(view)
        self.left_behind.append(view.lineage)
        for each in self.hosts:
            each.follows = parted
        host.running().submit(GoOnWithout())
        log = host.disk.held().log
        if log is None or log.table != parted:
            # It ended before that was written: nobody ever hears of it.
            self.left_behind.pop()
            for each, followed in zip(self.hosts, before, strict=True):
                each.follows = followed

    def _set_clock(self, host: Host, step_us: int, drift_ppm: int) -> None:
        process = host.running()
        process.set_clock(process.clock.changed(self.schedule.now_us, step_us, drift_ppm))

    def _disk_id(self, host: Host) -> bytes:
        return derived(self.seed, "disk", host.number, host.starts)[:8]


def _may_go_on(host: Host) -> bool:
    node = None if host.process is None or host.paused else host.process.node
    return isinstance(node, Node) and node.frozen is not None and node.frozen.may_go_on

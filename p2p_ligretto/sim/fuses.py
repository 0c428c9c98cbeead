"""Crashes that wait for their moment: a process ends when it comes to a step, not at a time.

What a step is stands at ``faults.CrashWhen``. It is told from outside, by what a node sends and writes: the nodes know
nothing of it. Steps are followed only while a fuse is laid, so that they cost nothing otherwise.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from p2p_ligretto.node.outputs import Append, Output, Record, Save, Send
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import Accept, Commit, EventSent, Wedge
from p2p_ligretto.sim.faults import CrashWhen, Step
from p2p_ligretto.sim.surroundings import SendBytes, SimulatedNode
from p2p_ligretto.wire.messages import AnyMessage
from p2p_ligretto.wire.payload_codec import decode_payload
from p2p_ligretto.wire.payloads import Moved

NO_VIEW = 0


@dataclass(slots=True)
class Fuse:
    """A crash that waits, for so many more processes that come to its step."""

    crash: CrashWhen
    left: int


@dataclass(slots=True)
class Fuses:
    """All that are laid in a simulation. ``burnt`` ends the process on a host, and is told why."""

    burnt: Callable[[int, CrashWhen], None] = field(init=False)
    laid: list[Fuse] = field(default_factory=list)

    def lay(self, crash: CrashWhen) -> None:
        """From now on ``crash`` waits for its moment."""
        self.laid.append(Fuse(crash, crash.occurrence))

    def put_out(self, crash: CrashWhen | None = None) -> None:
        """``crash``, or each that waits, does not happen any more."""
        self.laid = [fuse for fuse in self.laid if crash is not None and fuse.crash != crash]

    def reached(self, host: int, steps: Sequence[Step]) -> bool:
        """The process on ``host`` has come to ``steps``; whether that ended it."""
        for fuse in self.laid:
            if fuse.crash.step in steps and fuse.crash.host in (None, host):
                fuse.left -= 1
                if fuse.left == 0:
                    self.laid.remove(fuse)
                    self.burnt(host, fuse.crash)
                    return True
        return False


@dataclass(slots=True)
class Steps:
    """What one process has said so far, as far as its next steps depend on it."""

    ballots: set[tuple[int, object]] = field(default_factory=set)
    """(view, ballot) of the values that it proposed."""
    accepting: int = NO_VIEW
    committed: int = NO_VIEW
    """The last view that it proposed an end of, and the last one whose end it told as its proposer."""

    def before(self, outputs: Sequence[Output | SendBytes]) -> list[Step]:
        """The steps that a process has come to when ``outputs`` are what it asks for, and nothing is done yet."""
        for output in outputs:
            if isinstance(output, Send):
                message = output.message
                if isinstance(message, Accept) and (message.view, message.ballot) not in self.ballots:
                    self.ballots.add((message.view, message.ballot))
                    self.accepting = message.view
                    return ["states"]
                if self._decides(message):
                    return ["acks"]
        return []

    def _decides(self, message: AnyMessage) -> bool:
        return isinstance(message, Commit) and message.view == self.accepting != self.committed

    def writing(self, output: Save | Append | Record) -> list[Step]:
        """The steps of a write that begins."""
        return ["append"] if isinstance(output, Append) else ["save"] if isinstance(output, Save) else []

    def sent(self, message: AnyMessage, node: SimulatedNode) -> list[Step]:
        """The steps of a message of which a copy was sent."""
        match message:
            case Wedge():
                return ["wedge"]
            case Accept():
                return ["accept"]
            case Commit() if message.view == self.accepting:
                self.committed = message.view
                return ["commit"]
            case EventSent() if _is_own(message, node):
                return ["event", "stop"] if _ends_round(message, node) else ["event"]
            case _:
                return []


def _is_own(message: EventSent, node: SimulatedNode) -> bool:
    table, seat = node.predicted, node.own_seat
    return table is None or seat is None or table.seats[seat].peer == message.event.author


def _ends_round(message: EventSent, node: SimulatedNode) -> bool:
    table = node.predicted
    if table is None or table.phase is not Phase.CLOSING or table.round is None or table.round.end is None:
        return False
    return table.round.end.by == node.own_seat and isinstance(decode_payload(message.event.payload), Moved)

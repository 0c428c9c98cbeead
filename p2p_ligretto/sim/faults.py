"""What can go wrong in a simulation: values, so that a plan of faults is a list that prints, replays and shrinks.

Hosts are numbers. In JSON every fault is an object whose ``fault`` says which one it is. The links of a pair are lost
by a cut or torn; where bytes are only held back, the links stay and TCP hands over what it kept once that is possible.
What can't strike (a crash where nothing runs, say) does nothing, so that a list of faults without one of them is
another list of faults. What no table survives is spared: see ``Die``, ``LoseDisk``, ``CutPower`` and ``Leave``.
"""

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

Host = Annotated[int, Meta(ge=0, le=63)]
Duration = Annotated[int, Meta(ge=0, le=3_600_000_000)]
"""Microseconds."""


class Trouble(Struct, frozen=True, forbid_unknown_fields=True, tag_field="fault"):
    """Base of all faults."""


class Cut(Trouble, frozen=True, tag="cut"):
    """No byte passes between two hosts any more; their links are lost, as each end learns ``notice_us`` later."""

    one: Host
    other: Host
    notice_us: Duration = 1_000_000


class CutOneWay(Trouble, frozen=True, tag="cut_one_way"):
    """No byte of ``source`` gets to ``target``, and no new link between them opens, until that heals."""

    source: Host
    target: Host


class Tear(Trouble, frozen=True, tag="tear"):
    """The links of two hosts break in the middle of what is under way; they may be dialled anew at once."""

    one: Host
    other: Host


class Partition(Trouble, frozen=True, tag="partition"):
    """Hosts of different groups are cut from one another; who is in no group keeps all links."""

    groups: tuple[tuple[Host, ...], ...]
    notice_us: Duration = 1_000_000


class Heal(Trouble, frozen=True, tag="heal"):
    """Two hosts can reach each other again, both ways; links that were lost stay lost."""

    one: Host
    other: Host


class Crash(Trouble, frozen=True, tag="crash"):
    """The process on ``host`` ends without a word; its kernel closes the links."""

    host: Host


class Start(Trouble, frozen=True, tag="start"):
    """A new process starts on ``host``, with what its disk holds; none where somebody died."""

    host: Host


class Die(Trouble, frozen=True, tag="die"):
    """The process on ``host`` ends without a word, and nobody comes back, not even when all heals.

    Spared where the others could not go on: those who will run again, with the disks they voted with, have to be a
    quorum of the newest view and of what may follow it.
    """

    host: Host


class LoseDisk(Trouble, frozen=True, tag="lose_disk"):
    """The process on ``host`` ends, if one runs, and everything that it had written is gone; spared as for ``Die``."""

    host: Host


class CutPower(Trouble, frozen=True, tag="cut_power"):
    """The process on ``host`` ends, if one runs, and the last ``entries`` of its journals never got to the disk.

    When it starts again it sees that the system was booted since, and counts as without its disk, for which reason it
    is spared as for ``Die``. What was synced is there.
    """

    host: Host
    entries: Annotated[int, Meta(ge=0, le=10_000)] = 0


Step = Literal["wedge", "states", "accept", "acks", "commit", "event", "stop", "append", "save"]
STEPS: Final[tuple[Step, ...]] = get_args(Step)


class CrashWhen(Trouble, frozen=True, tag="crash_when"):
    """The process that is the ``occurrence``-th to come to ``step``, on any host or on ``host``, ends there.

    | step           | when that is                                                                              |
    | -------------- | ----------------------------------------------------------------------------------------- |
    | wedge, accept  | a copy of this message was sent, and no further one                                       |
    | commit         | a copy of its own decision was sent by the proposer, and no further one                   |
    | states         | it has the answers that it needs, and has neither written nor sent the value to accept    |
    | acks           | its value is chosen, and it has neither written nor told it                               |
    | event, stop    | a copy of an event (of one that ends the round) was sent, and no further one              |
    | append         | half of an entry is in its journal; on reading, that is none, and none of it was told     |
    | save           | nothing of a durable write is on the disk yet                                             |

    It is down for ``down_us``; where that is None it has died, or, if that is spared, comes back when all heals.
    """

    step: Step
    occurrence: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    down_us: Duration | None = 1_000_000
    host: Host | None = None


class Disarm(Trouble, frozen=True, tag="disarm"):
    """A ``CrashWhen`` whose moment has not come (all of these that are equal) does not happen any more."""

    crash: CrashWhen


class GoOn(Trouble, frozen=True, tag="go_on"):
    """Whoever plays at ``host`` goes on without the other one of two, if it waits for it; all others follow it."""

    host: Host


class HoldStops(Trouble, frozen=True, tag="hold_stops"):
    """Who has one move left to the end of the round waits with it until two have, or until ``ReleaseStops``.

    Then all who have move in the same millisecond. It is the people that do this, not the hosts.
    """


class ReleaseStops(Trouble, frozen=True, tag="release_stops"):
    """Nobody waits with a last move any more."""


class Pause(Trouble, frozen=True, tag="pause"):
    """A lid is closed: nothing runs on ``host``, its clock goes on, and what comes for it waits there."""

    host: Host


class Wake(Trouble, frozen=True, tag="wake"):
    """A lid is opened again: ``host`` gets all at once what has come meanwhile."""

    host: Host


class StepClock(Trouble, frozen=True, tag="step_clock"):
    """The clock of ``host`` jumps forward; clocks that a node is shown never go back."""

    host: Host
    step_us: Duration


class DriftClock(Trouble, frozen=True, tag="drift_clock"):
    """From now on the clock of ``host`` is fast by ``drift_ppm``, or slow where that is negative."""

    host: Host
    drift_ppm: Annotated[int, Meta(ge=-100_000, le=100_000)]


class Leave(Trouble, frozen=True, tag="leave"):
    """Whoever plays at ``host`` leaves the table politely, and does not want a seat for now; spared as for ``Die``.

    A table that everybody has left, or everybody but some that can't go on by themselves, is no more.
    """

    host: Host


class Arrive(Trouble, frozen=True, tag="arrive"):
    """Whoever is at ``host`` wants a seat from now on."""

    host: Host


Fault = (
    Cut
    | CutOneWay
    | Tear
    | Partition
    | Heal
    | Crash
    | Start
    | Die
    | LoseDisk
    | CutPower
    | CrashWhen
    | Disarm
    | GoOn
    | HoldStops
    | ReleaseStops
    | Pause
    | Wake
    | StepClock
    | DriftClock
    | Leave
    | Arrive
)


class Planned(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``fault`` happens at the true time ``at_us``, and is undone ``for_us`` later, if that is not None."""

    at_us: Duration
    fault: Fault
    for_us: Duration | None = None

    @property
    def ends_us(self) -> int:
        """When all of it has happened."""
        return self.at_us + (self.for_us or 0)


def name_of(fault: Fault) -> str:
    """What the fault is called in JSON."""
    return str(fault.__struct_config__.tag)


def pairs(partition: Partition) -> tuple[tuple[int, int], ...]:
    """The pairs of hosts that a partition cuts from each other."""
    return tuple(
        (one, other)
        for number, group in enumerate(partition.groups)
        for rest in partition.groups[number + 1 :]
        for one in group
        for other in rest
    )


def undone(fault: Fault) -> tuple[Fault, ...]:
    """What takes ``fault`` back; nothing for those that are over at once or that are not trouble."""
    match fault:
        case Cut(one, other) | CutOneWay(one, other):
            return (Heal(one, other),)
        case Partition():
            return tuple(Heal(one, other) for one, other in pairs(fault))
        case Crash(host) | LoseDisk(host) | CutPower(host):
            return (Start(host),)
        case CrashWhen():
            return (Disarm(fault),)
        case HoldStops():
            return (ReleaseStops(),)
        case Pause(host):
            return (Wake(host),)
        case Leave(host):
            return (Arrive(host),)
        case _:
            return ()

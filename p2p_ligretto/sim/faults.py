"""What can go wrong in a simulation: values, so that a plan of faults is a list that prints, replays and shrinks.

Hosts are numbers. In JSON every fault is an object whose ``fault`` says which one it is. The links of a pair are lost
by a cut or torn; where bytes are only held back, the links stay and TCP hands over what it kept once that is possible.
"""

from typing import Annotated

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
    """A new process starts on ``host``, with what its disk holds."""

    host: Host


class LoseDisk(Trouble, frozen=True, tag="lose_disk"):
    """Everything that ``host`` had written is gone; for a host whose process is down."""

    host: Host


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
    """Whoever plays at ``host`` leaves the table politely, and does not want a seat for now."""

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
    | LoseDisk
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
        case Crash(host):
            return (Start(host),)
        case Pause(host):
            return (Wake(host),)
        case Leave(host):
            return (Arrive(host),)
        case _:
            return ()

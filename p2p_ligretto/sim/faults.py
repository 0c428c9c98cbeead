"""What can go wrong in a simulation: values, so that a plan of faults is a list that prints, replays and shrinks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cut:
    """No byte passes between two hosts any more; their links are lost, as each end learns ``notice_us`` later."""

    one: int
    other: int
    notice_us: int = 1_000_000


@dataclass(frozen=True, slots=True)
class Heal:
    """Two hosts can reach each other again, by new links."""

    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Crash:
    """The process on ``host`` ends without a word; its kernel closes the links."""

    host: int


@dataclass(frozen=True, slots=True)
class Start:
    """A new process starts on ``host``, with what its disk holds."""

    host: int


@dataclass(frozen=True, slots=True)
class LoseDisk:
    """Everything that ``host`` had written is gone; for a host whose process is down."""

    host: int


Fault = Cut | Heal | Crash | Start | LoseDisk


@dataclass(frozen=True, slots=True)
class Planned:
    """``fault`` happens at the true time ``at_us``."""

    at_us: int
    fault: Fault

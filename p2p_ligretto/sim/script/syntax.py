"""A script as values: who takes part, and the steps in order.

Each step is one act, done ``after_us`` after the one before it was over. An act that expects something is over when
that has come, or its time is; all others are over at once, but for coming to a table, which waits for the seat.
"""

from dataclasses import dataclass
from typing import Final, Literal

from p2p_ligretto.sim.script.problems import Position

DEFAULT_WITHIN_US: Final = 2_000_000
ANYTHING: Final = "anything"
CLOSED: Final = "closed"

# ---- values, to be worked out when their step is done


@dataclass(frozen=True, slots=True)
class Plain:
    """A number, text, bytes, card or duration as it is written."""

    value: object


@dataclass(frozen=True, slots=True)
class Named:
    """What a name stands for then, and what it holds under the names behind the dots."""

    path: tuple[str, ...]
    at: Position


@dataclass(frozen=True, slots=True)
class Listed:
    """Values in brackets."""

    items: tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class Made:
    """A structure of the wire, ``ballot(3, 0)``: its fields in their order, then by name."""

    what: str
    items: tuple["Value", ...]
    fields: tuple["Field", ...]
    at: Position


@dataclass(frozen=True, slots=True)
class Worked:
    """``left sign right``; the sign is + or -, or * for repeated bytes."""

    left: "Value"
    sign: Literal["+", "-", "*"]
    right: "Value"
    at: Position


Value = Plain | Named | Listed | Made | Worked


@dataclass(frozen=True, slots=True)
class Field:
    """``name=value``."""

    name: str
    value: Value
    at: Position


@dataclass(frozen=True, slots=True)
class Condition:
    """``path sign value``: what something that came, or is held, has to be like."""

    path: tuple[str, ...]
    sign: str
    value: Value
    at: Position


# ---- acts


@dataclass(frozen=True, slots=True)
class Open:
    """A node opens a table."""

    node: str
    name: str


@dataclass(frozen=True, slots=True)
class Join:
    """A node or a peer sits down at the table that ``node`` is at; a peer behaves like a node from then on."""

    who: str
    node: str


@dataclass(frozen=True, slots=True)
class SayReady:
    """The player at a node, or a peer with a seat, is ready for the deal."""

    who: str


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """A node, or a peer with a seat, leaves politely."""

    who: str


@dataclass(frozen=True, slots=True)
class LinkUp:
    """A peer makes a link to a node, and says nothing on it but its greeting."""

    peer: str
    node: str


@dataclass(frozen=True, slots=True)
class HangUp:
    """A peer closes its link to a node."""

    peer: str
    node: str


@dataclass(frozen=True, slots=True)
class Withhold:
    """Of what a seated peer would say by itself, messages of these types are not sent from now on."""

    peer: str
    types: frozenset[str]


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Of what a seated peer says by itself, messages of ``type`` get these fields from now on."""

    peer: str
    type: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A message with some of its fields; for an event ``payload`` says what it is about."""

    type: str
    payload: str | None
    fields: tuple[Field, ...]
    at: Position


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes, as the body of a frame or just so."""

    data: Value
    framed: bool
    at: Position


@dataclass(frozen=True, slots=True)
class Say:
    """A peer says something to ``whom``, or to all that it is linked to; ``name`` is what it is called from then on."""

    peer: str
    whom: tuple[str, ...]
    what: Words | Raw
    name: str | None


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a message is like. ``type`` may be ``CLOSED`` (the link's end) or ``ANYTHING``."""

    type: str
    payload: str | None
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Hear:
    """Something like ``pattern`` comes from a node within a time."""

    peer: str
    node: str
    pattern: Pattern
    within_us: int
    name: str | None


@dataclass(frozen=True, slots=True)
class HearNot:
    """Nothing like ``pattern`` comes from a node for a time."""

    peer: str
    node: str
    pattern: Pattern
    for_us: int


@dataclass(frozen=True, slots=True)
class Hold:
    """What a node holds as final, or shows, is so within a time."""

    node: str
    final: bool
    conditions: tuple[Condition, ...]
    within_us: int


@dataclass(frozen=True, slots=True)
class BeTold:
    """The player at a node is told something within a time."""

    node: str
    notice: str
    conditions: tuple[Condition, ...]
    within_us: int


@dataclass(frozen=True, slots=True)
class BeToldNot:
    """The player at a node is not told something for a time."""

    node: str
    notice: str
    conditions: tuple[Condition, ...]
    for_us: int


@dataclass(frozen=True, slots=True)
class Agree:
    """Two nodes hold the same final table within a time."""

    node: str
    other: str
    within_us: int


@dataclass(frozen=True, slots=True)
class Strike:
    """Something happens to who takes part: cut, heal (two each), crash, start, pause, wake (one)."""

    what: str
    whom: tuple[str, ...]


Act = (
    Open
    | Join
    | SayReady
    | LeaveTable
    | LinkUp
    | HangUp
    | Withhold
    | Rewrite
    | Say
    | Hear
    | HearNot
    | Hold
    | BeTold
    | BeToldNot
    | Agree
    | Strike
)
EXPECTATIONS: Final = (Hear, HearNot, Hold, BeTold, BeToldNot, Agree)


@dataclass(frozen=True, slots=True)
class Step:
    """``text`` is the line as it stands in the script, without comment and blanks around it."""

    at: Position
    text: str
    after_us: int
    act: Act


@dataclass(frozen=True, slots=True)
class Peer:
    """A scripted peer, and what differs in its Hello from the right one."""

    name: str
    hello: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """All of it. ``seed`` is the simulation's."""

    seed: int
    nodes: tuple[str, ...]
    peers: tuple[Peer, ...]
    steps: tuple[Step, ...]

    @property
    def expectations(self) -> int:
        """How many of the steps expect something."""
        return sum(isinstance(step.act, EXPECTATIONS) for step in self.steps)

"""What the simulation and the things it puts together need of one another: a node, its maker, and who sits at it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from p2p_ligretto.node.identity import LinkPeer, NodeIdentity
from p2p_ligretto.node.intents import Intent
from p2p_ligretto.node.node import Figures
from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.outputs import Output
from p2p_ligretto.node.table import TableState
from p2p_ligretto.replication.effects import Vote
from p2p_ligretto.replication.log import Log
from p2p_ligretto.sim.faults import Fault, Step
from p2p_ligretto.wire.messages import AnyMessage


@dataclass(frozen=True, slots=True)
class SendBytes:
    """Put ``data`` on a link that is up, frame or not: what no node asks for, but a scripted peer may."""

    link: int
    data: bytes


class SimulatedNode(Protocol):
    """What a simulation drives: inputs with the host's own time, outputs to obey. ``node.Node`` is one."""

    def link_up(self, link: int, peer: LinkPeer, now: int) -> None:
        """A link is there, its Hellos exchanged."""

    def link_down(self, link: int, now: int) -> None:
        """A link is gone."""

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        """A message came."""

    def dial_failed(self, peer: bytes | None, reason: str, now: int) -> None:
        """A ``Connect`` came to nothing."""

    def submit(self, intent: Intent, now: int) -> None:
        """The player wants something."""

    def tick(self, now: int) -> None:
        """Time has passed."""

    def outputs(self) -> Sequence[Output | SendBytes]:
        """What is to be done now; each is given once."""

    @property
    def wake_at(self) -> int:
        """When it next wants a tick."""

    @property
    def predicted(self) -> TableState | None:
        """What the screen shows."""

    @property
    def final(self) -> TableState | None:
        """What can't change any more."""

    @property
    def figures(self) -> Figures:
        """What it has counted."""

    @property
    def own_seat(self) -> int | None:
        """Where its player sits."""

    @property
    def peers(self) -> Mapping[bytes, object]:
        """The peers that it has a link to."""


MakeNode = Callable[[NodeIdentity, str, bytes, Mapping[str, bytes], Mapping[str, Sequence[bytes]]], SimulatedNode]
"""(identity, name, entropy, remembered, journals) -> node: what a start of the program does."""


class Player(Protocol):
    """Who sits at a host while one process runs there: sees its node, and asks things of it."""

    def intents(self, node: SimulatedNode, now: int) -> Sequence[Intent]:
        """What to ask for now; called again after each that is carried out, until there is nothing."""

    @property
    def wake_at(self) -> int:
        """When to be asked again, by the host's clock, if nothing happens before."""


MakePlayer = Callable[[bytes], Player]
"""entropy -> player, at each start of the program."""


@dataclass(frozen=True, slots=True)
class Remains:
    """What a process leaves behind that ended without a word.

    ``disk`` is the id that the disk goes by, ``log`` and ``vote`` are what it holds of its table. ``lost``: it has held
    more than that. ``step`` is where a ``CrashWhen`` has ended it; ``killed``: a process ran until now.
    """

    disk: bytes
    log: Log | None = None
    vote: Vote | None = None
    lost: bool = False
    step: Step | None = None
    killed: bool = True


class Observer(Protocol):
    """Sees everything in a simulation, and changes nothing in it."""

    def said(self, host: int, node: SimulatedNode, message: AnyMessage, shown_us: int) -> None:
        """A node sends ``message`` to at least one link; its clock shows ``shown_us``."""

    def told(self, host: int, notice: Notice) -> None:
        """A node has told its player something."""

    def settled(self, host: int, node: SimulatedNode) -> None:
        """A node has taken in something, and was obeyed."""

    def happened(self, fault: Fault) -> None:
        """A fault is about to happen."""

    def ended(self, host: int, peer: bytes, remains: Remains) -> None:
        """The process on a host is no more, or there was none and what its disk holds is."""

"""What a performance of a script and the place where it is performed have to do with each other."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.table import TableState
from p2p_ligretto.sim.script import syntax as do
from p2p_ligretto.sim.script.peer import ScriptedPeer
from p2p_ligretto.sim.script.problems import Position
from p2p_ligretto.sim.script.values import Participant
from p2p_ligretto.wire.messages import Address


@dataclass(frozen=True, slots=True)
class Pause:
    """Let time pass until ``until`` is true, at most ``limit_us``."""

    until: Callable[[], bool]
    limit_us: int


@dataclass(frozen=True, slots=True)
class Met:
    """All ``expectations`` were met."""

    expectations: int


@dataclass(frozen=True, slots=True)
class Missed:
    """The first step that did not go as it should: ``met`` before it were met, ``instead`` is what came."""

    at: Position
    text: str
    instead: tuple[str, ...]
    met: int = 0


class Stage(Protocol):
    """Where a script is performed: a simulation, or a real port."""

    @property
    def peers(self) -> Mapping[str, ScriptedPeer]:
        """The scripted peers."""

    def participant(self, name: str) -> Participant | None:
        """Who a node is; None while nobody knows."""

    def address(self, node: str) -> Address:
        """Where a node listens."""

    def clock_us(self, peer: str) -> int:
        """What the clock of a peer shows."""

    def settle(self, peer: str) -> None:
        """Carry out what a peer wants by now."""

    def act(self, act: do.Act, at: Position) -> Callable[[], bool]:
        """Let a node do something; returns what shows that it is done. Raises ScriptError where nobody can."""

    def table(self, node: str, *, final: bool, at: Position) -> TableState | None:
        """What a node holds or shows. Raises ScriptError where one can't look."""

    def told(self, node: str, at: Position) -> Sequence[Notice]:
        """All that the player at a node was told. Raises ScriptError where one can't look."""


Steps = Generator[Pause, None, Missed | None]

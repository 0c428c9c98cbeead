"""From where a table is looked at: what a node knows about it beside its state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from p2p_ligretto.node.notices import Frozen
from p2p_ligretto.speech.presence import Reach
from p2p_ligretto.tui.keymap import USUAL_KEYS, Keymap


def _nothing() -> Mapping[int, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Vantage:
    """``spectator``: this node only watches; it may still have an ``own_seat`` at the table, left long ago."""

    own_seat: int | None
    now_us: int
    away_since: Mapping[int, int] = field(default_factory=_nothing)
    """By seat, on the clock of ``now_us``: since when it is suspected to be gone."""
    warned: frozenset[int] = frozenset()
    """Seats that are silent for a moment."""
    lost: frozenset[int] = frozenset()
    """Seats that the table goes on without because their laptops are gone."""
    idle: frozenset[int] = frozenset()
    """Seats that may be voted absent now."""
    frozen: Frozen | None = None
    """This node is with a minority."""
    paused_by: int | None = None
    """The seat that has paused the round, as far as it is known."""
    parted: bool = False
    """Another table came of this one."""
    delays_us: Mapping[int, int] = field(default_factory=_nothing)
    """By seat: one way, where it was measured."""
    clock_error_us: int | None = None
    """By how much the own table time may be wrong."""
    watching: int = 0
    """How many nodes look on."""
    spectator: bool = False
    code: str = ""
    """Of the own private table, as it is to be told to others."""
    keys: Keymap = USUAL_KEYS
    """With which the person answers."""

    @property
    def away(self) -> frozenset[int]:
        """The seats that are suspected to be gone."""
        return frozenset(self.away_since)

    @property
    def reach(self) -> Reach:
        """Who can be reached."""
        return Reach(self.warned, self.away, self.lost, self.frozen)

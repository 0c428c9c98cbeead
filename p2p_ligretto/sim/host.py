"""The laptops of a simulation, and under which conditions they run."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from p2p_ligretto.node.notices import Notice
from p2p_ligretto.sim.disk import Disk
from p2p_ligretto.sim.faults import Planned
from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.sim.process import Process
from p2p_ligretto.sim.schedule import Happening
from p2p_ligretto.sim.signatures import Scheme, Signing
from p2p_ligretto.sim.surroundings import MakePlayer
from p2p_ligretto.wire.messages import Address, Hello


@dataclass(frozen=True, slots=True)
class Conditions:
    """Under which a simulation runs.

    ``delays`` are for (from, to) pairs of hosts, ``delay`` for all others. The clock that a process is shown is ahead
    of true time by at most ``max_offset_us`` and goes wrong by at most ``max_drift_ppm``, either way.
    """

    delay: LinkDelay = field(default_factory=LinkDelay)
    delays: Mapping[tuple[int, int], LinkDelay] = field(default_factory=dict)
    max_offset_us: int = 3_600_000_000
    max_drift_ppm: int = 50
    faults: Sequence[Planned] = ()
    signatures: Scheme = "keyed_hash"


NEVER_LEFT_US: Final = 2**62


@dataclass(slots=True)
class Host:
    """A laptop: what stays over restarts. ``process`` is None while nothing runs; ``starts`` counts processes.

    ``notices`` are (true time in microseconds, notice), in order. While ``paused``, since ``paused_us``, what comes for
    the host is kept in ``backlog``. ``wants_seat`` is for its player: whether whoever sits there wants to be at the
    table. ``greets_with`` makes what its processes say first of the Hello that they should say. Nothing starts any more
    where somebody is ``dead``; ``left_us`` is when somebody there left last. ``holds_stop`` is for its player too: by
    how many faults it is to wait with the last move of a round; and so is ``follows``: what the table is called since
    somebody has gone on alone, if somebody has.
    """

    number: int
    name: str
    address: Address
    signing: Signing
    disk: Disk
    make_player: MakePlayer | None
    starts: int = 0
    process: Process | None = None
    notices: list[tuple[int, Notice]] = field(default_factory=list)
    paused: bool = False
    paused_us: int = 0
    backlog: list[Happening] = field(default_factory=list)
    wants_seat: bool = True
    left_us: int = -NEVER_LEFT_US
    dead: bool = False
    holds_stop: int = 0
    follows: bytes = b""
    greets_with: Callable[[Hello], Hello] = lambda right: right

    @property
    def peer(self) -> bytes:
        """What its nodes go by."""
        return self.signing.peer

    def running(self) -> Process:
        """The process; ValueError when there is none."""
        if self.process is None:
            raise ValueError(f"nothing runs on host {self.number}")
        return self.process

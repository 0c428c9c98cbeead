"""One simulation as a value: seed, players, links, and what goes wrong when; as a file it replays exactly."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.sim.faults import Disarm, Partition, Planned
from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.sim.signatures import Scheme

MAX_FAULTS = 1_000


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """``players`` sit down at the start; ``guests`` more run from then on and want a seat when their ``Arrive`` comes.

    Hosts are numbered, players first. When all faults are over the network heals, whatever they left broken.
    """

    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    players: Annotated[int, Meta(ge=2, le=MAX_SEATS)]
    guests: Annotated[int, Meta(ge=0, le=MAX_SEATS)] = 0
    rounds: Annotated[int, Meta(ge=1, le=1_000)] = 1
    level: str = "sharp"
    delay: LinkDelay = LinkDelay()
    signatures: Scheme = "keyed_hash"
    faults: Annotated[tuple[Planned, ...], Meta(max_length=MAX_FAULTS)] = ()

    def __post_init__(self) -> None:
        """ValueError (in JSON: ValidationError) for what can't be played."""
        if self.level not in LEVELS:
            raise ValueError(f"there is no level {self.level}")
        if self.hosts > MAX_SEATS:
            raise ValueError(f"{self.hosts} at a table for {MAX_SEATS}")
        for planned in self.faults:
            if not all(host < self.hosts for host in _hosts_of(planned)):
                raise ValueError(f"there are {self.hosts} hosts, and a fault is of another: {planned.fault}")

    @property
    def hosts(self) -> int:
        """How many hosts there are."""
        return self.players + self.guests

    @property
    def faults_end_us(self) -> int:
        """When all faults are over."""
        return max((planned.ends_us for planned in self.faults), default=0)


def _hosts_of(planned: Planned) -> list[int]:
    fault = planned.fault.crash if isinstance(planned.fault, Disarm) else planned.fault
    if isinstance(fault, Partition):
        return [host for group in fault.groups for host in group]
    named = (getattr(fault, name, None) for name in ("one", "other", "source", "target", "host"))
    return [host for host in named if host is not None]


def to_json(scenario: Scenario) -> bytes:
    """The scenario as a file."""
    return msgspec.json.format(msgspec.json.encode(scenario), indent=2) + b"\n"


def from_json(data: bytes) -> Scenario:
    """The scenario in a file; raises ValueError, which says what is wrong, for anything else."""
    try:
        return msgspec.json.decode(data, type=Scenario)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from error

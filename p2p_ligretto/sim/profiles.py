"""Kinds of trouble: what a profile makes of a seed is a scenario, with each fault in a list.

Only what heals is here: as long as no member is suspected (docs/decisions/0007), a process that never comes back stops
its table for good; and so does the table where every process was started anew since the last view, because none of
them may lead: one host, the keeper, neither crashes nor leaves. Next, with suspicion: crashes without a return, of all
at once too, lost disks, torn last writes, zombies that return one and two views later, minorities that stay apart.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from p2p_ligretto.dealing.keyed_stream import KeyedStream
from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.sim.faults import (
    Arrive,
    Crash,
    Cut,
    CutOneWay,
    DriftClock,
    Fault,
    Leave,
    Partition,
    Pause,
    Planned,
    StepClock,
    Tear,
)
from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.sim.scenario import Scenario
from p2p_ligretto.sim.seeds import stream

MS: Final = 1_000
SECOND: Final = 1_000_000
LAN: Final = LinkDelay(200, 800)
WIFI: Final = LinkDelay(1 * MS, 4 * MS)
BAD_WIFI: Final = LinkDelay(2 * MS, 30 * MS, stall_every=50, stall_us=200 * MS)
HORIZON_US: Final = 14 * SECOND
"""Faults begin until then: sharp bots have met, dealt, waited for the start and played most of a round."""
SEATED_US: Final = 2_500_000
"""All who were there at the start are members then, if nothing kept them."""
MOST_FAULTS: Final = 5
FEW: Final = 4
NOTICES_US: Final = (0, 20 * MS, SECOND, 4 * SECOND)
"""How long an end takes to learn that its link is lost."""


@dataclass(slots=True)
class Draft:
    """A scenario in the making. ``struck``: from when to when something strikes a host alone; only one thing does."""

    draws: KeyedStream
    hosts: int
    keeper: int
    struck: list[tuple[int, int, int]] = field(default_factory=list)

    def between(self, least: int, most: int) -> int:
        """A number, each from ``least`` to ``most`` as likely as the others."""
        return least + self.draws.below(most - least + 1)

    def duration_us(self, least: int, most: int) -> int:
        """A time that is as likely to be shorter than the geometric mean as to be longer."""
        octaves = (most // least).bit_length()
        low = least << self.draws.below(octaves)
        return min(most, self.between(low, 2 * low))

    def host_but_keeper(self) -> int:
        """A host that may be without its process, or away, for a while."""
        host = self.draws.below(self.hosts - 1)
        return host + (host >= self.keeper)

    def pair(self) -> tuple[int, int]:
        """Two hosts."""
        one = self.draws.below(self.hosts)
        other = self.draws.below(self.hosts - 1)
        return one, other + (other >= one)


Make = Callable[[Draft], tuple[Fault, int | None]]
"""A fault, and for how long."""


def _cut(draft: Draft) -> tuple[Fault, int | None]:
    return Cut(*draft.pair(), NOTICES_US[draft.draws.below(len(NOTICES_US))]), draft.duration_us(50 * MS, 20 * SECOND)


def _cut_one_way(draft: Draft) -> tuple[Fault, int | None]:
    return CutOneWay(*draft.pair()), draft.duration_us(50 * MS, 20 * SECOND)


def _tear(draft: Draft) -> tuple[Fault, int | None]:
    return Tear(*draft.pair()), None


def _partition(draft: Draft) -> tuple[Fault, int | None]:
    sides = [draft.draws.below(2) for _ in range(draft.hosts)]
    sides[0], sides[-1] = 0, 1
    groups = tuple(tuple(host for host, side in enumerate(sides) if side == each) for each in (0, 1))
    notice_us = NOTICES_US[draft.draws.below(len(NOTICES_US))]
    return Partition(groups, notice_us), draft.duration_us(100 * MS, 20 * SECOND)


def _crash(draft: Draft) -> tuple[Fault, int | None]:
    return Crash(draft.host_but_keeper()), draft.duration_us(1 * MS, 8 * SECOND)


def _pause(draft: Draft) -> tuple[Fault, int | None]:
    return Pause(draft.draws.below(draft.hosts)), draft.duration_us(100 * MS, 60 * SECOND)


def _step_clock(draft: Draft) -> tuple[Fault, int | None]:
    return StepClock(draft.draws.below(draft.hosts), draft.duration_us(1 * MS, 10 * SECOND)), None


def _drift_clock(draft: Draft) -> tuple[Fault, int | None]:
    return DriftClock(draft.draws.below(draft.hosts), draft.between(-1_000, 1_000)), None


def _leave(draft: Draft) -> tuple[Fault, int | None]:
    return Leave(draft.host_but_keeper()), draft.duration_us(100 * MS, 8 * SECOND)


@dataclass(frozen=True, slots=True)
class Profile:
    """How links are, and which faults are drawn from; ``guests`` are the most that come late."""

    delay: LinkDelay
    makes: tuple[Make, ...] = ()
    guests: int = 0


PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {
        "none": Profile(WIFI),
        "lan": Profile(LAN),
        "bad-wifi": Profile(BAD_WIFI),
        "cuts": Profile(WIFI, (_cut, _cut_one_way, _tear)),
        "partitions": Profile(WIFI, (_partition,)),
        "restarts": Profile(WIFI, (_crash,)),
        "pauses": Profile(WIFI, (_pause,)),
        "clocks": Profile(WIFI, (_step_clock, _drift_clock)),
        "guests": Profile(WIFI, (_leave,), guests=2),
    }
)
"""By name; ``all`` is beside them: each seed has any of the links, and any mixture of the faults."""
ALL: Final = "all"
ALL_MAKES: Final = tuple(make for profile in PROFILES.values() for make in profile.makes)


def players_of(seed: int, least: int, most: int) -> int:
    """How many play where it is left to ``seed``: from ``least`` to ``most``, in half of all seeds at most four."""
    draws = stream(seed, "players")
    few = draws.below(2) == 0
    most = max(least, min(most, FEW)) if few else most
    return least + draws.below(most - least + 1)


def scenario(seed: int, players: int, rounds: int, level: str, profile: str) -> Scenario:
    """What ``profile`` (a key of ``PROFILES``, or ``ALL``) makes of ``seed``. KeyError for another one."""
    draws = stream(seed, "profile", profile)
    if profile == ALL:
        delays = (LAN, WIFI, BAD_WIFI)
        chosen = Profile(delays[draws.below(3)], ALL_MAKES, guests=draws.below(2))
    else:
        chosen = PROFILES[profile]
    guests = min(draws.below(chosen.guests + 1), MAX_SEATS - players)
    keeper = 0 if profile == ALL else draws.below(players)
    draft = Draft(draws, players + guests, keeper)
    faults = [Planned(draft.between(0, HORIZON_US), Arrive(host)) for host in range(players, players + guests)]
    for _ in range(draft.between(1, MOST_FAULTS) if chosen.makes else 0):
        faults.extend(_planned(draft, chosen.makes[draws.below(len(chosen.makes))]))
    ordered = tuple(sorted(faults, key=lambda planned: planned.at_us))
    return Scenario(seed, players, guests, rounds, level, chosen.delay, ordered)


def _planned(draft: Draft, make: Make) -> tuple[Planned, ...]:
    """One fault at some time; none if its host is struck already then."""
    fault, for_us = make(draft)
    earliest_us = SEATED_US if isinstance(fault, Crash | Leave) else 0
    planned = Planned(draft.between(earliest_us, HORIZON_US), fault, for_us)
    host = getattr(fault, "host", None)
    if host is None:
        return (planned,)
    if any(host == other and planned.at_us <= end and begin <= planned.ends_us for other, begin, end in draft.struck):
        return ()
    draft.struck.append((host, planned.at_us, planned.ends_us))
    return (planned,)

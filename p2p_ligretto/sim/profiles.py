"""Profiles of trouble: what one makes of a seed is a scenario, with each fault in a list."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.sim import troubles
from p2p_ligretto.sim.faults import Arrive, Planned
from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.sim.scenario import Scenario
from p2p_ligretto.sim.seeds import stream
from p2p_ligretto.sim.signatures import scheme_of
from p2p_ligretto.sim.troubles import MS, Draft, Make

LAN: Final = LinkDelay(200, 800)
WIFI: Final = LinkDelay(1 * MS, 4 * MS)
BAD_WIFI: Final = LinkDelay(2 * MS, 30 * MS, stall_every=50, stall_us=200 * MS)
MOST_TROUBLES: Final = 5
FEW: Final = 4


@dataclass(frozen=True, slots=True)
class Profile:
    """How links are, and which trouble is drawn from; ``guests`` are the most that come late."""

    delay: LinkDelay
    makes: tuple[Make, ...] = ()
    guests: int = 0


PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {
        "none": Profile(WIFI),
        "lan": Profile(LAN),
        "bad-wifi": Profile(BAD_WIFI),
        "cuts": Profile(WIFI, (troubles.cut, troubles.cut_one_way, troubles.tear, troubles.detour)),
        "partitions": Profile(WIFI, (troubles.partition, troubles.partition, troubles.detour)),
        "restarts": Profile(WIFI, (troubles.crash, troubles.crash_of_many)),
        "deaths": Profile(WIFI, (troubles.death, troubles.death_while_sending)),
        "proposers": Profile(WIFI, (troubles.death_of_proposer,)),
        "disks": Profile(WIFI, (troubles.lost_disk, troubles.torn_write)),
        "pauses": Profile(WIFI, (troubles.pause,)),
        "zombies": Profile(WIFI, (troubles.zombie,)),
        "partings": Profile(WIFI, (troubles.parting,)),
        "stops": Profile(WIFI, (troubles.stop,)),
        "clocks": Profile(WIFI, (troubles.step_clock, troubles.drift_clock)),
        "guests": Profile(WIFI, (troubles.leave,), guests=2),
    }
)
"""By name; ``all`` is beside them: each seed has any of the links, and any mixture of the trouble."""
ALL: Final = "all"
OFTEN: Final = (troubles.death_of_proposer, troubles.stop)
"""Trouble that needs several things to come together, so that it is drawn more often than other kinds."""
ALL_MAKES: Final = (*(make for profile in PROFILES.values() for make in profile.makes), *OFTEN, *OFTEN)


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
    draft = Draft(draws, players + guests)
    faults = [Planned(draft.start_us(), Arrive(host)) for host in range(players, players + guests)]
    for _ in range(draft.between(1, MOST_TROUBLES) if chosen.makes else 0):
        faults.extend(chosen.makes[draws.below(len(chosen.makes))](draft))
    ordered = tuple(sorted(faults, key=lambda planned: planned.at_us))
    return Scenario(seed, players, guests, rounds, level, chosen.delay, scheme_of(seed), ordered)

"""The tables whose fairness is measured: how their links are, and the one member that is not like the others."""

from dataclasses import dataclass
from typing import Final

from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.sim.profiles import BAD_WIFI, LAN
from p2p_ligretto.sim.troubles import MS

GOOD_WIFI: Final = LinkDelay(1 * MS, 4 * MS, stall_every=100, stall_us=30 * MS)
LAGGING: Final = LinkDelay(40 * MS, 40 * MS, stall_every=50, stall_us=200 * MS)
TO_SENDER_US: Final = 2 * MS
FROM_SENDER_US: Final = 20 * MS
MOST_DRIFT_PPM: Final = 50
"""A laptop's clock is a quartz: it goes by so much too fast or too slow."""


@dataclass(frozen=True, slots=True)
class Odd:
    """The one member that is not like the others: how it sends, how it is sent to, and how wrong what it says is.

    ``lies_us`` is added to each table time that it stamps with, promises, or answers pings with. A clock that is merely
    set wrong needs no profile: in all of them clocks are hours apart, and pings find that out. This is one that its own
    pings don't put right: of a program that lies, or reads a wrong clock.
    """

    link: str
    sends: LinkDelay
    is_sent: LinkDelay
    lies_us: int = 0


@dataclass(frozen=True, slots=True)
class FairnessProfile:
    """All links are alike, of the kind ``link``, but for those of the ``odd`` member, if there is one."""

    name: str
    link: str
    delay: LinkDelay
    odd: Odd | None = None
    drift_ppm: int = MOST_DRIFT_PPM
    """Each clock's drift is drawn from -``drift_ppm`` to +``drift_ppm``."""


def _clock(name: str, lies_us: int, said: str) -> FairnessProfile:
    """One lies. On Wi-Fi: where links are quicker than gaps, what was seen puts right what the clocks get wrong."""
    return FairnessProfile(name, "good Wi-Fi", GOOD_WIFI, Odd(f"good Wi-Fi, {said}", GOOD_WIFI, GOOD_WIFI, lies_us))


FAIRNESS_PROFILES: Final = (
    FairnessProfile("wired", "wired", LAN),
    FairnessProfile("good Wi-Fi", "good Wi-Fi", GOOD_WIFI),
    FairnessProfile("bad Wi-Fi", "bad Wi-Fi", BAD_WIFI),
    FairnessProfile("one laggard", "wired", LAN, Odd("laggard", LAGGING, LAGGING)),
    FairnessProfile(
        "asymmetric 20/2 ms",
        "wired",
        LAN,
        Odd("asymmetric", LinkDelay(FROM_SENDER_US, LAN.jitter_us), LinkDelay(TO_SENDER_US, LAN.jitter_us)),
    ),
    _clock("one clock +200 ms", 200 * MS, "+200 ms"),
    _clock("one clock -10 ms", -10 * MS, "-10 ms"),
)

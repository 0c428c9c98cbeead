"""Who has been left in peace for a while, and can reach whom: nobody may be voted out for nothing.

What is known is what the faults say: somebody may be left in peace and not be known to be, but not the other way round.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from p2p_ligretto.sim.faults import (
    Cut,
    CutOneWay,
    Fault,
    GoOn,
    Heal,
    Partition,
    Pause,
    Start,
    Tear,
    Wake,
    pairs,
)

CALM_US: Final = 6_000_000
"""Several times what it takes to suspect somebody."""


@dataclass(slots=True)
class Calm:
    """Follows the faults; ``now`` gives the true time."""

    now: Callable[[], int]
    _disturbed_us: dict[int, int] = field(default_factory=dict)
    _cut: set[frozenset[int]] = field(default_factory=set)
    _stopped: set[int] = field(default_factory=set)

    def happened(self, fault: Fault) -> None:
        """A fault happens now."""
        match fault:
            case Cut(one, other) | CutOneWay(one, other):
                self._cut_pair(one, other)
            case Partition():
                for one, other in pairs(fault):
                    self._cut_pair(one, other)
            case Heal(one, other):
                self._cut.discard(frozenset((one, other)))
                self._disturb(one, other)
            case Tear(one, other):
                self._disturb(one, other)
            case Pause(host):
                self._stopped.add(host)
            case Start(host) | Wake(host):
                self._stopped.discard(host)
                self._disturb(host)
            case _ if not isinstance(fault, GoOn) and hasattr(fault, "host") and fault.host is not None:
                self._disturb(fault.host)

    def ended(self, host: int) -> None:
        """The process on ``host`` is no more."""
        self._stopped.add(host)

    def _cut_pair(self, one: int, other: int) -> None:
        self._cut.add(frozenset((one, other)))
        self._disturb(one, other)

    def _disturb(self, *hosts: int) -> None:
        self._disturbed_us |= dict.fromkeys(hosts, self.now())

    def _is_calm(self, host: int) -> bool:
        return host not in self._stopped and self._disturbed_us.get(host, -CALM_US) + CALM_US <= self.now()

    def connects(self, one: int, other: int, over: Iterable[int]) -> bool:
        """Whether two hosts have been able to reach each other for long, maybe ``over`` others, who pass things on."""
        left = {host for host in {one, other, *over} if self._is_calm(host)}
        if not {one, other} <= left:
            return False
        border = {one}
        while border and other not in border:
            left -= border
            border = {far for near in border for far in left if frozenset((near, far)) not in self._cut}
        return other in border

"""Whose clocks make the table time: the most that agree, and of several as many those with the most senior one.

All bounds here are of what to add to the own clock for the other's table time; those of the own one are a point.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.replication.intervals import Interval, agreeing, common

OWN: Final = b""
"""What the own clock is called among the others."""
TOLERANCE_US: Final = 1_000
"""Clocks that agree may be so far off one another at each end of their bounds: they are corrected now and then only."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Who agrees, and what about: ``table`` bounds what to add to the own clock for the time that they share."""

    bounds: Mapping[bytes, Interval]
    agreed: frozenset[bytes]
    table: Interval

    @property
    def others(self) -> frozenset[bytes]:
        """Other nodes whose clocks make the table time."""
        return self.agreed - {OWN}

    @property
    def outliers(self) -> frozenset[bytes]:
        """Other nodes whose clocks are off."""
        return frozenset(self.bounds) - self.agreed - {OWN}

    @property
    def astray(self) -> bool:
        """Whether the own clock is off."""
        return OWN not in self.agreed


def agreement_of(bounds: Mapping[bytes, Interval], senior: bytes, far_ahead: bytes | None) -> Agreement:
    """What the clocks of ``bounds`` (the own one is among them) agree about; ``senior`` may be one of them.

    Who agrees with more than half stays with them: what others may have in common elsewhere is no reason to move.
    Without a majority the largest set counts, and of several as large the one with the most senior, before that with
    the own clock. ``far_ahead`` is where a senior that has slept goes if nobody agrees with it.
    """
    agreed = _overlapping(bounds, OWN)
    if 2 * len(agreed) <= len(bounds):
        others = agreeing(bounds, senior, TOLERANCE_US)
        if (len(others), senior in others) > (len(agreed), senior in agreed):
            agreed = others
    if far_ahead is not None and agreed == {OWN}:
        agreed = frozenset({far_ahead})
    others = agreed - {OWN}
    return Agreement(bounds, agreed, common(bounds, others) if others else bounds[OWN])


def _overlapping(bounds: Mapping[bytes, Interval], name: bytes) -> frozenset[bytes]:
    """Whose bounds overlap those of ``name``, with the tolerance of both."""
    its, apart_us = bounds[name], 2 * TOLERANCE_US
    return frozenset(
        other
        for other, one in bounds.items()
        if one.low_us - its.high_us <= apart_us and its.low_us - one.high_us <= apart_us
    )

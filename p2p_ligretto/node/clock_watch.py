"""Whose clock is off: by name, for people and for the screen. It moves nobody else's (``replication.majority``).

A clock shows that it is off by how it answers pings; or, where it answers rightly and stamps wrongly, by stamps that
are ahead of the time again and again (``intake``).
"""

from collections.abc import Mapping
from typing import Final

from p2p_ligretto.node.notices import ClockOff
from p2p_ligretto.node.session import Session
from p2p_ligretto.replication.majority import OWN, Agreement

SURE_US: Final = 150_000
"""So long another clock has to be off. If it is the own one that has jumped, all others have answered by then."""
FAR_US: Final = 50_000
PATIENCE_US: Final = 1_000_000
"""So long, if it is off by less than ``FAR_US``: who is new, on a bad link, needs a moment to find out."""
CALM_US: Final = 5_000_000
"""So long a clock has to agree before it is taken for right, and may be told of again."""
TOLD_US: Final = 5_000
"""Who is off by less is no news: few races are as close."""


class ClockWatch:
    """What was found at the last ``changes``."""

    def __init__(self) -> None:
        self.off: frozenset[int] = frozenset()
        """The seats whose clocks are off, or were a moment ago."""
        self._looked_at: Agreement | None = None
        self._doubted_at: dict[bytes, int] = {}
        """Since when clocks have been off without a break."""
        self._off_at: dict[int, int] = {}
        """When those at seats were off last."""
        self._begun = False
        """Whether the own clock has settled once: before that its own errors are no news."""

    def changes(self, session: Session, now: int) -> list[ClockOff]:
        """Take in who agrees; returns what to tell of it."""
        agreement = session.clock.agreement
        if agreement is None or agreement is self._looked_at:
            return []
        self._looked_at = agreement
        self._begun = self._begun or session.clock.settled
        wrong = _wrong(agreement, session.intake.stamped_ahead(session.clock.table_time(now)))
        if not self.off and not wrong:
            self._doubted_at.clear()
            return []
        self._doubted_at = {name: self._doubted_at.get(name, now) for name in wrong}
        news = []
        for name, ahead_us in sorted(wrong.items()):
            seat = session.final.seat_of(session.own.peer if name == OWN else name)
            if seat is None or not self._is_sure(name, ahead_us, now):
                continue
            if seat not in self._off_at and abs(ahead_us) >= TOLD_US:
                news.append(ClockOff(seat, ahead_us))
            self._off_at[seat] = now
        self._off_at = {seat: at for seat, at in self._off_at.items() if now - at < CALM_US}
        self.off = frozenset(self._off_at)
        return news

    def _is_sure(self, name: bytes, ahead_us: int, now: int) -> bool:
        if name == OWN:
            return self._begun
        return now - self._doubted_at[name] >= (SURE_US if abs(ahead_us) >= FAR_US else PATIENCE_US)


def _wrong(agreement: Agreement, stamped_ahead: Mapping[bytes, int]) -> dict[bytes, int]:
    """By how much whose clock is ahead. Where the own one is astray, others' stamps say nothing."""
    outliers = frozenset(agreement.bounds) - agreement.agreed
    wrong = {name: agreement.bounds[name].middle_us - agreement.table.middle_us for name in outliers}
    return wrong if agreement.astray else dict(stamped_ahead) | wrong

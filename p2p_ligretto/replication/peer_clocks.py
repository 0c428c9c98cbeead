"""The clocks of all that answer: whom to ask in a hurry, who has a say, and what each one's link is worth."""

from typing import Final

from p2p_ligretto.replication.intervals import Interval
from p2p_ligretto.replication.peer_clock import PeerClock, PingSample

WINDOW: Final = 8
"""So many answers of a clock are wanted in a hurry."""
HURRY_US: Final = 500_000
"""Nobody is hurried who has not answered for so long."""
FRESH_US: Final = 10_000_000
"""Who has not answered for so long has no say."""
TRUSTED_US: Final = 10_000
"""A link with such a round trip is worth as much as what the own clock knows already."""
PRECISION_US: Final = 200
"""No link is worth more than one with such a round trip."""


class PeerClocks:
    """One ``PeerClock`` for each node that has answered."""

    def __init__(self) -> None:
        self._clocks: dict[bytes, PeerClock] = {}
        self._jumped_at = -HURRY_US
        """When a clock was last found to have jumped: the other's, or the own one."""

    def __len__(self) -> int:
        return len(self._clocks)

    def get(self, peer: bytes) -> PeerClock | None:
        """That of ``peer``, if it has answered."""
        return self._clocks.get(peer)

    def take(self, peer: bytes, sample: PingSample) -> None:
        """An answer of ``peer``."""
        clock = self._clocks.get(peer)
        if clock is None:
            self._clocks[peer] = PeerClock(sample)
            return
        doubtful = self.doubtful(sample.arrived_us)
        if not clock.take(sample) and not doubtful:
            # The first to show it. If it was the own clock that has jumped, all others will.
            self._jumped_at = sample.arrived_us

    def forget(self, peer: bytes) -> None:
        """What ``peer`` has answered counts no more."""
        self._clocks.pop(peer, None)

    def keep_only(self, peers: frozenset[bytes]) -> None:
        """What others have answered counts no more."""
        self._clocks = {peer: clock for peer, clock in self._clocks.items() if peer in peers}

    @property
    def settled(self) -> bool:
        """Whether enough is known of all of them."""
        return all(clock.samples >= WINDOW for clock in self._clocks.values())

    def wanting(self, now: int) -> frozenset[bytes]:
        """Whom to ask in a hurry: they answer and little is known of them, or nothing since a clock has jumped."""
        little = frozenset(
            peer
            for peer, clock in self._clocks.items()
            if clock.samples < WINDOW and now - clock.answered_at < HURRY_US
        )
        return little | self.doubtful(now)

    def doubtful(self, now: int) -> frozenset[bytes]:
        """Who has not answered since a clock has jumped, just now: if it was the own one, nothing of them is known."""
        if now - self._jumped_at >= HURRY_US:
            return frozenset()
        return frozenset(
            peer
            for peer, clock in self._clocks.items()
            if clock.answered_at < self._jumped_at and now - clock.answered_at <= FRESH_US
        )

    def bounds(self, now: int, *, fresh: bool = True) -> dict[bytes, Interval]:
        """For each (if ``fresh``, that answered lately) what to add to the own clock for its table time."""
        return {
            peer: clock.table_offset(now)
            for peer, clock in self._clocks.items()
            if not fresh or now - clock.answered_at <= FRESH_US
        }

    def part_of(self, peer: bytes, agreed: frozenset[bytes], apart_us: int, now: int) -> int:
        """How far to go of the ``apart_us`` to the time of ``peer``, which was just heard, and is one of ``agreed``.

        As far as its link is worth beside those of the others: the inverse square of its round trip. Each answer is
        used once, so that nobody goes twice to where another was. Nobody is moved by who has just begun to answer, or
        has jumped, where others are known better.
        """
        known = [each for each in agreed if self._clocks[each].samples >= WINDOW] or list(agreed)
        if peer not in known:
            return 0
        worth = {each: 10**18 // (self._clocks[each].round_trip_us(now) + PRECISION_US) ** 2 for each in known}
        own = max(*worth.values(), 10**18 // (TRUSTED_US + PRECISION_US) ** 2)
        part = abs(apart_us) * worth[peer] // (own + sum(worth.values()))
        return part if apart_us > 0 else -part

"""One table of the lab: members whose clocks have found one another play, and some press for the same pile.

It is no table of nodes: there are no cards, and nothing is checked or made final. What is simulated is all that goes
into the stamps: the clocks of the hosts, pings as often as nodes send them, events on their way between any two
members, behind all that went before on that link. Links are up from the beginning.

What is drawn does not depend on the profile: so table 3 has the same clocks and plays in all of them, and profiles
differ by what they are about and not by chance.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final

from p2p_ligretto.dealing.keyed_stream import KeyedStream
from p2p_ligretto.sim.clock import HostClock
from p2p_ligretto.sim.fairness.contests import Contest
from p2p_ligretto.sim.fairness.member import Member, Stamps, Told
from p2p_ligretto.sim.fairness.profiles import FairnessProfile
from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.sim.seeds import derived, stream
from p2p_ligretto.sim.troubles import MS

SECOND: Final = 1000 * MS
STARTS_WITHIN_US: Final = SECOND
WARM_UP_US: Final = (5 * SECOND, 120 * SECOND)
"""How long a table has been up when the first contest comes: at least, at most."""
PLAYS_BEFORE_US: Final = 2 * SECOND
PAUSE_US: Final = (100 * MS, 400 * MS)
"""From the last key of a contest to the first one of the next."""
OWN_PLAY_US: Final = (300 * MS, 3700 * MS)
"""From one play of a member that nobody contests to its next one."""
MOST_OFFSET_US: Final = 10_000 * SECOND
"""Clocks of hosts count from their own beginnings."""
PEER_BYTES: Final = 16

Decide = Callable[[Contest, Sequence[Stamps]], None]
"""Is told what came of each contest: the stamps in the order in which the keys were pressed."""


class Way:
    """One direction of a link: what is sent arrives in the order in which it was sent."""

    def __init__(self, delay: LinkDelay, draws: KeyedStream) -> None:
        self._delay = delay
        self._draws = draws
        self._last_us = 0

    def arrival_us(self, sent_us: int) -> int:
        """When what is sent now arrives."""
        self._last_us = max(self._last_us, sent_us + self._delay.drawn_us(self._draws))
        return self._last_us


class Table:
    """Table ``number`` of a profile. Host 0 is the most senior member, ``odd`` the one that is not like the others."""

    def __init__(self, profile: FairnessProfile, seed: int, number: int, players: int) -> None:
        name = ("fairness", number)
        self._draws = stream(seed, *name)
        self._now_us = 0
        self._planned = count()
        self._heap: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self._playing = True
        self.odd = None if profile.odd is None else stream(seed, *name, "odd").below(players)
        lies_us = profile.odd.lies_us if profile.odd else 0
        self.members = tuple(
            Member(
                derived(seed, *name, "peer", host)[:PEER_BYTES],
                HostClock(
                    self._draws.below(MOST_OFFSET_US // SECOND) * SECOND + self._draws.below(SECOND),
                    self._draws.below(2 * profile.drift_ppm + 1) - profile.drift_ppm,
                ),
                lies_us if host == self.odd else 0,
                0,
            )
            for host in range(players)
        )
        self._numbers = {member.peer: host for host, member in enumerate(self.members)}
        self._ways = {
            (source, target): Way(_delay(profile, self.odd, source, target), stream(seed, *name, "way", source, target))
            for source in range(players)
            for target in range(players)
            if source != target
        }
        self._asks_at = [0] * players
        """When each is to ask next; what was planned for a later time than that is no longer."""
        self.clock_error_us = 0
        """The largest distance to table time of what a member took for it when it pressed a key."""
        self.others_clock_error_us = 0
        """The same, but for the odd member."""

    def play(self, contests: Sequence[Contest], decide: Decide) -> None:
        """Play all ``contests``, one after the other."""
        for host in range(len(self.members)):
            self._plan(self._draws.below(STARTS_WITHIN_US), self._sit_down, host)
        begin_us = self._between(WARM_UP_US)
        for host in range(len(self.members)):
            self._plan(begin_us - PLAYS_BEFORE_US + self._between(OWN_PLAY_US), self._play_alone, host)
        self._plan(begin_us, self._contest, iter(contests), decide)
        while self._playing:
            self._now_us, _, action, arguments = heappop(self._heap)
            action(*arguments)

    def _plan(self, at_us: int, action: Callable[..., None], *arguments: Any) -> None:
        heappush(self._heap, (at_us, next(self._planned), action, arguments))

    def _between(self, limits: tuple[int, int]) -> int:
        least, most = limits
        return least + self._draws.below(most - least + 1)

    # ---- clocks

    def _sit_down(self, host: int) -> None:
        peers = tuple(member.peer for member in self.members if member is not self.members[host])
        self.members[host].sit_down(self.members[0].peer, peers, self._now_us)
        self._ask(host)

    def _ask(self, host: int) -> None:
        if self._now_us < self._asks_at[host]:
            # Answers have made it earlier, so that was done.
            return
        asked, sent = self.members[host].ask(self._now_us)
        for peer in asked:
            other = self._numbers[peer]
            self._plan(self._ways[host, other].arrival_us(self._now_us), self._answer, other, host, sent)
        self._ask_again(host)

    def _ask_again(self, host: int) -> None:
        self._asks_at[host] = self.members[host].ask_at
        self._plan(self._asks_at[host], self._ask, host)

    def _answer(self, host: int, asker: int, sent: int) -> None:
        member = self.members[host]
        if member.speaks:
            told = member.answer(self._now_us)
            self._plan(self._ways[host, asker].arrival_us(self._now_us), self._be_told, asker, host, sent, told)

    def _be_told(self, host: int, by: int, sent: int, told: Told) -> None:
        self.members[host].take_answer(self.members[by].peer, sent, told, self._now_us)
        if self.members[host].ask_at < self._asks_at[host]:
            self._ask_again(host)

    def _middle(self) -> int:
        """Table time, if anybody's is: nobody's clock is the table's, so it is half-way between those furthest apart.

        The odd one is none of them: the others are not wrong because it is.
        """
        times = [member.table_time(self._now_us) for host, member in enumerate(self.members) if host != self.odd]
        return (min(times) + max(times)) // 2

    # ---- plays

    def _press(self, host: int) -> Stamps:
        member = self.members[host]
        table_time = member.table_time(self._now_us)
        error_us = abs(table_time - self._middle())
        self.clock_error_us = max(self.clock_error_us, error_us)
        if host != self.odd:
            self.others_clock_error_us = max(self.others_clock_error_us, error_us)
        stamps = member.stamp(table_time)
        for other in range(len(self.members)):
            if other != host:
                self._plan(self._ways[host, other].arrival_us(self._now_us), self._arrive, other, member.peer, stamps)
        return stamps

    def _arrive(self, host: int, author: bytes, stamps: Stamps) -> None:
        self.members[host].hear(stamps)
        self._enter(host, author, stamps, waited=False)

    def _enter(self, host: int, author: bytes, stamps: Stamps, *, waited: bool) -> None:
        wait_us = self.members[host].enter(author, stamps, self._now_us, waited=waited)
        if wait_us:
            self._plan(self._now_us + wait_us, partial(self._enter, waited=True), host, author, stamps)

    def _play_alone(self, host: int) -> None:
        self._press(host)
        self._plan(self._now_us + self._between(OWN_PLAY_US), self._play_alone, host)

    def _contest(self, contests: Iterator[Contest], decide: Decide) -> None:
        contest = next(contests, None)
        if contest is None:
            self._playing = False
            return
        pressed: list[Stamps] = []
        for place, host in enumerate(contest.hosts):
            self._plan(self._now_us + place * contest.gap_us, self._press_in, contest, host, pressed, decide)
        last_us = self._now_us + (len(contest.hosts) - 1) * contest.gap_us
        self._plan(last_us + self._between(PAUSE_US), self._contest, contests, decide)

    def _press_in(self, contest: Contest, host: int, pressed: list[Stamps], decide: Decide) -> None:
        pressed.append(self._press(host))
        if len(pressed) == len(contest.hosts):
            decide(contest, pressed)


def _delay(profile: FairnessProfile, odd: int | None, source: int, target: int) -> LinkDelay:
    if profile.odd is not None and odd in (source, target):
        return profile.odd.sends if odd == source else profile.odd.is_sent
    return profile.delay

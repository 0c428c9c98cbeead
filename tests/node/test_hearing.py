"""Whom a node hears: warned, suspected, heard over others, and never blamed for one's own sleep.

``Neighbourhood`` lets the real ``Hearing`` of several members listen to one another; a beat takes one step to arrive.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from p2p_ligretto.node.hearing import ASLEEP_US, CLOSED_US, STALE_US, SUSPECT_US, WARN_US, Hearing
from p2p_ligretto.node.pulse import BEAT_US
from p2p_ligretto.replication.views import View
from tests.replication.mesh import TABLE, peer_id, view_of

STEP_US = 10_000
SECOND = 1_000_000
MAX_HOPS = 11

Pair = tuple[int, int]


class Neighbourhood:
    """Members with an open link between each two. ``broken``: from whom to whom nothing arrives any more."""

    def __init__(self, size: int, *, begun_at: int = 0) -> None:
        self.now = begun_at
        self.view = view_of(size, 1)
        self.numbers = {peer: number for number, peer in enumerate(self.view.peers())}
        self.hearings = [Hearing(peer, self.view, begun_at) for peer in self.view.peers()]
        self.broken: set[Pair] = set()
        self.closed: set[frozenset[int]] = set()
        self.stopped: set[int] = set()
        self.ever_suspected: dict[int, set[int]] = defaultdict(set)
        self._beat_at = [begun_at] * size
        self._under_way: list[Callable[[], None]] = []

    def close(self, one: int, other: int) -> None:
        """Both ends learn at once that their link is gone."""
        self.closed.add(frozenset((one, other)))
        self.broken |= {(one, other), (other, one)}

    def die(self, number: int) -> None:
        self.stopped.add(number)
        for other in range(len(self.hearings)):
            if other != number:
                self.close(number, other)

    def linked(self, number: int) -> frozenset[bytes]:
        others = (other for other in range(len(self.hearings)) if other != number)
        return frozenset(peer_id(other) for other in others if frozenset((number, other)) not in self.closed)

    def suspects(self, number: int) -> set[int]:
        return {self.numbers[peer] for peer in self.hearings[number].suspects}

    def warned(self, number: int) -> set[int]:
        return {self.numbers[peer] for peer in self.hearings[number].warned}

    def _beat(self, number: int) -> None:
        self._beat_at[number] = self.now + BEAT_US
        hears = self.hearings[number].hears
        for other in range(len(self.hearings)):
            if other != number:
                self._carry(number, number, other, hears, direct=True, hops=MAX_HOPS)
                if peer_id(other) in self.hearings[number].detours:
                    self._carry(number, number, other, hears, direct=False, hops=MAX_HOPS)

    def _carry(self, origin: int, here: int, target: int, hears: int, *, direct: bool, hops: int) -> None:
        """A beat of ``origin`` goes from ``here`` towards ``target``, over whom the node at each place says."""
        way = self.hearings[here].detours.get(peer_id(target), peer_id(target))
        step = target if direct else self.numbers[way]
        if (here, step) in self.broken or hops == 0:
            return

        def arrive() -> None:
            if step in self.stopped:
                return
            if step == target:
                self.hearings[target].beat(peer_id(origin), hears, self.now, direct=direct)
            else:
                self._carry(origin, step, target, hears, direct=False, hops=hops - 1)

        self._under_way.append(arrive)

    def run(self, duration_us: int) -> None:
        end = self.now + duration_us
        while self.now < end:
            self.now += STEP_US
            arriving, self._under_way = self._under_way, []
            for arrive in arriving:
                arrive()
            for number, hearing in enumerate(self.hearings):
                if number in self.stopped:
                    continue
                changed = hearing.look(self.linked(number), self.now)
                self.ever_suspected[number] |= self.suspects(number)
                if changed or self.now >= self._beat_at[number]:
                    self._beat(number)

    def together(self, number: int) -> set[int]:
        """Whom ``number`` can reach over pairs that hear each other, itself included."""
        found, border = {number}, {number}
        living = set(range(len(self.hearings))) - self.stopped
        while border:
            border = {far for near in border for far in living - found if not {(near, far), (far, near)} & self.broken}
            found |= border
        return found


# ---- one that falls silent


def test_who_is_silent_is_warned_about_after_half_a_second_and_suspected_after_two() -> None:
    room = Neighbourhood(3)
    room.run(SECOND)
    room.stopped.add(2)
    silent_since = room.now
    moments: dict[str, int] = {}
    while not room.suspects(0):
        room.run(STEP_US)
        if room.warned(0):
            moments.setdefault("warned", room.now)
    moments["suspected"] = room.now
    assert WARN_US - BEAT_US <= moments["warned"] - silent_since <= WARN_US + 2 * STEP_US
    assert SUSPECT_US - BEAT_US <= moments["suspected"] - silent_since <= SUSPECT_US + 2 * STEP_US
    assert room.suspects(0) == room.suspects(1) == {2}
    assert room.warned(0) == set(), "who is suspected is not warned about besides"


def test_two_who_have_lost_one_another_meet_again_over_a_third() -> None:
    """Who suspects another one sends it nothing over others before somebody says it hears it."""
    room = Neighbourhood(3)
    room.run(SECOND)
    room.stopped.add(2)
    room.broken = {(0, 1), (1, 0)}
    room.run(5 * SECOND)
    assert (room.suspects(0), room.suspects(1)) == ({1, 2}, {0, 2})
    room.stopped.discard(2)
    room.run(SECOND)
    assert not room.suspects(0) | room.suspects(1)


def test_who_speaks_again_is_neither_warned_about_nor_suspected_any_more() -> None:
    room = Neighbourhood(3)
    room.run(SECOND)
    for silence_us in (SECOND, 3 * SECOND):
        room.broken = {(2, 0), (2, 1)}
        room.run(silence_us)
        assert room.warned(0) | room.suspects(0) == {2}
        room.broken = set()
        room.run(BEAT_US + 3 * STEP_US)
        assert room.warned(0) | room.suspects(0) == set()


def test_a_beat_each_quarter_of_a_second_warns_nobody() -> None:
    room = Neighbourhood(4)
    for _ in range(1_000):
        room.run(STEP_US)
        assert not any(hearing.warned or hearing.suspects for hearing in room.hearings)


# ---- a closed socket


@pytest.mark.parametrize("size", range(2, 8))
def test_who_has_died_is_suspected_as_soon_as_nobody_hears_it(size: int) -> None:
    room = Neighbourhood(size)
    room.run(SECOND)
    room.die(size - 1)
    died_at = room.now
    while not all(room.suspects(number) for number in range(size - 1)):
        room.run(STEP_US)
    assert CLOSED_US <= room.now - died_at <= CLOSED_US + 5 * STEP_US
    assert all(room.suspects(number) == {size - 1} for number in range(size - 1))


def test_a_closed_socket_means_nothing_while_somebody_within_reach_hears_its_owner() -> None:
    room = Neighbourhood(3)
    room.run(SECOND)
    room.close(0, 2)
    room.run(10 * SECOND)
    assert not any(room.ever_suspected.values())
    assert not any(hearing.warned for hearing in room.hearings)


def test_a_socket_that_is_opened_again_in_time_counts_for_nothing() -> None:
    room = Neighbourhood(2)
    room.run(SECOND)
    room.close(0, 1)
    room.run(CLOSED_US - 3 * STEP_US)
    room.closed, room.broken = set(), set()
    room.run(SECOND)
    assert not any(room.ever_suspected.values())


# ---- any path


def test_two_that_can_not_reach_each_other_find_the_way_over_a_third() -> None:
    room = Neighbourhood(3)
    room.close(0, 2)
    room.run(SECOND)
    assert dict(room.hearings[0].detours) == {peer_id(2): peer_id(1)}
    assert dict(room.hearings[2].detours) == {peer_id(0): peer_id(1)}
    assert dict(room.hearings[1].detours) == {}


@pytest.mark.parametrize("way", [(0, 2), (2, 0)])
def test_who_is_heard_but_does_not_hear_is_reached_over_a_third(way: Pair) -> None:
    room = Neighbourhood(3)
    room.run(SECOND)
    room.broken.add(way)
    room.run(10 * SECOND)
    assert not any(room.ever_suspected.values())
    assert room.hearings[0].detours == {peer_id(2): peer_id(1)}
    assert room.hearings[2].detours == {peer_id(0): peer_id(1)}


@pytest.mark.parametrize("way", [(0, 1), (1, 0)])
def test_who_is_heard_but_can_be_told_nothing_is_of_no_more_use_than_who_is_dead(way: Pair) -> None:
    room = Neighbourhood(2)
    room.run(SECOND)
    room.broken.add(way)
    room.run(STALE_US + SUSPECT_US + 4 * STEP_US)
    assert room.suspects(0) == {1}
    assert room.suspects(1) == {0}


def test_a_chain_of_twelve_hears_itself_from_end_to_end() -> None:
    room = Neighbourhood(12)
    for one, other in combinations(range(12), 2):
        if other - one > 1:
            room.close(one, other)
    room.run(6 * SECOND)
    assert not any(hearing.suspects for hearing in room.hearings)
    assert room.hearings[0].detours == {peer_id(other): peer_id(1) for other in range(2, 12)}


def test_what_a_member_says_of_others_counts_only_while_it_is_within_reach_itself() -> None:
    """It heard the third one before it was cut off with it: that is no news of either."""
    room = Neighbourhood(3)
    room.run(SECOND)
    for far in (1, 2):
        room.close(0, far)
    room.run(CLOSED_US + 3 * STEP_US)
    assert room.suspects(0) == {1, 2}
    assert room.suspects(1) == room.suspects(2) == {0}


@st.composite
def troubles(draw: st.DrawFn) -> tuple[int, set[Pair], set[frozenset[int]], set[int]]:
    """How many, from whom to whom nothing arrives, which links are closed, and who has died."""
    size = draw(st.integers(2, 6))
    pairs = [frozenset(pair) for pair in combinations(range(size), 2)]
    closed = draw(st.sets(st.sampled_from(pairs), max_size=6))
    ways = [(one, other) for one in range(size) for other in range(size) if one != other]
    broken = draw(st.sets(st.sampled_from(ways), max_size=6))
    died = draw(st.sets(st.integers(0, size - 1), max_size=2))
    return size, broken, closed, died


@settings(max_examples=60, deadline=None)
@example((5, {(0, 1), (2, 4), (3, 1), (1, 4), (2, 3), (0, 2)}, set(), set()), 0)  # over a silent one
@given(troubles(), st.integers(0, 30))
def test_exactly_those_are_suspected_that_no_chain_of_pairs_reaches(
    trouble: tuple[int, set[Pair], set[frozenset[int]], set[int]], before: int
) -> None:
    size, broken, closed, died = trouble
    room = Neighbourhood(size)
    room.run(SECOND + before * STEP_US)
    room.broken |= broken
    for pair in closed:
        room.close(*pair)
    for number in died:
        room.die(number)
    # Twice: who is silent to us may have been the only one who seemed to reach another one.
    room.run(2 * (STALE_US + SUSPECT_US) + size * BEAT_US)
    for number in set(range(size)) - died:
        together = room.together(number)
        assert room.suspects(number) == set(range(size)) - together
        assert not room.ever_suspected[number] & together
    # And when all that is left works again, nobody is suspected but who has died.
    room.broken = {(one, other) for one, other in room.broken if {one, other} & died}
    room.closed = {pair for pair in room.closed if pair & died}
    room.run(SECOND)
    for number in set(range(size)) - died:
        assert room.suspects(number) == died


# ---- oneself


def test_who_slept_itself_blames_nobody() -> None:
    room = Neighbourhood(3)
    room.run(SECOND)
    room.stopped.add(0)
    room.run(60 * SECOND)
    assert room.suspects(1) == {0}
    room.stopped.clear()
    room.run(SECOND)
    assert room.ever_suspected[0] == set()
    assert room.suspects(1) == set()


def test_who_wakes_and_still_hears_nobody_suspects_them_two_seconds_later() -> None:
    room = Neighbourhood(3)
    room.run(SECOND)
    room.stopped = {0, 1, 2}
    room.run(ASLEEP_US + STEP_US)
    room.stopped = {1, 2}
    room.run(SUSPECT_US - 2 * STEP_US)
    assert room.suspects(0) == set()
    room.run(4 * STEP_US)
    assert room.suspects(0) == {1, 2}


def test_a_new_view_gives_everybody_time_to_say_something() -> None:
    room = Neighbourhood(3)
    room.run(SECOND)
    room.stopped.add(2)
    room.run(SUSPECT_US - 3 * STEP_US)
    hearing = room.hearings[0]
    following = View(TABLE, 2, room.view.members[:2])
    hearing.begin(following, room.now)
    hearing.look(room.linked(0), room.now)
    assert hearing.suspects == hearing.warned == frozenset()
    hearing.beat(peer_id(2), 0b11, room.now, direct=True)
    assert hearing.look(room.linked(0), room.now + STEP_US) is False, "who is no member of it is not listened to"


# ---- who is no member


def outside(linked: Iterable[int] = ()) -> tuple[Hearing, frozenset[bytes]]:
    return Hearing(peer_id(9), view_of(3, 1), 0), frozenset(map(peer_id, linked))


def test_who_is_no_member_tells_by_its_links_whom_it_can_ask() -> None:
    hearing, linked = outside((0, 1))
    for now in range(0, 10 * SECOND, BEAT_US):
        hearing.look(linked, now)
    assert hearing.suspects == {peer_id(2)}
    hearing.look(frozenset(), 10 * SECOND)
    hearing.look(frozenset(), 10 * SECOND + CLOSED_US)
    assert hearing.suspects == {peer_id(0), peer_id(1), peer_id(2)}


def test_it_wants_no_look_before_something_can_have_changed() -> None:
    room = Neighbourhood(3)
    room.run(SECOND)
    for hearing in room.hearings:
        assert room.now < hearing.wake_at <= room.now + WARN_US
    hearing, linked = outside((0, 1, 2))
    hearing.look(linked, 0)
    assert hearing.wake_at >= WARN_US


def test_who_is_no_member_any_more_is_on_no_map() -> None:
    """A beat may come in the new view before this node looks around in it."""
    now, before = 0, view_of(4, 1)
    hearing = Hearing(peer_id(0), before, now)
    hearing.look(frozenset(map(peer_id, (1, 2, 3))), now)
    for number in (1, 2, 3):
        hearing.beat(peer_id(number), 0b1111, now, direct=True)
    assert hearing.hears == 0b1110
    staying = (before.members[0], before.members[2], before.members[3])
    newcomer = view_of(5, 1).members[4]
    hearing.begin(View(before.lineage, 2, (*staying, newcomer)), now)
    hearing.beat(peer_id(2), 0b0111, now, direct=True)
    hearing.look(frozenset(map(peer_id, (2, 3))), now)
    assert hearing.hears == 0b0110
    assert peer_id(1) not in hearing.detours

"""The fairness lab: what must come out of it whatever clocks are worth, and that members ask as often as nodes do."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.node.neighbours import IDLE_PING_US, PING_US
from p2p_ligretto.replication.clock import EPSILON_US
from p2p_ligretto.sim.clock import HostClock
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.fairness.contests import GAPS_US, contests
from p2p_ligretto.sim.fairness.figures import Fairness, GapShare
from p2p_ligretto.sim.fairness.lab import Experiment
from p2p_ligretto.sim.fairness.member import Member, Stamps
from p2p_ligretto.sim.fairness.order import Order
from p2p_ligretto.sim.fairness.profiles import FAIRNESS_PROFILES, FairnessProfile
from p2p_ligretto.sim.fairness.table import Table, Way
from p2p_ligretto.sim.match import join_table, open_table
from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.sim.seeds import derived, stream
from p2p_ligretto.wire.codec import decode
from p2p_ligretto.wire.messages import Ping

SECOND_US = 1_000_000
PROFILES = {profile.name: profile for profile in FAIRNESS_PROFILES}
PERFECT = FairnessProfile("perfect", "none", LinkDelay(0, 0), drift_ppm=0)


@cache
def measured(profile: FairnessProfile, seed: int = 1, players: int = 4, each: int = 20) -> tuple[Fairness, Fairness]:
    return Experiment(profile, seed, players, each).run()


def shares(gaps: tuple[GapShare, ...]) -> dict[int, float]:
    return {gap.gap_us: gap.share_true_first for gap in gaps if gap.share_true_first is not None}


# ---- what comes out


def test_with_perfect_clocks_and_no_delays_who_is_first_always_wins() -> None:
    for result in measured(PERFECT):
        assert result.clock_error_us == 0
        assert dict.fromkeys(GAPS_US[1:], 1.0).items() <= shares(result.gaps).items()


@pytest.mark.parametrize("name", PROFILES)
def test_the_order_is_true_where_the_gap_is_over_twice_the_clock_error(name: str) -> None:
    _, table = measured(PROFILES[name])
    assert {share for gap_us, share in shares(table.gaps).items() if gap_us > 2 * table.clock_error_us} <= {1.0}


@pytest.mark.parametrize("name", ["one clock +200 ms", "one clock -10 ms"])
def test_one_bad_clock_costs_the_others_nothing(name: str) -> None:
    _, table = measured(PROFILES[name], each=200)
    others = table.others
    assert others is not None
    assert others.clock_error_us < 3_000
    assert table.clock_error_us > 10_000
    assert {share for gap_us, share in shares(others.gaps).items() if gap_us > 2 * others.clock_error_us} == {1.0}
    assert shares(others.gaps)[1_000] > 0.97


def test_bare_counters_take_no_notice_of_clocks() -> None:
    honest, _ = measured(PROFILES["good Wi-Fi"])
    for name in ("one clock +200 ms", "one clock -10 ms"):
        bare, table = measured(PROFILES[name])
        assert (bare.gaps, bare.share_by_seat) == (honest.gaps, honest.share_by_seat)
        assert bare.gaps != table.gaps


def test_the_clock_that_is_ahead_loses_and_the_one_that_is_behind_wins_at_equal_times() -> None:
    for name, share in (("one clock +200 ms", 0), ("one clock -10 ms", 1)):
        bare, table = measured(PROFILES[name])
        odd = PROFILES[name].odd
        assert odd is not None
        assert table.share_by_link[odd.link] == pytest.approx(share, abs=0.05)
        assert bare.share_by_link[odd.link] == pytest.approx(0.5, abs=0.2)


def test_half_of_the_asymmetry_of_a_link_is_what_no_ping_finds() -> None:
    _, table = measured(PROFILES["asymmetric 20/2 ms"])
    assert 8_000 < table.clock_error_us < 11_000


@pytest.mark.parametrize("players", [2, 3])
def test_no_seat_is_favoured_at_equal_times(players: int) -> None:
    for result in measured(PROFILES["wired"], players=players, each=300):
        assert result.share_by_seat == pytest.approx([0.5] * players, abs=0.04)


def test_a_seed_says_everything_about_the_figures() -> None:
    first = Experiment(PROFILES["bad Wi-Fi"], 7, 3, 10).run()
    assert first == Experiment(PROFILES["bad Wi-Fi"], 7, 3, 10).run()
    assert first != Experiment(PROFILES["bad Wi-Fi"], 8, 3, 10).run()


def test_all_contests_are_counted_once() -> None:
    for result in measured(PROFILES["one laggard"]):
        assert [gap.gap_us for gap in result.gaps] == list(GAPS_US)
        assert [gap.contests for gap in result.gaps] == [200] + [20] * 8
        assert result.contests == 360
        assert result.others is not None
        assert 0 < result.others.contests < 360


def test_where_two_play_one_of_whom_is_odd_there_are_no_others() -> None:
    _, table = measured(PROFILES["one laggard"], players=2, each=5)
    assert table.others is not None
    assert table.others.contests == 0
    assert {gap.share_true_first for gap in table.others.gaps} == {None}


# ---- what goes into it


@given(st.integers(0, 2**32), st.integers(2, 12))
def test_contests_are_between_different_hosts_and_those_at_equal_times_come_with_their_counterpart(
    seed: int, players: int
) -> None:
    drawn = list(contests(stream(seed, "contests"), players, 2))
    assert Counter(contest.gap_us for contest in drawn) == {gap_us: 2 if gap_us else 20 for gap_us in GAPS_US}
    for contest in drawn:
        assert 2 <= len(set(contest.hosts)) == len(contest.hosts)
        assert sorted(contest.seats) == list(range(players))
    ties = [contest for contest in drawn if not contest.gap_us]
    for one, other in zip(ties[::2], ties[1::2], strict=True):
        first, second = one.hosts
        assert other.hosts == one.hosts
        assert (one.seats[first], one.seats[second]) == (other.seats[second], other.seats[first])


@given(st.lists(st.integers(0, 50), min_size=1, max_size=30), st.integers(0, 2**32))
def test_what_is_sent_on_one_way_arrives_in_that_order(pauses: list[int], seed: int) -> None:
    way = Way(LinkDelay(10, 100, stall_every=3, stall_us=500), stream(seed, "way"))
    sent = [sum(pauses[: place + 1]) for place in range(len(pauses))]
    arrived = [way.arrival_us(at_us) for at_us in sent]
    assert arrived == sorted(arrived)
    assert all(there >= at_us + 10 for at_us, there in zip(sent, arrived, strict=True))


# ---- the order


def peers(players: int) -> list[bytes]:
    return [derived(1, "peer", host)[:16] for host in range(players)]


@given(st.permutations(range(4)), st.lists(st.integers(1, 5), min_size=3, max_size=3), st.integers(0, 2**32))
def test_the_least_time_wins_and_a_tie_does_not_depend_on_who_is_named_first(
    seats: list[int], times: list[int], seed: int
) -> None:
    order = Order(peers(4), stream(seed, "piles"))
    pile = order.next_pile()
    first = order.first(pile, (0, 1, 2), times, seats)
    assert times[first] == min(times)
    assert order.first(pile, (2, 1, 0), times[::-1], seats) == first


def test_ties_go_to_either_seat_half_of_the_time() -> None:
    order = Order(peers(2), stream(1, "piles"))
    won = [order.first(order.next_pile(), (0, 1), (5, 5), (1, 0)) for _ in range(2000)]
    assert sum(won) == pytest.approx(1000, abs=100)


# ---- members


OTHER = b"o" * 16


def seated(lies_us: int = 0) -> Member:
    member = Member(bytes(16), HostClock(), lies_us, 0)
    member.sit_down(bytes(16), (), 0)
    return member


def test_an_event_from_further_ahead_than_clocks_may_differ_waits_until_it_is_due() -> None:
    member = seated()
    ahead = Stamps(table=SECOND_US + 50_000, bare=1)
    wait_us = member.enter(OTHER, ahead, SECOND_US, waited=False)
    assert wait_us == 50_000
    assert member.stamp(member.table_time(SECOND_US)).table < ahead.table
    assert member.enter(OTHER, ahead, SECOND_US + wait_us - 1, waited=True) == 1
    assert member.enter(OTHER, ahead, SECOND_US + wait_us, waited=True) == 0
    assert member.stamp(member.table_time(SECOND_US + wait_us)).table == ahead.table + 1


def test_an_event_from_less_far_ahead_is_seen_at_once() -> None:
    member = seated()
    ahead = Stamps(table=SECOND_US + EPSILON_US, bare=1)
    assert member.enter(OTHER, ahead, SECOND_US, waited=False) == 0
    assert member.stamp(member.table_time(SECOND_US)).table == ahead.table + 1


def test_bare_counters_go_up_by_one_from_the_greatest_that_was_seen() -> None:
    member = seated(lies_us=200_000)
    assert [member.stamp(member.table_time(now)).bare for now in (1_000, 90_000)] == [1, 2]
    member.hear(Stamps(table=1, bare=41))
    assert member.stamp(member.table_time(99_000)).bare == 42


def test_a_liar_says_what_is_off_by_its_lie_and_nothing_else() -> None:
    honest, liar = seated(), seated(lies_us=-10_000)
    assert honest.table_time(SECOND_US) - liar.table_time(SECOND_US) == 10_000


def test_members_ask_for_the_time_as_often_as_nodes_do() -> None:
    """Counted over 40 s, long after the clocks have settled. The lab is always in a round, the cluster in a lobby."""
    begin_us, end_us = 20 * SECOND_US, 60 * SECOND_US
    delay = LinkDelay(200, 0)
    answered: Counter[int] = Counter()

    def count(at_us: int, host: int, what: str, data: bytes) -> None:
        if begin_us <= at_us < end_us and what.startswith("message") and isinstance(decode(data), Ping):
            answered[host] += 1

    cluster = Cluster(1, replace(Cluster(1).conditions, delay=delay), sink=count)
    for name in ("Ada", "Bea", "Cai"):
        cluster.add_host(name)
    table = open_table(cluster)
    for host in (1, 2):
        join_table(cluster, table, host)
    cluster.run_for(end_us)

    asked: Counter[int] = Counter()
    lab = Table(replace(PERFECT, delay=delay), 1, 0, 3)
    numbers = {member.peer: number for number, member in enumerate(lab.members)}
    for member in lab.members:
        member.sit_down(lab.members[0].peer, tuple(peer for peer in numbers if peer != member.peer), 0)
    due_us = [0, 0, 0]
    while min(due_us) < end_us:
        at_us = min(due_us)
        host = due_us.index(at_us)
        whom, sent = lab.members[host].ask(at_us)
        for peer in whom:
            asked[numbers[peer]] += begin_us <= at_us
            if lab.members[numbers[peer]].speaks:
                told = lab.members[numbers[peer]].answer(at_us)
                lab.members[host].take_answer(peer, sent, told, at_us)
        due_us[host] = lab.members[host].ask_at
    for host in range(3):
        assert asked[host] == pytest.approx(answered[host] * IDLE_PING_US / PING_US, abs=8), (asked, answered)

"""The surroundings that a simulated node gets, with nodes that do only what they are told."""

import pytest

from p2p_ligretto.game.moves import Stop
from p2p_ligretto.node.identity import LinkPeer
from p2p_ligretto.node.intents import Act, Dial, Intent, Listening
from p2p_ligretto.node.notices import Left
from p2p_ligretto.node.outputs import Append, Disconnect, Notify, Output, Record, Save, Send
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Crash, Cut, DriftClock, Heal, LoseDisk, Pause, Planned, Start, StepClock
from p2p_ligretto.sim.host import Conditions
from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.sim.surroundings import Player, SimulatedNode
from p2p_ligretto.wire.messages import Ping, Refusal
from tests.sim.scripted import ScriptedNode

SECOND = 1_000_000


def cluster_of(count: int, seed: int = 1, conditions: Conditions | None = None) -> Cluster:
    cluster = Cluster(seed, conditions, ScriptedNode)
    for number in range(count):
        cluster.add_host(f"host {number}")
    return cluster


def node(cluster: Cluster, number: int) -> ScriptedNode:
    scripted = cluster.hosts[number].running().node
    assert isinstance(scripted, ScriptedNode)
    return scripted


def say(cluster: Cluster, number: int, *outputs: Output) -> None:
    node(cluster, number).says.extend(outputs)
    cluster.submit(number, Listening(()))


def linked() -> Cluster:
    cluster = cluster_of(2)
    cluster.submit(0, Dial((cluster.hosts[1].address,)))
    cluster.run_for(SECOND)
    return cluster


def test_both_ends_of_a_link_are_told_who_is_at_the_other() -> None:
    cluster = linked()
    ada, bea = node(cluster, 0).identity, node(cluster, 1).identity
    assert node(cluster, 0).heard == [("up", 1, LinkPeer(bea.peer, bea.incarnation, True, cluster.hosts[1].address))]
    assert node(cluster, 1).heard == [("up", 1, LinkPeer(ada.peer, ada.incarnation, False, None))]


def test_what_is_sent_arrives_as_an_equal_message() -> None:
    cluster = linked()
    say(cluster, 0, Send((1,), Ping(7)), Send((1,), Ping(8)))
    cluster.run_for(SECOND)
    assert node(cluster, 1).heard[1:] == [("message", 1, Ping(7)), ("message", 1, Ping(8))]


def test_who_disconnects_with_a_reason_has_it_told_and_hears_nothing_more() -> None:
    cluster = linked()
    say(cluster, 1, Disconnect(1, "enough"))
    say(cluster, 0, Send((1,), Ping(7)))
    cluster.run_for(SECOND)
    assert node(cluster, 0).heard[1:] == [("message", 1, Refusal("enough")), ("down", 1)]
    assert len(node(cluster, 1).heard) == 1


def test_a_node_that_dials_itself_or_nobody_is_told_so() -> None:
    cluster = cluster_of(2)
    cluster.apply(Crash(1))
    for host in cluster.hosts:
        cluster.submit(0, Dial((host.address,)))
    cluster.run_for(SECOND)
    assert sorted(node(cluster, 0).heard) == [
        ("failed", None, "connection refused"),
        ("failed", None, "the link leads back to the node that made it"),
    ]


def test_the_other_end_learns_of_a_crash_and_a_new_process_is_another_incarnation() -> None:
    cluster = linked()
    before = node(cluster, 0)
    cluster.restart(0)
    after = node(cluster, 0)
    assert after is not before
    assert after.identity.peer == before.identity.peer
    assert after.identity.disk == before.identity.disk
    assert after.identity.incarnation != before.identity.incarnation
    assert after.entropy != before.entropy
    cluster.run_for(SECOND)
    assert node(cluster, 1).heard[1:] == [("down", 1)]
    assert after.heard == []


def test_a_new_process_finds_what_the_old_one_had_written_unless_the_disk_was_lost() -> None:
    cluster = cluster_of(1)
    say(cluster, 0, Save("k", b"v"), Append("j", b"1"), Append("j", b"2"), Record("m", ("line",)), Notify(Left()))
    cluster.restart(0)
    assert node(cluster, 0).remembered == {"k": b"v"}
    assert node(cluster, 0).journals == {"j": (b"1", b"2")}
    assert [notice for _, notice in cluster.hosts[0].notices] == [Left()]
    disk = node(cluster, 0).identity.disk
    for fault in (Crash(0), LoseDisk(0), Start(0)):
        cluster.apply(fault)
    assert not node(cluster, 0).remembered
    assert not node(cluster, 0).journals
    assert node(cluster, 0).identity.disk != disk


def test_a_node_is_woken_when_its_own_clock_shows_the_time_that_it_named() -> None:
    cluster = cluster_of(1, conditions=Conditions(max_offset_us=2**32 - 2, max_drift_ppm=500))
    clock = node(cluster, 0)
    now = cluster.hosts[0].running().shown_us
    clock.wake_at = now + 5 * SECOND
    cluster.submit(0, Listening(()))
    clock.wake_at = now + 2 * SECOND
    cluster.submit(0, Listening(()))
    cluster.run_for(10 * SECOND)
    assert clock.heard == [("tick",)]
    assert 0 <= clock.heard_at[0] - now - 2 * SECOND <= 1
    assert cluster.now_us == 10 * SECOND


def test_a_link_that_is_cut_goes_down_at_both_ends_and_can_be_dialled_after_it_has_healed() -> None:
    faults = (Planned(SECOND, Cut(0, 1, 500_000)), Planned(3 * SECOND, Heal(0, 1)))
    cluster = cluster_of(2, conditions=Conditions(faults=faults))
    cluster.submit(0, Dial((cluster.hosts[1].address,)))
    cluster.run_for(SECOND)
    say(cluster, 0, Send((1,), Ping(1)))
    cluster.run_for(3 * SECOND)
    assert [what[0] for what in node(cluster, 0).heard] == ["up", "down"]
    assert [what[0] for what in node(cluster, 1).heard] == ["up", "down"]
    cluster.submit(0, Dial((cluster.hosts[1].address,)))
    cluster.run_for(SECOND)
    assert node(cluster, 0).heard[-1][:2] == ("up", 2)


def test_what_cannot_strike_does_nothing() -> None:
    cluster = cluster_of(1)
    first = node(cluster, 0)
    cluster.apply(Start(0))
    assert node(cluster, 0) is first
    cluster.apply(Crash(0))
    for fault in (Crash(0), Pause(0), StepClock(0, 5), DriftClock(0, 5)):
        cluster.apply(fault)
    assert cluster.hosts[0].process is None
    with pytest.raises(ValueError, match="nothing runs"):
        cluster.submit(0, Listening(()))


def test_one_seed_gives_the_same_trace_twice_and_another_one_another() -> None:
    digests = []
    for seed in (1, 1, 2):
        cluster = cluster_of(3, seed)
        for number in (1, 2):
            cluster.submit(number, Dial((cluster.hosts[0].address,)))
        cluster.run_for(SECOND)
        for number in range(40):
            say(cluster, 0, Send((1, 2), Ping(number)))
        cluster.run_for(SECOND)
        digests.append(cluster.trace.digest())
    assert digests[0] == digests[1] != digests[2]


class Waver:
    """A player who acts twice, a second after it was first asked and at once again."""

    def __init__(self, entropy: bytes) -> None:
        self.entropy = entropy
        self.wake_at = 0
        self.left = 2

    def intents(self, node: SimulatedNode, now: int) -> tuple[Intent, ...]:
        if not self.wake_at:
            self.wake_at = now + SECOND
        if now < self.wake_at or not self.left:
            return ()
        self.left -= 1
        self.wake_at = 2**63 - 1 if not self.left else now
        return (Act(Stop()),)


def test_a_player_acts_when_it_is_its_time_and_is_another_one_after_a_restart() -> None:
    players: list[Waver] = []

    def seat(entropy: bytes) -> Player:
        players.append(Waver(entropy))
        return players[-1]

    cluster = Cluster(1, Conditions(delay=LinkDelay()), ScriptedNode)
    cluster.add_host("Ada", seat)
    start = cluster.hosts[0].running().shown_us
    cluster.run_for(3 * SECOND)
    assert node(cluster, 0).heard == [("act", Stop())] * 2
    assert [at - start for at in node(cluster, 0).heard_at] == [SECOND] * 2
    cluster.restart(0)
    assert players[0].entropy != players[1].entropy


def test_a_node_or_player_that_never_rests_is_found_out() -> None:
    cluster = cluster_of(1)
    spinning = node(cluster, 0)
    spinning.tick = lambda now: None  # type: ignore[method-assign]
    spinning.wake_at = 0
    cluster.submit(0, Listening(()))
    with pytest.raises(AssertionError, match="woken for ever"):
        cluster.run_for(1)


def test_a_condition_is_looked_at_after_everything_that_happens() -> None:
    cluster = cluster_of(2)
    cluster.submit(0, Dial((cluster.hosts[1].address,)))
    assert cluster.run_until(lambda now: bool(node(now, 0).heard), SECOND)
    assert node(cluster, 1).heard == []
    assert not cluster.run_until(lambda now: len(node(now, 0).heard) > 1, SECOND)

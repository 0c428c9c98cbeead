"""What each fault does to nodes that only write down what they are told."""

from typing import get_args

import pytest

from p2p_ligretto.node.intents import Dial, Listening
from p2p_ligretto.node.outputs import Send
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import (
    Arrive,
    Crash,
    CrashWhen,
    Cut,
    CutOneWay,
    CutPower,
    Die,
    Disarm,
    DriftClock,
    Fault,
    Heal,
    HoldStops,
    Leave,
    LoseDisk,
    Partition,
    Pause,
    Planned,
    ReleaseStops,
    Start,
    StepClock,
    Tear,
    Wake,
    name_of,
    undone,
)
from p2p_ligretto.sim.host import Conditions
from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.wire.messages import Ping
from tests.sim.scripted import ScriptedNode

SECOND = 1_000_000


def linked(count: int = 2, *faults: Planned) -> Cluster:
    """All have dialled all with a lower number, and are linked after a second."""
    cluster = Cluster(1, Conditions(delay=LinkDelay(10_000, 0), faults=faults), ScriptedNode)
    for number in range(count):
        cluster.add_host(f"host {number}")
        for host in cluster.hosts[:number]:
            cluster.submit(number, Dial((host.address,)))
    cluster.run_for(SECOND)
    return cluster


def node(cluster: Cluster, number: int) -> ScriptedNode:
    scripted = cluster.hosts[number].running().node
    assert isinstance(scripted, ScriptedNode)
    return scripted


def say(cluster: Cluster, number: int, *sent: int) -> None:
    """A host says some pings on its first link."""
    node(cluster, number).says.extend(Send((1,), Ping(each)) for each in sent)
    cluster.submit(number, Listening(()))


def heard(cluster: Cluster, number: int) -> list[object]:
    """Pings by their number, and links going down, in order."""
    told = [what[2].sent if what[0] == "message" else what[0] for what in node(cluster, number).heard]
    return [what for what in told if what not in ("up", "tick")]


def test_what_is_held_back_one_way_comes_in_order_when_that_heals() -> None:
    cluster = linked()
    cluster.apply(CutOneWay(0, 1))
    say(cluster, 0, 1, 2)
    say(cluster, 1, 3)
    cluster.run_for(5 * SECOND)
    assert (heard(cluster, 0), heard(cluster, 1)) == ([3], [])
    cluster.apply(Heal(1, 0))
    say(cluster, 0, 4)
    cluster.run_for(SECOND)
    assert heard(cluster, 1) == [1, 2, 4]


def test_over_a_way_that_is_cut_nobody_gets_a_link_nor_learns_of_a_crash() -> None:
    cluster = linked()
    cluster.apply(CutOneWay(0, 1))
    cluster.submit(1, Dial((cluster.hosts[0].address,)))
    cluster.apply(Crash(0))
    cluster.run_for(10 * SECOND)
    assert heard(cluster, 1) == ["failed"]
    cluster.apply(Heal(0, 1))
    cluster.run_for(SECOND)
    assert heard(cluster, 1) == ["failed", "down"]


def test_a_link_that_is_torn_breaks_within_a_message_and_can_be_dialled_anew() -> None:
    cluster = linked()
    say(cluster, 0, 1)
    cluster.run_for(SECOND)
    say(cluster, 0, 2, 3)
    cluster.apply(Tear(1, 0))
    say(cluster, 0, 4)
    cluster.run_for(SECOND)
    assert heard(cluster, 1) == [1, "down"]
    assert heard(cluster, 0) == ["down"]
    cluster.submit(1, Dial((cluster.hosts[0].address,)))
    cluster.run_for(SECOND)
    assert node(cluster, 1).heard[-1][0] == "up"


def test_a_partition_cuts_groups_and_leaves_who_is_in_none() -> None:
    cluster = linked(4, Planned(2 * SECOND, Partition(((0,), (1, 2)), notice_us=0), 3 * SECOND))
    cluster.run_for(2 * SECOND)
    assert [heard(cluster, number).count("down") for number in range(4)] == [2, 1, 1, 0]
    cluster.run_for(3 * SECOND)
    cluster.submit(2, Dial((cluster.hosts[0].address,)))
    cluster.run_for(SECOND)
    assert node(cluster, 2).heard[-1][0] == "up"


def test_a_lid_that_is_closed_stops_everything_but_the_clock() -> None:
    cluster = linked()
    shown_us = cluster.hosts[1].running().shown_us
    node(cluster, 1).wake_at = shown_us + SECOND
    cluster.submit(1, Listening(()))
    cluster.apply(Pause(1))
    say(cluster, 0, 1, 2)
    cluster.submit(0, Dial((cluster.hosts[1].address,)))
    cluster.run_for(5 * SECOND)
    assert heard(cluster, 1) == []
    assert heard(cluster, 0) == ["failed"]
    cluster.apply(Wake(1))
    assert [what[0] for what in node(cluster, 1).heard] == ["up", "tick", "message", "message"]
    assert all(at_us >= shown_us + 5 * SECOND for at_us in node(cluster, 1).heard_at[1:])


def test_who_is_killed_with_the_lid_closed_has_got_nothing() -> None:
    cluster = linked()
    cluster.apply(Pause(1))
    say(cluster, 0, 1)
    cluster.run_for(SECOND)
    for fault in (Crash(1), Start(1), Wake(1)):
        cluster.apply(fault)
    cluster.run_for(SECOND)
    assert node(cluster, 1).heard == []


def test_a_clock_that_jumps_or_drifts_goes_on_from_what_it_showed() -> None:
    cluster = linked(1)
    process = cluster.hosts[0].running()
    before_us, true_us = process.shown_us, cluster.now_us
    node(cluster, 0).wake_at = before_us + 4 * SECOND
    cluster.submit(0, Listening(()))
    cluster.apply(StepClock(0, 3 * SECOND))
    assert process.shown_us == before_us + 3 * SECOND
    cluster.run_for(SECOND + 100)
    assert node(cluster, 0).heard == [("tick",)], "its clock has shown the time by then"
    cluster.apply(DriftClock(0, 100_000))
    shown_us = process.shown_us
    cluster.run_for(10 * SECOND)
    assert abs(process.shown_us - shown_us - 11 * SECOND) <= 1
    assert cluster.now_us == true_us + 11 * SECOND + 100


def test_who_leaves_does_not_want_a_seat_until_it_arrives() -> None:
    cluster = linked(2, Planned(2 * SECOND, Leave(1), SECOND))
    wanted = []
    for _ in range(3):
        wanted.append(cluster.hosts[1].wants_seat)
        cluster.run_for(SECOND)
    assert (wanted, cluster.hosts[1].wants_seat) == ([True, False, True], True)


@pytest.mark.parametrize(
    ("fault", "back"),
    [
        (Cut(0, 1), (Heal(0, 1),)),
        (CutOneWay(0, 1), (Heal(0, 1),)),
        (Partition(((0, 1), (2,))), (Heal(0, 2), Heal(1, 2))),
        (Crash(2), (Start(2),)),
        (Pause(2), (Wake(2),)),
        (Leave(2), (Arrive(2),)),
        (LoseDisk(1), (Start(1),)),
        (CutPower(1, 3), (Start(1),)),
        (CrashWhen("wedge"), (Disarm(CrashWhen("wedge")),)),
        (HoldStops(), (ReleaseStops(),)),
        (Die(1), ()),
        (Tear(0, 1), ()),
    ],
)
def test_trouble_is_undone_by_its_opposite(fault: Fault, back: tuple[Fault, ...]) -> None:
    assert undone(fault) == back


def test_every_fault_has_a_name_of_its_own() -> None:
    kinds = get_args(Fault)
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)
    assert name_of(CutOneWay(0, 1)) == "cut_one_way"

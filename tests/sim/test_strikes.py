"""Crashes that wait for a step, and what is gone for good: by what it does to nodes, scripted ones and real ones."""

from collections.abc import Mapping

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import Dial, LeaveTable, Listening
from p2p_ligretto.node.node import Node
from p2p_ligretto.node.outputs import Append, Save, Send
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import Accept, Commit
from p2p_ligretto.replication.views import Ballot, Decision, Member, Proposal, View
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.disk import Held
from p2p_ligretto.sim.faults import (
    Arrive,
    CrashWhen,
    Cut,
    CutPower,
    Die,
    Disarm,
    GoOn,
    Leave,
    LoseDisk,
    Pause,
    Start,
    Step,
    Wake,
)
from p2p_ligretto.sim.host import Conditions
from p2p_ligretto.sim.match import SEATING_LIMIT_US, join_table, open_table, reached, seat_bots
from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.sim.survival import is_survived
from p2p_ligretto.wire.messages import Ping
from tests.sim.scripted import ScriptedNode

SECOND = 1_000_000
TABLE = b"T" * 16
MEMBERS = tuple(Member(bytes([number]) * 16, bytes(8), bytes([number]) * 8) for number in range(1, 5))


def linked(count: int = 3) -> Cluster:
    """The first host has a link to each of the others."""
    cluster = Cluster(1, Conditions(delay=LinkDelay(10_000, 0)), ScriptedNode)
    for number in range(count):
        cluster.add_host(f"host {number}")
    for host in cluster.hosts[1:]:
        cluster.submit(0, Dial((host.address,)))
    cluster.run_for(SECOND)
    return cluster


def node(cluster: Cluster, number: int) -> ScriptedNode:
    scripted = cluster.hosts[number].running().node
    assert isinstance(scripted, ScriptedNode)
    return scripted


def say(cluster: Cluster, number: int, *outputs: Send | Append | Save) -> None:
    node(cluster, number).says.extend(outputs)
    cluster.submit(number, Listening(()))


def heard(cluster: Cluster, number: int) -> list[str]:
    return [type(what[2]).__name__ for what in node(cluster, number).heard if what[0] == "message"]


VIEW = View(TABLE, 1, MEMBERS)
PROPOSAL = Proposal(View(TABLE, 2, MEMBERS[:3]), (0, 0, 0, 0))
ACCEPT = Accept(TABLE, 1, Ballot(1, 0), PROPOSAL, bytes(32))
COMMIT = Commit(TABLE, 1, Decision(PROPOSAL, bytes(32)))


@pytest.mark.parametrize(
    ("step", "occurrence", "saved", "told"),
    [
        ("states", 1, [], ([], [])),
        ("save", 1, [], ([], [])),
        ("accept", 1, ["vote"], (["Accept"], [])),
        ("accept", 2, ["vote"], (["Accept"], ["Accept"])),
        ("acks", 1, ["vote"], (["Accept"], ["Accept"])),
        ("append", 1, ["vote"], (["Accept"], ["Accept"])),
        ("commit", 1, ["vote", "end"], (["Accept", "Commit"], ["Accept"])),
        ("commit", 2, ["vote", "end"], (["Accept", "Commit"], ["Accept", "Commit"])),
    ],
)
def test_a_proposer_ends_at_each_step_with_nothing_done_beyond_it(
    step: Step, occurrence: int, saved: list[str], told: tuple[list[str], list[str]]
) -> None:
    cluster = linked()
    cluster.apply(CrashWhen(step, occurrence, 5 * SECOND))
    say(cluster, 0, Save("vote", b"yes"), Send((1,), ACCEPT), Send((2,), ACCEPT))
    if cluster.hosts[0].process is not None:
        say(cluster, 0, Append("j", b"end"), Send((1,), COMMIT), Send((2,), COMMIT), Save("more", b"yes"))
    assert cluster.hosts[0].process is None
    cluster.run_for(SECOND)
    disk = cluster.hosts[0].disk
    assert [key for key in ("vote", "more") if key in disk.remembered] + ["end"] * len(disk.journals.get("j", ())) == (
        saved
    )
    assert (heard(cluster, 1), heard(cluster, 2)) == told
    cluster.run_for(5 * SECOND)
    assert cluster.hosts[0].starts == 2, "it comes back after the time that was said"


def test_a_decision_that_is_only_passed_on_is_no_step_of_a_proposer() -> None:
    cluster = linked()
    for step in ("acks", "commit"):
        cluster.apply(CrashWhen(step))
    say(cluster, 0, Send((1,), COMMIT))
    assert cluster.hosts[0].process is not None


def test_a_fuse_is_for_one_host_if_it_names_one_and_can_be_put_out() -> None:
    cluster = linked()
    cluster.apply(CrashWhen("save", 1, SECOND, host=2))
    say(cluster, 0, Save("k", b"v"))
    say(cluster, 2, Save("k", b"v"))
    assert [host.process is None for host in cluster.hosts] == [False, False, True]
    cluster.apply(CrashWhen("append"))
    cluster.apply(Disarm(CrashWhen("append")))
    say(cluster, 0, Append("j", b"1"))
    assert cluster.hosts[0].process is not None


def test_what_was_under_way_of_who_ended_comes_and_nothing_else_breaks() -> None:
    cluster = linked()
    cluster.apply(CrashWhen("save"))
    say(cluster, 1, Send((1,), Ping(1)))
    say(cluster, 0, Send((1,), Ping(2)), Save("k", b"v"), Send((1,), Ping(3)))
    cluster.run_for(5 * SECOND)
    assert heard(cluster, 1) == ["Ping"]
    assert node(cluster, 0).heard == []


def test_where_somebody_died_nothing_starts_any_more() -> None:
    cluster = linked()
    cluster.apply(Die(1))
    cluster.apply(Start(1))
    cluster.heal()
    assert [host.process is None for host in cluster.hosts] == [False, True, False]


def test_a_power_cut_loses_ends_of_journals_and_makes_another_disk_of_it() -> None:
    cluster = linked()
    disk = node(cluster, 0).identity.disk
    say(cluster, 0, Save("k", b"v"), *(Append("j", bytes([each])) for each in range(1, 6)))
    for fault in (CutPower(0, 2), Start(0)):
        cluster.apply(fault)
    assert node(cluster, 0).journals == {"j": (b"\1", b"\2", b"\3")}
    assert node(cluster, 0).remembered == {"k": b"v"}
    assert node(cluster, 0).identity.disk != disk


def test_a_power_cut_where_no_table_was_is_a_crash() -> None:
    cluster = linked()
    disk = node(cluster, 0).identity.disk
    for fault in (CutPower(0, 2), Start(0)):
        cluster.apply(fault)
    assert node(cluster, 0).identity.disk == disk


# ---- what a table survives


def meet(players: int) -> Cluster:
    cluster = Cluster(3)
    for number in range(players):
        cluster.add_host(f"host {number}")
    table = open_table(cluster)
    for number in range(1, players):
        join_table(cluster, table, number)
    assert cluster.run_until(lambda now: all(members(now, host) == players for host in range(players)), 60 * SECOND)
    return cluster


def members(cluster: Cluster, number: int) -> int:
    real = cluster.hosts[number].running().node
    assert isinstance(real, Node)
    return 0 if real.session is None else len(real.session.log.view.members)


def test_of_four_two_can_be_lost_if_the_most_senior_is_left() -> None:
    cluster = meet(4)
    real = cluster.hosts[0].running().node
    assert isinstance(real, Node)
    assert real.session is not None
    senior = real.session.log.view.members[0].peer
    first = next(host.number for host in cluster.hosts if host.peer == senior)
    one, two, three = (number for number in range(4) if number != first)
    for number in (one, two):
        cluster.apply(Die(number))
    for number in (three, first):
        cluster.apply(Die(number))
        cluster.apply(LoseDisk(number))
    assert [number for number in range(4) if cluster.hosts[number].dead] == sorted((one, two))
    assert all(cluster.hosts[number].process is not None for number in (first, three))


def test_who_left_the_table_can_die() -> None:
    cluster = meet(2)
    for number in (0, 1):
        cluster.submit(number, LeaveTable())
    cluster.run_for(10 * SECOND)
    cluster.apply(Die(0))
    cluster.apply(Die(1))
    assert all(host.dead for host in cluster.hosts)


def test_the_junior_of_two_goes_on_alone_and_all_follow_to_what_the_table_is_called_then() -> None:
    cluster = meet(2)
    cluster.apply(GoOn(0))
    cluster.apply(GoOn(1))
    assert not any(host.follows for host in cluster.hosts), "nobody waits for anybody yet"
    cluster.apply(Cut(0, 1))
    cluster.run_for(5 * SECOND)
    for number in (0, 1):
        cluster.apply(GoOn(number))
    tables = {number: cluster.hosts[number].running().node.predicted for number in (0, 1)}
    names = {number: table.table for number, table in tables.items() if table is not None}
    assert len(set(names.values())) == 2
    (alone,) = [number for number in (0, 1) if cluster.hosts[number].follows == names[number]]
    assert cluster.hosts[1 - alone].follows == names[alone]
    cluster.apply(Die(1 - alone))
    cluster.apply(LoseDisk(alone))
    assert cluster.hosts[1 - alone].dead, "who was left behind is not needed any more"
    assert cluster.hosts[alone].process is not None, "who went on is the only one who has the table"


def test_who_leaves_takes_its_vote_along() -> None:
    cluster = meet(2)
    for number in (0, 1, 0):
        cluster.apply(Leave(number))
    assert [host.wants_seat for host in cluster.hosts].count(False) == 1


def test_who_leaves_asleep_takes_its_vote_along_when_it_wakes() -> None:
    cluster = meet(5)
    real = cluster.hosts[0].running().node
    assert isinstance(real, Node)
    assert real.session is not None
    ranked = [member.peer for member in real.session.log.view.members]
    two, three, four = (host.number for host in cluster.hosts if host.peer in ranked[2:])
    for number in (two, three, four):
        cluster.apply(Pause(number))
    cluster.apply(Leave(two))
    cluster.apply(Arrive(two))
    cluster.run_for(10 * SECOND)
    cluster.apply(Leave(three))
    cluster.apply(Leave(four))
    assert [cluster.hosts[number].wants_seat for number in (two, three, four)] == [True, False, True]
    cluster.apply(Wake(two))
    cluster.apply(Leave(four))
    assert cluster.hosts[four].wants_seat, "two of five would be left that can vote"


def held(*ranks: int) -> Mapping[bytes, Held]:
    return {member.peer: Held(member.disk, None, None) for rank, member in enumerate(MEMBERS) if rank in ranks}


def test_nobody_has_a_table_yet() -> None:
    assert is_survived(held(0, 1), frozenset(member.peer for member in MEMBERS), frozenset())


def test_a_crash_in_the_middle_of_a_round_leaves_what_was_written() -> None:
    cluster = seat_bots(2, 3, "sharp", Options(rounds=1))
    assert cluster.run_until(lambda now: reached(now, Phase.PLAYING), SEATING_LIMIT_US)
    cluster.run_for(6 * SECOND)
    cluster.apply(CrashWhen("append", 5))
    assert cluster.run_until(lambda now: any(host.process is None for host in now.hosts), 5 * SECOND)
    host = next(host for host in cluster.hosts if host.process is None)
    log = host.disk.held().log
    assert log is not None
    assert sum(log.have()) > 20

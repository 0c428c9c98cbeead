"""An audience by the dozen: a tree that grows, is mended by itself, and costs the players what one spectator costs."""

from collections import Counter
from random import Random

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.audience import AT_TABLE, LOOKING_ON
from p2p_ligretto.node.notices import Misbehaved
from p2p_ligretto.node.outputs import Send
from p2p_ligretto.node.spectator import Spectator
from p2p_ligretto.node.table import Phase
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.faults import Crash, Pause
from p2p_ligretto.wire.codec import encode
from tests.sim.test_watching import SECOND_US, at_table, in_phase, node, playing, watch

PLAYERS = 4
MANY = 60


def looking_on(cluster: Cluster, host: int) -> Spectator:
    spectator = node(cluster, host)._stay.spectator
    assert spectator is not None
    return spectator


def audience(cluster: Cluster, count: int) -> list[int]:
    """So many look on, and all are fed."""
    table = at_table(cluster)
    hosts = [watch(cluster, table, f"Wim {number}") for number in range(count)]
    assert cluster.run_until(lambda now: all_fed(now, hosts), 5 * SECOND_US)
    return hosts


def all_fed(cluster: Cluster, hosts: list[int]) -> bool:
    return all(node(cluster, host).is_fed for host in hosts)


def is_mended(cluster: Cluster, hosts: list[int], gone: int) -> bool:
    """Whether all are fed again, and over whom is still there."""
    peer = cluster.hosts[gone].peer
    return all_fed(cluster, hosts) and not any(peer in looking_on(cluster, host)._path for host in hosts)


def feeders(cluster: Cluster, hosts: list[int]) -> list[int]:
    return [host for host in hosts if looking_on(cluster, host).audience.peers]


def check_tree(cluster: Cluster, hosts: list[int]) -> None:
    """Everybody is fed from the table, over a way that is what it is said to be, and nobody feeds too many."""
    by_peer = {host.peer: host.number for host in cluster.hosts}
    for host in hosts:
        way = [host]
        while way[-1] >= PLAYERS:
            feeder = looking_on(cluster, way[-1]).feeder
            assert feeder is not None
            way.append(by_peer[feeder])
            assert len(way) <= 8, "it is no tree, or a very thin one"
        assert [by_peer[peer] for peer in looking_on(cluster, host)._path] == way[:0:-1]
        assert len(looking_on(cluster, host).audience.peers) <= LOOKING_ON.most
    for player in range(PLAYERS):
        session = node(cluster, player).session
        assert session is not None
        assert len(session.audience.peers) <= AT_TABLE.most


def sees_the_end(cluster: Cluster, hosts: list[int]) -> bool:
    return all(node(cluster, host).final == node(cluster, 0).final for host in hosts)


def weigh(cluster: Cluster, duration_us: int) -> Counter[str]:
    """Messages and bytes that the players send in so long."""
    found: Counter[str] = Counter()
    for player in range(PLAYERS):
        process = cluster.hosts[player].running()
        send = process._send

        def weighed(output: Send, send=send) -> None:  # type: ignore[no-untyped-def]
            found["messages"] += len(output.links)
            found["bytes"] += len(output.links) * len(encode(output.message))
            send(output)

        process._send = weighed  # type: ignore[method-assign]
    cluster.run_for(duration_us)
    return found


def test_sixty_who_look_on_cost_the_players_what_one_does() -> None:
    sent = {}
    for count in (1, MANY):
        cluster = playing(11, PLAYERS, options=Options(rounds=3))
        hosts = audience(cluster, count)
        cluster.run_for(4 * SECOND_US)
        check_tree(cluster, hosts)
        assert [node(cluster, host.number).watchers for host in cluster.hosts] == [count] * len(cluster.hosts)
        assert sum(len(node(cluster, player).peers) for player in range(PLAYERS)) == PLAYERS * (PLAYERS - 1) + 1
        assert all(len(node(cluster, host).peers) <= LOOKING_ON.most + 1 for host in hosts)
        sent[count] = weigh(cluster, 10 * SECOND_US)
    for what in ("messages", "bytes"):
        assert sent[MANY][what] <= 1.1 * sent[1][what]


def test_the_tree_is_mended_wherever_it_breaks_and_all_see_the_end() -> None:
    cluster = playing(12, PLAYERS, options=Options(rounds=1))
    hosts = audience(cluster, MANY)
    draws = Random(12)
    while not in_phase(cluster, Phase.FINISHED):
        gone = draws.choice(feeders(cluster, hosts))
        fault, limit_us = draws.choice(((Crash(gone), SECOND_US), (Pause(gone), 3 * SECOND_US)))
        cluster.apply(fault)
        hosts.remove(gone)
        assert cluster.run_until(lambda now, gone=gone: is_mended(now, hosts, gone), limit_us)  # type: ignore[misc]
        cluster.run_for(4 * SECOND_US)
    assert cluster.run_until(lambda now: sees_the_end(now, hosts), 2 * SECOND_US)
    check_tree(cluster, hosts)
    for host in cluster.hosts:
        assert not any(isinstance(notice, Misbehaved) for _, notice in host.notices)


def test_nobody_is_fed_any_more_once_the_table_is_gone() -> None:
    cluster = playing(13, 2)
    hosts = audience(cluster, 3)
    for player in range(2):
        cluster.apply(Crash(player))
    assert cluster.run_until(lambda now: not any(node(now, host).is_fed for host in hosts), 10 * SECOND_US)
    cluster.run_for(10 * SECOND_US)
    assert not any(node(cluster, host).is_fed for host in hosts)

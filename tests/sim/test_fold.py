"""What a node folds as events come, again and again, is what comes of folding its log once, from nothing."""

from itertools import groupby

import pytest

from p2p_ligretto.game.options import Options
from p2p_ligretto.node.fold import apply_view
from p2p_ligretto.node.journal import restored
from p2p_ligretto.node.seen import Seen, apply_event, tie_of
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.order import in_order
from p2p_ligretto.sim.host import Conditions, Host
from p2p_ligretto.sim.match import expect, join_table, seat_bots
from p2p_ligretto.sim.network import LinkDelay


def folded(log: Log) -> TableState:
    """All events of all views, in their order, applied to an empty table."""
    seen = Seen(TableState(log.table))
    open_events = log.beyond(tuple(log.start(peer).seq for peer in log.view.peers()))
    views = [*((closed.view, closed.events) for closed in log.closed), (log.view, open_events)]
    for view, events in views:
        seen = Seen(apply_view(seen.table, frozenset(view.peers())))
        for _, same in groupby(sorted(events, key=lambda event: event.time), key=lambda event: event.time):
            for event in in_order(seen, list(same), tie_of):
                seen, _ = apply_event(seen, event, bytes(16), lambda *_: None)
    return seen.table


def kept_log(host: Host) -> Log:
    (journal,) = host.disk.journals.values()
    log = restored(journal)
    assert log is not None
    return log


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_incremental_fold_and_fold_from_nothing_give_one_state(seed: int) -> None:
    conditions = Conditions(delay=LinkDelay(1_000, 60_000))
    cluster = seat_bots(seed, 4, "instant", Options(rounds=1), conditions)
    expect(cluster, Phase.FINISHED, 600_000_000)
    assert any(host.running().node.figures.rollbacks for host in cluster.hosts)
    for host in cluster.hosts:
        node = host.running().node
        assert node.final == node.predicted == folded(kept_log(host))


def test_in_mid_round_the_fold_of_all_that_is_held_is_the_prediction() -> None:
    cluster = seat_bots(4, 3, "sharp", Options(rounds=1))
    expect(cluster, Phase.PLAYING, 60_000_000)
    for _ in range(20):
        cluster.run_for(777_777)
        for host in cluster.hosts:
            assert host.running().node.predicted == folded(kept_log(host))


def test_a_new_start_folds_its_journal_to_what_it_had() -> None:
    cluster = seat_bots(5, 3, "sharp", Options(rounds=1))
    expect(cluster, Phase.PLAYING, 60_000_000)
    cluster.run_for(6_000_000)
    table = cluster.hosts[1].running().node.predicted
    assert table is not None
    cluster.restart(1)
    join_table(cluster, table.table, 1)
    assert cluster.hosts[1].running().node.predicted == table

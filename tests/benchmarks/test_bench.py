import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.figures import Figure, NotMeasured, json_of, table_of
from benchmarks.lobby import memory_mb, processor_s
from benchmarks.outage import Outages, corosync_notices_after_s
from benchmarks.play import simulate_play
from benchmarks.simulation import shares
from benchmarks.spread import percentile
from p2p_ligretto.sim.network import LinkDelay

ROOT = Path(__file__).parents[2]
PARTS = ("spread-2", "play-2", "keypress", "redraw", "rules", "simulation", "start", "trust", "audience")
"""All but the lobby, which needs a network with multicast, and the outage, which needs network namespaces."""


@pytest.mark.skipif(sys.platform == "win32", reason="the bench needs ptys")
def test_the_bench_runs_and_writes_what_it_prints(tmp_path: Path) -> None:
    output = tmp_path / "bench.json"
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--fast", "--output", str(output), *PARTS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    written = json.loads(output.read_text(encoding="utf-8"))
    assert written["fast"] is True
    assert written["not measured"] == []
    assert set(written["machine"]) == {"system", "processors", "python"}
    figures = written["figures"]
    units = [*4 * ["ms"], "ms", "ms", "kB/s", "%", *4 * ["ms"], "/s", "s/s", "s/s", "s", *21 * ["ms"], "s", "kB"]
    assert [figure["unit"] for figure in figures] == units
    for figure in figures:
        if figure["compared"] is None:
            continue
        assert figure["ours"] > 0
        assert figure["ratio"] == pytest.approx(figure["ours"] / figure["compared"])
        assert figure["name"] in done.stdout
        assert figure["compared_with"] in done.stdout
    aimed = [*8 * [False], True, True, True, False, True, True, False, True, *21 * [False], True, True]
    assert [figure["aim"] is not None for figure in figures] == aimed


def test_a_simulated_table_tells_when_its_moves_are_final_and_what_they_take() -> None:
    delay = LinkDelay(1_000, 0)
    found = simulate_play(3, delay, 5.0)
    assert 5 * found.moves_s > 15
    assert len(found.final_ms) > 2 * 5 * found.moves_s, "each of the three has most of them"
    assert found.final_ms[0] >= 2.0, "one way for the event, and one for the answer"
    assert 0 < found.sent_events_kb_s < found.sent_kb_s


def test_the_time_of_a_simulation_is_spent_in_the_rooms_of_the_package() -> None:
    found = shares([1])
    assert {"node", "sim", "replication", "wire", "game", "libraries"} <= found.keys()
    assert sum(found.values()) == pytest.approx(1)
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_an_aim_is_met_or_missed() -> None:
    assert Figure("a", "ms", 16.0, aim=16.0).met
    assert not Figure("a", "ms", 16.1, aim=16.0).met
    assert Figure("a", "/s", 1000.0, aim=1000.0, aimed_at="at least").met
    assert not Figure("a", "/s", 999.0, aim=1000.0, aimed_at="at least").met
    assert Figure("a", "ms", 4.0, 2.0, "floor", 2.0, "ratio at most").met
    assert not Figure("a", "ms", 4.1, 2.0, "floor", 2.0, "ratio at most").met
    assert Figure("a", "ms", 4.1, 2.0, "floor").met is None


def test_an_outage_is_told_by_its_median_and_its_worst() -> None:
    figures = Outages(killed_s=(0.1, 0.5, 0.2), unplugged_s=(2.0, 2.2, 2.1)).figures_s
    assert list(figures.values()) == [0.2, 0.5, 2.1, 2.2]


@pytest.mark.parametrize(("nodes", "after_s"), [(2, 3.0), (3, 3.65), (12, 9.5)])
def test_corosync_takes_longer_the_more_nodes_there_are(nodes: int, after_s: float) -> None:
    assert corosync_notices_after_s(nodes) == pytest.approx(after_s)


def test_what_could_not_be_measured_is_told() -> None:
    figures = [Figure("speed", "ms", 4.0, 2.0, "floor", 2.0, "ratio at most"), Figure("memory", "MB", 123.4)]
    written = json.loads(json_of(figures, [NotMeasured("lobby", "no network")], fast=False))
    assert written["not measured"] == [{"part": "lobby", "reason": "no network"}]
    assert [figure["met"] for figure in written["figures"]] == [True, None]
    row = " ".join(table_of(figures).splitlines()[1].split())
    assert row == "speed 4.00 ms 2.00 ms floor 2.00 <= 2 x met"


def test_percentiles() -> None:
    values = [float(number) for number in range(1, 101)]
    assert percentile(values, 50) == 51
    assert percentile(values, 99) == 100
    assert percentile([7.0], 99) == 7


@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc")
def test_what_a_process_uses() -> None:
    assert processor_s(os.getpid()) > 0
    assert 5 < memory_mb(os.getpid()) < 5_000

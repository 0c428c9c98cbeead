"""``simulate --cluster``: two workers find what one process finds, and what is missing is said."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from p2p_ligretto.cli import run

CLUSTER = """
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster:
        print(cluster.scheduler_address, flush=True)
        input()
"""
ASKED = ("--players", "2", "--seeds", "3:9", "--level", "instant", "--json")


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers, in processes of their own."""
    program = tmp_path_factory.mktemp("cluster") / "two_workers.py"
    program.write_text(CLUSTER, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as cluster:
        assert cluster.stdout is not None
        yield cluster.stdout.readline().strip()
        cluster.communicate("\n", timeout=30)


def simulated(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "p2p_ligretto", "simulate", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def lines(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_two_workers_find_what_one_process_finds_in_the_same_order(scheduler: str) -> None:
    there, here = simulated(*ASKED, "--cluster", scheduler), simulated(*ASKED)
    assert (there.returncode, here.returncode) == (0, 0), there.stderr
    one, two = lines(here.stdout), lines(there.stdout)
    found = [[(line["seed"], line["digest"]) for line in each[:-1]] for each in (one, two)]
    assert found[0] == found[1]
    assert one[-1]["reached"] == two[-1]["reached"]


def test_a_scheduler_that_is_not_there_is_told_with_what_to_do() -> None:
    done = simulated(*ASKED, "--cluster", "tcp://127.0.0.1:9")
    assert done.returncode == 1
    assert re.search(r"No Dask scheduler answers at tcp://127.0.0.1:9 .*dask scheduler", done.stderr)
    assert "Traceback" not in done.stderr


def test_an_address_that_is_none_is_told() -> None:
    done = simulated(*ASKED, "--cluster", "nonsense://")
    assert done.returncode == 1
    assert "No Dask scheduler answers at nonsense://" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_the_extra_it_is_said_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run(["simulate", *ASKED, "--cluster", "tcp://127.0.0.1:9"]) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    assert "pipx install --force '.[cluster]'" in errors


def test_a_cluster_and_jobs_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", *ASKED, "--cluster", "tcp://127.0.0.1:9", "--jobs", "2"]) == 2
    assert "leave out --jobs" in capsys.readouterr().err

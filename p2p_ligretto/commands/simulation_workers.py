"""Who plays the seeds of ``simulate``: this process, some on this machine, or those of a cluster.

Whoever plays, results come in the order of the seeds.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from time import perf_counter
from typing import Any, Final

from p2p_ligretto.commands import simulation_report as report
from p2p_ligretto.commands.simulation import Played, Simulation
from p2p_ligretto.sim.scenario import Scenario
from p2p_ligretto.sim.trace import Sink
from p2p_ligretto.sim.trial import Trial

AHEAD: Final = 4
"""Seeds that wait for each worker, so that none idles."""

Submit = Callable[[Callable[[Scenario], Played], Scenario], Any]
"""Lets somebody play one scenario some time; what it gives has a ``result()``."""


def played_for(asked: Simulation) -> Generator[Played, None, None]:
    """What comes of each scenario that is asked for."""
    if asked.cluster is not None:
        from p2p_ligretto.commands.simulation_cluster import played_on_cluster

        return played_on_cluster(asked.cluster, asked.scenarios())
    if asked.jobs == 1 or asked.length == 1:
        return _played_here(asked)
    return _played_in_processes(asked)


def play(one: Scenario, sink: Sink | None = None) -> Played:
    """Play one scenario, in whichever process this is."""
    began = perf_counter()
    verdict = Trial(one, sink=sink).run()
    return Played(one, verdict, perf_counter() - began)


def in_order(scenarios: Iterable[Scenario], submit: Submit, workers: int) -> Generator[Played, None, None]:
    """Keep ``workers`` busy, and give what they have done, in order."""
    waiting: deque[Any] = deque()
    for one in scenarios:
        waiting.append(submit(play, one))
        if len(waiting) >= AHEAD * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _played_here(asked: Simulation) -> Generator[Played, None, None]:
    sink = report.transcript(asked) if asked.transcript else None
    for one in asked.scenarios():
        yield play(one, sink)


def _played_in_processes(asked: Simulation) -> Generator[Played, None, None]:
    # Spawned workers begin with nothing of this process, and are the same on every system.
    pool = ProcessPoolExecutor(asked.jobs, get_context("spawn"), initializer=_begin_work)
    try:
        yield from in_order(asked.scenarios(), pool.submit, asked.jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin_work() -> None:
    """Ctrl-C goes to the whole group: who started the workers ends them, or takes them along when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

"""Who does the work of ``simulate``: this process, some on this machine, or those of a cluster.

Whoever does it, results come in the order of what was to be done.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from time import perf_counter
from typing import Any, Final, TypeVar

from p2p_ligretto.commands import simulation_report as report
from p2p_ligretto.commands.simulation import Played, Simulation
from p2p_ligretto.sim.scenario import Scenario
from p2p_ligretto.sim.trace import Sink
from p2p_ligretto.sim.trial import Trial

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD: Final = 4
"""Items that wait for each worker, so that none idles."""


def played_for(asked: Simulation) -> Generator[Played, None, None]:
    """What comes of each scenario that is asked for."""
    if asked.cluster is not None:
        from p2p_ligretto.commands.simulation_cluster import played_on_cluster

        return played_on_cluster(asked.cluster, asked.scenarios())
    if asked.jobs == 1 or asked.length == 1:
        return _played_here(asked)
    return done_by_processes(play, asked.scenarios(), asked.jobs)


def play(one: Scenario, sink: Sink | None = None) -> Played:
    """Play one scenario, in whichever process this is."""
    began = perf_counter()
    verdict = Trial(one, sink=sink).run()
    return Played(one, verdict, perf_counter() - began)


def in_order(
    work: Callable[[Item], Result], items: Iterable[Item], submit: Callable[..., Any], workers: int
) -> Generator[Result, None, None]:
    """Keep ``workers`` busy, and give what they have done, in order.

    ``submit(work, item)`` lets somebody do it some time; what it gives has a ``result()``.
    """
    waiting: deque[Any] = deque()
    for item in items:
        waiting.append(submit(work, item))
        if len(waiting) >= AHEAD * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def done_by_processes(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int
) -> Generator[Result, None, None]:
    """``work`` on each of ``items``, in order, by ``jobs`` processes of this machine; they end with the generator."""
    # Spawned workers begin with nothing of this process, and are the same on every system.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begin_work)
    try:
        yield from in_order(work, items, pool.submit, jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _played_here(asked: Simulation) -> Generator[Played, None, None]:
    sink = report.transcript(asked) if asked.transcript else None
    for one in asked.scenarios():
        yield play(one, sink)


def _begin_work() -> None:
    """Ctrl-C goes to the whole group: who started the workers ends them, or takes them along when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

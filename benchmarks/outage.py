"""How long a table stands still when one of its laptops is gone: until the others have a new move that is final.

The programs themselves, each with a bot and on a host of its own, at one table in mid-round; found by multicast DNS,
recorded as ever. One of them is killed, so that its sockets close; or its cable is pulled, so that nothing but its
silence tells. Counted is from there until a move that another one made afterwards is final on the last of those who are
left, as their records show. That includes what a bot takes to make up its mind.
"""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.lan.lan import missing
from tests.lan.tables import Table, table_in_mid_round

COROSYNC_TOKEN_S = 3.0
COROSYNC_TOKEN_COEFFICIENT_S = 0.65
"""The defaults of corosync.conf(5) since version 3.1."""


@dataclass(frozen=True, slots=True)
class Outages:
    """Seconds until play went on, one for each run."""

    killed_s: tuple[float, ...]
    unplugged_s: tuple[float, ...]

    @property
    def figures_s(self) -> dict[str, float]:
        """Median and worst of both."""
        return {
            "killed, median": median(self.killed_s),
            "killed, worst": max(self.killed_s),
            "unplugged, median": median(self.unplugged_s),
            "unplugged, worst": max(self.unplugged_s),
        }


def corosync_notices_after_s(nodes: int) -> float:
    """After how long corosync, as it comes, takes one of ``nodes`` for lost: its token timeout.

    By its manual the timeout is ``token`` for two nodes, and ``token_coefficient`` longer for each further one.
    """
    return COROSYNC_TOKEN_S + max(0, nodes - 2) * COROSYNC_TOKEN_COEFFICIENT_S


def measure_outage(nodes: int, runs: int) -> Outages:
    """``runs`` tables of ``nodes`` for each way to go; who goes is another seat each time, the most senior first."""
    reason = missing()
    if reason is not None:
        raise RuntimeError(reason)
    gone = [run * (nodes - 1) // max(1, runs - 1) for run in range(runs)]
    return Outages(
        tuple(_stands_still_s(nodes, seat, _kill) for seat in gone),
        tuple(_stands_still_s(nodes, seat, _unplug) for seat in gone),
    )


def _kill(table: Table, seat: int) -> None:
    table.programs[seat].signal(signal.SIGKILL)


def _unplug(table: Table, seat: int) -> None:
    table.lan.plug(table.programs[seat].host, on=False)


def _stands_still_s(nodes: int, seat: int, go: Callable[[Table, int], None]) -> float:
    with (
        TemporaryDirectory() as folder,
        table_in_mid_round(Path(folder), seats=nodes, begun_with=("play", "fill", "turn"), on_disk=True) as table,
    ):
        gone_s = time.monotonic()
        go(table, seat)
        try:
            return table.wait_until_play_goes_on([seat], gone_s)
        except AssertionError as error:
            raise RuntimeError(f"play did not go on without seat {seat}: {error}") from error

"""Running the program proper, with its log, until its work is done or a signal ends it."""

import gc
import sys
from collections.abc import Awaitable, Callable

import trio

from p2p_ligretto.commands.interruption import run_until_signal
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.runtime.log import configure_log, log_trouble


def run(settings: Settings, work: Callable[[], Awaitable[int]]) -> int:
    """Carry out ``work`` with the log that was asked for, until it is done or a signal ends it; the exit code."""
    configure_log(settings.log)
    try:
        return trio.run(run_until_signal, work)
    finally:
        if trouble := log_trouble():
            print(trouble, file=sys.stderr)


def keep_what_is_imported() -> None:
    """Tell the collector of cyclic garbage that all that is there by now stays, once everything is imported.

    It would go through it in mid-round and find nothing, while node and screen stand still for some 15 ms.
    """
    gc.freeze()

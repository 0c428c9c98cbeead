"""Leaving when a signal asks for it: the first one ends politely, a second one at once."""

import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import trio

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
_SIGNAL_EXIT_CODE: Final = 128


async def run_until_signal(work: Callable[[], Awaitable[int]]) -> int:
    """Run ``work`` and return its exit code, or 128 + the number of the signal that ended it (Ctrl-C: 130).

    A signal cancels ``work``, which may take its time to say goodbye. A second signal does what signals do by default.
    """
    received: list[int] = []
    code = 0
    with trio.open_signal_receiver(*_signals()) as signals:
        async with trio.open_nursery() as nursery:
            working = trio.CancelScope()
            nursery.start_soon(_watch, signals, received, working)
            with working:
                code = await work()
            nursery.cancel_scope.cancel()
    return _SIGNAL_EXIT_CODE + received[0] if received else code


def _signals() -> tuple[int, ...]:
    """Those that end a program here, but for the ones whose sender asked beforehand to ignore them (as nohup does)."""
    known = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    return tuple(number for number in known if signal.getsignal(number) is not signal.SIG_IGN)


async def _watch(signals: AsyncIterator[int], received: list[int], working: trio.CancelScope) -> None:
    async for number in signals:
        if received:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        received.append(number)
        working.cancel()

"""The full screen: the terminal it is drawn on, and what the program does for it."""

import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final

from p2p_ligretto.commands.preferences import Preferences, preferences, prepared
from p2p_ligretto.commands.settings import Settings
from p2p_ligretto.texts import _
from p2p_ligretto.tui.alerts import Alerts
from p2p_ligretto.tui.running_node import RunningNode
from p2p_ligretto.tui.surroundings import NodeWish, Start, Surroundings

if TYPE_CHECKING:
    from p2p_ligretto.runtime.driver import Driver
    from p2p_ligretto.tui.host import Host
    from p2p_ligretto.tui.views import View

PATIENCE_S: Final = 1.5
"""Leaving a table that takes longer is told."""


def wants_screen(settings: Settings) -> bool:
    """Whether the full screen is to be used: there is a terminal that can draw it, and nobody asked for lines."""
    terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()
    return terminal and can_draw(os.environ) and not preferences(settings).plain


def can_draw(environment: Mapping[str, str]) -> bool:
    """Whether a terminal of the kind that ``TERM`` names can place its cursor."""
    return environment.get("TERM", "") not in ("dumb", "unknown")


def open_screen(wanted: Preferences, first: "View") -> AbstractAsyncContextManager["Host"]:
    """The terminal, drawn on as it is wanted, with ``first`` on it at once."""
    from p2p_ligretto.tui.host import open_host
    from p2p_ligretto.tui.terminal import drawing_for, open_ascii_terminal, open_terminal

    drawing = drawing_for(os.environ, wanted.palette, in_ascii=wanted.ascii, keys=wanted.keys)
    return open_host(first, drawing, open_ascii_terminal if wanted.ascii else open_terminal)


def show_screen(settings: Settings, start: Start) -> int:
    """Run the program on the terminal; the exit code."""
    from p2p_ligretto.commands.running import run
    from p2p_ligretto.tui.app import first_view, run_app

    wanted = prepared(settings)
    patience = threading.Timer(PATIENCE_S, _ask_for_patience)
    patience.daemon = True

    async def show() -> int:
        async with open_screen(wanted, first_view(start)) as host:
            return await run_app(host, _surroundings(settings, wanted, patience.start), start)
        return 0  # the terminal is gone: a plain end

    try:
        return run(settings, show)
    finally:
        patience.cancel()


def _ask_for_patience() -> None:
    with suppress(OSError, ValueError):  # nobody is there any more to be told
        print(_("Leaving the table; Ctrl-C leaves at once, without a goodbye."), file=sys.stderr)


def _surroundings(settings: Settings, wanted: Preferences, goodbye: Callable[[], None]) -> Surroundings:
    # What these import takes longer than the first picture, and isn't needed for it.
    def open_node(wish: NodeWish, hear: Callable[[str], None]) -> AbstractAsyncContextManager["Driver"]:
        return _open_node(settings, wish, hear)

    async def find_table(running: RunningNode, where: str | None) -> bytes | str:
        from p2p_ligretto.commands.finding import find_table, understand
        from p2p_ligretto.commands.problem import Problem
        from p2p_ligretto.runtime.driver import Driver

        assert isinstance(running, Driver), "it was opened by open_node"
        try:
            return await find_table(running, await understand(where))
        except Problem as problem:
            return str(problem)

    async def seat_bots(running: RunningNode, bots: int, level: str, table: bytes) -> None:
        from p2p_ligretto.commands.bots import run_bots

        await run_bots(running.port, table, bots, level, rematch=True)

    return Surroundings(
        open_node,
        find_table,
        seat_bots,
        lambda: signal.raise_signal(signal.SIGINT),
        goodbye,
        wanted.keys,
        wanted.notice,
        wanted.hints,
        Alerts(wanted.bell, wanted.flash),
        wanted.motion,
    )


@asynccontextmanager
async def _open_node(settings: Settings, wish: NodeWish, hear: Callable[[str], None]) -> AsyncIterator["Driver"]:
    from p2p_ligretto.commands.running import keep_what_is_imported
    from p2p_ligretto.runtime.driver import open_driver
    from p2p_ligretto.runtime.identity import open_profile

    with open_profile(settings.folder) as profile:
        if profile.temporary_because is not None:
            hear(profile.temporary_because)
        async with open_driver(
            profile,
            wish.name,
            discovery=wish.discovery and not wish.alone,
            loopback_only=wish.alone,
            on_problem=lambda problem: hear(problem.reason),
        ) as driver:
            keep_what_is_imported()
            yield driver

"""The program on the screen: which view is shown, what keys and clicks lead to, which node runs under it.

Keys are obeyed one after the other, each by the screen as it is at its turn. A node is opened for others on the
network, or for this laptop's bots alone; going from one to the other, or taking another name, opens another node.
Before a node is left for good the terminal is given back: saying goodbye may take a moment.
"""

from collections.abc import AsyncIterator
from typing import Protocol

import trio

from p2p_ligretto.tui.desk import Desk
from p2p_ligretto.tui.keys import Key, Paste, Typed
from p2p_ligretto.tui.questions import tell_of_settings, tell_of_twin
from p2p_ligretto.tui.surroundings import AgainstBots, AtTable, NodeWish, Start, Surroundings
from p2p_ligretto.tui.views import LobbyView, View
from p2p_ligretto.tui.visit import Visit
from p2p_ligretto.tui.wishes import Wishes


class Shown(Protocol):
    """The screen; ``host.Host`` is one."""

    @property
    def typed(self) -> AsyncIterator[Typed]:
        """What the person does."""
        ...

    async def draw(self, view: View) -> None:
        """Show ``view``; returns when it was drawn."""
        ...

    async def close(self) -> None:
        """Give the terminal back."""
        ...


class App:
    """One run of the program on a screen."""

    def __init__(self, shown: Shown, surroundings: Surroundings, start: Start) -> None:
        self._shown = shown
        self._surroundings = surroundings
        self._start = start
        self._desk = Desk(
            start.name, surroundings.keys, surroundings.alerts, hints=surroundings.hints, motion=surroundings.motion
        )
        if surroundings.notice:
            self._desk.ask(tell_of_settings(surroundings.notice))
        self._wishes = Wishes(self._desk)
        self._met_on_opening: list[str] = []
        """Problems with the surroundings of the node that is being opened."""

    async def run(self) -> None:
        """Run until the person quits."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._obey_keys)
            nursery.start_soon(self._keep_drawing)
            start: Start | None = self._start
            while start is not None:
                start = await self._stay(start)
            nursery.cancel_scope.cancel()

    async def _stay(self, start: Start) -> Start | None:
        """Run one node until it is left; what comes next, None for the end."""
        desk = self._desk
        following: Start | None = None
        self._met_on_opening.clear()
        async with self._surroundings.open_node(_node_for(start), self._hear_of_problem) as running:
            for reason in self._met_on_opening:
                if reason != running.discovery_problem:
                    desk.say(reason)
            try:
                visit = Visit(running, self._surroundings, start, desk)
                async with visit.opened():
                    desk.arrive(visit)
                    if not desk.quits:
                        visit.begin()
                        await visit.over.wait()
                following = self._following(visit)
            finally:
                if following is None:
                    await self._shown.close()
                    self._surroundings.goodbye()
                desk.visit = None
        return following

    def _following(self, visit: Visit) -> Start | None:
        if self._desk.quits or visit.auto:
            return None
        self._desk.words = visit.last_words
        return visit.next or Start(self._desk.name)

    def _hear_of_problem(self, reason: str) -> None:
        """Something is wrong with the surroundings; what is wrong with discovery the lobby shows by itself."""
        visit = self._desk.visit
        if visit is None:
            self._met_on_opening.append(reason)
        elif reason == visit.running.twin_problem:
            self._desk.offer(tell_of_twin(reason))
        elif reason != visit.running.discovery_problem:
            self._desk.say(reason)

    async def _obey_keys(self) -> None:
        async for typed in self._shown.typed:
            match typed:
                case Key("c-c"):
                    self._surroundings.interrupt()
                case Key(name):
                    self._wishes.type(name)
                case Paste(text):
                    if self._desk.dialog is not None:
                        self._desk.ask(self._desk.dialog.typed(text))
                case _:
                    self._wishes.obey(typed)
            self._desk.touch()

    async def _keep_drawing(self) -> None:
        drawn: View | None = None
        while True:
            self._desk.changed = trio.Event()
            view = self._desk.view()
            if view != drawn:
                drawn = view
                await self._shown.draw(view)
            with trio.move_on_after(self._desk.next_look_us / 1_000_000):
                await self._desk.changed.wait()


def _node_for(start: Start) -> NodeWish:
    match start.errand:
        case AgainstBots():
            return NodeWish(start.name, alone=True)
        case AtTable(discovery=discovery):
            return NodeWish(start.name, discovery=discovery)
        case _:
            return NodeWish(start.name)


def first_view(start: Start) -> View:
    """What is shown before a node runs."""
    return View(LobbyView(start.name, (), (), ()))


async def run_app(shown: Shown, surroundings: Surroundings, start: Start) -> int:
    """Run the program on ``shown`` until the person quits; the exit code."""
    await App(shown, surroundings, start).run()
    return 0

"""The program on the screen: which view is shown, what keys and clicks lead to, which node runs under it.

Keys are obeyed one after the other, each by the screen as it is at its turn. A node is opened for others on the
network, or for this laptop's bots alone; going from one to the other, or taking another name, opens another node.
Before a node is left for good the terminal is given back: saying goodbye may take a moment.
"""

from collections.abc import AsyncIterator, Callable
from typing import Final, Protocol, TypeVar

import trio

from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import ForceStart, SetReady
from p2p_ligretto.node.readiness import host_with_seats
from p2p_ligretto.node.table import DEALING, Phase
from p2p_ligretto.runtime.addresses import format_address
from p2p_ligretto.runtime.seated import now_us
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import (
    Action,
    Back,
    Call,
    Change,
    Confirm,
    FillSlot,
    Force,
    Help,
    JoinAddress,
    Move,
    OpenTable,
    PlayBots,
    PlayFrom,
    PlayOn,
    Quit,
    Ready,
    Rename,
    Select,
    StoreFrom,
    Turn,
    Type,
    Watch,
)
from p2p_ligretto.tui.dialogs import Dialog, ToJoinAddress, ToLeave, ToOpen, ToPlayBots, ToRename, ToWatch, Waiting
from p2p_ligretto.tui.key_bindings import action_for
from p2p_ligretto.tui.keys import Key, Paste, Typed
from p2p_ligretto.tui.playing import GameAction
from p2p_ligretto.tui.questions import (
    Fault,
    ask_for_address,
    ask_for_bots,
    ask_for_name,
    ask_to_leave,
    ask_to_open,
    ask_to_watch,
    bots_of,
    name_of,
    table_of,
)
from p2p_ligretto.tui.situation import TICK_US
from p2p_ligretto.tui.surroundings import AgainstBots, AtTable, NodeWish, Start, Surroundings
from p2p_ligretto.tui.views import LobbyView, ScoresView, Screen, View
from p2p_ligretto.tui.visit import Visit

Answer = TypeVar("Answer")

SETTLE_US: Final = 1_000_000
"""A key that was meant for the round that has just ended must not say "ready"; nor may a held key say it on and off."""
MID_ROUND: Final = DEALING | {Phase.PLAYING, Phase.CLOSING}


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
        self._name = start.name
        self._visit: Visit | None = None
        self._dialog: Dialog | None = None
        self._help = False
        self._words = ""
        """A line that a visit left for the next one."""
        self._quits = False
        self._changed = trio.Event()
        self._ready_said_us = 0
        self._scores_since_us: int | None = None

    # ---- running

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
        following: Start | None = None
        async with self._surroundings.open_node(_node_for(start), self._hear_of_problem) as running:
            try:
                self._visit = visit = Visit(running, self._surroundings, start, self)
                if self._words:
                    self.say(self._words)
                    self._words = ""
                await visit.run()
                following = self._following(visit)
            finally:
                if following is None:
                    await self._shown.close()
        self._visit = None
        return following

    def _following(self, visit: Visit) -> Start | None:
        if self._quits or visit.auto:
            return None
        self._words = visit.last_words
        return visit.next or Start(self._name)

    def _hear_of_problem(self, reason: str) -> None:
        """Something is wrong with the surroundings that the lobby does not show by itself."""
        if self._visit is None:
            self._words = reason
        elif reason != self._visit.running.discovery_problem:
            self.say(reason)

    async def _obey_keys(self) -> None:
        async for typed in self._shown.typed:
            match typed:
                case Key("c-c"):
                    self._surroundings.interrupt()
                case Key(name):
                    action = action_for(self.view(), name)
                    if action is not None:
                        self._obey(action)
                case Paste(text):
                    self._edit(self._dialog.typed(text) if self._dialog is not None else None)
                case _:
                    self._obey(typed)
            self.touch()

    async def _keep_drawing(self) -> None:
        drawn: View | None = None
        while True:
            self._changed = trio.Event()
            view = self.view()
            if view != drawn:
                drawn = view
                await self._shown.draw(view)
            with trio.move_on_after(self._next_look_us() / 1_000_000):
                await self._changed.wait()

    def _next_look_us(self) -> int:
        """How long what is on screen stays as it is, if nothing happens."""
        now = now_us()
        if self._visit is None:
            return TICK_US
        return self._visit.situation.look_again_us(self._visit.running.node, now) - now

    # ---- what is seen

    def view(self) -> View:
        """The view as it is to be drawn now."""
        screen, notice = self._screen()
        return View(screen, None if self._dialog is None else self._dialog.form(), self._help, notice)

    def _screen(self) -> tuple[Screen, str]:
        visit = self._visit
        if visit is None:
            return LobbyView(self._name, (), (), ()), self._words
        addresses = [format_address(address) for address in visit.running.addresses]
        screen = visit.situation.screen(visit.running, self._name, addresses, now_us(), visit.asked)
        if not isinstance(screen, ScoresView):
            self._scores_since_us = None
        elif self._scores_since_us is None:
            self._scores_since_us = now_us()
        message = visit.situation.message_at(now_us())
        return screen, "" if message is None else message.text

    def say(self, text: str, *, urgent: bool = False) -> None:
        """Show a line for a while."""
        if self._visit is not None:
            self._visit.situation.say(text, now_us(), urgent=urgent)
            self.touch()

    def ask(self, dialog: Dialog) -> None:
        """Show a dialog."""
        self._edit(dialog)

    def done_waiting(self) -> None:
        """Close the dialog that says that something is under way, if it is shown."""
        if self._dialog is not None and isinstance(self._dialog.purpose, Waiting):
            self._edit(None)

    def touch(self) -> None:
        """Something that is seen may have changed."""
        self._changed.set()

    def _edit(self, dialog: Dialog | None) -> None:
        self._dialog = dialog
        self.touch()

    # ---- what is asked

    def _obey(self, action: Action) -> None:
        match action:
            case Help():
                self._help = not self._help
            case Quit() if self._dialog is None or not isinstance(self._dialog.purpose, ToLeave):
                self._leave(ends_program=True)
            case _ if self._dialog is not None:
                self._answer(self._dialog, action)
            case PlayFrom() | PlayOn() | FillSlot() | StoreFrom() | Turn() | Call():
                self._play(action)
            case Ready() | Force():
                self._get_ready(action)
            case Back():
                self._go_back()
            case _:
                self._look_around(action)

    def _look_around(self, action: Action) -> None:
        """What is done in the lobby."""
        visit = self._visit
        match action:
            case OpenTable():
                self._edit(ask_to_open(self._name))
            case PlayBots():
                self._edit(ask_for_bots())
            case JoinAddress():
                self._edit(ask_for_address())
            case Rename():
                self._edit(ask_for_name(self._name))
            case Move(by) if visit is not None:
                visit.situation.found = visit.situation.found.moved(by)
            case Select(index) if visit is not None:
                visit.situation.found = visit.situation.found.selected(index)
            case Confirm() | Watch() if visit is not None:
                self._sit_down(visit, watch=isinstance(action, Watch))

    def _sit_down(self, visit: Visit, *, watch: bool) -> None:
        chosen = visit.situation.found.chosen_table
        if chosen is None:
            self.say(_("no table is chosen: open one with o, or join by address with j"))
        elif watch:
            visit.watch_table(chosen.card.table)
        elif len(chosen.card.players) >= MAX_SEATS and chosen.card.phase != "playing":
            self._edit(ask_to_watch(chosen.card.table, chosen.card.name))
        else:
            visit.join(chosen.card.table)

    def _play(self, action: GameAction) -> None:
        if self._visit is None:
            return
        if self._visit.auto:
            self.say(_("a bot plays here: q leaves"))
        else:
            self._visit.playing.obey(action)

    def _get_ready(self, action: Ready | Force) -> None:
        visit, now = self._visit, now_us()
        if visit is None or (self._scores_since_us is not None and now - self._scores_since_us < SETTLE_US):
            return
        if isinstance(action, Force):
            visit.running.submit(ForceStart())
            return
        table, seat = visit.running.node.predicted, visit.running.node.own_seat
        is_ready = table is not None and seat in table.ready
        if not is_ready or now - self._ready_said_us >= SETTLE_US:
            self._ready_said_us = now
            visit.running.submit(SetReady(not is_ready))

    # ---- leaving

    def _go_back(self) -> None:
        if self._visit is None or self._visit.playing.store_nothing():
            return
        self._leave(ends_program=False)

    def _leave(self, *, ends_program: bool) -> None:
        if self._visit is not None and _plays(self._visit):
            self._edit(ask_to_leave(ends_program=ends_program))
        else:
            self._do_leave(ends_program=ends_program)

    def _do_leave(self, *, ends_program: bool) -> None:
        if ends_program:
            self._quits = True
            if self._visit is not None:
                self._visit.over.set()
        elif self._visit is not None and self._visit.running.node.predicted is not None:
            self._visit.leave()

    # ---- dialogs

    def _answer(self, dialog: Dialog, action: Action) -> None:
        match action:
            case Type(text):
                self._edit(dialog.typed(text))
            case Change(by):
                self._edit(dialog.changed(by))
            case Move(by):
                self._edit(dialog.moved(by))
            case Select(index):
                self._edit(dialog.selected(index))
            case Back():
                self._edit(None)
                if isinstance(dialog.purpose, Waiting) and self._visit is not None:
                    self._visit.stop_waiting()
            case Confirm() if self._visit is not None:
                self._confirm(dialog, self._visit)

    def _confirm(self, dialog: Dialog, visit: Visit) -> None:
        match dialog.purpose:
            case ToOpen():
                self._take(dialog, table_of(dialog), lambda table: visit.open_table(*table))
            case ToPlayBots():
                self._take(dialog, bots_of(dialog), lambda bots: visit.end(_against(self._name, *bots)))
            case ToRename():
                self._take(dialog, name_of(dialog), lambda name: self._rename(name, visit))
            case ToJoinAddress():
                self._edit(None)
                visit.find(dialog.value("address").strip(), asked_in_form=True)
            case ToLeave(ends_program):
                self._edit(None)
                self._do_leave(ends_program=ends_program)
            case ToWatch(table):
                self._edit(None)
                visit.watch_table(table)

    def _take(self, dialog: Dialog, answer: Answer | Fault, use: Callable[[Answer], None]) -> None:
        """Do what was answered, or show what is wrong with it."""
        if isinstance(answer, Fault):
            self._edit(dialog.faulted(answer.name, answer.text))
        else:
            self._edit(None)
            use(answer)

    def _rename(self, name: str, visit: Visit) -> None:
        if name != self._name:
            self._name = name
            visit.end(Start(name))


def _node_for(start: Start) -> NodeWish:
    match start.errand:
        case AgainstBots():
            return NodeWish(start.name, alone=True)
        case AtTable(discovery=discovery):
            return NodeWish(start.name, discovery=discovery)
        case _:
            return NodeWish(start.name)


def _against(name: str, bots: int, level: str, options: Options) -> Start:
    return Start(name, AgainstBots(bots, level, options), host_with_seats(bots + 1))


def _plays(visit: Visit) -> bool:
    """Whether the person is in a round that is being played."""
    table, seat = visit.running.node.predicted, visit.running.node.own_seat
    return table is not None and table.phase in MID_ROUND and seat in table.players


def first_view(start: Start) -> View:
    """What is shown before a node runs."""
    return View(LobbyView(start.name, (), (), ()))


async def run_app(shown: Shown, surroundings: Surroundings, start: Start) -> int:
    """Run the program on ``shown`` until the person quits; the exit code."""
    await App(shown, surroundings, start).run()
    return 0

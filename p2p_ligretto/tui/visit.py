"""A visit at one running node, from when it runs until it is left: finding, joining, watching and leaving tables.

What takes time is under way in the background and can be stopped; how it ends is told at the desk: by a line, or
by a dialog. One thing is under way at a time.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, Protocol

import trio

from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import Admit, Intent, JoinTable, LeaveTable, OpenTable, ShowCode, WatchTable
from p2p_ligretto.node.notices import (
    CallerAsks,
    CallerGone,
    CodeWaits,
    CodeWanted,
    Frozen,
    JoinAsks,
    JoinFailed,
    JoinWaiting,
    KickedOut,
    Left,
    MatchEnded,
    Notice,
    RoundResumed,
    RoundStarts,
    Thawed,
)
from p2p_ligretto.runtime.bot_session import StartSignal, keep_ready, play_by_bot
from p2p_ligretto.runtime.seated import now_us, wait_for_change
from p2p_ligretto.runtime.vanishing import until_gone
from p2p_ligretto.speech.codes import code_line
from p2p_ligretto.speech.lessons import LAST, Course
from p2p_ligretto.texts import _
from p2p_ligretto.tui.dialogs import Dialog, Purpose, ToAdmit, ToGoOn, ToMute, ToSay, ToShowCode
from p2p_ligretto.tui.playing import Playing
from p2p_ligretto.tui.questions import ask_for_address, ask_for_code, ask_to_watch, tell_of_wait
from p2p_ligretto.tui.running_node import RunningNode
from p2p_ligretto.tui.situation import Asked, Situation
from p2p_ligretto.tui.surroundings import AgainstBots, AtOwnTable, AtTable, Start, Surroundings
from p2p_ligretto.tui.table_questions import ask_to_admit, ask_to_go_on, tell_of_kick
from p2p_ligretto.wire.payloads import Admission
from p2p_ligretto.wire.printable import printable

PATIENCE_S: Final = 1.5
"""What takes longer is told in a dialog, from which it can be stopped."""
LAST_LOOK_S: Final = 5.0
"""So long the result of a match is shown before a program ends in which a bot plays."""


class Desk(Protocol):
    """Where a visit shows what it has to say and to ask."""

    def say(self, text: str, *, urgent: bool = False) -> None:
        """Show a line for a while."""
        ...

    def alert(self, notice: Notice, own_seat: int | None) -> None:
        """Ring or flash, if ``notice`` needs the person and these are wanted."""
        ...

    def ask(self, dialog: Dialog) -> None:
        """Show a dialog."""
        ...

    def offer(self, dialog: Dialog) -> None:
        """Show a dialog if none is open."""
        ...

    def withdraw(self, *purposes: type[Purpose]) -> None:
        """Close the dialog of one of these purposes, if it is shown."""
        ...

    def done_waiting(self) -> None:
        """Close the dialog that says that something is under way, if it is shown."""
        ...

    def touch(self) -> None:
        """Something that is seen may have changed."""
        ...


class Visit:
    """One running node with who sits at it."""

    def __init__(self, running: RunningNode, surroundings: Surroundings, start: Start, desk: Desk) -> None:
        self.running = running
        self.situation = Situation(surroundings.keys)
        self.playing = Playing(running, desk.say, surroundings.keys.ways)
        self.over = trio.Event()
        """Nothing more is to be done at this node: the table that it was for is left, or its match is over."""
        self.next: Start | None = None
        """What comes after it, if not the lobby."""
        self.last_words = ""
        guided = isinstance(start.errand, AgainstBots) and start.errand.guided
        self.course = Course() if guided else Course(LAST + 1)
        """What is explained to the person, in a guided game."""
        self._start = start
        self._surroundings = surroundings
        self._desk = desk
        self._player: BotPlayer | None = start.player
        self._signal = StartSignal()
        self._busy = ""
        self._under_way = trio.CancelScope()
        self._wanted = b""
        self._code = ""
        self._callers: dict[bytes, CallerAsks] = {}
        self._leaving = False
        self._nursery: trio.Nursery | None = None

    @property
    def auto(self) -> bool:
        """Whether a bot plays at the own place."""
        return self._player is not None

    @property
    def _was_for_one_table(self) -> bool:
        """Whether the lobby at this node would stay empty: another node has to run for it."""
        match self._start.errand:
            case AgainstBots() | AtTable(discovery=False):
                return True
            case _:
                return False

    @property
    def asked(self) -> Asked:
        """What is under way."""
        return Asked(self.playing.storing, self._busy)

    # ---- running

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Hear and watch the node for a block, in which tables can be found, joined, watched and left."""
        async with self.running.open_notices() as notices, trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._watch)
            nursery.start_soon(keep_ready, self.running, self._start.readiness)
            if self._player is None:
                nursery.start_soon(self.playing.fill_gaps)
            else:
                nursery.start_soon(play_by_bot, self.running, self._player, self._signal)
            nursery.start_soon(self._hear, notices)
            yield
            nursery.cancel_scope.cancel()

    def end(self, following: Start) -> None:
        """End it, and go on with ``following``."""
        self.next = following
        self.over.set()

    def begin(self) -> None:
        """Set out on the errand that the program was started for."""
        match self._start.errand:
            case AgainstBots(bots, level, options):
                self._play_bots(bots, level, options)
            case AtOwnTable(name, options, admission):
                self.open_table(name, options, admission)
            case AtTable(where, watch, code=code):
                self._code = code
                self.find(where, watch=watch)

    async def _hear(self, notices: AsyncIterator[Notice]) -> None:
        async for notice in notices:
            self.situation.heard(notice, self.running.node, now_us())
            self.course = self.course.after(notice, self.running.node.own_seat)
            if not self.auto:
                self._desk.alert(notice, self.running.node.own_seat)
            await self._take(notice)
            self._desk.touch()

    async def _take(self, notice: Notice) -> None:
        match notice:
            case RoundStarts() | RoundResumed():
                self._signal.told(notice, now_us())
            case JoinWaiting() | JoinAsks() | CodeWanted() | CodeWaits():
                self._hear_at_the_door(notice)
            case CallerAsks() | CallerGone():
                self._hear_of_caller(notice)
            case JoinFailed(reason):
                self._settle()
                if reason == "full":
                    self._desk.ask(ask_to_watch(self._wanted, self._name_of(self._wanted)))
            case Frozen(may_go_on=True) if not self.auto:
                self._desk.offer(ask_to_go_on(notice, self.running.node.predicted))
            case Thawed():
                self._desk.withdraw(ToGoOn)
            case KickedOut():
                self._desk.ask(tell_of_kick())
            case Left():
                self._leaving = False
                self._settle()
                self._desk.withdraw(ToSay, ToMute)
                if self._was_for_one_table:
                    self.over.set()
            case MatchEnded() if self.auto:
                self._set_going(self._end_soon)

    def _hear_at_the_door(self, notice: JoinWaiting | JoinAsks | CodeWanted | CodeWaits) -> None:
        match notice:
            case JoinWaiting():
                text = _("A round is being played at that table: you get a seat when it is over.")
            case JoinAsks():
                text = _("Those who sit at that table are asked whether you may join them.")
            case CodeWaits():
                text = code_line(notice)
            case CodeWanted(wrong):
                # Nothing goes on until the person has found the code.
                self._settle()
                self._busy = _("a code is asked for")
                self._desk.ask(ask_for_code(code_line(notice) if wrong else ""))
                return
        self._busy = _("waiting for a seat")
        self._desk.ask(tell_of_wait(text))

    def _hear_of_caller(self, notice: CallerAsks | CallerGone) -> None:
        if isinstance(notice, CallerGone):
            self._callers.pop(notice.peer, None)
            self._desk.withdraw(ToAdmit)
        elif self.auto:
            self.admit(notice.peer, yes=True)
        else:
            self._callers[notice.peer] = notice
        self._ask_about_callers()

    def _ask_about_callers(self) -> None:
        """One question after the other, and none over another one."""
        if self._callers:
            self._desk.offer(ask_to_admit(next(iter(self._callers.values()))))

    async def _watch(self) -> None:
        """Take in every change of the node; never returns."""
        while True:
            node = self.running.node
            if node.predicted is not None and self._busy and not self._leaving:
                self._settle()
            self.situation.looked(node, now_us())
            self._ask_about_callers()
            self._desk.touch()
            await wait_for_change(self.running)

    # ---- tables

    def open_table(self, name: str, options: Options, admission: Admission = "open") -> None:
        """Open a table and sit down at it."""
        self.running.submit(OpenTable(name, options, admission))

    def join(self, table: bytes) -> None:
        """Take a seat."""
        self._want(JoinTable(table, self._given_code()), table, _("looking for a seat"))

    def admit(self, peer: bytes, *, yes: bool) -> None:
        """The person says yes or no to somebody who asks for a seat."""
        self._callers.pop(peer, None)
        self.running.submit(Admit(peer, yes))
        self._ask_about_callers()

    def show_code(self, code: str) -> None:
        """The person knows the code of the private table that it wants to join or watch."""
        self._set_out(_("showing the code"))
        self.running.submit(ShowCode(code))
        self._set_going(self._give_up_when_gone, self._under_way)

    def _given_code(self) -> str:
        """The code that the program was started with: it is for one table."""
        code, self._code = self._code, ""
        return code

    def watch_table(self, table: bytes) -> None:
        """Look on."""
        words = _("looking for somebody at the table who shows it")
        self._want(WatchTable(table, self._given_code()), table, words)
        self._set_going(self._tell_when_gone, table)

    def find(self, where: str | None, *, watch: bool = False, asked_in_form: bool = False) -> None:
        """Take a seat (or look on) at the table that ``where`` means."""
        self._set_out(_("looking for the table"))
        self._set_going(self._find, where, watch, asked_in_form)

    def _play_bots(self, bots: int, level: str, options: Options) -> None:
        """Open a table, and have it joined by bots."""
        self.running.submit(OpenTable(self._start.name, options))
        table = self.running.node.predicted
        assert table is not None, "who opens a table sits at it"
        self._set_going(self._surroundings.run_bots, self.running, bots, level, table.table)

    def stop_waiting(self) -> None:
        """Give up what is under way."""
        if self._busy:
            self._settle()
            self.running.submit(LeaveTable())

    def leave(self) -> None:
        """Leave the table; the others go on."""
        if not self._leaving:
            self._leaving = True
            self._busy = _("leaving the table")
            self._desk.say(_("leaving the table..."))
            self.running.submit(LeaveTable())

    # ---- what takes time

    def _want(self, intent: Intent, table: bytes, words: str) -> None:
        self._set_out(words)
        self._wanted = table
        self.running.submit(intent)
        self._set_going(self._give_up_when_gone, self._under_way)

    def _set_out(self, words: str) -> None:
        self._settle()
        self._busy = words
        self._under_way = trio.CancelScope()
        self._set_going(self._be_patient, self._under_way, words)

    def _settle(self) -> None:
        """Nothing is under way any more."""
        if self._busy:
            self._busy = ""
            self._desk.done_waiting()
            self._desk.withdraw(ToShowCode)
        self._under_way.cancel()

    def _set_going(self, work: Callable[..., Awaitable[None]], *arguments: object) -> None:
        assert self._nursery is not None, "the visit runs"
        self._nursery.start_soon(work, *arguments)

    async def _be_patient(self, under_way: trio.CancelScope, words: str) -> None:
        await trio.sleep(PATIENCE_S)
        if not under_way.cancel_called and self._busy == words:
            self._desk.ask(tell_of_wait(words))

    async def _find(self, where: str | None, watch: bool, asked_in_form: bool) -> None:
        found: bytes | str = ""
        with self._under_way as under_way:
            found = await self._surroundings.find_table(self.running, where)
        if under_way.cancelled_caught:
            return
        self._settle()
        if isinstance(found, bytes):
            if watch:
                self.watch_table(found)
            else:
                self.join(found)
        elif asked_in_form:
            self._desk.ask(ask_for_address(where or "", found))
        elif self._was_for_one_table:
            self.last_words = found
            self.over.set()
        else:
            self._desk.say(found)

    async def _give_up_when_gone(self, under_way: trio.CancelScope) -> None:
        """Stop waiting for a table that nobody tells of any more."""
        table = self._wanted

        def still_wanted() -> bool:
            return self.running.node.predicted is None and not under_way.cancel_called

        if await until_gone(self.running, lambda: table, still_wanted):
            self.stop_waiting()
            self._desk.say(_("that table is gone: nobody at it answers"))

    async def _tell_when_gone(self, table: bytes) -> None:
        """Say so while nobody shows the table that is watched."""

        def still_watched() -> bool:
            return self.running.node.watching and self._wanted == table

        while await until_gone(self.running, lambda: table, still_watched):
            self._desk.say(_("nobody at this table answers any more: what you see is old"), urgent=True)

    async def _end_soon(self) -> None:
        await trio.sleep(LAST_LOOK_S)
        self.over.set()

    def _name_of(self, table: bytes) -> str:
        """What the table is called by those who sit at it; empty if nobody does."""
        cards = (peer.card for peer in self.running.node.peers.values())
        return next((printable(card.name) for card in cards if card is not None and card.table == table), "")

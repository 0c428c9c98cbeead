"""Wishes of the person, carried out: what each action means, by what is before them.

A dialog that is open gets the actions first. Leaving asks first in the middle of a round, and only there.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from p2p_ligretto.game.cards import MAX_SEATS
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.intents import ForceStart, SetReady
from p2p_ligretto.node.readiness import host_with_seats
from p2p_ligretto.node.table import DEALING, Phase
from p2p_ligretto.runtime.seated import now_us
from p2p_ligretto.speech.table_rules import no_hints_line
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import (
    Action,
    Back,
    Call,
    Change,
    Confirm,
    Emote,
    EndRound,
    FillSlot,
    Force,
    GoOn,
    Help,
    Hints,
    JoinAddress,
    Kick,
    Learn,
    Move,
    Mute,
    NextLesson,
    OpenTable,
    Pause,
    PlayBots,
    PlayFrom,
    PlayOn,
    Quit,
    Ready,
    Rename,
    Select,
    StoreFrom,
    SwitchAlerts,
    Talk,
    Turn,
    Type,
    VoteAbsent,
    Watch,
)
from p2p_ligretto.tui.affairs import Affairs
from p2p_ligretto.tui.desk import Desk
from p2p_ligretto.tui.dialogs import (
    Dialog,
    Fault,
    Purpose,
    ToAdmit,
    ToChoose,
    ToEndRound,
    ToGoOn,
    ToJoinAddress,
    Told,
    ToLeave,
    ToMute,
    ToOpen,
    ToPlayBots,
    ToRename,
    ToSay,
    ToShowCode,
    ToVote,
    ToWatch,
    Waiting,
)
from p2p_ligretto.tui.key_bindings import action_for
from p2p_ligretto.tui.playing import GameAction
from p2p_ligretto.tui.questions import (
    admission_of,
    ask_for_address,
    ask_for_bots,
    ask_for_name,
    ask_to_leave,
    ask_to_open,
    ask_to_watch,
    bots_of,
    code_of,
    name_of,
    table_of,
)
from p2p_ligretto.tui.surroundings import AgainstBots, Start, first_game
from p2p_ligretto.tui.talking import Talking
from p2p_ligretto.tui.visit import Visit

Answer = TypeVar("Answer")

SETTLE_US: Final = 1_000_000
"""Keys that are meant for the round that has just ended must not say "ready"; nor may a held key say it on and off."""
MID_ROUND: Final = DEALING | {Phase.PLAYING, Phase.CLOSING}


class Wishes:
    """Carries out what is asked at ``desk``."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._affairs = Affairs(desk)
        self._talking = Talking(desk)
        self._ready_said_us = 0
        self._played_us = 0
        """When a key was pressed last with which one plays."""

    def type(self, key: str) -> None:
        """Do what ``key`` asks for on what is on screen."""
        action = action_for(self._desk.view(), key, self._desk.keys)
        plays = key in self._desk.keys.playing
        if isinstance(action, Ready) and plays and self._still_plays():
            action = None
        if plays:
            self._played_us = now_us()
        if action is not None:
            self.obey(action)

    def _still_plays(self) -> bool:
        """Whether the hands may still be in the round that has ended: the scores are new, or the keys never rested."""
        since_us = self._desk.scores_since_us
        return since_us is not None and now_us() - max(since_us, self._played_us) < SETTLE_US

    def obey(self, action: Action) -> None:
        """Carry out ``action``."""
        match action:
            case Help():
                self._desk.help = not self._desk.help
            case Quit() if self._desk.dialog is None or not isinstance(self._desk.dialog.purpose, ToLeave):
                self._leave(ends_program=True)
            case _ if self._desk.dialog is not None:
                self._answer(self._desk.dialog, action)
            case PlayFrom() | PlayOn() | FillSlot() | StoreFrom() | Turn() | Call():
                self._play(action)
            case Ready() | Force():
                self._get_ready(action)
            case Pause() | EndRound() | VoteAbsent() | Kick() | GoOn():
                self._affairs.obey(action)
            case Hints():
                self._switch_hints()
            case NextLesson():
                self._go_to_next_lesson()
            case Talk() | Mute():
                self._talking.obey(action)
            case SwitchAlerts():
                self._desk.switch_alerts()
            case Back():
                self._go_back()
            case _:
                self._look_around(action)

    def _look_around(self, action: Action) -> None:
        """What is done in the lobby."""
        visit = self._desk.visit
        match action:
            case OpenTable():
                self._desk.ask(ask_to_open(self._desk.name))
            case PlayBots():
                self._desk.ask(ask_for_bots())
            case Learn() if visit is not None:
                visit.end(first_game(self._desk.name))
            case JoinAddress():
                self._desk.ask(ask_for_address())
            case Rename():
                self._desk.ask(ask_for_name(self._desk.name))
            case Move(by) if visit is not None:
                visit.situation.found = visit.situation.found.moved(by)
            case Select(index) if visit is not None:
                visit.situation.found = visit.situation.found.selected(index)
            case Confirm() | Watch() if visit is not None:
                self._sit_down(visit, watch=isinstance(action, Watch))

    def _sit_down(self, visit: Visit, *, watch: bool) -> None:
        chosen = visit.situation.found.chosen_table
        if chosen is None:
            self._desk.say(
                _("no table is chosen: open one with {open}, or join by address with {address}").format(
                    open=self._desk.keys.shown("open"), address=self._desk.keys.shown("address")
                )
            )
        elif watch:
            visit.watch_table(chosen.card.table)
        elif len(chosen.card.players) >= MAX_SEATS and chosen.card.phase != "playing":
            self._desk.ask(ask_to_watch(chosen.card.table, chosen.card.name))
        else:
            visit.join(chosen.card.table)

    def _play(self, action: GameAction) -> None:
        if self._desk.visit is None:
            return
        if self._desk.visit.auto:
            self._desk.say(_("a bot plays here: {key} leaves").format(key=self._desk.keys.shown("quit")))
        else:
            self._desk.visit.situation.hush()
            self._desk.visit.playing.obey(action)

    def _get_ready(self, action: Ready | Force) -> None:
        visit, now = self._desk.visit, now_us()
        if visit is None:
            return
        if isinstance(action, Force):
            visit.running.submit(ForceStart())
            return
        table, seat = visit.running.node.predicted, visit.running.node.own_seat
        is_ready = table is not None and seat in table.ready
        if not is_ready or now - self._ready_said_us >= SETTLE_US:
            self._ready_said_us = now
            visit.running.submit(SetReady(not is_ready))

    def _switch_hints(self) -> None:
        table = None if self._desk.visit is None else self._desk.visit.running.node.predicted
        if table is not None and not table.options.hints:
            self._desk.say(no_hints_line())
            return
        self._desk.hints = not self._desk.hints
        self._desk.say(_("cards that fit are marked") if self._desk.hints else _("no card is marked any more"))

    def _go_to_next_lesson(self) -> None:
        if self._desk.visit is not None:
            self._desk.visit.course = self._desk.visit.course.skipped()

    # ---- leaving

    def _go_back(self) -> None:
        if self._desk.visit is None or self._desk.visit.playing.store_nothing():
            return
        self._leave(ends_program=False)

    def _leave(self, *, ends_program: bool) -> None:
        if self._desk.visit is not None and _plays(self._desk.visit):
            self._desk.ask(ask_to_leave(ends_program=ends_program))
        else:
            self._do_leave(ends_program=ends_program)

    def _do_leave(self, *, ends_program: bool) -> None:
        if ends_program:
            self._desk.quits = True
            if self._desk.visit is not None:
                self._desk.visit.over.set()
        elif self._desk.visit is not None and self._desk.visit.running.node.predicted is not None:
            self._desk.visit.leave()

    # ---- dialogs

    def _answer(self, dialog: Dialog, action: Action) -> None:
        match action:
            case Type(text):
                self._desk.ask(dialog.typed(text))
            case Change(by):
                self._desk.ask(dialog.changed(by))
            case Move(by):
                self._desk.ask(dialog.moved(by))
            case Select(index):
                self._desk.ask(dialog.selected(index))
            case Emote(number):
                self._talking.say_emote(number)
            case Back():
                self._desk.ask(None)
                if self._desk.visit is not None:
                    self._declined(dialog.purpose, self._desk.visit)
            case Confirm() if self._desk.visit is not None:
                self._confirm(dialog, self._desk.visit)

    def _declined(self, purpose: Purpose, visit: Visit) -> None:
        if isinstance(purpose, Waiting | ToShowCode):
            visit.stop_waiting()
        elif isinstance(purpose, ToAdmit):
            visit.admit(purpose.peer, yes=False)

    def _confirm(self, dialog: Dialog, visit: Visit) -> None:
        match dialog.purpose:
            case ToOpen():
                self._take(dialog, table_of(dialog), lambda table: visit.open_table(*table, admission_of(dialog)))
            case ToPlayBots():
                self._take(dialog, bots_of(dialog), lambda bots: visit.end(_against(self._desk.name, *bots)))
            case ToShowCode():
                self._take(dialog, code_of(dialog), visit.show_code)
            case ToRename():
                self._take(dialog, name_of(dialog), lambda name: self._rename(name, visit))
            case ToJoinAddress():
                self._desk.ask(None)
                visit.find(dialog.value("address").strip(), asked_in_form=True)
            case ToLeave(ends_program):
                self._desk.ask(None)
                self._do_leave(ends_program=ends_program)
            case ToAdmit(peer):
                self._desk.ask(None)
                visit.admit(peer, yes=True)
            case ToWatch(table):
                self._desk.ask(None)
                visit.watch_table(table)
            case Told():
                self._desk.ask(None)
            case ToEndRound() | ToChoose() | ToVote() | ToGoOn():
                self._affairs.answered(dialog, dialog.purpose)
            case ToSay() | ToMute():
                self._talking.answered(dialog, dialog.purpose)

    def _take(self, dialog: Dialog, answer: Answer | Fault, use: Callable[[Answer], None]) -> None:
        """Do what was answered, or show what is wrong with it."""
        if isinstance(answer, Fault):
            self._desk.ask(dialog.faulted(answer.name, answer.text))
        else:
            self._desk.ask(None)
            use(answer)

    def _rename(self, name: str, visit: Visit) -> None:
        if name != self._desk.name:
            self._desk.name = name
            visit.end(Start(name))


def _against(name: str, bots: int, level: str, options: Options) -> Start:
    return Start(name, AgainstBots(bots, level, options), host_with_seats(bots + 1))


def _plays(visit: Visit) -> bool:
    """Whether the person is in a round that is being played."""
    table, seat = visit.running.node.predicted, visit.running.node.own_seat
    return table is not None and table.phase in MID_ROUND and seat in table.players

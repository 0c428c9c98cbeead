"""What the program has before it: the running node, the open dialog, and the view that follows from it all."""

from dataclasses import replace

import trio

from p2p_ligretto.node.notices import Notice
from p2p_ligretto.runtime.addresses import format_address
from p2p_ligretto.runtime.seated import now_us
from p2p_ligretto.speech.lessons import LESSONS
from p2p_ligretto.tui.alerts import Alerts
from p2p_ligretto.tui.dialogs import ABOUT_A_ROUND, Dialog, Purpose, Waiting
from p2p_ligretto.tui.keymap import Keymap
from p2p_ligretto.tui.situation import TICK_US
from p2p_ligretto.tui.views import Flight, GameView, LessonView, LobbyView, ScoresView, Screen, View
from p2p_ligretto.tui.visit import Visit


class Desk:
    """``visit`` is None while no node runs. ``changed`` is set when what is seen may have changed."""

    def __init__(self, name: str, keys: Keymap, alerts: Alerts, *, hints: bool = True, motion: bool = True) -> None:
        self.name = name
        self.keys = keys
        self._alerts = alerts
        self.visit: Visit | None = None
        self.dialog: Dialog | None = None
        self.help = False
        self.hints = hints
        """The person wants the cards marked that fit."""
        self._motion = motion
        """The person wants to see own cards on their way."""
        self.quits = False
        """The person wants to end the program."""
        self.words = ""
        """A line for when the next node runs."""
        self.changed = trio.Event()
        self.scores_since_us: int | None = None
        """Since when the scores are shown."""

    def arrive(self, visit: Visit) -> None:
        """A node runs."""
        words, self.words = self.words, ""
        self.visit = visit
        if words:
            self.say(words)
        self.touch()

    def view(self) -> View:
        """The view as it is to be drawn now."""
        screen, notice = self._screen()  # first: it may close the dialog
        now = now_us()
        talk = () if self.visit is None else self.visit.situation.talk_at(now)
        form = None if self.dialog is None else self.dialog.form()
        lesson = self._lesson(screen)
        rings, flashes = self._alerts.rings, self._alerts.flashes(now)
        return View(screen, form, self.help, notice, lesson, talk, rings, flashes, self._flights(screen, now))

    def _flights(self, screen: Screen, now: int) -> tuple[Flight, ...]:
        if not self._motion or self.visit is None or not isinstance(screen, GameView):
            return ()
        return self.visit.situation.flights_at(now)

    def _lesson(self, screen: Screen) -> LessonView | None:
        visit = self.visit
        if visit is None or visit.course.over or not isinstance(screen, GameView | ScoresView):
            return None
        node, at = visit.running.node, visit.course.at
        state = None if node.predicted is None else node.predicted.round
        text = visit.course.words(state, node.own_seat, self.keys.ways)
        return LessonView(at + 1, len(LESSONS), text, may_skip=visit.course.skipped() != visit.course)

    def _screen(self) -> tuple[Screen, str]:
        visit, now = self.visit, now_us()
        if visit is None:
            return LobbyView(self.name, (), (), ()), self.words
        addresses = [format_address(address) for address in visit.running.addresses]
        asked = replace(visit.asked, hints=self.hints)
        screen = visit.situation.screen(visit.running, self.name, addresses, now, asked)
        if not isinstance(screen, ScoresView):
            self.scores_since_us = None
        elif self.scores_since_us is None:
            self.scores_since_us = now
            visit.situation.hush()
            if self.dialog is not None and isinstance(self.dialog.purpose, ABOUT_A_ROUND):
                self.dialog = None  # the round that it asks about is over
        message = visit.situation.message_at(now)
        return screen, "" if message is None else message.text

    @property
    def next_look_us(self) -> int:
        """How long what is on screen stays as it is, if nothing happens."""
        now = now_us()
        if self.visit is None:
            return TICK_US
        situation = self.visit.situation
        look_again = situation.look_again_us(self.visit.running.node, now)
        if self._motion and (next_flight := situation.next_flight_us(now)) is not None:
            look_again = min(look_again, next_flight)
        return (min(look_again, self._alerts.flash_until_us) if self._alerts.flashes(now) else look_again) - now

    # ---- what is shown

    def alert(self, notice: Notice, own_seat: int | None) -> None:
        """Ring or flash, if ``notice`` is about something that needs the person, and these are wanted."""
        self._alerts = self._alerts.after(notice, own_seat, now_us())

    def switch_alerts(self) -> None:
        """The bell, the flash, both or neither from now on, one after the other."""
        self._alerts = self._alerts.switched()
        self.say(self._alerts.line)

    def say(self, text: str, *, urgent: bool = False) -> None:
        """Show a line for a while."""
        if self.visit is None:
            self.words = text
        else:
            self.visit.situation.say(text, now_us(), urgent=urgent)
        self.touch()

    def ask(self, dialog: Dialog | None) -> None:
        """Show a dialog instead of the one that may be open; None for none."""
        self.dialog = dialog
        self.touch()

    def offer(self, dialog: Dialog) -> None:
        """Ask something that the person has not asked for: not while another dialog is open."""
        if self.dialog is None:
            self.ask(dialog)

    def withdraw(self, *purposes: type[Purpose]) -> None:
        """Close the dialog of one of these purposes, if it is shown: its question is answered, or no more of use."""
        if self.dialog is not None and isinstance(self.dialog.purpose, purposes):
            self.ask(None)

    def done_waiting(self) -> None:
        """Close the dialog that says that something is under way, if it is shown."""
        self.withdraw(Waiting)

    def touch(self) -> None:
        """Something that is seen may have changed."""
        self.changed.set()

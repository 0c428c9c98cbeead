"""A replay on the screen: what the keys do to the playhead, and time that lets it run.

Nothing is decided by how fast the terminal is: while it runs it goes on by the time that has passed.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import trio

from p2p_ligretto.playback.playhead import Playhead
from p2p_ligretto.playback.recording import Recording
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import (
    Action,
    Curves,
    Faster,
    Help,
    Move,
    NextView,
    PlayOrStop,
    Quit,
    Step,
    ToContest,
    ToEnd,
    ToRound,
)
from p2p_ligretto.tui.app import Shown
from p2p_ligretto.tui.key_bindings import action_for
from p2p_ligretto.tui.keys import Key, Paste, Typed
from p2p_ligretto.tui.view_model.replay import replay_view
from p2p_ligretto.tui.views import View

TICK_S: Final = 0.05
"""So often it is looked at while it runs."""


def first_replay_view(recording: Recording, own_seat: int | None) -> View:
    """What is shown first: the first deal."""
    return View(replay_view(Playhead(recording).to_start(), own_seat))


async def run_replay(shown: Shown, recording: Recording, own_seat: int | None, interrupt: Callable[[], None]) -> int:
    """Show ``recording`` until the person quits; the exit code. Ctrl-C is for ``interrupt``."""
    await _Replay(shown, recording, own_seat, interrupt).run()
    return 0


class _Replay:
    def __init__(self, shown: Shown, recording: Recording, own_seat: int | None, interrupt: Callable[[], None]) -> None:
        self._shown = shown
        self._interrupt = interrupt
        self._playhead = Playhead(recording).to_start()
        self._places = (None, *_seats_that_played(recording))
        self._own_seat = own_seat
        self._curves = False
        self._help = False
        self._notice = ""
        self._changed = trio.Event()

    async def run(self) -> None:
        """Until the person quits."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._keep_drawing)
            await self._obey_keys()
            nursery.cancel_scope.cancel()

    def _view(self) -> View:
        screen = replay_view(self._playhead, self._own_seat, curves=self._curves, notice=self._notice)
        return View(screen, help=self._help)

    async def _keep_drawing(self) -> None:
        drawn: View | None = None
        looked = trio.current_time()
        while True:
            self._changed = trio.Event()
            now = trio.current_time()
            self._playhead = self._playhead.after(round((now - looked) * 1_000_000))
            looked = now
            view = self._view()
            if view != drawn:
                drawn = view
                await self._shown.draw(view)
            with trio.move_on_after(TICK_S if self._playhead.playing else float("inf")):
                await self._changed.wait()

    async def _obey_keys(self) -> None:
        async for typed in self._shown.typed:
            if typed == Key("c-c"):
                self._interrupt()
                continue
            action = self._meant(typed)
            if isinstance(action, Quit):
                return
            if action is not None:
                self._obey(action)
                self._changed.set()

    def _meant(self, typed: Typed) -> Action | None:
        """A click is what was clicked on; the wheel goes step by step."""
        match typed:
            case Key(name):
                return action_for(self._view(), name)
            case Paste():
                return None
            case Move(by):
                return None if self._help else Step(by)
            case action:
                return action if not self._help or isinstance(action, Help | Quit) else None

    def _obey(self, action: Action) -> None:
        before, self._notice = self._playhead, ""
        match action:
            case Help():
                self._help = not self._help
            case Curves():
                self._curves = not self._curves
            case NextView(by):
                place = self._places.index(self._own_seat) if self._own_seat in self._places else 0
                self._own_seat = self._places[(place + by) % len(self._places)]
            case _:
                self._playhead = _moved(before, action)
        if isinstance(action, ToContest) and replace(before, playing=False) == self._playhead:
            self._notice = _("no contested card after this") if action.by > 0 else _("no contested card before this")


def _moved(playhead: Playhead, action: Action) -> Playhead:
    """The playhead after ``action``; where it was for those that mean nothing here, as a click on a card."""
    match action:
        case PlayOrStop():
            return playhead.toggled()
        case Step(by):
            return playhead.stepped(by)
        case Faster(by):
            return playhead.faster(by)
        case ToContest(by):
            return playhead.to_contest(by)
        case ToRound(by):
            return playhead.to_round(by)
        case ToEnd(by):
            return playhead.to_end() if by > 0 else playhead.to_start()
        case _:
            return playhead


def _seats_that_played(recording: Recording) -> tuple[int, ...]:
    return tuple(sorted({seat for played in recording.rounds for seat in played.dealt.players}))

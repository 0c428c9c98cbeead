"""Wishes of the person at the score pad, carried out: what each action means, by what is before them.

What is entered is kept at once; where that fails the screen says so until it succeeds, and quitting asks first.
"""

from collections.abc import Callable

from p2p_ligretto.game.drawn import drawn
from p2p_ligretto.scorepad.keeping import Keeper
from p2p_ligretto.scorepad.pad import Pad, acted, clean_title, redo, retitled, undo
from p2p_ligretto.scorepad.sheet import MOST_PLAYERS, Act, AddPlayer, Reason, Refused
from p2p_ligretto.scorepad.sheet import AddRound as NewRound
from p2p_ligretto.scorepad.sheet import RemovePlayer as Removal
from p2p_ligretto.scorepad.sheet import RenamePlayer as Renaming
from p2p_ligretto.speech.score_pad import act_words, free_title, player_name, refused_words, starter_words
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Action, Back, Change, Confirm, Help, Move, Quit, Select, Type
from p2p_ligretto.tui.dialogs import Dialog
from p2p_ligretto.tui.key_bindings import action_for
from p2p_ligretto.tui.scorepad.actions import (
    AddPlayers,
    CorrectRound,
    DeleteGame,
    DrawStarter,
    EnterRound,
    NewGame,
    Redo,
    RemovePlayer,
    RenamePlayer,
    Retitle,
    Undo,
)
from p2p_ligretto.tui.scorepad.desk import PadDesk
from p2p_ligretto.tui.scorepad.questions import (
    FIELD,
    Asked,
    ToAdd,
    ToBegin,
    ToDelete,
    ToEnter,
    ToQuit,
    ToRemove,
    ToRename,
    ToRetitle,
    ask_for_name,
    ask_for_players,
    ask_for_round,
    ask_for_title,
    ask_to_delete,
    ask_to_quit,
    ask_to_remove,
    round_of,
)
from p2p_ligretto.wire.printable import printable


class PadWishes:
    """Carries out what is asked at ``desk``. ``over`` says that the person wants to end the program."""

    def __init__(self, desk: PadDesk, keeper: Keeper, begin: Callable[[str], Pad], chance: Callable[[], int]) -> None:
        self.over = False
        self._desk = desk
        self._keeper = keeper
        self._begin = begin
        self._chance = chance

    def type(self, key: str) -> None:
        """Do what ``key`` asks for on what is on screen."""
        action = action_for(self._desk.view(), key)
        if action is not None:
            self.obey(action)

    def paste(self, text: str) -> None:
        """Type a text that was pasted at once."""
        if self._desk.asked is not None:
            self._type(self._desk.asked.dialog.typed(text))

    def obey(self, action: Action) -> None:
        """Carry out ``action``."""
        desk, pad = self._desk, self._desk.book.opened
        desk.notice = ""
        match action:
            case Help():
                desk.help = not desk.help
            case _ if desk.asked is not None:
                self._answer(desk.asked, action)
            case Quit():
                self.over = self._keeper.all_kept
                desk.asked = None if self.over else ask_to_quit()
            case _ if pad is None:
                self._among_games(action)
            case _:
                self._at_sheet(pad, action)
        desk.keep_in_sight()

    # ---- dialogs

    def _answer(self, asked: Asked, action: Action) -> None:
        dialog = asked.dialog
        match action:
            case Type(text):
                self._type(dialog.typed(text))
            case Move(by):
                self._type(dialog.moved(by) if dialog.entries else dialog)
            case Select(index):
                self._type(dialog.selected(index))
            case Back():
                self._desk.asked = None
            case Confirm():
                self._confirm(asked)

    def _type(self, dialog: Dialog) -> None:
        assert self._desk.asked is not None, "it is typed into"
        self._desk.asked = self._desk.asked.with_dialog(dialog)

    def _confirm(self, asked: Asked) -> None:
        desk, pad, purpose = self._desk, self._desk.book.opened, asked.purpose
        typed = asked.dialog.value(FIELD) if [field.name for field in asked.dialog.entries] == [FIELD] else ""
        match purpose:
            case ToQuit():
                self.over = True
            case ToBegin():
                self._begin_game(asked, typed)
            case ToRetitle(pad_id):
                self._retitle(asked, pad_id, typed)
            case ToDelete(pad_id):
                self._delete(pad_id)
            case ToAdd() if pad is not None:
                self._add(pad, typed)
            case ToRename(place) if pad is not None:
                self._act(pad, Renaming(place, player_name(typed)), asked)
            case ToRemove(place) if pad is not None:
                self._act(pad, Removal(place), asked)
            case ToEnter() if pad is not None:
                act = round_of(asked)
                if isinstance(act, Asked):
                    desk.asked = act
                else:
                    self._act(pad, act, asked)
                    desk.round = purpose.number

    def _act(self, pad: Pad, act: Act, asked: Asked) -> None:
        after = acted(pad, act)
        if isinstance(after, Pad):
            self._desk.asked = None
            self._keep(after)
        elif asked.dialog.entries:
            self._desk.asked = asked.faulted(after)
        else:
            self._desk.asked = None
            self._desk.notice = refused_words(after)

    # ---- games

    def _among_games(self, action: Action) -> None:
        desk = self._desk
        chosen = desk.book.pads[desk.chosen] if desk.book.pads else None
        match action:
            case Move(by):
                desk.chosen += by
            case Select(index):
                desk.chosen = index
            case NewGame():
                desk.asked = ask_for_title(free_title(desk.book))
            case Confirm() if chosen is None:
                desk.asked = ask_for_title(free_title(desk.book))
            case Confirm() if chosen is not None:
                desk.open(chosen)
            case Retitle() if chosen is not None:
                desk.asked = ask_for_title(chosen.title, chosen)
            case DeleteGame() if chosen is not None:
                desk.asked = ask_to_delete(chosen)

    def _begin_game(self, asked: Asked, typed: str) -> None:
        title = clean_title(typed)
        if not title:
            self._desk.asked = asked.faulted(Refused(Reason.NO_NAME))
            return
        pad = self._begin(title)
        self._keep(pad)
        self._desk.open(pad)
        self._desk.asked = ask_for_players(pad)

    def _retitle(self, asked: Asked, pad_id: str, typed: str) -> None:
        desk = self._desk
        open_id, pad = desk.book.open_id, desk.book.opening(pad_id).opened
        assert pad is not None, "it was asked about"
        after = retitled(pad, typed)
        if isinstance(after, Refused):
            desk.asked = asked.faulted(after)
            return
        desk.asked = None
        self._keep(after)
        desk.book = desk.book.opening(open_id)

    def _delete(self, pad_id: str) -> None:
        desk = self._desk
        desk.asked = None
        pad = desk.book.opening(pad_id).opened
        problem = self._keeper.remove(pad_id)
        if problem or pad is None:
            desk.notice = problem
            return
        desk.book = desk.book.without(pad_id)
        desk.notice = _("{title} is deleted").format(title=printable(pad.title))

    # ---- the sheet

    def _at_sheet(self, pad: Pad, action: Action) -> None:
        desk, players = self._desk, pad.sheet.players
        match action:
            case Move(by):
                desk.chosen += by
            case Select(index):
                desk.chosen = index
            case Change(by):
                desk.round += by
            case Back():
                desk.show_games()
            case Undo() | Redo():
                self._go_back_or_forth(pad, action)
            case DrawStarter() if players:
                desk.notice = starter_words(players[drawn(len(players), self._chance())])
            case _:
                desk.asked = self._question(pad, action)

    def _question(self, pad: Pad, action: Action) -> Asked | None:
        """What ``action`` asks for before anything is done; None where there is nothing to do."""
        players, rounds = pad.sheet.players, pad.sheet.rounds
        match action:
            case AddPlayers():
                return ask_for_players(pad)
            case EnterRound() if len(players) < 2:
                return ask_for_players(pad).faulted(Refused(Reason.TOO_FEW_PLAYERS))
            case EnterRound():
                return ask_for_round(pad, len(rounds))
            case CorrectRound() if rounds:
                return ask_for_round(pad, self._desk.round)
            case RenamePlayer() if players:
                return ask_for_name(pad, self._desk.chosen)
            case RemovePlayer() if players:
                return ask_to_remove(pad, self._desk.chosen)
            case Retitle():
                return ask_for_title(pad.title, pad)
            case _:
                return None

    def _go_back_or_forth(self, pad: Pad, action: Undo | Redo) -> None:
        back = isinstance(action, Undo)
        what = pad.last if back else pad.undone
        if what is None:
            self._desk.notice = _("there is nothing to take back") if back else _("there is nothing to enter again")
            return
        self._keep(undo(pad) if back else redo(pad))
        text = _("taken back: {what}") if back else _("entered again: {what}")
        self._desk.notice = text.format(what=act_words(what))
        if isinstance(what, NewRound) and self._desk.book.opened is not None:
            self._desk.round = len(self._desk.book.opened.sheet.rounds) - 1

    def _add(self, pad: Pad, typed: str) -> None:
        """All of them, or those up to the first that can't be: the others stay in the field."""
        names = [name.strip() for name in typed.split(",") if name.strip()]
        before, asked = pad, None
        for place, name in enumerate(names):
            after = acted(pad, AddPlayer(player_name(name)))
            if isinstance(after, Refused):
                asked = ask_for_players(pad, ", ".join(names[place:])).faulted(after)
                break
            pad = after
        if asked is None and names and len(pad.sheet.players) < MOST_PLAYERS:
            asked = ask_for_players(pad)
        self._desk.asked = asked
        if pad is not before:
            self._keep(pad)

    def _keep(self, pad: Pad) -> None:
        self._desk.book = self._desk.book.with_pad(pad)
        self._desk.problem = self._keeper.save(pad)

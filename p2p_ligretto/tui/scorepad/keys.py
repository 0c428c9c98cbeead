"""The keys of the score pad: what each does, how it is written; those worth knowing first come first.

They are the same for everybody: a person's own keys are those of the game.
"""

from collections.abc import Callable
from typing import Final

from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Action, Back, Change, Confirm, Help, Move, Quit
from p2p_ligretto.tui.key_tables import ENTER, Binding
from p2p_ligretto.tui.keymap import Keymap
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


def _letter(action: Action, letter: str, words: str, hint: str = "", *others: str) -> Binding:
    """A key for both cases of a letter."""
    keys = (letter, letter.upper(), *others)
    return Binding(tuple((key, action) for key in keys), letter, words, hint)


def _end() -> tuple[Binding, ...]:
    return (
        Binding((("?", Help()), ("f1", Help())), "?", _("show or hide these keys")),
        Binding((("q", Quit()), ("Q", Quit())), "q", _("end the program; all that was entered is kept")),
    )


def _games(_keys: Keymap) -> tuple[Binding, ...]:
    return (
        Binding((("up", Move(-1)), ("down", Move(1))), _("up, down"), _("choose a game")),
        Binding(tuple((key, Confirm()) for key in ENTER), _("enter"), _("open the chosen game"), _("open")),
        # Translators: "new" is a game.
        _letter(NewGame(), "n", _("begin a game"), _("new")),
        # Translators: "title" is that of a game.
        _letter(Retitle(), "t", _("call the chosen game otherwise"), _("title")),
        _letter(DeleteGame(), "x", _("delete the chosen game: it asks first"), _("delete")),
        *_end(),
    )


def _pad(_keys: Keymap) -> tuple[Binding, ...]:
    return (
        _letter(EnterRound(), "r", _("enter a round (enter too)"), _("round"), *ENTER),
        _letter(AddPlayers(), "a", _("add players"), _("add")),
        _letter(CorrectRound(), "c", _("correct the chosen round"), _("correct")),
        _letter(Undo(), "u", _("take back what was entered last"), _("undo")),
        _letter(Redo(), "y", _("enter again what was taken back"), _("redo")),
        _letter(DrawStarter(), "w", _("draw who starts"), _("who starts")),
        _letter(Back(), "g", _("all games (esc too)"), _("games"), "escape"),
        Binding((("up", Move(-1)), ("down", Move(1))), _("up, down"), _("choose a player")),
        Binding((("left", Change(-1)), ("right", Change(1))), _("left, right"), _("choose a round")),
        _letter(RenamePlayer(), "n", _("another name for the chosen player")),
        _letter(RemovePlayer(), "x", _("take the chosen player off the sheet: it asks first")),
        _letter(Retitle(), "t", _("give this game another title")),
        *_end(),
    )


PAD_PLACES: Final[dict[str, Callable[[Keymap], tuple[Binding, ...]]]] = {"games": _games, "pad": _pad}

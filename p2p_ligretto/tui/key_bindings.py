"""Which key does what on which screen: one table, from which keys are obeyed and the keys on screen are written.

Pure: ``action_for(view, key)`` with the key names of prompt_toolkit. A dialog takes all keys while it is open, and so
does the page of keys; only Ctrl-C always quits. A field that is typed into takes every character.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from p2p_ligretto.game.moves import DISCARD, STACK, row
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
    Quit,
    Ready,
    Rename,
    StoreFrom,
    Turn,
    Type,
    Watch,
)
from p2p_ligretto.tui.views import Form, GameView, LobbyView, ScoresView, TableLobbyView, View

ENTER: Final = ("enter", "c-m", "c-j")
TAB: Final = ("tab", "c-i")
BACK_TAB: Final = ("s-tab",)
BACKSPACE: Final = ("backspace", "c-h")


@dataclass(frozen=True, slots=True)
class Binding:
    """Keys that do one thing. ``shown``: how they are written; ``hint``: a word for the line of keys, or empty."""

    keys: tuple[str, ...]
    shown: str
    words: str
    action: Action
    hint: str = ""


def action_for(view: View, key: str) -> Action | None:
    """What ``key`` asks for on what is on screen; None if nothing."""
    if key == "c-c":
        return Quit()
    if view.help:
        return Help() if key in _CLOSES_HELP else None
    if isinstance(view.screen, GameView) and view.form is None:
        slot = _slot_action(view.screen, key)
        if slot is not None:
            return slot
    action = _table(_place(view)).get(key)
    if action is None and _typing(view.form) and len(key) == 1 and key.isprintable():
        return Type(key)
    return action


def bindings_for(view: View) -> tuple[Binding, ...]:
    """The keys of what is on screen, in the order in which they are worth knowing."""
    return _PLACES[_place(view)]()


_CLOSES_HELP: Final = frozenset({"?", "f1", "escape", "q", " ", *ENTER})


@cache
def _table(place: str) -> dict[str, Action]:
    """By key; the words, which depend on the language, are of no account here."""
    return {key: binding.action for binding in _PLACES[place]() for key in binding.keys}


def _typing(form: Form | None) -> bool:
    return form is not None and 0 <= form.chosen < len(form.fields) and form.fields[form.chosen].typed


def _place(view: View) -> str:
    if view.form is not None:
        if not view.form.fields:
            return "question"
        return "typing" if _typing(view.form) else "choosing"
    match view.screen:
        case LobbyView():
            return "lobby"
        case TableLobbyView(spectator=spectator):
            return "watching" if spectator else "table"
        case GameView(own=own, storing=storing):
            if own is None:
                return "watching"
            return "storing" if storing else "game"
        case ScoresView(rows=rows):
            return "scores" if any(each.own for each in rows) else "watching"


def _slot_action(game: GameView, key: str) -> Action | None:
    """A slot key fills the gap that it names; all other slots lay their card, or are stored upon."""
    if game.own is None or game.storing or len(key) != 1 or key not in "12345":
        return None
    slot = int(key) - 1
    return FillSlot(slot) if slot < len(game.own.row) and game.own.row[slot].card is None else None


# ---- the tables


def _help(key: str = "?") -> Binding:
    keys, shown = (("?", "f1"), "?") if key == "?" else ((key,), "F1")
    return Binding(keys, shown, _("show or hide these keys"), Help(), _("keys"))


def _quit(words: str) -> Binding:
    return Binding(("q", "Q"), "q", words, Quit(), _("quit"))


def _up_down(words: str) -> tuple[Binding, ...]:
    return (
        Binding(("up",), _("up"), words, Move(-1)),
        Binding(("down",), _("down"), words, Move(1)),
    )


def _lobby() -> tuple[Binding, ...]:
    return (
        *_up_down(_("choose a table")),
        Binding(ENTER, _("enter"), _("take a seat at the chosen table"), Confirm(), _("join")),
        Binding(("w", "W"), "w", _("watch the chosen table without a seat"), Watch(), _("watch")),
        Binding(("o", "O"), "o", _("open a table of your own"), OpenTable(), _("open")),
        Binding(("p", "P"), "p", _("play against bots on this laptop"), PlayBots(), _("play bots")),
        Binding(
            ("j", "J"), "j", _("join by address, when a table is not found by itself"), JoinAddress(), _("address")
        ),
        Binding(("n", "N"), "n", _("change your name"), Rename(), _("name")),
        _help(),
        _quit(_("end the program")),
    )


def _table_lobby() -> tuple[Binding, ...]:
    return (
        Binding(
            ("r", "R", " ", *ENTER), "r", _("ready, or not ready after all (space and enter too)"), Ready(), _("ready")
        ),
        Binding(("f", "F"), "f", _("deal now, whoever is not ready"), Force(), _("deal now")),
        *_leaving(),
    )


def _leaving() -> tuple[Binding, ...]:
    return (
        Binding(("l", "L"), "l", _("leave the table, back to the lobby"), Back(), _("leave")),
        _help(),
        _quit(_("leave the table and end the program")),
    )


def _game() -> tuple[Binding, ...]:
    slots = tuple(
        Binding(
            (str(slot + 1),),
            str(slot + 1),
            _("play the card in slot {number} of your row, or fill it if it is a gap").format(number=slot + 1),
            PlayFrom(row(slot)),
        )
        for slot in range(5)
    )
    return (
        *slots,
        Binding(("s",), "s", _("play the top of your stack, or fill a gap with it"), PlayFrom(STACK)),
        Binding(("d",), "d", _("play the top of your discard"), PlayFrom(DISCARD)),
        Binding((" ", *ENTER), _("space"), _("turn three hand cards (enter too)"), Turn()),
        Binding(("c", "C"), "c", _("call stop with an empty stack, where stopping is not automatic"), Call()),
        Binding(("S",), "S", _("store the top of your stack: a slot key says where"), StoreFrom(STACK)),
        Binding(("D",), "D", _("store the top of your discard: a slot key says where"), StoreFrom(DISCARD)),
        _help(),
        Binding(("q", "Q"), "q", _("leave: it asks first"), Quit(), _("quit")),
    )


def _storing() -> tuple[Binding, ...]:
    slots = tuple(
        Binding(
            (str(slot + 1),),
            str(slot + 1),
            _("store on the card in slot {number} of your row").format(number=slot + 1),
            PlayFrom(row(slot)),
        )
        for slot in range(5)
    )
    return (
        *slots,
        Binding(("escape",), _("esc"), _("store nothing after all"), Back(), _("not after all")),
        *_game()[5:],
    )


def _scores() -> tuple[Binding, ...]:
    return _table_lobby()


def _question() -> tuple[Binding, ...]:
    return (
        Binding((*ENTER, "y", "Y"), _("enter"), _("yes: do it (y too)"), Confirm()),
        Binding(("escape", "n", "N", "q"), _("esc"), _("no: go back (n too)"), Back()),
        _help(),
    )


def _form() -> tuple[Binding, ...]:
    return (
        Binding(("up", *BACK_TAB), _("up"), _("the field above"), Move(-1)),
        Binding(("down", *TAB), _("down"), _("the field below (tab too)"), Move(1)),
        Binding(ENTER, _("enter"), _("do it"), Confirm()),
        Binding(("escape",), _("esc"), _("go back, nothing is changed"), Back()),
    )


def _choosing() -> tuple[Binding, ...]:
    return (
        Binding(("left",), _("left"), _("the value before"), Change(-1)),
        Binding(("right", " "), _("right"), _("the next value (space too)"), Change(1)),
        *_form(),
        _help(),
    )


def _typing_keys() -> tuple[Binding, ...]:
    return (
        Binding(BACKSPACE, _("backspace"), _("delete the last character"), Type("\b")),
        *_form(),
        _help("f1"),
    )


_PLACES: Final[dict[str, Callable[[], tuple[Binding, ...]]]] = {
    "lobby": _lobby,
    "table": _table_lobby,
    "watching": _leaving,
    "game": _game,
    "storing": _storing,
    "scores": _scores,
    "question": _question,
    "choosing": _choosing,
    "typing": _typing_keys,
}

"""The keys of each place in the program: what each does, how it is written; those worth knowing first come first.

Which keys those are says a ``Keymap``; in dialogs, which ask everybody alike, they are always the same.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from p2p_ligretto.speech.talk import emote_words
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import Action, Back, Change, Confirm, Emote, Help, Move, Type, Watch
from p2p_ligretto.tui.keymap import ROW, Keymap

ENTER: Final = ("enter", "c-m", "c-j")
TAB: Final = ("tab", "c-i")
BACK_TAB: Final = ("s-tab",)
BACKSPACE: Final = ("backspace", "c-h")


@dataclass(frozen=True, slots=True)
class Binding:
    """Keys that belong together, each with what it does.

    ``shown`` is how they are written; ``hint`` is a word for the line of keys at the foot of a screen, or empty.
    """

    actions: tuple[tuple[str, Action], ...]
    shown: str
    words: str
    hint: str = ""

    @property
    def action(self) -> Action:
        """What the first key does: a click on the hint does it too."""
        return self.actions[0][1]


def _one(action: Action, *keys: str) -> tuple[tuple[str, Action], ...]:
    return tuple((key, action) for key in keys)


def _named(keys: Keymap, name: str, words: str, hint: str = "") -> Binding:
    """The keys that are for the action ``name``."""
    return Binding(keys.pressed(name), keys.shown(name), words, hint)


def _help(keys: Keymap) -> Binding:
    return _named(keys, "help", _("show or hide these keys"), _("keys"))


def _fixed_help(*keys: str) -> Binding:
    """Where what is asked has keys of its own, which always are the same."""
    return Binding(_one(Help(), *keys), "?" if "?" in keys else "F1", _("show or hide these keys"), _("keys"))


def _quit(keys: Keymap, words: str) -> Binding:
    return _named(keys, "quit", words, _("quit"))


def _lobby(keys: Keymap) -> tuple[Binding, ...]:
    return (
        Binding((("up", Move(-1)), ("down", Move(1))), _("up, down"), _("choose a table")),
        Binding(_one(Confirm(), *ENTER), _("enter"), _("take a seat at the chosen table"), _("join")),
        # Translators: what a key does: in the list of all keys, and (a word or two) in the line below the screen.
        _named(keys, "watch", _("watch the chosen table, without a seat"), _("watch")),
        _named(keys, "open", _("open a table of your own"), _("open")),
        _named(keys, "play_bots", _("play against bots on this laptop"), _("play bots")),
        _named(keys, "learn", _("learn the game: a guided round against a slow bot"), _("learn")),
        _named(keys, "address", _("join by address, if a table is not found by itself"), _("address")),
        _named(keys, "name", _("change your name"), _("name")),
        _help(keys),
        _quit(keys, _("end the program")),
    )


def _empty_lobby(keys: Keymap) -> tuple[Binding, ...]:
    """Without a table: what would be done at the chosen one is no hint, and says so when it is tried."""
    return tuple(replace(each, hint="") if isinstance(each.action, Confirm | Watch) else each for each in _lobby(keys))


def _ready(keys: Keymap) -> tuple[Binding, ...]:
    return (
        _named(keys, "ready", keys.with_others(_("ready, or not ready after all"), "ready"), _("ready")),
        _named(keys, "deal", _("deal now, whoever is not ready"), _("deal now")),
        *_company(keys),
        *_leaving(keys),
    )


def _leaving(keys: Keymap) -> tuple[Binding, ...]:
    return (
        _named(keys, "leave", _("leave the table, back to the lobby"), _("leave")),
        _help(keys),
        _quit(keys, _("leave the table and end the program")),
    )


def _slots(keys: Keymap, words: str) -> Binding:
    return Binding(keys.pressed(*ROW), keys.row(), words)


def _game(keys: Keymap) -> tuple[Binding, ...]:
    return (_slots(keys, _("play the card in that slot of your row, or fill a gap")), *_beside_slots(keys))


def _beside_slots(keys: Keymap) -> tuple[Binding, ...]:
    return (
        _named(keys, "stack", _("play the top of your stack, or fill a gap with it")),
        _named(keys, "discard", _("play the top of your discard")),
        _named(keys, "turn", keys.with_others(_("turn three hand cards"), "turn")),
        Binding(
            keys.pressed("store_stack", "store_discard"),
            f"{keys.shown('store_stack')}, {keys.shown('store_discard')}",
            _("store the top of stack or discard: a slot key says where"),
        ),
        _named(keys, "stop", _("call stop with an empty stack, at tables where it is called")),
        _named(keys, "end_round", _("agree to end the round, or no longer: all have to")),
        *_round(keys),
        *_company(keys),
        _named(keys, "mark", _("mark the cards that fit, or no longer")),
        _help(keys),
        _quit(keys, _("leave: it asks first")),
    )


def _lesson(keys: Keymap) -> tuple[Binding, ...]:
    return (_named(keys, "lesson", _("the next lesson of a guided game"), _("next lesson")), *_game(keys))


def _round(keys: Keymap) -> tuple[Binding, ...]:
    """What everybody who has a seat can do about a round, in it or not."""
    return (
        _named(keys, "pause", _("pause the round, or go on with it")),
        _named(keys, "absent", _("vote that somebody who plays no card counts as absent")),
    )


def _company(keys: Keymap) -> tuple[Binding, ...]:
    """What can be done about the others, in whatever phase the table is."""
    return (
        _named(keys, "kick", _("vote to kick somebody out of this table")),
        _named(keys, "go_on", _("go on without laptops that can't be reached: it asks first")),
        _named(keys, "talk", _("say something to all at the table"), _("talk")),
        _named(keys, "mute", _("hear nothing more that somebody says, or hear it again")),
        _named(keys, "alerts", _("bell, flash, both or neither when something needs you")),
    )


def _waiting(keys: Keymap) -> tuple[Binding, ...]:
    return (*_round(keys), *_company(keys), *_leaving(keys))


def _storing(keys: Keymap) -> tuple[Binding, ...]:
    return (
        _slots(keys, _("store on the card in that slot of your row")),
        Binding(_one(Back(), "escape"), _("esc"), _("store nothing after all"), _("not after all")),
        *_beside_slots(keys),
    )


def _question(_keys: Keymap) -> tuple[Binding, ...]:
    return (
        Binding(_one(Confirm(), *ENTER, "y", "Y"), _("enter"), _("yes: do it (y too)")),
        Binding(_one(Back(), "escape", "n", "N", "q"), _("esc"), _("no: go back (n too)")),
        _fixed_help("?", "f1"),
    )


def _decision(_keys: Keymap) -> tuple[Binding, ...]:
    return (
        Binding(_one(Confirm(), "y", "Y"), "y", _("yes: do it")),
        Binding(_one(Back(), "n", "N", "escape", "q"), "n", _("no: go back (esc too)")),
        _fixed_help("?", "f1"),
    )


def _form() -> tuple[Binding, ...]:
    return (
        Binding(
            (("up", Move(-1)), ("down", Move(1)), *_one(Move(1), *TAB), *_one(Move(-1), *BACK_TAB)),
            _("up, down"),
            _("the field above or below (tab too)"),
        ),
        Binding(_one(Confirm(), *ENTER), _("enter"), _("do it")),
        Binding(_one(Back(), "escape"), _("esc"), _("go back, nothing is changed")),
    )


def _choosing(_keys: Keymap) -> tuple[Binding, ...]:
    return (
        Binding(
            (("left", Change(-1)), ("right", Change(1)), (" ", Change(1))),
            _("left, right"),
            _("another value (space too)"),
        ),
        *_form(),
        _fixed_help("?", "f1"),
    )


def _typing_keys(_keys: Keymap) -> tuple[Binding, ...]:
    return (
        Binding(_one(Type("\b"), *BACKSPACE), _("backspace"), _("delete the last character")),
        *_form(),
        _fixed_help("f1"),
    )


def _saying(_keys: Keymap) -> tuple[Binding, ...]:
    words = emote_words()
    emotes = tuple((str(number + 1), Emote(number)) for number in range(len(words)))
    return (
        Binding(emotes, _("1 to 6"), _("say at once: {words}").format(words=", ".join(words))),
        *_saying_on(_keys),
    )


def _saying_on(_keys: Keymap) -> tuple[Binding, ...]:
    return (
        Binding(_one(Confirm(), *ENTER), _("enter"), _("say what is typed")),
        Binding(_one(Back(), "escape"), _("esc"), _("say nothing, back to the cards")),
        Binding(_one(Type("\b"), *BACKSPACE), _("backspace"), _("delete the last character")),
        _fixed_help("f1"),
    )


PLACES: Final[dict[str, Callable[[Keymap], tuple[Binding, ...]]]] = {
    "lobby": _lobby,
    "empty_lobby": _empty_lobby,
    "table": _ready,
    "watching": _leaving,
    "waiting": _waiting,
    "game": _game,
    "storing": _storing,
    "lesson": _lesson,
    "scores": _ready,
    "question": _question,
    "decision": _decision,
    "choosing": _choosing,
    "typing": _typing_keys,
    "saying": _saying,
    "saying_on": _saying_on,
}

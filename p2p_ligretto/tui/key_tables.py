"""The keys of each place in the program: what each does, how it is written; those worth knowing first come first."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from p2p_ligretto.game.moves import DISCARD, STACK, row
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import (
    Action,
    Back,
    Call,
    Change,
    Confirm,
    EndRound,
    Force,
    GoOn,
    Help,
    JoinAddress,
    Kick,
    Move,
    OpenTable,
    Pause,
    PlayBots,
    PlayFrom,
    Quit,
    Ready,
    Rename,
    StoreFrom,
    Turn,
    Type,
    VoteAbsent,
    Watch,
)

MOST_SLOTS: Final = 5
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


def _help(*keys: str) -> Binding:
    return Binding(_one(Help(), *keys), "?" if "?" in keys else "F1", _("show or hide these keys"), _("keys"))


def _quit(words: str) -> Binding:
    return Binding(_one(Quit(), "q", "Q"), "q", words, _("quit"))


def _lobby() -> tuple[Binding, ...]:
    return (
        Binding((("up", Move(-1)), ("down", Move(1))), _("up, down"), _("choose a table")),
        Binding(_one(Confirm(), *ENTER), _("enter"), _("take a seat at the chosen table"), _("join")),
        Binding(_one(Watch(), "w", "W"), "w", _("watch the chosen table, without a seat"), _("watch")),
        Binding(_one(OpenTable(), "o", "O"), "o", _("open a table of your own"), _("open")),
        Binding(_one(PlayBots(), "p", "P"), "p", _("play against bots on this laptop"), _("play bots")),
        Binding(
            _one(JoinAddress(), "j", "J"), "j", _("join by address, if a table is not found by itself"), _("address")
        ),
        Binding(_one(Rename(), "n", "N"), "n", _("change your name"), _("name")),
        _help("?", "f1"),
        _quit(_("end the program")),
    )


def _ready() -> tuple[Binding, ...]:
    return (
        Binding(
            _one(Ready(), "r", "R", " ", *ENTER),
            "r",
            _("ready, or not ready after all (space and enter too)"),
            _("ready"),
        ),
        Binding(_one(Force(), "f", "F"), "f", _("deal now, whoever is not ready"), _("deal now")),
        *_company(),
        *_leaving(),
    )


def _leaving() -> tuple[Binding, ...]:
    return (
        Binding(_one(Back(), "l", "L"), "l", _("leave the table, back to the lobby"), _("leave")),
        _help("?", "f1"),
        _quit(_("leave the table and end the program")),
    )


def _slots(words: str) -> Binding:
    return Binding(tuple((str(slot + 1), PlayFrom(row(slot))) for slot in range(MOST_SLOTS)), _("1 to 5"), words)


def _game() -> tuple[Binding, ...]:
    return (_slots(_("play the card in that slot of your row, or fill a gap")), *_beside_slots())


def _beside_slots() -> tuple[Binding, ...]:
    return (
        Binding(_one(PlayFrom(STACK), "s"), "s", _("play the top of your stack, or fill a gap with it")),
        Binding(_one(PlayFrom(DISCARD), "d"), "d", _("play the top of your discard")),
        Binding(_one(Turn(), " ", *ENTER), _("space"), _("turn three hand cards (enter too)")),
        Binding(
            (("S", StoreFrom(STACK)), ("D", StoreFrom(DISCARD))),
            "S, D",
            _("store the top of stack or discard: a slot key says where"),
        ),
        Binding(_one(Call(), "c", "C"), "c", _("call stop with an empty stack, at tables where it is called")),
        Binding(_one(EndRound(), "e", "E"), "e", _("agree to end the round, or no longer: all have to")),
        *_round(),
        *_company(),
        _help("?", "f1"),
        _quit(_("leave: it asks first")),
    )


def _round() -> tuple[Binding, ...]:
    """What everybody who has a seat can do about a round, in it or not."""
    return (
        Binding(_one(Pause(), "p", "P"), "p", _("pause the round, or go on with it")),
        Binding(_one(VoteAbsent(), "v", "V"), "v", _("vote that somebody who plays no card counts as absent")),
    )


def _company() -> tuple[Binding, ...]:
    """What can be done about the others, in whatever phase the table is."""
    return (
        Binding(_one(Kick(), "k", "K"), "k", _("vote to kick somebody out of this table")),
        Binding(_one(GoOn(), "g", "G"), "g", _("go on without laptops that can't be reached: it asks first")),
    )


def _waiting() -> tuple[Binding, ...]:
    return (*_round(), *_company(), *_leaving())


def _storing() -> tuple[Binding, ...]:
    return (
        _slots(_("store on the card in that slot of your row")),
        Binding(_one(Back(), "escape"), _("esc"), _("store nothing after all"), _("not after all")),
        *_beside_slots(),
    )


def _question() -> tuple[Binding, ...]:
    return (
        Binding(_one(Confirm(), *ENTER, "y", "Y"), _("enter"), _("yes: do it (y too)")),
        Binding(_one(Back(), "escape", "n", "N", "q"), _("esc"), _("no: go back (n too)")),
        _help("?", "f1"),
    )


def _decision() -> tuple[Binding, ...]:
    return (
        Binding(_one(Confirm(), "y", "Y"), "y", _("yes: do it")),
        Binding(_one(Back(), "n", "N", "escape", "q"), "n", _("no: go back (esc too)")),
        _help("?", "f1"),
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


def _choosing() -> tuple[Binding, ...]:
    return (
        Binding(
            (("left", Change(-1)), ("right", Change(1)), (" ", Change(1))),
            _("left, right"),
            _("another value (space too)"),
        ),
        *_form(),
        _help("?", "f1"),
    )


def _typing_keys() -> tuple[Binding, ...]:
    return (
        Binding(_one(Type("\b"), *BACKSPACE), _("backspace"), _("delete the last character")),
        *_form(),
        _help("f1"),
    )


PLACES: Final[dict[str, Callable[[], tuple[Binding, ...]]]] = {
    "lobby": _lobby,
    "table": _ready,
    "watching": _leaving,
    "waiting": _waiting,
    "game": _game,
    "storing": _storing,
    "scores": _ready,
    "question": _question,
    "decision": _decision,
    "choosing": _choosing,
    "typing": _typing_keys,
}

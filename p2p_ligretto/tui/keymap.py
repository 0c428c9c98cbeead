"""Which keys are for which action: as the program has them, or changed by the person's settings.

Every action that has a key of its own has a name here, under which settings know it. What all programs do alike stays
as it is and has no name: arrows, enter and escape in lists, and the answers to questions. Keys are called as on
people's keyboards: a character, or a word such as ``space``, ``f2``, ``pageup``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from wcwidth import wcwidth

from p2p_ligretto.game.moves import DISCARD, STACK, row
from p2p_ligretto.speech.ways import Ways
from p2p_ligretto.speech.words import listed
from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import (
    Action,
    Back,
    Call,
    EndRound,
    Force,
    GoOn,
    Help,
    Hints,
    JoinAddress,
    Kick,
    Learn,
    Mute,
    NextLesson,
    OpenTable,
    Pause,
    PlayBots,
    PlayFrom,
    Quit,
    Ready,
    Rename,
    StoreFrom,
    SwitchAlerts,
    Talk,
    Turn,
    VoteAbsent,
    Watch,
)

MOST_SLOTS: Final = 5
ROW: Final = tuple(f"row_{slot + 1}" for slot in range(MOST_SLOTS))
PLAYING: Final = (*ROW, "stack", "discard", "turn")
"""What hands do all the time in a round."""

ACTIONS: Final[Mapping[str, Action]] = MappingProxyType(
    {name: PlayFrom(row(slot)) for slot, name in enumerate(ROW)}
    | {
        "stack": PlayFrom(STACK),
        "discard": PlayFrom(DISCARD),
        "turn": Turn(),
        "store_stack": StoreFrom(STACK),
        "store_discard": StoreFrom(DISCARD),
        "stop": Call(),
        "ready": Ready(),
        "deal": Force(),
        "pause": Pause(),
        "end_round": EndRound(),
        "absent": VoteAbsent(),
        "kick": Kick(),
        "go_on": GoOn(),
        "talk": Talk(),
        "mute": Mute(),
        "alerts": SwitchAlerts(),
        "leave": Back(),
        "watch": Watch(),
        "open": OpenTable(),
        "play_bots": PlayBots(),
        "learn": Learn(),
        "address": JoinAddress(),
        "name": Rename(),
        "mark": Hints(),
        "lesson": NextLesson(),
        "help": Help(),
        "quit": Quit(),
    }
)
USUAL: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {name: (str(slot + 1),) for slot, name in enumerate(ROW)}
    | {
        "stack": ("s",),
        "discard": ("d",),
        "turn": ("space", "enter"),
        "store_stack": ("S",),
        "store_discard": ("D",),
        "stop": ("c",),
        "ready": ("r", "space", "enter"),
        "deal": ("f",),
        "pause": ("p",),
        "end_round": ("e",),
        "absent": ("v",),
        "kick": ("k",),
        "go_on": ("g",),
        "talk": ("m",),
        "mute": ("M",),
        "alerts": ("b",),
        "leave": ("l",),
        "watch": ("w",),
        "open": ("o",),
        "play_bots": ("p",),
        "learn": ("l",),
        "address": ("j",),
        "name": ("n",),
        "mark": ("h",),
        "lesson": ("n",),
        "help": ("?", "f1"),
        "quit": ("q",),
    }
)

NAMED_KEYS: Final = (
    *("space", "enter", "tab", "backspace", "insert", "delete", "home", "end", "pageup", "pagedown"),
    *("up", "down", "left", "right"),
    *(f"f{number}" for number in range(1, 13)),
)
"""Keys that have a word instead of a character; ``escape`` always means to go back."""


@dataclass(frozen=True, slots=True, eq=False)
class Keymap:
    """By name of an action: its keys, the one that is written on screen first. Compared by identity."""

    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: USUAL)

    def pressed(self, *names: str) -> tuple[tuple[str, Action], ...]:
        """What is pressed for these actions, as the screen is told of keys."""
        return tuple((_told(key), ACTIONS[name]) for name in names for key in self.keys[name])

    def shown(self, name: str) -> str:
        """How the key of an action is written on screen."""
        return key_word(self.keys[name][0])

    def row(self) -> str:
        """How the keys of the row are written: a range where they are as usual."""
        if all(self.keys[name] == USUAL[name] for name in ROW):
            return _("1 to 5")
        return " ".join(self.shown(name) for name in ROW)

    def with_others(self, words: str, name: str) -> str:
        """``words``, and which other keys do it too."""
        others = [key_word(key) for key in self.keys[name][1:]]
        return _("{words} ({keys} too)").format(words=words, keys=listed(others)) if others else words

    @property
    def playing(self) -> frozenset[str]:
        """Keys with which one plays, as the screen is told of them."""
        return frozenset(key for key, _action in self.pressed(*PLAYING))

    @property
    def ways(self) -> Ways:
        """What lines of text tell to press."""
        ready, pause, leave, turn = map(self.shown, ("ready", "pause", "quit", "turn"))
        stack, end, help_, discard = map(self.shown, ("stack", "end_round", "help", "discard"))
        row_keys = tuple(map(self.shown, ROW))
        return Ways(ready, pause, leave, turn, stack, end, help_, discard, self.shown("lesson"), row_keys)


USUAL_KEYS: Final = Keymap()


def is_key(text: str) -> bool:
    """Whether ``text`` names a key that may be chosen for an action: a character of one cell, or a word."""
    if len(text) == 1:
        return text.isprintable() and text != " " and wcwidth(text) == 1
    return text in NAMED_KEYS


def key_word(key: str) -> str:
    """How a key is written on screen."""
    match key:
        case "space":
            return _("space")
        case "enter":
            return _("enter")
        case "tab":
            return _("tab")
        case "pageup":
            return _("pgup")
        case "pagedown":
            return _("pgdn")
        case "backspace":
            return _("bksp")
        case _:
            return key


def _told(key: str) -> str:
    return " " if key == "space" else key

"""The keys of a replay: one table for the recorded table, one for the curves of the match.

They are the same for everybody: a person's own keys are those of the game.
"""

from collections.abc import Callable
from typing import Final

from p2p_ligretto.texts import _
from p2p_ligretto.tui.actions import (
    Action,
    Curves,
    Faster,
    Help,
    NextView,
    PlayOrStop,
    Quit,
    Step,
    ToContest,
    ToEnd,
    ToRound,
)
from p2p_ligretto.tui.key_tables import BACK_TAB, TAB, Binding
from p2p_ligretto.tui.keymap import Keymap

_Pairs = tuple[tuple[str, Action], ...]


def _keys(action: Action, *keys: str) -> _Pairs:
    return tuple((key, action) for key in keys)


_PLAY: Final = _keys(PlayOrStop(), " ")
_STEP: Final = (*_keys(Step(1), "right"), *_keys(Step(-1), "left"))
_CONTEST: Final = (*_keys(ToContest(1), "n"), *_keys(ToContest(-1), "N"))
_PLACE: Final = (*_keys(NextView(1), *TAB), *_keys(NextView(-1), *BACK_TAB))
_CURVES: Final = _keys(Curves(), "c", "C")
_SPEED: Final = (*_keys(Faster(1), "+", "="), *_keys(Faster(-1), "-"))
_ROUND: Final = (*_keys(ToRound(-1), "pageup"), *_keys(ToRound(1), "pagedown"))
_ENDS: Final = (*_keys(ToEnd(-1), "g", "home"), *_keys(ToEnd(1), "G", "end"))


def _replay(_keymap: Keymap) -> tuple[Binding, ...]:
    return (
        # Translators: "run": let the replay run.
        Binding(_PLAY, _("space"), _("let it run, or stand still"), _("run")),
        Binding(_STEP, _("left, right"), _("one step back, one step on"), _("step")),
        Binding(_CONTEST, "n, N", _("to the next contested card, to the last one"), _("contested")),
        # Translators: "place": where a player sits.
        Binding(_PLACE, _("tab"), _("seen from the next place, after the last by who looks on"), _("place")),
        Binding(_CURVES, "c", _("the curves of the match"), _("curves")),
        Binding(_SPEED, "+, -", _("faster, slower"), _("speed")),
        Binding(_ROUND, _("pgup, pgdn"), _("to the round before, to the next one")),
        Binding(_ENDS, "g, G", _("to the beginning, to the end")),
        *_always(),
    )


def _curves(_keymap: Keymap) -> tuple[Binding, ...]:
    return (
        Binding((*_CURVES, *_keys(Curves(), "escape")), "c", _("back to the table (esc too)"), _("table")),
        Binding(_PLAY, _("space"), _("let it run, or stand still"), _("run")),
        Binding(_ROUND, _("pgup, pgdn"), _("the round before, the next one"), _("round")),
        Binding(_PLACE, _("tab"), _("the curves of the next player stand out"), _("player")),
        *_always(),
    )


def _always() -> tuple[Binding, ...]:
    return (
        Binding(_keys(Help(), "?", "f1"), "?", _("show or hide these keys"), _("keys")),
        Binding(_keys(Quit(), "q", "Q"), "q", _("end the replay"), _("quit")),
    )


REPLAY_PLACES: Final[dict[str, Callable[[Keymap], tuple[Binding, ...]]]] = {"replay": _replay, "curves": _curves}

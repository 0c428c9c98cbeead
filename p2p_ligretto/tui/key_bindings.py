"""Which key does what on which screen: one table, from which keys are obeyed and the keys on screen are written.

Pure: ``action_for(view, key)`` with the key names of prompt_toolkit. A dialog takes all keys while it is open, and so
does the page of keys; only Ctrl-C always quits. A field that is typed into takes every character.
"""

from functools import cache
from typing import Final

from p2p_ligretto.tui.actions import (
    Action,
    FillSlot,
    Help,
    Quit,
    Type,
)
from p2p_ligretto.tui.key_tables import ENTER, PLACES, Binding
from p2p_ligretto.tui.replay_keys import REPLAY_PLACES
from p2p_ligretto.tui.views import (
    CurvesView,
    Form,
    GameView,
    LobbyView,
    ReplayView,
    ScoresView,
    TableLobbyView,
    View,
)


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


_PLACES: Final = {**PLACES, **REPLAY_PLACES}
_CLOSES_HELP: Final = frozenset({"?", "f1", "escape", "q", " ", *ENTER})


@cache
def _table(place: str) -> dict[str, Action]:
    """By key; the words, which depend on the language, are of no account here."""
    return dict(pair for binding in _PLACES[place]() for pair in binding.actions)


def _typing(form: Form | None) -> bool:
    return form is not None and 0 <= form.chosen < len(form.fields) and form.fields[form.chosen].typed


def _place(view: View) -> str:
    if view.form is not None:
        if not view.form.fields:
            return "decision" if view.form.deliberate else "question"
        return "typing" if _typing(view.form) else "choosing"
    match view.screen:
        case LobbyView():
            return "lobby"
        case TableLobbyView(spectator=spectator):
            return "watching" if spectator else "table"
        case GameView(own=own, storing=storing, seated=seated):
            if own is None:
                return "waiting" if seated else "watching"
            return "storing" if storing else "game"
        case ReplayView(shown=shown):
            return "curves" if isinstance(shown, CurvesView) else "replay"
        case ScoresView(rows=rows):
            return "scores" if any(each.own for each in rows) else "watching"


def _slot_action(game: GameView, key: str) -> Action | None:
    """A slot key fills the gap that it names; all other slots lay their card, or are stored upon."""
    if game.own is None or game.storing or len(key) != 1 or key not in "12345":
        return None
    slot = int(key) - 1
    return FillSlot(slot) if slot < len(game.own.row) and game.own.row[slot].card is None else None

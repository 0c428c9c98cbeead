"""Which key does what on which screen: one table, from which keys are obeyed and the keys on screen are written.

Pure: ``action_for(view, key)`` with the key names of prompt_toolkit. A dialog takes all keys while it is open, and so
does the page of keys; only Ctrl-C always quits. A field that is typed into takes every character.
"""

from functools import lru_cache
from typing import Final

from p2p_ligretto.game.moves import DISCARD, STACK
from p2p_ligretto.tui.actions import Action, FillSlot, Help, PlayFrom, Quit, Type
from p2p_ligretto.tui.key_tables import ENTER, PLACES, Binding
from p2p_ligretto.tui.keymap import USUAL_KEYS, Keymap
from p2p_ligretto.tui.replay_keys import REPLAY_PLACES
from p2p_ligretto.tui.scorepad.keys import PAD_PLACES
from p2p_ligretto.tui.scorepad.views import GamesView, PadView
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


def action_for(view: View, key: str, keys: Keymap = USUAL_KEYS) -> Action | None:
    """What ``key`` asks for on what is on screen; None if nothing."""
    if key == "c-c":
        return Quit()
    if view.help:
        return Help() if key in _CLOSES_HELP or key in dict(keys.pressed("help")) else None
    table = _table(_place(view), keys)
    action = table.get(key)
    if action is None and _typing(view.form) and len(key) == 1 and key.isprintable():
        return Type(key)
    if action is None and len(key) == 1 and key.isupper():
        action = table.get(key.lower())  # with caps lock on
    if isinstance(action, PlayFrom) and isinstance(view.screen, GameView) and view.form is None:
        return _filling(view.screen, action) or action
    return action


def bindings_for(view: View, keys: Keymap = USUAL_KEYS) -> tuple[Binding, ...]:
    """The keys of what is on screen, in the order in which they are worth knowing."""
    return _ALL_PLACES[_place(view)](keys)


_ALL_PLACES: Final = PLACES | REPLAY_PLACES | PAD_PLACES
_CLOSES_HELP: Final = frozenset({"?", "f1", "escape", "q", " ", *ENTER})


@lru_cache(maxsize=64)
def _table(place: str, keys: Keymap) -> dict[str, Action]:
    """By key; the words, which depend on the language, are of no account here."""
    return dict(pair for binding in _ALL_PLACES[place](keys) for pair in binding.actions)


def _typing(form: Form | None) -> bool:
    return form is not None and 0 <= form.chosen < len(form.fields) and form.fields[form.chosen].typed


def _place(view: View) -> str:
    if view.form is not None:
        return _place_in(view.form)
    match view.screen:
        case LobbyView(tables=tables):
            return "lobby" if tables else "empty_lobby"
        case TableLobbyView(spectator=spectator):
            return "watching" if spectator else "table"
        case GameView(own=own, storing=storing, seated=seated):
            if own is None:
                return "waiting" if seated else "watching"
            if storing:
                return "storing"
            return "game" if view.lesson is None else "lesson"
        case ReplayView(shown=shown):
            return "curves" if isinstance(shown, CurvesView) else "replay"
        case ScoresView(rows=rows):
            return "scores" if any(each.own for each in rows) else "watching"
        case GamesView():
            return "games"
        case PadView():
            return "pad"


def _place_in(form: Form) -> str:
    if not form.fields:
        return "decision" if form.deliberate else "question"
    if form.foot:
        return "saying_on" if form.fields[0].value else "saying"
    return "typing" if _typing(form) else "choosing"


def _filling(game: GameView, play: PlayFrom) -> FillSlot | None:
    """The key of a slot fills the gap that it names; all other slots lay their card, or are stored upon."""
    if game.own is None or game.storing or play.source in (STACK, DISCARD):
        return None
    slot = play.source.slot
    return FillSlot(slot) if slot < len(game.own.row) and game.own.row[slot].card is None else None

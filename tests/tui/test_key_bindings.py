"""Keys: each does what the page of keys says, and nothing gets through a dialog to what lies under it."""

from dataclasses import replace

import pytest

from p2p_ligretto.game.moves import DISCARD, STACK, row
from p2p_ligretto.tui import actions as do
from p2p_ligretto.tui.key_bindings import action_for, bindings_for
from p2p_ligretto.tui.layout import render, size_needed
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import View
from tests.tui.samples import (
    ADDRESS_FORM,
    DECISION,
    LOBBY,
    OPEN_FORM,
    QUESTION,
    SAYING,
    SAYING_ON,
    curves,
    game,
    replay,
    scores,
    table_lobby,
    watched,
)

PLACES = {
    "lobby": View(LOBBY),
    "empty lobby": View(replace(LOBBY, tables=(), chosen=-1)),
    "table": View(table_lobby(4)),
    "watching a table": View(table_lobby(12, spectator=True)),
    "game": View(game(4)),
    "storing": View(game(4, storing="stack")),
    "waiting": View(game(4, own=None)),
    "watching": View(watched(4)),
    "scores": View(scores(4)),
    "replay": View(replay(4)),
    "curves": View(curves(4)),
    "question": View(game(4), form=QUESTION),
    "decision": View(game(4), form=DECISION),
    "choosing": View(LOBBY, form=OPEN_FORM),
    "typing": View(LOBBY, form=ADDRESS_FORM),
    "saying": View(game(4), form=SAYING),
    "saying on": View(game(4), form=SAYING_ON),
}
KEYS = {
    "lobby": {
        "up": do.Move(-1),
        "down": do.Move(1),
        "enter": do.Confirm(),
        "c-m": do.Confirm(),
        "o": do.OpenTable(),
        "p": do.PlayBots(),
        "l": do.Learn(),
        "j": do.JoinAddress(),
        "w": do.Watch(),
        "n": do.Rename(),
        "?": do.Help(),
        "q": do.Quit(),
        "1": None,
        "escape": None,
    },
    "table": {"r": do.Ready(), " ": do.Ready(), "f": do.Force(), "l": do.Back(), "escape": None, "q": do.Quit()},
    "watching a table": {"r": None, "f": None, "l": do.Back(), "q": do.Quit()},
    "game": {
        "1": do.PlayFrom(row(0)),
        "3": do.PlayFrom(row(2)),
        "s": do.PlayFrom(STACK),
        "d": do.PlayFrom(DISCARD),
        " ": do.Turn(),
        "enter": do.Turn(),
        "S": do.StoreFrom(STACK),
        "D": do.StoreFrom(DISCARD),
        "c": do.Call(),
        "p": do.Pause(),
        "e": do.EndRound(),
        "v": do.VoteAbsent(),
        "k": do.Kick(),
        "g": do.GoOn(),
        "m": do.Talk(),
        "M": do.Mute(),
        "b": do.SwitchAlerts(),
        "?": do.Help(),
        "f1": do.Help(),
        "q": do.Quit(),
        "escape": None,
        "up": None,
    },
    "storing": {"1": do.PlayFrom(row(0)), "5": do.PlayFrom(row(4)), "escape": do.Back(), "s": do.PlayFrom(STACK)},
    "waiting": {"1": None, "e": None, "p": do.Pause(), "k": do.Kick(), "g": do.GoOn(), "l": do.Back(), "q": do.Quit()},
    "watching": {
        "m": None,
        "p": None,
        "k": None,
        "g": None,
        "1": None,
        "s": None,
        " ": None,
        "?": do.Help(),
        "l": do.Back(),
        "q": do.Quit(),
    },
    "replay": {
        " ": do.PlayOrStop(),
        "right": do.Step(1),
        "left": do.Step(-1),
        "n": do.ToContest(1),
        "N": do.ToContest(-1),
        "+": do.Faster(1),
        "=": do.Faster(1),
        "-": do.Faster(-1),
        "tab": do.NextView(1),
        "s-tab": do.NextView(-1),
        "pagedown": do.ToRound(1),
        "g": do.ToEnd(-1),
        "G": do.ToEnd(1),
        "c": do.Curves(),
        "q": do.Quit(),
        "1": None,
        "s": None,
        "p": None,
    },
    "curves": {
        "c": do.Curves(),
        "escape": do.Curves(),
        "pageup": do.ToRound(-1),
        "q": do.Quit(),
        " ": do.PlayOrStop(),
        "n": None,
    },
    "saying": {
        "1": do.Emote(0),
        "6": do.Emote(5),
        "7": do.Type("7"),
        "s": do.Type("s"),
        "M": do.Type("M"),
        "enter": do.Confirm(),
        "escape": do.Back(),
    },
    "saying on": {
        "1": do.Type("1"),
        " ": do.Type(" "),
        "q": do.Type("q"),
        "?": do.Type("?"),
        "backspace": do.Type("\b"),
        "enter": do.Confirm(),
        "escape": do.Back(),
        "f1": do.Help(),
        "up": None,
    },
    "scores": {
        "m": do.Talk(),
        "p": None,
        "k": do.Kick(),
        "g": do.GoOn(),
        "r": do.Ready(),
        "f": do.Force(),
        "q": do.Quit(),
    },
    "question": {"enter": do.Confirm(), "y": do.Confirm(), "escape": do.Back(), "n": do.Back(), "1": None, "s": None},
    "decision": {
        "y": do.Confirm(),
        "Y": do.Confirm(),
        "n": do.Back(),
        "escape": do.Back(),
        "q": do.Back(),
        "enter": None,
        " ": None,
        "1": None,
        "s": None,
    },
    "choosing": {
        "left": do.Change(-1),
        "right": do.Change(1),
        " ": do.Change(1),
        "up": do.Move(-1),
        "tab": do.Move(1),
        "s-tab": do.Move(-1),
        "enter": do.Confirm(),
        "escape": do.Back(),
        "o": None,
        "q": None,
    },
    "typing": {
        "q": do.Type("q"),
        "?": do.Type("?"),
        " ": do.Type(" "),
        "ё": do.Type("ё"),
        "backspace": do.Type("\b"),
        "c-h": do.Type("\b"),
        "enter": do.Confirm(),
        "escape": do.Back(),
        "down": do.Move(1),
        "f1": do.Help(),
        "left": None,
        "\x00": None,
    },
}


@pytest.mark.parametrize(
    ("place", "key", "action"), [(place, key, action) for place, keys in KEYS.items() for key, action in keys.items()]
)
def test_keys(place: str, key: str, action: do.Action | None) -> None:
    assert action_for(PLACES[place], key) == action


@pytest.mark.parametrize("place", PLACES)
def test_each_key_in_help_works(place: str) -> None:
    view = PLACES[place]
    shown = "\n".join(
        "".join(run.text for run in line) for line in render(View(view.screen, view.form, help=True), 120, 40, Look())
    )
    for binding in bindings_for(view):
        assert binding.shown in shown
        assert binding.words in shown
        for key, action in binding.actions:
            assert action_for(view, key) == action


@pytest.mark.parametrize("place", PLACES)
def test_the_page_of_keys_has_room_for_all_keys_on_the_smallest_screen(place: str) -> None:
    view = View(PLACES[place].screen, PLACES[place].form, help=True)
    lines = ["".join(run.text for run in line) for line in render(view, *size_needed(view), Look())]
    for binding in bindings_for(view):
        assert any(line.startswith(f"  {binding.shown} ") for line in lines)


@pytest.mark.parametrize("place", PLACES)
def test_control_c_quits_everywhere(place: str) -> None:
    view = PLACES[place]
    assert action_for(view, "c-c") == do.Quit()
    assert action_for(View(view.screen, view.form, help=True), "c-c") == do.Quit()


@pytest.mark.parametrize("place", PLACES)
def test_the_page_of_keys_is_closed_and_plays_nothing(place: str) -> None:
    view = View(PLACES[place].screen, PLACES[place].form, help=True)
    assert action_for(view, "?") == do.Help()
    assert action_for(view, "escape") == do.Help()
    assert action_for(view, "1") is None
    assert action_for(view, "s") is None


def test_a_slot_key_fills_the_gap_that_it_names() -> None:
    two = View(game(2))
    assert action_for(two, "4") == do.FillSlot(3)
    assert action_for(two, "5") == do.PlayFrom(row(4))


def test_a_slot_that_there_is_not_is_left_to_who_plays() -> None:
    assert action_for(View(game(4)), "5") == do.PlayFrom(row(4))


@pytest.mark.parametrize("place", PLACES)
def test_no_key_means_two_things(place: str) -> None:
    keys = [key for binding in bindings_for(PLACES[place]) for key, _action in binding.actions]
    assert len(keys) == len(set(keys))

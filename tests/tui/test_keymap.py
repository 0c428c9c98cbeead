"""Keys that a person has chosen: obeyed, and written wherever a key is written."""

from types import MappingProxyType

import pytest

from p2p_ligretto.commands.settings_file import clashes
from p2p_ligretto.game.moves import STACK, row
from p2p_ligretto.node.notices import ActRefused
from p2p_ligretto.speech.refusals import refusal_line
from p2p_ligretto.tui import actions as do
from p2p_ligretto.tui.key_bindings import action_for, bindings_for
from p2p_ligretto.tui.key_tables import PLACES
from p2p_ligretto.tui.keymap import ACTIONS, NAMED_KEYS, USUAL, USUAL_KEYS, Keymap, is_key
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.view_model import table_lobby_view
from p2p_ligretto.tui.view_model.vantage import Vantage
from p2p_ligretto.tui.views import View
from tests.speech.samples import table_of
from tests.tui.samples import LOBBY, OPEN_FORM, VIEWS, game, table_lobby

CHOSEN = {
    "row_1": ("j",),
    "row_2": ("f2", "2"),
    "row_3": ("ö",),
    "stack": ("a", "tab"),
    "turn": ("pagedown",),
    "store_stack": ("A",),
    "help": ("h",),
    "quit": ("f10",),
    "ready": ("i",),
    "deal": ("+",),
    "leave": ("x",),
    "play_bots": ("z",),
    "address": ("y",),
    "mark": ("t",),
}
KEYS = Keymap(MappingProxyType({**USUAL, **CHOSEN}))
GAME = View(game(4))


def picture(view: View, keys: Keymap = KEYS) -> list[str]:
    return ["".join(run.text for run in line) for line in render(view, 80, 24, Look(keys=keys))]


@pytest.mark.parametrize(
    ("key", "action"),
    [
        ("j", do.PlayFrom(row(0))),
        ("J", do.PlayFrom(row(0))),
        ("1", None),
        ("f2", do.PlayFrom(row(1))),
        ("2", do.PlayFrom(row(1))),
        ("Ö", do.PlayFrom(row(2))),
        ("a", do.PlayFrom(STACK)),
        ("tab", do.PlayFrom(STACK)),
        ("A", do.StoreFrom(STACK)),
        ("s", None),
        (" ", None),
        ("pagedown", do.Turn()),
        ("h", do.Help()),
        ("q", None),
        ("f10", do.Quit()),
    ],
)
def test_chosen_keys_are_obeyed_and_the_usual_ones_no_longer(key: str, action: do.Action | None) -> None:
    assert action_for(GAME, key, KEYS) == action


def test_a_chosen_key_fills_the_gap_that_it_is_for() -> None:
    assert action_for(View(game(2)), "4", KEYS) == do.FillSlot(3)


def test_dialogs_have_the_same_keys_for_everybody() -> None:
    view = View(LOBBY, OPEN_FORM)
    assert bindings_for(view, KEYS) == bindings_for(view)


def test_the_page_of_keys_is_opened_and_closed_by_the_same_key() -> None:
    assert action_for(GAME, "h", KEYS) == do.Help()
    assert action_for(View(GAME.screen, help=True), "h", KEYS) == do.Help()


def test_chosen_keys_are_below_the_cards_in_the_title_and_on_the_page_of_keys() -> None:
    lines = picture(GAME)
    assert lines[0].endswith(" h keys   f10 quit ")
    assert any(line.split() == ["a", "j", "f2", "\u2039ö\u203a", "\u2039d\u203a", "pgdn"] for line in lines)
    page = picture(View(GAME.screen, help=True))
    assert any(line.startswith("  j f2 ö 4 5   play the card in that slot") for line in page)
    assert any(line.startswith("  pgdn ") and line.rstrip().endswith("turn three hand cards") for line in page)
    assert page[-1].startswith(" h or esc: back")


def test_a_row_of_long_key_names_is_written_out_on_the_page_of_keys() -> None:
    row = {f"row_{slot}": ("f1" + str(slot - 1),) if slot < 4 else ("delete",) for slot in range(1, 6)}
    page = picture(View(GAME.screen, help=True), Keymap(MappingProxyType({**USUAL, **row})))
    assert any(line.startswith("  f10 f11 f12 delete delet") for line in page)
    row["row_4"] = row["row_5"] = ("f2",)
    page = picture(View(GAME.screen, help=True), Keymap(MappingProxyType({**USUAL, **row})))
    assert any(line.startswith("  f10 f11 f12 f2 f2 play the card") for line in page)


def test_chosen_keys_are_in_the_hints_at_the_foot() -> None:
    foot = picture(View(table_lobby(4)))[-1]
    for hint in (" i ready ", " + deal now ", " x leave "):
        assert hint in foot


def test_lines_that_tell_to_press_a_key_tell_the_chosen_one() -> None:
    view = table_lobby_view(table_of(), Vantage(0, 0, keys=KEYS))
    assert view.hint == "press i when you are ready, or + to deal now"
    assert (
        refusal_line(ActRefused("own_seat"), None, KEYS.ways) == "nobody votes about the own seat: f10 leaves the table"
    )


@pytest.mark.parametrize("name", VIEWS)
def test_every_screen_can_be_drawn_with_other_keys(name: str) -> None:
    assert picture(VIEWS[name])


def test_every_action_has_a_key_and_a_place() -> None:
    assert ACTIONS.keys() == USUAL.keys()
    bound = {action for place in PLACES.values() for binding in place(USUAL_KEYS) for _key, action in binding.actions}
    assert set(ACTIONS.values()) <= bound
    assert all(is_key(key) for keys in USUAL.values() for key in keys)


@pytest.mark.parametrize("keys", [USUAL_KEYS, KEYS])
def test_no_key_means_two_things_at_one_place(keys: Keymap) -> None:
    assert list(clashes(keys)) == []


@pytest.mark.parametrize("key", ["x", "X", "ö", "-", "?", *NAMED_KEYS])
def test_keys_that_can_be_chosen(key: str) -> None:
    assert is_key(key)


@pytest.mark.parametrize("key", ["", " ", "xy", "escape", "c-c", "ctrl-c", "f13", "\x1b", "\u0301", "王", "Space"])
def test_keys_that_cannot_be_chosen(key: str) -> None:
    assert not is_key(key)

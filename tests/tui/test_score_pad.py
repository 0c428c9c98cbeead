"""The score pad on the screen: what keys lead to, what is seen of it, and that nothing is lost by a wrong key."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_ligretto.scorepad.book import Book
from p2p_ligretto.scorepad.pad import Pad, acted
from p2p_ligretto.scorepad.sheet import Act, AddPlayer, AddRound, Entry
from p2p_ligretto.tui.actions import Confirm, Select
from p2p_ligretto.tui.key_bindings import action_for, bindings_for
from p2p_ligretto.tui.layout import render, size_needed
from p2p_ligretto.tui.picture import cells_in
from p2p_ligretto.tui.scorepad.desk import PadDesk
from p2p_ligretto.tui.scorepad.views import GameEntry, GamesView, PadRow, PadView
from p2p_ligretto.tui.scorepad.wishes import PadWishes
from p2p_ligretto.tui.style import ASCII, Look
from p2p_ligretto.tui.views import View
from tests.tui.any_views import figures, flags, forms, texts, tuples
from tests.tui.samples import NAMES


class Shelf:
    """Keeps games in memory; ``full`` as a disk is."""

    def __init__(self) -> None:
        self.kept: dict[str, Pad] = {}
        self.full = False
        self.all_kept = True

    def save(self, pad: Pad) -> str:
        if not self.full:
            self.kept[pad.id] = pad
        self.all_kept = not self.full
        return "Not kept: full" if self.full else ""

    def remove(self, pad_id: str) -> str:
        if not self.full:
            del self.kept[pad_id]
        return "Not deleted: full" if self.full else ""


class Person:
    """Somebody who presses keys, and looks at a screen."""

    def __init__(self, *acts: Act, columns: int = 80, rows: int = 24) -> None:
        self.size = columns, rows
        self.shelf = Shelf()
        self.desk = PadDesk(Book())
        self.begun = 0
        self.wishes = PadWishes(self.desk, self.shelf, self.begin, lambda: 5)
        if acts:
            pad: Pad = self.begin("Friday")
            for act in acts:
                after = acted(pad, act)
                assert isinstance(after, Pad)
                pad = after
            self.desk.book = Book((pad,))
            self.shelf.kept[pad.id] = pad
            self.desk.open(pad)

    def begin(self, title: str) -> Pad:
        self.begun += 1
        return Pad(str(self.begun), title, self.begun)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.wishes.type(key)

    def type(self, text: str, *keys: str) -> None:
        self.press(*text, *keys)

    @property
    def lines(self) -> list[str]:
        picture = render(self.desk.view(), *self.size, Look())
        return ["".join(run.text for run in line).rstrip() for line in picture]

    @property
    def screen(self) -> str:
        return "\n".join(self.lines)

    @property
    def pad(self) -> Pad:
        assert self.desk.book.opened is not None
        return self.desk.book.opened


TWO = (AddPlayer("Ada"), AddPlayer("Bea"))
PLAYED = (*TWO, AddRound((Entry(17, 4), Entry(12, 3))))


def test_from_nothing_to_the_first_round() -> None:
    ada = Person()
    assert "Press n to begin one." in ada.screen
    ada.press("n", "enter")
    ada.type("Ada, Bea", "enter")
    assert "Ada and Bea" in ada.screen
    ada.type("Cas", "enter", "enter", "r")
    assert "Round 1" in ada.screen
    ada.type("17 4", "enter")
    ada.type("12/3", "enter")
    ada.type("-", "enter")
    assert ada.pad.sheet.rounds == ((Entry(17, 4), Entry(12, 3), None),)
    assert ada.shelf.kept == {"1": ada.pad}
    assert ada.lines[0].startswith(" Game 1 \u00b7 1 round; Ada leads with 9 points")
    assert [line.split() for line in ada.lines[3:6]] == [
        ["\u25b8", "Ada", "9", "9"],
        ["Bea", "6", "6"],
        ["Cas", "-", "-"],
    ]
    assert "round 1, Ada: 17 in the centre, 4 left: 9 points" in ada.screen


def test_what_can_not_be_stays_in_the_form_with_what_is_wrong() -> None:
    ada = Person(*TWO)
    ada.press("r")
    ada.type("41 0", "enter")
    assert "41 in the centre? a deck has 40 cards" in ada.screen
    ada.press(*["backspace"] * 4, "enter")
    assert "type two numbers" in ada.screen
    ada.type("1 1", "enter")
    assert "type two numbers" not in ada.screen, "the next field is just empty yet"
    ada.type("1 11", "enter")
    assert "11 left on the stack?" in ada.screen
    ada.press("escape")
    assert ada.pad.sheet.rounds == ()


def test_a_round_without_anybody_is_none() -> None:
    ada = Person(*TWO)
    ada.press("r")
    ada.type("-", "enter")
    ada.type("-", "enter")
    assert "somebody has to be in the round" in ada.screen
    assert ada.pad.sheet.rounds == ()


def test_undo_redo_and_correct() -> None:
    ada = Person(*PLAYED)
    ada.press("u")
    assert ada.pad.sheet.rounds == ()
    assert "taken back: the last round" in ada.screen
    ada.press("y", "y")
    assert "there is nothing to enter again" in ada.screen
    ada.press("c", *["backspace"] * 4)
    ada.type("9 0", "enter")
    assert ada.pad.sheet.rounds == ((Entry(9, 0), Entry(12, 3)),)
    assert ada.shelf.kept["1"] == ada.pad
    ada.press(*"uuuuu")
    assert "there is nothing to take back" in ada.screen
    ada.press("c")
    assert ada.desk.asked is None, "there is no round to correct"


def test_any_round_can_be_chosen() -> None:
    ada = Person(*PLAYED, AddRound((Entry(1, 0), None)))
    ada.press("left", "left", "down", "down", "down")
    assert "round 1, Bea: 12 in the centre" in ada.screen
    ada.press("c")
    assert "Correct round 1" in ada.screen
    ada.press("escape", "right", "right")
    assert "round 2, Bea: not in the round" in ada.screen


def test_players_are_renamed_removed_and_added_later() -> None:
    ada = Person(*PLAYED)
    ada.press("down", "n", *["backspace"] * 3)
    ada.type("ada", "enter")
    assert "ada is on the sheet already" in ada.screen
    ada.press(*["backspace"] * 3)
    ada.type("Uli", "enter", "up", "x")
    assert "Take Ada off the sheet?" in ada.screen
    ada.press("enter")
    assert ada.pad.sheet.players == ("Ada", "Uli"), "its yes is never the default"
    ada.press("y")
    assert ada.pad.sheet.players == ("Uli",)
    ada.press("r")
    assert "a round needs two players" in ada.screen
    ada.type("Uli, Zoe", "enter")
    assert "Uli is on the sheet already" in ada.screen
    assert ada.pad.sheet.players == ("Uli",)


def test_more_than_twelve_do_not_fit_and_are_not_lost_from_the_field() -> None:
    ada = Person(*TWO)
    ada.press("a")
    ada.wishes.paste(", ".join(f"Player number {number}" for number in range(1, 12)))
    ada.press("enter")
    assert len(ada.pad.sheet.players) == 12
    assert "there are 12 players" in ada.screen
    assert "Player number 11" in ada.screen


def test_several_games() -> None:
    ada = Person(*PLAYED)
    ada.press("g", "n", *["backspace"] * 20)
    ada.press("enter")
    assert "it needs a name" in ada.screen
    ada.type("Sunday", "enter", "escape", "t")
    ada.type(" night", "enter", "g")
    assert [line.split()[:3] for line in ada.lines[2:4]] == [["\u25b8", "Sunday", "night"], ["Friday", "1", "round"]]
    ada.press("down", "t")
    ada.type("!", "enter")
    assert "Friday!" in ada.screen
    ada.press("x")
    assert "Friday! with 1 round is deleted for good." in ada.screen
    ada.press("enter", "n")
    assert len(ada.shelf.kept) == 2
    ada.press("x", "y")
    assert list(ada.shelf.kept) == ["2"]
    ada.press("enter")
    assert ada.pad.title == "Sunday night"


def test_who_starts() -> None:
    ada = Person(*TWO)
    ada.press("w")
    assert "Bea starts" in ada.screen


def test_what_could_not_be_kept_stays_on_screen_and_quitting_asks() -> None:
    ada = Person(*PLAYED)
    ada.shelf.full = True
    ada.press("u")
    assert "Not kept: full" in ada.screen
    ada.press("q")
    assert "Quit all the same?" in ada.screen
    ada.press("enter", "n")
    assert not ada.wishes.over
    ada.shelf.full = False
    ada.press("y")
    assert "Not kept" not in ada.screen
    ada.press("q")
    assert ada.wishes.over


def test_quitting_all_the_same() -> None:
    ada = Person(*PLAYED)
    ada.shelf.full = True
    ada.press("g", "x", "y")
    assert "Not deleted: full" in ada.screen
    ada.press("enter", "u", "q", "y")
    assert ada.wishes.over


def test_games_that_can_not_be_read_are_told_in_the_list() -> None:
    desk = PadDesk(Book(), unread=("a.json is damaged",))
    picture = render(desk.view(), 80, 24, Look())
    assert any("a.json is damaged" in run.text for line in picture for run in line)


def test_a_mouse_chooses_players_and_games() -> None:
    ada = Person(*PLAYED)
    ada.wishes.obey(Select(1))
    assert ada.desk.chosen == 1
    ada.press("g")
    picture = render(ada.desk.view(), 80, 24, Look())
    assert Confirm() in {run.action for line in picture for run in line}


@pytest.mark.parametrize("look", [Look(), Look(ASCII, filled=False)])
def test_twelve_players_and_all_their_rounds_are_read_in_80_columns(look: Look) -> None:
    acts = [AddPlayer(name) for name in NAMES[:12]]
    rounds = [AddRound((Entry(number, 0),) * 12) for number in range(1, 31)]
    ada = Person(*acts, *rounds)
    view = ada.desk.view()
    needed = size_needed(view)
    assert needed <= (80, 24)
    text = ["".join(run.text for run in line) for line in render(view, 80, 24, look)]
    for name in NAMES[:12]:
        assert sum(name in line for line in text) >= 1
    assert [line.split()[-1] for line in text[3:15]] == ["30"] * 12
    ada.press(*["left"] * 29)
    assert ada.lines[3].split()[:4] == ["\u25b8", NAMES[0], "465", "1"], "earlier rounds come into sight"


@pytest.mark.parametrize("person", [Person(), Person(*PLAYED)], ids=["games", "sheet"])
def test_keys_are_told_once_and_do_what_is_told(person: Person) -> None:
    view = person.desk.view()
    keys = [key for binding in bindings_for(view) for key, _action in binding.actions]
    assert len(keys) == len(set(keys))
    for binding in bindings_for(view):
        for key, action in binding.actions:
            assert action_for(view, key) == action
    person.press("?")
    shown = person.screen
    assert all(binding.words in shown for binding in bindings_for(view))
    person.press("escape")
    assert person.desk.view() == view


def test_the_page_names_the_keys_as_the_screens_do() -> None:
    page = (Path(__file__).parents[2] / "docs" / "score-pad.md").read_text(encoding="utf-8")
    for person in (Person(), Person(*PLAYED)):
        keys = [f"| `{each.shown}` | {each.words} |" for each in bindings_for(person.desk.view())]
        assert "\n".join(["| key | does |", "| --- | --- |", *keys]) in page


games_views = st.builds(
    GamesView, tuples(st.builds(GameEntry, texts, texts, texts, texts), 30), st.integers(-1, 29), texts
)


@st.composite
def pad_views(draw: st.DrawFn) -> PadView:
    count = draw(st.integers(0, 40))
    points = st.lists(figures, min_size=count, max_size=count).map(tuple)
    rows = draw(tuples(st.builds(PadRow, texts, points, figures, flags), 12))
    chosen, chosen_round = draw(st.integers(-1, 11)), draw(st.integers(-1, count - 1))
    return PadView(draw(texts), draw(texts), rows, chosen, chosen_round, draw(texts), draw(texts))


@settings(max_examples=50)
@given(
    st.builds(View, games_views | pad_views(), st.none() | forms, flags, texts), st.integers(1, 200), st.integers(1, 60)
)
def test_any_view_fills_any_size_exactly(view: View, columns: int, rows: int) -> None:
    picture = render(view, columns, rows, Look())
    assert len(picture) == rows
    assert {cells_in(line) for line in picture} == {columns}


@pytest.mark.parametrize("players", [1, 3, 12])
@pytest.mark.parametrize("wider", [0, 20, 100])
def test_every_player_is_seen_where_the_size_is_just_enough(players: int, wider: int) -> None:
    rows = tuple(PadRow(name, (9, None), 9) for name in NAMES[:players])
    view = View(PadView("Friday", "2 rounds", rows, 0, 1, "round 2", "x " * 200), notice="done")
    columns, needed = size_needed(view)
    picture = render(view, columns + wider, needed, Look())
    actions = {run.action for line in picture for run in line}
    assert {Select(place) for place in range(players)} <= actions


def test_a_long_message_is_whole_where_a_line_is_free() -> None:
    notice = "41 in the centre? a deck has 40 cards, those that are left on the stack of that player among them"
    for screen in (PadView("Friday", "", (PadRow("Ada", (), None),), 0, -1, "", ""), PadView("Friday", "", (), -1, -1)):
        lines = [
            "".join(run.text for run in line).strip() for line in render(View(screen, notice=notice), 80, 24, Look())
        ]
        assert notice in " ".join(" ".join(lines).split())

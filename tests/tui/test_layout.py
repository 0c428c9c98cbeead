"""Pictures: of exactly the size that was asked for, readable as they were looked at, nothing ever out of its place."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_ligretto.game.cards import COLOURS, Card, PileId
from p2p_ligretto.game.moves import DISCARD, STACK, row
from p2p_ligretto.speech.lessons import LESSONS, Course
from p2p_ligretto.tui.actions import (
    Back,
    Change,
    Confirm,
    FillSlot,
    GoOn,
    NextLesson,
    Pause,
    PlayFrom,
    PlayOn,
    Quit,
    Select,
    Turn,
)
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.keymap import USUAL_KEYS
from p2p_ligretto.tui.layout import render, size_needed
from p2p_ligretto.tui.layout.cards import CHIP_CELLS, card_block
from p2p_ligretto.tui.layout.seats import PANEL_CELLS
from p2p_ligretto.tui.picture import Picture, cells_in
from p2p_ligretto.tui.style import ASCII, UNICODE, Look
from p2p_ligretto.tui.views import Banner, Form, GameView, LessonView, PileView, View
from tests.speech.samples import area, round_of
from tests.tui import any_views
from tests.tui.samples import LOBBY, NAMES, OPEN_FORM, TOLD, VIEWS, company, game, scores, seat, table_lobby

SNAPSHOTS = Path(__file__).parent / "snapshots"
RENEW = bool(os.environ.get("RENEW_SNAPSHOTS"))
"""``RENEW_SNAPSHOTS=1 pytest tests/tui/test_layout.py`` writes them anew; look at the difference before you keep it."""

LOOKS = {
    "unicode": Look(),
    "ascii": Look(ASCII),
    "outlined": Look(filled=False),
    "ascii-outlined": Look(ASCII, filled=False),
}
TABLES = [f"{kind}-{players}" for kind in ("game", "watched") for players in (2, 4, 8, 12)]
TAKEN = [
    *((name, 80, 24, "unicode") for name in VIEWS),
    *((name, *size, "unicode") for name in TABLES for size in ((120, 40), (200, 60))),
    *((name, 120, 40, "unicode") for name in ("scores-12", "lobby")),
    ("table-12", 200, 60, "unicode"),
    *((name, 80, 24, "ascii-outlined") for name in ("game-4", "watched-4", "scores-4", "form-open", "paused-4")),
    *((name, 160, 50, "unicode") for name in ("company-12", "paused-12")),
    *((name, 60, 22, "unicode") for name in ("company-4", "frozen-4", "resuming-4")),
    ("replay-4", 120, 40, "unicode"),
    ("curves-12", 60, 24, "ascii-outlined"),
    ("game-4", 120, 40, "ascii"),
    ("game-4", 120, 40, "outlined"),
    ("game-12", 60, 24, "unicode"),
    ("game-12", 79, 22, "unicode"),
    ("question", 30, 8, "unicode"),
    ("scores-8", 60, 24, "unicode"),
    ("table-changed", 60, 24, "ascii-outlined"),
    ("scores-12", 200, 60, "unicode"),
    ("scores-changed", 120, 40, "unicode"),
]


def text_of(picture: Picture) -> list[str]:
    return ["".join(run.text for run in line) for line in picture]


@pytest.mark.parametrize(("name", "columns", "rows", "look"), TAKEN, ids=str)
def test_looks_as_it_was_looked_at(name: str, columns: int, rows: int, look: str) -> None:
    path = SNAPSHOTS / f"{name}_{columns}x{rows}_{look}.txt"
    text = "\n".join(line.rstrip() for line in text_of(render(VIEWS[name], columns, rows, LOOKS[look]))) + "\n"
    if RENEW:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_no_snapshot_is_left_over() -> None:
    wanted = {f"{name}_{columns}x{rows}_{look}.txt" for name, columns, rows, look in TAKEN}
    assert {path.name for path in SNAPSHOTS.iterdir()} == wanted


def assert_fills(picture: Picture, columns: int, rows: int) -> None:
    assert len(picture) == rows
    assert {cells_in(line) for line in picture} == {columns}


looks = st.sampled_from(list(LOOKS.values()))


@settings(max_examples=150)
@given(any_views.views, st.integers(1, 220), st.integers(1, 70), looks)
def test_any_view_fills_any_size_exactly(view: View, columns: int, rows: int, look: Look) -> None:
    assert_fills(render(view, columns, rows, look), columns, rows)


@settings(max_examples=150)
@given(any_views.views, st.integers(0, 60), st.integers(0, 20), looks)
def test_any_view_is_drawn_from_the_size_that_it_needs_on(view: View, wider: int, higher: int, look: Look) -> None:
    needed = size_needed(view)
    columns = needed[0] + wider
    rows = size_needed(view, columns)[1] + higher
    picture = render(view, columns, rows, look)
    assert_fills(picture, columns, rows)
    assert "This screen needs" not in text_of(picture)[0]


@given(any_views.game_views(), st.integers(0, 70), st.integers(0, 30))
def test_every_own_card_and_pile_can_be_clicked_at_any_size(view: GameView, wider: int, higher: int) -> None:
    columns = size_needed(View(view))[0] + wider
    picture = render(View(view), columns, size_needed(View(view), columns)[1] + higher, Look())
    actions = {run.action for line in picture for run in line}
    if view.own is None:
        assert not {action for action in actions if isinstance(action, PlayFrom | PlayOn | FillSlot | Turn)}
        return
    own = {PlayFrom(STACK), PlayFrom(DISCARD), Turn()}
    own |= {FillSlot(slot) if card.card is None else PlayFrom(row(slot)) for slot, card in enumerate(view.own.row)}
    if not view.countdown and view.banner is None:
        own |= {PlayOn(*pile.id) for pile in view.piles if pile.height < 10}
    assert own <= actions


@pytest.mark.parametrize(("columns", "rows"), [(68, 24), (80, 24), (120, 40)])
def test_a_lesson_is_shown_whole_and_hides_no_card(columns: int, rows: int) -> None:
    state = round_of([area("R10 G9 Y7", "Y3"), area()], "R4:1")
    for at in range(len(LESSONS)):
        words = Course(at).words(state, 0, USUAL_KEYS.ways)
        view = View(game(2), lesson=LessonView(at + 1, len(LESSONS), words))
        picture = render(view, columns, rows, Look())
        assert_fills(picture, columns, rows)
        shown = " ".join(" ".join(text_of(picture)).split())
        assert words in shown
        actions = {run.action for line in picture for run in line}
        assert {PlayFrom(STACK), PlayFrom(DISCARD), Turn(), NextLesson()} <= actions


SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("players", [2, 4, 8, 12])
def test_a_race_is_shown_whole_with_what_it_is_worth(players: int, columns: int, rows: int) -> None:
    view = scores(players)
    text = "\n".join(text_of(render(View(view), columns, rows, Look())))
    assert "\u2026" not in text
    closest, last = view.contests[0], view.contests[2]
    assert re.search(rf"R2   pile 1   {closest.first} before {closest.late} +< 0.1 ms  too close to be sure", text)
    assert re.search(rf"G4   {last.pile}   {last.first} before {last.late} +9 ms  \u00b13 ms", text)


def test_where_names_leave_no_room_for_it_a_close_race_says_so_in_short() -> None:
    text = "\n".join(text_of(render(VIEWS["scores-8"], 60, 24, Look())))
    assert "R2   pile 1   Ada before Bea         < 0.1 ms  too close " in text


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("players", [2, 4, 8, 12])
def test_the_own_clock_is_in_the_title_and_moves_nothing(players: int, columns: int, rows: int) -> None:
    for view in (game(players), game(players, own=None, seated=False), table_lobby(players)):
        lines = text_of(render(View(view), columns, rows, Look()))
        assert " \u00b7 clock \u00b12 ms " in lines[0]
        assert text_of(render(View(replace(view, clock_error="")), columns, rows, Look()))[1:] == lines[1:]
    narrow = text_of(render(View(table_lobby(players, title="A table, a name")), 60, 24, Look()))[0]
    assert narrow.split("  ")[0] == " A table, a name \u00b7 before the first round", "it gives way"


@pytest.mark.parametrize(("columns", "rows"), [*SIZES, (80, 60), (160, 50)])
@pytest.mark.parametrize("players", [2, 4, 8, 12])
def test_delays_move_nothing_whatever_they_are(players: int, columns: int, rows: int) -> None:
    shown = set()
    for delay, slow in (("< 1 ms", False), ("3 ms", False), ("151 ms", True), ("1.2 s", True)):
        others = tuple(seat(place, players, delay=delay, slow=slow) for place in range(1, players))
        for view in (game(players, others=others), game(players, others=others, own=None)):
            lines = text_of(render(View(view), columns, rows, Look()))
            assert sum(line.count(delay) for line in lines) == players - 1
            blank = " " * len(delay)
            # Delays are to the right of their fields or to the left of them, and nothing stands around them.
            shown.add((view.own is None, tuple(line.replace(delay, blank) for line in lines)))
    assert len(shown) == 2


def place_of(picture: Picture, action: PlayOn) -> tuple[int, int]:
    """Line and column at which a pile begins."""
    for number, line in enumerate(picture):
        column = 0
        for run in line:
            if run.action == action:
                return number, column
            column += width(run.text)
    raise AssertionError(f"{action} is nowhere")


@given(st.data(), st.integers(2, 12), st.sampled_from([(80, 24), (120, 40), (200, 60)]))
def test_piles_keep_their_place_while_the_centre_grows(
    data: st.DataObject, players: int, size: tuple[int, int]
) -> None:
    """No pile moves when others are opened, grow, or are set aside."""
    ids = data.draw(st.permutations([PileId(colour, opener) for colour in COLOURS for opener in range(players)]))
    opened: list[PileView] = []
    places: dict[PileId, tuple[int, int]] = {}
    for _step in range(12):
        grow = data.draw(st.booleans()) and opened
        if grow:
            at = data.draw(st.integers(0, len(opened) - 1))
            opened[at] = PileView(opened[at].id, min(10, opened[at].height + 5))
        elif len(opened) < len(ids):
            opened.append(PileView(ids[len(opened)], 1))
        picture = render(View(game(players, piles=tuple(opened))), *size, Look())
        for pile in opened:
            if pile.height < 10:
                place = place_of(picture, PlayOn(*pile.id))
                assert places.setdefault(pile.id, place) == place


@pytest.mark.parametrize(
    ("players", "columns", "rows"), [(2, 80, 24), (4, 80, 24), (8, 80, 24), (12, 80, 24), (12, 120, 40)]
)
def test_games_fit_the_sizes_that_people_have(players: int, columns: int, rows: int) -> None:
    needed = size_needed(View(game(players)))
    assert needed[0] <= columns
    assert needed[1] <= rows
    shown = "\n".join(text_of(render(View(game(players)), columns, rows, Look())))
    for name in NAMES[1:players]:
        assert name[:9] in shown


def test_a_picture_that_is_too_small_says_what_it_needs_and_answers_the_question() -> None:
    view = View(game(12), form=Form("Leave?", "", confirm="leave", back="stay"))
    shown = " ".join(line.strip() for line in text_of(render(view, 60, 10, Look())))
    columns, rows = size_needed(view)
    assert f"{columns} columns and {rows} rows" in shown
    assert "60 and 10" in shown
    assert "Leave? enter: leave; esc: stay" in shown
    assert any(run.action == Quit() for line in render(view, 60, 10, Look()) for run in line)


def test_a_wide_window_needs_fewer_rows() -> None:
    view = View(game(12))
    assert size_needed(view, 120)[1] < size_needed(view, 80)[1]
    assert_fills(render(view, 120, size_needed(view, 120)[1], Look()), 120, size_needed(view, 120)[1])


def test_larger_terminals_get_larger_own_cards() -> None:
    def lines_of_own_cards(columns: int, rows: int) -> int:
        picture = render(View(game(4)), columns, rows, Look())
        return sum(any(run.action == PlayFrom(STACK) for run in line) for line in picture)

    assert lines_of_own_cards(68, 16) < lines_of_own_cards(80, 24) < lines_of_own_cards(120, 40)
    assert lines_of_own_cards(120, 40) < lines_of_own_cards(200, 60)


def test_seats_of_a_spectator_all_get_the_same_room() -> None:
    others = tuple(seat(place, 4) for place in range(4))
    picture = render(View(game(4, own=None, others=others, message="")), 200, 60, Look())
    found = [(number, column) for name in NAMES[:4] for number, column in positions(picture, name)]
    assert len(found) == 4
    lines, columns = {number for number, _column in found}, {column for _number, column in found}
    assert len(lines) * len(columns) == 4


def positions(picture: Picture, text: str) -> list[tuple[int, int]]:
    return [(number, line.index(text)) for number, line in enumerate(text_of(picture)) if text in line]


def test_what_is_fresh_or_not_final_shows_without_colours_too() -> None:
    shown = "\n".join(text_of(render(VIEWS["game-4"], 80, 24, LOOKS["ascii-outlined"])))
    assert ">R4<" in shown
    assert "(Y9)" in shown
    assert "(R5)" in shown
    assert ">G6<" in shown


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("state", ["", ".fresh", ".pending"])
def test_a_ten_is_never_cut_to_a_one(state: str, look: str) -> None:
    for cells, height in (
        (CHIP_CELLS, 1),
        (CHIP_CELLS, 2),
        *((cells, height) for height, cells in PANEL_CELLS.items()),
    ):
        text = "\n".join(text_of(card_block(Card("G", 10), state, cells, height, LOOKS[look])))
        assert "G1" not in text.replace("G10", ""), "else it is drawn in large digits"
    narrow = text_of(card_block(Card("G", 10), state, PANEL_CELLS[4], 4, LOOKS[look]))
    assert any("G10" in line for line in narrow)


def test_ascii_pictures_are_ascii_where_names_are() -> None:
    view = View(game(4))
    for look in (LOOKS["ascii"], LOOKS["ascii-outlined"]):
        for size in ((80, 24), (120, 40), (200, 60)):
            assert "\n".join(text_of(render(view, *size, look))).isascii()


def test_keys_that_play_now_are_marked_and_no_others() -> None:
    picture = render(View(game(4)), 80, 24, Look())
    marked = {run.text.strip() for line in picture for run in line if run.style == "class:key.live"}
    assert marked == {"\u2039d\u203a", "\u20393\u203a"}


def test_a_form_is_worked_with_the_mouse() -> None:
    picture = render(View(table_lobby(4), form=OPEN_FORM), 80, 24, Look())
    actions = {run.action for line in picture for run in line}
    assert {Confirm(), Back(), Change(-1), Change(1), Select(0), Select(2)} <= actions


def test_a_long_form_shows_the_chosen_field() -> None:
    fields = OPEN_FORM.fields * 4
    for chosen in (0, 14, len(fields) - 1):
        form = Form("Long", "", tuple(fields), chosen)
        picture = render(View(table_lobby(4), form=form), 60, 18, Look())
        assert any(UNICODE.pointer in line for line in text_of(picture))


BANNERS = {"paused": Pause(), "frozen": GoOn()}


@pytest.mark.parametrize(("players", "columns", "rows"), [(4, 60, 16), (4, 80, 24), (12, 80, 24), (12, 160, 50)])
@pytest.mark.parametrize("look", LOOKS)
def test_a_banner_says_why_the_table_stands_still_at_every_size(
    players: int, columns: int, rows: int, look: str
) -> None:
    for kind, action in BANNERS.items():
        banner = Banner(kind, "waiting for Bea", "what it means")
        picture = render(View(game(players, banner=banner)), columns, rows, LOOKS[look])
        assert_fills(picture, columns, rows)
        (title,) = [line for line in picture if any("waiting for Bea" in run.text for run in line)]
        assert any(run.action == action and run.style == "class:urgent" for run in title)
        assert any("what it means" in line for line in text_of(picture))


def test_a_click_on_a_banner_is_nothing_for_who_only_watches() -> None:
    view = game(4, own=None, seated=False, banner=Banner("paused", "paused"))
    assert not any(run.action == Pause() for line in render(View(view), 80, 24, Look()) for run in line)


def test_what_is_wrong_with_a_seat_is_said_in_words_at_every_size() -> None:
    words = ("silent", "laptop gone, may return", "has left", "counts as absent")
    for players, columns, rows in ((5, 60, 24), (5, 80, 24), (12, 80, 24), (12, 120, 40), (12, 160, 50), (5, 160, 50)):
        for look in LOOKS.values():
            shown = "\n".join(text_of(render(View(company(players)), columns, rows, look)))
            for word in words:
                assert word in shown, (players, columns, rows, word)


def test_a_deliberate_question_shows_its_own_keys_only() -> None:
    shown = "\n".join(text_of(render(VIEWS["decision"], 80, 24, Look())))
    assert " y  go on without    n  wait" in shown
    assert "enter" not in shown
    small = " ".join(line.strip() for line in text_of(render(VIEWS["decision"], 40, 8, Look())))
    assert "Go on without Bea? y: go on without; n: wait" in small


def test_what_is_only_told_has_nothing_to_confirm() -> None:
    picture = render(View(game(4), form=TOLD), 80, 24, Look())
    assert not any(run.action == Confirm() for line in picture for run in line)
    assert any(run.action == Back() for line in picture for run in line)
    small = " ".join(line.strip() for line in text_of(render(VIEWS["told"], 40, 6, Look())))
    assert "Kicked out esc: all right" in small


LONG = "the clock of this laptop is ten minutes ahead of the others': it does not count until it is right again"


@pytest.mark.parametrize("name", ["game-4", "table-4", "scores-4", "lobby"])
def test_a_long_message_takes_a_blank_line_above_it_and_moves_nothing(name: str) -> None:
    view = VIEWS[name]
    screen = replace(view.screen, **{"lobby": {"problem": LONG}, "game-4": {"message": LONG}}.get(name, {"hint": LONG}))
    rows = 30 if name.startswith("scores") else 24
    before = text_of(render(view, 80, rows, Look()))
    after = text_of(render(replace(view, screen=screen), 80, rows, Look()))
    foot = 1 if name == "game-4" else 2
    assert before[: rows - foot - 1] == after[: rows - foot - 1]
    assert LONG in " ".join(" ".join(after[rows - foot - 1 : rows - foot + 1]).split())


@pytest.mark.parametrize("columns", [60, 80])
def test_a_lobby_without_tables_is_whole_with_what_is_wrong_and_what_came_of_it(columns: int) -> None:
    screen = replace(LOBBY, tables=(), people=(), addresses=LOBBY.addresses[:1], rules="", problem=LONG)
    for notice in ("", "no table was found"):
        shown = text_of(render(View(screen, notice=notice), columns, 20, Look()))
        assert not any("\u2026" in line for line in shown)
        text = " ".join(" ".join(shown).split())
        assert all(said in text for said in (LONG, notice, "l to learn the game"))


def test_nothing_is_offered_for_a_table_where_there_is_none() -> None:
    shown = text_of(render(View(replace(LOBBY, tables=())), 120, 24, Look()))[-1]
    assert "join" not in shown
    assert "watch" not in shown
    assert "open" in shown


def test_a_long_message_hides_nothing_where_every_line_is_taken() -> None:
    before = text_of(render(View(game(12)), 80, 24, Look()))
    after = text_of(render(View(game(12, message=LONG)), 80, 24, Look()))
    assert before[:-1] == after[:-1]
    assert after[-1].rstrip().endswith("\u2026")

"""Scores by value: who got what, who was first by how much, what happens next."""

from dataclasses import replace as with_fields

from msgspec.structs import replace

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.presets import PRESETS
from p2p_ligretto.node.notices import Dealing, Notice, RoundEnded, RoundScored
from p2p_ligretto.node.races import Race
from p2p_ligretto.node.table import Phase
from p2p_ligretto.tui.view_model import ScoreSheet, Vantage, scores_view
from p2p_ligretto.tui.views import Contest, ScoreRow, ScoresView
from tests.speech.samples import area, round_of, table_of

FIRST = RoundScored(1, (12, 7, None), (3, 5, None), (6, -3, None), (6, -3, None))
R5, PILE = Card("R", 5), PileId("R", 0)
RACES = (
    Race(R5, PILE, 0, 2, 900, 1_010),
    Race(Card("Y", 2), PileId("Y", 1), 1, 2, 3_999, None),
    Race(R5, PileId("R", 2), 1, 0, 12_400, 2_300),
)
SECOND = RoundScored(2, (8, 14, 17), (0, 0, 4), (8, 14, 9), (14, 11, 9), RACES)
ROUND = round_of([area()] * 3, "R1:1 R6:2 R7:0 G1:0")
BETWEEN = table_of("Ada Bea Cas", ROUND, phase=Phase.BETWEEN, number=2, totals=(14, 11, 9), ready=frozenset({1}))


def sheet_of(*notices: Notice) -> ScoreSheet:
    sheet = ScoreSheet()
    for notice in notices:
        sheet = sheet.after(notice)
    return sheet


TWO_ROUNDS = sheet_of(
    Dealing(1),
    RoundEnded(1, "blocked", None),
    FIRST,
    Dealing(2),
    RoundEnded(2, "stop", 1),
    SECOND,
)


def view_of(
    table: object = BETWEEN, own: int | None = 0, sheet: ScoreSheet = TWO_ROUNDS, **fields: object
) -> ScoresView:
    return scores_view(table, Vantage(own, 0, **fields), sheet)  # type: ignore[arg-type]


def test_what_is_played_is_shown_first_to_who_was_in_no_round() -> None:
    family = replace(BETWEEN, options=PRESETS["family"], totals=(14, 11, None))
    views = [view_of(family, own) for own in (0, 2, None)]
    assert [view.newcomer for view in views] == [False, True, True]
    for view in views:
        assert view.preset == "family"
        assert [option.value for option in view.changed_options] == ["2 rounds", "one"]
    assert view_of().changed_options == ()


def test_a_round_that_was_scored() -> None:
    view = view_of()
    assert view.title == "Kitchen: after round 2 of 3"
    assert view.ending == "round 2 is over: Ligretto stop, by Bea"
    assert view.rows == (
        ScoreRow("Ada", True, 8, 0, 8, 14, (6, 14)),
        ScoreRow("Bea", False, 14, 0, 14, 11, (-3, 11), ready=True, stopped=True),
        ScoreRow("Cas", False, 17, 4, 9, 9, (None, 9)),
    )
    assert view.contests == (
        Contest(R5, "Ada", "Cas", "0.9 ms", "pile 3", "1.1 ms", close=True),
        Contest(Card("Y", 2), "Bea", "Cas", "3.9 ms"),
        Contest(R5, "Bea", "Ada", "12 ms", "pile 2", "2.3 ms"),
    )
    assert view.hint == "press r when you are ready for the next round, or f to deal now"
    assert not view.finished


def test_best_total_first_and_who_has_not_played_last() -> None:
    table = table_of("Ada Bea Cas Dirk", phase=Phase.BETWEEN, number=2, totals=(-2, 14, None))
    gone = replace(table, seats=(*table.seats[:3], replace(table.seats[3], present=False)))
    assert [(row.name, row.total) for row in view_of(gone).rows] == [("Bea", 14), ("Ada", -2), ("Cas", None)]


def test_the_end_of_a_match_names_winner_and_rematch() -> None:
    table = replace(BETWEEN, phase=Phase.FINISHED, winners=(0,))
    view = view_of(table)
    assert view.finished
    assert view.title == "Kitchen: the match is over"
    assert view.ending == "the match is over: you win with 14 points"
    assert [row.winner for row in view.rows] == [True, False, False]
    assert view.hint == "press r for another match with the same seats"


def test_who_is_ready_waits_for_the_others_and_so_does_who_watches() -> None:
    assert view_of(own=1).hint == "the table waits until these are ready: Ada and Cas"
    assert view_of(own=None, spectator=True).hint == "the table waits until these are ready: Ada and Cas"
    assert view_of(away_since={2: 0}).hint == "no answer from the laptop of Cas: the table decides how to go on"


def test_a_match_to_a_score_says_so() -> None:
    table = replace(BETWEEN, options=Options(rounds=50, target_score=99))
    assert view_of(table).title == "Kitchen: after round 2, to 99 points"


def test_who_comes_in_between_sees_totals_only() -> None:
    view = view_of(sheet=ScoreSheet())
    assert [(row.points, row.total, row.history) for row in view.rows] == [
        (None, 14, ()),
        (None, 11, ()),
        (None, 9, ()),
    ]
    assert (view.ending, view.contests) == ("", ())


def test_races_of_an_earlier_round_are_not_shown_as_those_of_this_one() -> None:
    later = replace(BETWEEN, number=3)
    assert view_of(later).contests == ()


def test_who_looks_on_sees_the_same_races() -> None:
    assert view_of(own=None, spectator=True).contests == view_of().contests


def test_a_new_match_begins_a_new_sheet() -> None:
    assert TWO_ROUNDS.after(Dealing(1)) == ScoreSheet()
    assert TWO_ROUNDS.after(Dealing(3)).rounds == (FIRST, SECOND)
    assert TWO_ROUNDS.after(Dealing(3)).ended is None


def test_a_round_that_is_told_twice_counts_once() -> None:
    assert TWO_ROUNDS.after(SECOND).rounds == (FIRST, SECOND)


def test_a_race_of_a_seat_that_is_not_there_is_left_out() -> None:
    unknown = with_fields(SECOND, races=(Race(R5, PILE, 0, 7, 5),))
    assert view_of(sheet=sheet_of(unknown)).contests == ()

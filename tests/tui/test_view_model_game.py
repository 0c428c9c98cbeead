"""The game's view, by value: what is final or not, fresh, away; what the line says while nothing happens."""

import dataclasses
import re

import pytest
from msgspec import structs
from msgspec.structs import replace

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.state import End, RoundState
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.speech.latency import SLOW_US, UNSURE_US, link_delays
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.view_model import Freshness, Moment, Vantage, game_view
from p2p_ligretto.tui.views import CardView, GameView, PileView, View
from tests.speech.samples import area, round_of, table_of

NOW = 100_000_000


def playing(piles: str = "R4:0 Y2:1", own: str = "R5 - Y8", discard: str = "B2", **fields: object) -> TableState:
    areas = [area(own, discard=discard, left=7), area("G2 G3 B1"), area("R1 R2 R3", discard="Y4", left=4)]
    state = round_of(areas, piles)
    return table_of("Ada Bea Cas", state, players=(0, 1, 2), number=2, **fields)


def view_of(table: TableState, final: TableState | None = None, own: int | None = 0, **fields: object) -> GameView:
    moment = fields.pop("moment", Moment())
    freshness = fields.pop("freshness", Freshness())
    vantage = Vantage(own, NOW, **fields)  # type: ignore[arg-type]
    return game_view(final or table, table, vantage, freshness, moment)  # type: ignore[arg-type]


def test_everybodys_place() -> None:
    view = view_of(playing(), delays_us={1: 3_400, 2: 700})
    assert view.title == "Kitchen"
    assert view.round_text == "round 2 of 3"
    assert view.piles == (PileView(PileId("R", 0), 4), PileView(PileId("Y", 1), 2))
    assert view.own is not None
    assert view.own.name == "Ada"
    assert view.own.row == (
        CardView(Card("R", 5), playable=True),
        CardView(None, depth=0),
        CardView(Card("Y", 8)),
    )
    assert view.own.stack_top == CardView(Card("Y", 3), playable=True)
    assert view.own.discard == CardView(Card("B", 2))
    assert (view.own.stack, view.own.hand, view.own.centre) == (7, 24, 0)
    assert [(seat.name, seat.stack, seat.delay) for seat in view.others] == [("Bea", 10, "3 ms"), ("Cas", 4, "< 1 ms")]
    assert view.others[1].discard.card == Card("Y", 4)
    assert not any(card.playable for seat in view.others for card in seat.row)


def test_a_gap_makes_the_stack_playable_and_nothing_is_playable_after_the_end() -> None:
    table = playing(piles="", own="R5 - Y8")
    own = view_of(table).own
    assert own is not None
    assert own.stack_top.playable
    over = replace(table, round=round_with_end(playing(), End("stop", 1)), phase=Phase.CLOSING)
    own = view_of(over).own
    assert own is not None
    assert not any(card.playable for card in (*own.row, own.stack_top, own.discard))


def marked(own: str, discard: str, options: Options = OFFICIAL, **moment: object) -> str:
    areas = [area(own, discard=discard, left=7), area("G2 G3 B1")]
    table = table_of("Ada Bea", round_of(areas, "R4:0 Y2:1", options), players=(0, 1), options=options)
    place = view_of(table, moment=Moment(**moment)).own  # type: ignore[arg-type]
    assert place is not None
    cards = (*enumerate(place.row, start=1), ("stack", place.stack_top), ("discard", place.discard))
    return " ".join(str(name) for name, card in cards if card.playable)


def test_cards_are_marked_that_can_be_played_now_if_the_person_and_the_table_like_it() -> None:
    assert marked("R5 R4 Y8", "B1") == "1 stack discard"
    assert marked("R6 - Y8", "B2", Options(row_storage="descending")) == "stack"
    assert marked("R5 R4 Y8", "B1", hints=False) == ""
    assert marked("R5 R4 Y8", "B1", Options(hints=False)) == ""


def test_where_cards_can_be_stored_they_are_marked_and_then_the_slots_that_take_them() -> None:
    storing = Options(row_storage="descending")
    assert marked("R6 G8 R10", "Y7", storing) == "stack discard"
    assert marked("R6 G8 R10", "Y7", storing, storing="discard") == "2"
    assert marked("R6 G8 R10", "Y7") == "stack"


def round_with_end(table: TableState, end: End) -> RoundState:
    assert table.round is not None
    return structs.replace(table.round, end=end)


def test_what_differs_from_the_final_state_is_pending() -> None:
    final = playing(piles="R4:0 Y2:1", own="R5 R6 Y8")
    view = view_of(playing(piles="R5:0 Y2:1 G1:2", own="- R6 Y8", discard="B2 B7"), final)
    assert [(pile.height, pile.pending) for pile in view.piles] == [(5, True), (2, False), (1, True)]
    assert view.own is not None
    assert [card.pending for card in view.own.row] == [True, False, False]
    assert view.own.discard.pending
    assert not view.own.stack_top.pending
    assert not any(seat.stack_top.pending or seat.discard.pending for seat in view.others)


def test_nothing_is_pending_while_the_deal_is_not_final() -> None:
    view = view_of(playing(), replace(playing(), round=None, phase=Phase.OPENING))
    assert view.own is not None
    assert not any(card.pending for card in view.own.row)
    assert not any(pile.pending for pile in view.piles)


def test_fresh_marks_come_from_what_changed_and_when() -> None:
    before = playing(piles="R4:0", own="R5 R6 Y8")
    after = playing(piles="R5:0 Y1:1", own="- R6 Y8")
    freshness = Freshness().after(before, 0).after(after, NOW - 100_000)
    view = view_of(after, freshness=freshness)
    assert [pile.fresh for pile in view.piles] == [True, True]
    assert view.own is not None
    assert [card.fresh for card in view.own.row] == [True, False, False]
    assert not view.own.stack_top.fresh


def test_piles_stand_in_the_order_in_which_they_were_opened() -> None:
    view = view_of(playing(piles="Y2:1 R4:0 Y1:0 R10:2"))
    assert [str(pile.id) for pile in view.piles] == ["Y:1", "R:0", "Y:0", "R:2"]


def test_stored_cards_show_their_top_and_how_many_they_are() -> None:
    view = view_of(playing(own="R5+G4 - Y8"))
    assert view.own is not None
    assert (view.own.row[0].card, view.own.row[0].depth) == (Card("G", 4), 2)


def test_who_is_away_says_since_when_and_the_line_says_that_the_game_waits() -> None:
    view = view_of(playing(), away_since={1: NOW - 12_345_678})
    assert view.others[0].away == "away since 12 s"
    assert view.others[0].delay == ""
    assert view.message == "no answer from the laptop of Bea: the table decides how to go on"
    assert view.urgent


def test_long_absences_are_told_in_minutes() -> None:
    assert view_of(playing(), away_since={1: NOW - 200_000_000}).others[0].away == "away since 3 min"


def test_who_has_left_says_so() -> None:
    table = playing()
    gone = replace(table, seats=(table.seats[0], replace(table.seats[1], present=False), table.seats[2]))
    assert (view_of(gone).others[0].away, view_of(gone).others[0].left) == ("has left", True)


def test_a_spectator_sees_all_seats_alike_and_is_told_nothing_about_a_seat() -> None:
    view = view_of(playing(), own=None, spectator=True, watching=2)
    assert view.own is None
    assert [seat.name for seat in view.others] == ["Ada", "Bea", "Cas"]
    assert (view.message, view.watching) == ("", 2)


def test_who_came_too_late_for_this_round_is_told() -> None:
    table = replace(playing(), players=(1, 2))
    assert view_of(table).own is None
    assert view_of(table).message == "you are not in this round: you play from the next one on"


@pytest.mark.parametrize(
    ("starts_in_us", "countdown"), [(3_000_000, "3"), (2_000_001, "3"), (2_000_000, "2"), (1, "1"), (0, "")]
)
def test_the_countdown_counts_seconds_that_have_begun(starts_in_us: int, countdown: str) -> None:
    assert view_of(playing(), moment=Moment(starts_in_us=starts_in_us)).countdown == countdown


def test_the_clock_and_a_match_to_a_score() -> None:
    table = replace(playing(), options=Options(rounds=50, target_score=99))
    view = view_of(table, moment=Moment(elapsed_us=72_900_000))
    assert (view.clock, view.round_text) == ("01:12", "round 2, to 99 points")


def test_while_cards_are_dealt_seats_are_empty() -> None:
    view = view_of(replace(playing(), phase=Phase.REVEALING))
    assert view.message == "everybody shuffles"
    assert view.own is not None
    assert view.own.row == (CardView(None),) * 4
    assert view.piles == ()


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (200, 60)])
def test_the_cards_that_are_dealt_move_nothing(columns: int, rows: int) -> None:
    def headings(table: TableState) -> list[tuple[int, int, str]]:
        lines = ("".join(run.text for run in line) for line in render(View(view_of(table)), columns, rows, Look()))
        words = re.compile(r"\u2500 ([a-z]+)")
        return [(at, found.start(1), found[1]) for at, line in enumerate(lines) for found in words.finditer(line)]

    state = round_of([area("R5 G4 Y8 B1 B2"), area("G2 G3 B1 Y1 Y2")], "")
    dealt = table_of("Ada Bea", state, players=(0, 1), number=2)
    assert len(headings(dealt)) > 6
    assert headings(replace(dealt, phase=Phase.REVEALING)) == headings(dealt)


def test_the_end_is_told_until_something_else_happens() -> None:
    table = playing()
    over = replace(table, round=round_with_end(table, End("stop", 1)), phase=Phase.CLOSING)
    assert view_of(over).message == "round 2 is over: Ligretto stop, by Bea"
    assert view_of(over).urgent


def test_what_has_just_happened_comes_first_but_for_storing() -> None:
    moment = Moment(message="too late", urgent=True)
    assert (view_of(playing(), moment=moment).message, view_of(playing(), moment=moment).urgent) == ("too late", True)
    view = view_of(playing(), moment=dataclasses.replace(moment, storing="discard"))
    assert view.storing == "discard"
    assert view.message == "store B2: press the key of a row slot, or esc"


def test_an_empty_stack_asks_for_the_call_where_it_is_called() -> None:
    table = playing()
    assert table.round is not None
    areas = [area("R5 G6 Y8", stack=""), *table.round.areas[1:]]
    manual = replace(table, options=Options(call="manual"), round=round_of(areas, "R4:0", Options(call="manual")))
    view = view_of(manual)
    assert view.message == "your stack is empty: press c to call stop"
    assert view.own is not None
    assert view.own.stack_top.card is None


def test_names_that_look_alike_get_a_fingerprint_and_no_name_reaches_the_terminal_raw() -> None:
    table = table_of("Ada ADA Cas\x1b[2J", round_of([area(), area(), area()]), players=(0, 1, 2))
    view = view_of(table)
    assert view.own is not None
    assert [view.own.name, *(seat.name for seat in view.others)] == ["Ada (0000)", "ADA (0101)", "Cas\\x1b[2J"]


class Linked:
    def __init__(self, round_trip_us: int | None) -> None:
        self.round_trip_us = round_trip_us


def test_delays_are_half_the_way_there_and_back_of_linked_and_measured_seats() -> None:
    table = table_of("Ada Bea Cas")
    peers = {table.seats[1].peer: Linked(3_400), table.seats[2].peer: Linked(None), b"stranger": Linked(9)}
    assert link_delays(table, peers) == {1: 1_700}


def test_links_and_the_own_clock_are_there_to_be_seen_and_nobody_is_warned() -> None:
    view = view_of(playing(), delays_us={1: SLOW_US, 2: 700}, clock_error_us=UNSURE_US)
    assert [(seat.delay, seat.slow) for seat in view.others] == [("150 ms", False), ("< 1 ms", False)]
    assert (view.clock_error, view.message) == ("50 ms", "")


def test_a_slow_link_and_a_clock_that_is_far_off_are_worth_a_line_that_is_in_nobodys_way() -> None:
    view = view_of(playing(), delays_us={1: SLOW_US + 1_000, 2: 700})
    assert [(seat.delay, seat.slow) for seat in view.others] == [("151 ms", True), ("< 1 ms", False)]
    assert (view.message, view.urgent) == ("the link to Bea is slow: cards from there show late", False)
    off = view_of(playing(), clock_error_us=UNSURE_US + 1)
    assert off.message == "your clock may be off by 51 ms: close races may go wrong"
    busy = replace(playing(), votes=frozenset({("kick", 2, 1)}))
    assert "kick Cas" in view_of(busy, clock_error_us=UNSURE_US + 1).message


def test_who_looks_on_is_told_how_far_its_clock_is() -> None:
    view = view_of(playing(), own=None, spectator=True, clock_error_us=400, delays_us={0: 2_000})
    assert view.clock_error == "1 ms"
    assert [seat.delay for seat in view.others] == ["2 ms", "", ""]

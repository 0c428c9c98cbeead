"""What stands between the people of a table, by value: banners, marks at seats, what is undecided."""

import pytest
from msgspec import structs
from msgspec.structs import replace

from p2p_ligretto.game.state import End
from p2p_ligretto.node.notices import Frozen
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.tui.view_model import Freshness, ScoreSheet, Vantage, game_view, scores_view, table_lobby_view
from p2p_ligretto.tui.views import Banner, GameView
from tests.speech.samples import area, round_of, table_of

NOW = 100_000_000
KEYS = "p goes on with it, after three seconds"


def playing(**fields: object) -> TableState:
    state = round_of([area(), area("G2 G3 B1"), area("R1 R2 R3")])
    return table_of("Ada Bea Cas", state, players=(0, 1, 2), **fields)


def view_of(table: TableState, own: int | None = 0, **fields: object) -> GameView:
    return game_view(table, table, Vantage(own, NOW, **fields), Freshness())  # type: ignore[arg-type]


def test_a_pause_names_who_paused_where_that_is_known() -> None:
    paused = playing(paused=True)
    assert view_of(paused).banner == Banner("paused", "the round is paused", KEYS)
    assert view_of(paused, paused_by=1).banner == Banner("paused", "Bea has paused the round", KEYS)
    assert view_of(paused, paused_by=0).banner == Banner("paused", "you have paused the round", KEYS)
    watched = view_of(paused, own=None, spectator=True, paused_by=1)
    assert watched.banner == Banner("paused", "Bea has paused the round")
    assert not watched.seated
    assert view_of(playing(), paused_by=1).banner is None


def test_a_minority_outweighs_a_pause_and_is_not_said_twice() -> None:
    view = view_of(playing(paused=True), frozen=Frozen((1, 2), False))
    assert view.banner is not None
    assert view.banner.kind == "frozen"
    assert view.banner.title == "waiting for the laptop of Bea or Cas"
    assert " g " not in view.banner.text
    assert view.message == ""
    two = view_of(playing(), frozen=Frozen((1,), True))
    assert two.banner is not None
    assert "g asks whether to go on without" in two.banner.text


def test_a_round_that_has_ended_has_no_banner() -> None:
    table = playing(paused=True)
    assert table.round is not None
    over = replace(table, round=structs.replace(table.round, end=End("agreed", None)))
    assert view_of(over).banner is None
    assert view_of(over).message == "round 1 is over: the table agreed to end it"


@pytest.mark.parametrize(
    ("fields", "seen", "words", "silent"),
    [
        ({}, {"warned": frozenset({1})}, "", True),
        ({}, {"warned": frozenset({1}), "away_since": {1: NOW - 3_000_000}}, "away since 3 s", False),
        ({"out": frozenset({1})}, {"warned": frozenset({1})}, "counts as absent", False),
        ({"gone": True}, {"lost": frozenset({1})}, "laptop gone, may return", False),
        ({"gone": True}, {}, "has left", False),
        ({"banned": frozenset({bytes([1]) * 16})}, {"away_since": {1: NOW}}, "kicked out", False),
    ],
)
def test_all_screens_say_how_it_is_with_a_seat(
    fields: dict[str, object], seen: dict[str, object], words: str, silent: bool
) -> None:
    table = playing(**{key: value for key, value in fields.items() if key != "gone"})
    if "gone" in fields:
        table = replace(table, seats=(table.seats[0], replace(table.seats[1], present=False), table.seats[2]))
    view = view_of(table, **seen)
    assert (view.others[0].away, view.others[0].silent) == (words, silent)
    vantage = Vantage(0, NOW, **seen)  # type: ignore[arg-type]
    waiting = replace(table, phase=Phase.BETWEEN, totals=(0, 0, 0))
    note = "silent" if silent else words
    assert table_lobby_view(waiting, vantage).seats[1].note == note
    assert next(row for row in scores_view(waiting, vantage, ScoreSheet()).rows if row.name == "Bea").note == note


def test_what_is_undecided_is_on_every_screen_with_the_key_for_it() -> None:
    kick = frozenset({("kick", 2, 1)})
    line = "kick Cas out? Bea says yes (1 of 2 needed): k votes"
    assert (view_of(playing(votes=kick)).message, view_of(playing(votes=kick)).urgent) == (line, True)
    waiting = replace(playing(votes=kick), phase=Phase.BETWEEN, totals=(0, 0, 0))
    for view in (
        table_lobby_view(waiting, Vantage(0, NOW)),
        scores_view(waiting, Vantage(0, NOW), ScoreSheet()),
    ):
        assert (view.hint, view.urgent) == (line, True)
    absent = playing(votes=frozenset({("absent", 2, 1)}))
    assert view_of(absent).message == "does Cas count as absent? Bea says yes (1 of 2 needed): v votes"
    ending = playing(agreed=frozenset({1}))
    assert view_of(ending).message == "Bea wants to end this round (1 of 3): e agrees"


@pytest.mark.parametrize(
    ("seen", "votes", "message", "urgent"),
    [
        ({}, (), "everybody shuffles", False),
        ({"idle": {2}}, (), "the deal waits for Cas: v asks whether to go on without", True),
        ({"idle": {1, 2}}, (), "the deal waits for Bea and Cas: v asks whether to go on without", True),
        ({"idle": {0, 2}}, (), "the deal waits for Ada and Cas", False),
        ({"idle": {2}, "spectator": True}, (), "the deal waits for Cas", False),
        ({"idle": {2}}, (1,), "does Cas count as absent? Bea says yes (1 of 2 needed): v votes", True),
        ({"idle": {2}}, (0,), "does Cas count as absent? you say yes (1 of 2 needed)", False),
    ],
)
def test_whom_a_deal_waits_for_is_told_once_there_is_something_to_do_about_it(
    seen: dict[str, object], votes: tuple[int, ...], message: str, urgent: bool
) -> None:
    dealing = replace(playing(), phase=Phase.REVEALING, votes=frozenset(("absent", 2, by) for by in votes))
    view = view_of(dealing, **seen)
    assert (view.message, view.urgent) == (message, urgent)


def test_who_has_spoken_or_only_watches_sees_it_without_a_key_and_without_haste() -> None:
    ending = playing(agreed=frozenset({0}))
    assert (view_of(ending).message, view_of(ending).urgent) == ("you want to end this round (1 of 3)", False)
    watched = view_of(playing(agreed=frozenset({1})), own=None, spectator=True)
    assert (watched.message, watched.urgent) == ("Bea wants to end this round (1 of 3)", False)

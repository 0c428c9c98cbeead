"""Lobby and table lobby by value: one entry a table, a choice that never jumps, what happens next."""

from dataclasses import dataclass, replace

import pytest
from msgspec import structs

from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.game.presets import PRESETS
from p2p_ligretto.node.table import Phase, TableState
from p2p_ligretto.tui.view_model import (
    FoundTables,
    LobbyNews,
    Vantage,
    lobby_view,
    option_entries,
    table_lobby_view,
)
from p2p_ligretto.tui.views import SeatEntry, TableEntry
from p2p_ligretto.wire.conversions import from_options
from p2p_ligretto.wire.messages import TableCard
from tests.speech.samples import table_of


@dataclass
class Neighbour:
    name: str
    card: TableCard | None = None


def told(table: str, *players: str, phase: str = "lobby", private: bool = False) -> TableCard:
    return TableCard(table.encode().ljust(16), table, phase, players, private)  # type: ignore[arg-type]


KITCHEN, GARDEN, ATTIC = told("Kitchen", "Bea", "Cas"), told("Garden", "Eva", phase="playing"), told("Attic", "Ivo")


def found(*cards: TableCard, before: FoundTables | None = None) -> FoundTables:
    neighbours = {bytes([place]) * 16: Neighbour(f"N{place}", card) for place, card in enumerate(cards)}
    return (before or FoundTables()).after(neighbours)


def test_tables_of_one_name_are_told_apart_by_their_ids() -> None:
    other = TableCard(bytes.fromhex("77c0") + bytes(14), "KITCHEN", "playing", ("Bea",))
    tables = found(KITCHEN, GARDEN, other)
    assert [entry.title for entry in lobby_view("Ada", tables, {}).tables] == [
        "Kitchen (4b69)",
        "Garden",
        "KITCHEN (77c0)",
    ]


def names(tables: FoundTables) -> list[str]:
    return [entry.card.name for entry in tables.tables]


def test_a_table_is_one_entry_whoever_tells_of_it() -> None:
    tables = found(told("Kitchen", "Bea"), KITCHEN, told("Kitchen"))
    assert names(tables) == ["Kitchen"]
    assert tables.tables[0].card.players == ("Bea", "Cas")
    assert len(tables.tables[0].peers) == 3


def test_tables_keep_the_order_in_which_they_were_found() -> None:
    first = found(KITCHEN, GARDEN)
    assert names(found(ATTIC, GARDEN, KITCHEN, before=first)) == ["Kitchen", "Garden", "Attic"]
    assert names(found(ATTIC, GARDEN, before=first)) == ["Garden", "Attic"]


def test_the_choice_stays_with_its_table() -> None:
    chosen = found(KITCHEN, GARDEN, ATTIC).selected(1)
    fewer = found(ATTIC, GARDEN, before=chosen)
    assert (fewer.index, fewer.chosen) == (0, GARDEN.table)


def test_a_choice_that_is_gone_does_not_become_another_table() -> None:
    chosen = found(KITCHEN, GARDEN).selected(0)
    gone = found(GARDEN, before=chosen)
    assert (gone.index, gone.chosen_table) == (-1, None)
    assert gone.moved(1).index == 0


def test_the_first_table_found_is_chosen_and_moving_stays_in_the_list() -> None:
    tables = found(KITCHEN, GARDEN)
    assert tables.index == 0
    assert tables.moved(1).index == 1
    assert tables.moved(1).moved(1).index == 1
    assert tables.moved(-1).index == 0
    assert FoundTables().moved(1).index == -1
    assert tables.selected(7) == tables
    assert replace(tables, chosen=None).moved(-1).index == 1


def test_entries_of_the_lobby() -> None:
    full = told("Cellar", *(f"P{place}" for place in range(12)))
    tables = found(KITCHEN, GARDEN, told("Attic", private=True), full)
    news = LobbyNews(unfit=(("Old\x07", "plays another version"),), problem="no multicast", busy="joining")
    view = lobby_view("Ada", tables, {}, ["192.168.1.17:4000"], news)
    assert view.tables == (
        TableEntry("Kitchen", "2 players: Bea and Cas", "waiting for players"),
        TableEntry("Garden", "1 player: Eva", "a round is being played"),
        TableEntry("Attic", "nobody is there", "waiting for players", private=True),
        TableEntry(
            "Cellar", "12 players: P0, P1, P2, P3 and 8 others", "waiting for players", refused="full: you can watch"
        ),
        TableEntry("Old\\x07", "", "", refused="plays another version"),
    )
    assert (view.own_name, view.chosen, view.problem, view.busy) == ("Ada", 0, "no multicast", "joining")
    assert view.addresses == ("192.168.1.17:4000",)


def test_what_is_played_at_the_chosen_table_is_said() -> None:
    own_rules = Options(rounds=5, row_storage="descending")
    attic = structs.replace(ATTIC, options=from_options(own_rules))
    garden = structs.replace(GARDEN, options=from_options(PRESETS["family"]))
    tables = found(garden, attic, KITCHEN)
    lines = [lobby_view("Ada", tables.selected(place), {}).rules for place in range(3)]
    assert lines == [
        "what is played: family (with children: short, and fast fingers help less)",
        "what is played: own rules (match: 5 rounds; storing: descending)",
        "",
    ]
    assert lobby_view("Ada", FoundTables(), {}).rules == ""


def test_people_say_where_they_are_and_are_told_apart() -> None:
    neighbours = {
        b"\x3f\x9a" * 8: Neighbour("Lea"),
        b"\x77\xc0" * 8: Neighbour("LEA", KITCHEN),
        b"\x01\x02" * 8: Neighbour("Bea", KITCHEN),
        b"\x05\x06" * 8: Neighbour(""),
    }
    view = lobby_view("Ada", FoundTables(), neighbours)
    assert view.people == ("Lea (3f9a)", "LEA (77c0) (at Kitchen)", "Bea (at Kitchen)")


# ---- the table before its first round

WAITING = table_of("Ada Bea Cas", phase=Phase.LOBBY, number=0, ready=frozenset({1}))


def at(table: TableState, own: int | None = 0, **fields: object) -> Vantage:
    return Vantage(own, 50_000_000, **fields)  # type: ignore[arg-type]


def test_seats_of_a_table_that_waits() -> None:
    gone = structs.replace(WAITING, seats=(*WAITING.seats[:2], structs.replace(WAITING.seats[2], present=False)))
    view = table_lobby_view(gone, at(gone, delays_us={1: 12_900}, clock_error_us=1_200), ["10.0.0.1:4000"])
    assert view.seats == (
        SeatEntry("Ada", own=True, ready=False),
        SeatEntry("Bea", own=False, ready=True, note="12 ms"),
        SeatEntry("Cas", own=False, ready=False, note="has left"),
    )
    assert (view.title, view.addresses) == ("Kitchen", ("10.0.0.1:4000",))
    assert view.clock_error == "2 ms"


def test_nobody_is_sent_for_a_seat_to_who_only_looks_on() -> None:
    assert table_lobby_view(WAITING, at(WAITING, own=None, spectator=True), ["10.0.0.4:4000"]).addresses == ()


def test_a_slow_link_is_marked_before_the_first_round_already() -> None:
    view = table_lobby_view(WAITING, at(WAITING, delays_us={1: 151_000, 2: 150_000}))
    assert [(seat.note, seat.slow) for seat in view.seats] == [("", False), ("151 ms", True), ("150 ms", False)]
    assert view.clock_error == ""


def test_an_away_seat_says_since_when_and_is_waited_for() -> None:
    view = table_lobby_view(WAITING, at(WAITING, away_since={1: 43_000_000}))
    assert view.seats[1].note == "away since 7 s"
    assert view.hint == "no answer from the laptop of Bea: the table decides how to go on"


@pytest.mark.parametrize(
    ("table", "vantage", "hint"),
    [
        (WAITING, at(WAITING), "press r when you are ready, or f to deal now"),
        (WAITING, at(WAITING, own=1), "the table waits until these are ready: Ada and Cas"),
        (WAITING, at(WAITING, own=None), "you get a seat in a moment"),
        (
            table_of("Ada", phase=Phase.LOBBY),
            at(WAITING),
            "waiting for a second player: others find this table by name or address",
        ),
        (
            table_of(" ".join(f"P{place}" for place in range(12)), phase=Phase.LOBBY),
            at(WAITING, own=None, spectator=True),
            "this table has no seat left: you are watching",
        ),
        (
            WAITING,
            at(WAITING, own=None, spectator=True),
            "the table waits until these are ready: Ada and Cas",
        ),
    ],
)
def test_what_happens_next(table: TableState, vantage: Vantage, hint: str) -> None:
    view = table_lobby_view(table, vantage)
    assert view.hint == hint
    assert view.spectator == vantage.spectator


ALL_OPTIONS = [
    OFFICIAL,
    Options(
        rounds=1,
        reshuffle=False,
        row_storage="descending",
        call="manual",
        one_hand=True,
        penalty="stack_to_hand",
        hints=False,
    ),
    Options(rounds=50, target_score=99, row_storage="ascending", penalty="hand_to_stack"),
]


@pytest.mark.parametrize("options", ALL_OPTIONS)
def test_every_option_is_explained_in_a_line_of_a_small_terminal(options: Options) -> None:
    entries = option_entries(options)
    assert len({entry.name for entry in entries}) == len(entries) == 7
    for entry in entries:
        assert entry.explanation
        assert len(entry.explanation) <= 51
        assert len(entry.value) <= 14
        assert len(entry.name) <= 11


def test_each_value_of_an_option_has_its_own_words() -> None:
    for one, *others in zip(*(option_entries(options) for options in ALL_OPTIONS), strict=True):
        assert any((one.value, one.explanation) != (other.value, other.explanation) for other in others)

"""Own cards on their way: what is seen moving, for how long, and that nothing waits for it."""

from dataclasses import replace

import pytest
import trio
from msgspec.structs import replace as struct_replace
from trio.testing import MockClock

from p2p_ligretto.game.cards import PileId, parse_card
from p2p_ligretto.game.moves import DISCARD, STACK, Source, row
from p2p_ligretto.node.table import TableState
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.picture import Picture
from p2p_ligretto.tui.style import ASCII, Look
from p2p_ligretto.tui.view_model.motion import MOTION_US, STEP_US, STEPS, Motion
from p2p_ligretto.tui.views import Flight, View
from tests.speech.samples import area, round_of, table_of
from tests.tui.fake_program import Program
from tests.tui.samples import OPEN_FORM, PAUSED, game

SIZES = [(80, 24), (120, 40), (200, 60)]


def table(  # noqa: PLR0917 - short notation
    own: str = "R5 G9 B1", stack: str = "Y3", piles: str = "R4:1", centre: int = 0, discard: str = "", hand: int = 24
) -> TableState:
    mine = struct_replace(area(own, stack, discard, hand), centre=centre)
    return table_of("Ada Bea", round_of([mine, area()], piles))


def ways(*tables: TableState, own_seat: int | None = 0) -> list[tuple[str, Source | None, object]]:
    motion = Motion()
    for each in tables:
        motion = motion.after(each, own_seat, 0)
    return [(str(flight.card), flight.source, flight.target) for flight in motion.flights_at(0)]


def test_a_card_goes_from_where_it_lay_to_its_pile() -> None:
    pile = PileId("R", 1)
    assert ways(table(), table("- G9 B1", piles="R5:1", centre=1)) == [("R5", row(0), pile)]
    before = table(stack="R5", own="B2 G9 B1")
    assert ways(before, table("B2 G9 B1", "Y8", "R5:1", centre=1)) == [("R5", STACK, pile)]
    before = table("B2 G9 B1", discard="B7 R5")
    assert ways(before, table("B2 G9 B1", piles="R5:1", centre=1, discard="B7")) == [("R5", DISCARD, pile)]


def test_a_gap_is_filled_and_the_hand_is_turned() -> None:
    assert ways(table("- G9 B1"), table("Y3 G9 B1", "Y8")) == [("Y3", STACK, row(0))]
    stored = table("R5+Y3 G9 B1", "Y8")
    assert ways(table("R5 G9 B1"), stored) == [("Y3", STACK, row(0))]
    assert not ways(stored, table("R5+Y3 G9 B1", "Y2"))
    assert ways(table(hand=24), table(hand=21, discard="B7 G2 R8")) == [("R8", None, DISCARD)]


def test_cards_of_others_new_rounds_and_what_is_looked_on_at_stay_where_they_are() -> None:
    moved = table("- G9 B1", piles="R5:1", centre=1)
    assert not ways(table(), table(piles="R5:1"))
    assert not ways(moved)
    assert not ways(table(), table_of("Ada Bea", moved.round, number=2))
    assert not ways(table(), moved, own_seat=None)
    assert not ways(moved, table()), "a card that was too late is back at once"


def test_cards_go_beside_one_another_and_each_is_there_in_time() -> None:
    motion = Motion().after(table(), 0, 0).after(table("- G9 B1", piles="R5:1", centre=1), 0, 0)
    motion = motion.after(table("Y3 G9 B1", "Y8", piles="R5:1", centre=1), 0, 50_000)
    assert [flight.step for flight in motion.flights_at(50_000)] == [1, 0]
    assert [flight.step for flight in motion.flights_at(MOTION_US)] == [2]
    assert not motion.flights_at(50_000 + MOTION_US)
    assert MOTION_US <= 150_000


def test_it_is_looked_at_no_more_often_than_there_are_steps() -> None:
    motion = Motion().after(table(), 0, 7).after(table("- G9 B1", piles="R5:1", centre=1), 0, 7)
    now, looks = 7, []
    while (following := motion.next_us(now)) is not None:
        now = following
        looks.append(now - 7)
    assert looks == [STEP_US * step for step in range(1, STEPS + 1)]


# ---- drawn

FLIGHTS = (
    Flight(parse_card("R5"), row(0), PileId("R", 1), 0, STEPS),
    Flight(parse_card("G6"), STACK, row(3), 0, STEPS),
    Flight(parse_card("B4"), None, DISCARD, 0, STEPS),
)


def cells_of(picture: Picture) -> list[list[tuple[str, str, object]]]:
    return [
        [
            (run.style, character, run.action)
            for run in line
            for character in run.text
            for _cell in range(width(character))
        ]
        for line in picture
    ]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize(("players", "look"), [(2, Look()), (4, Look(ASCII)), (12, Look(filled=False))], ids=str)
def test_only_cells_on_the_way_differ_and_what_a_click_means_never_does(
    look: Look, players: int, columns: int, rows: int
) -> None:
    view = View(game(players))
    plain = cells_of(render(view, columns, rows, look))
    pile = next(each.id for each in game(players).piles if each.height < 10)
    for flight in (replace(FLIGHTS[0], target=pile), *FLIGHTS[1 if players == 2 else 2 :]):
        places = []
        for step in range(STEPS):
            flown = cells_of(render(replace(view, flights=(replace(flight, step=step),)), columns, rows, look))
            assert [[cell[2] for cell in line] for line in flown] == [[cell[2] for cell in line] for line in plain]
            differ = [
                (number, column)
                for number, line in enumerate(flown)
                for column, cell in enumerate(line)
                if cell != plain[number][column]
            ]
            assert differ, "it is seen"
            lines, across = [at[0] for at in differ], [at[1] for at in differ]
            assert max(lines) - min(lines) < 3
            assert max(across) - min(across) < 8
            places.append((min(lines), min(across)))
        assert len(set(places)) == STEPS, "it moves"


def test_nothing_flies_over_a_dialog_a_banner_or_the_keys() -> None:
    for view in (View(game(4), form=OPEN_FORM), View(game(4, banner=PAUSED)), View(game(4), help=True)):
        flown = replace(view, flights=FLIGHTS)
        assert render(flown, 80, 24, Look()) == render(view, 80, 24, Look())


def test_what_has_no_place_is_left_out() -> None:
    view = View(game(4, own=None, seated=False))
    assert render(replace(view, flights=FLIGHTS), 80, 24, Look()) == render(view, 80, 24, Look())


# ---- in the program


async def test_a_turn_is_seen_for_a_moment_and_then_the_table_as_it_is(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea")
        ada.screen.drawn = 0
        before = ada.game.own
        await ada.type(" ")
        assert ada.game.own is not None
        assert before is not None
        assert ada.game.own.hand == before.hand - 3, "the table is as it is at once"
        (flight,) = ada.view.flights
        assert (flight.source, flight.target, flight.step) == (None, DISCARD, 0)
        assert flight.card == ada.game.own.discard.card
        steps = [flight.step]
        while ada.view.flights:
            await trio.sleep(0.005)
            steps += [each.step for each in ada.view.flights]
        assert sorted(set(steps)) == list(range(STEPS))
        # The steps and the table after them; and the table before them, if it is drawn between key and first step.
        assert ada.screen.drawn <= STEPS + 2


async def test_a_key_pressed_meanwhile_acts_at_once(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea")
        hand = ada.game.own.hand if ada.game.own else 0
        await ada.type(" ")
        await trio.sleep(0.04)
        await ada.type(" ")
        assert ada.game.own is not None
        assert ada.game.own.hand == hand - 6
        assert [flight.step for flight in ada.view.flights] == [1, 0], "both are on their way"


async def test_who_does_not_want_it_sees_nothing_move(autojump_clock: MockClock) -> None:
    async with Program(motion=False).running() as ada:
        await ada.deal("Bea")
        for _look in range(10):
            await ada.type(" ")
            assert not ada.view.flights
            await trio.sleep(0.01)

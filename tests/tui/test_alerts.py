"""Bell and flash: off unless wanted, for what needs a person, and never more than once a second."""

import pyte
import pytest
import trio
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style
from trio.testing import MockClock

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.moves import Play, row
from p2p_ligretto.node.intents import Say
from p2p_ligretto.node.notices import CallerAsks, MoveRejected, Notice, RoundEnded, RoundStarts, SeatSaid, SeatTaken
from p2p_ligretto.tui.alerts import FLASH_US, OFF, PAUSE_US, Alerts
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.palettes import MONO
from p2p_ligretto.tui.style import Look, style_classes
from p2p_ligretto.tui.views import View
from tests.tui.fake_program import Program
from tests.tui.samples import game

PLAY = Play(Card("R", 1), row(0), PileId("R", 0), 1)
NEEDS_ME: tuple[Notice, ...] = (
    RoundStarts(1, 3_000_000),
    RoundEnded(1, "stop", 1),
    CallerAsks(bytes(16), "Cas"),
    MoveRejected(0, PLAY, "beaten", 1, 12_000),
    SeatSaid(1, "psst"),
)
NEEDS_ME_NOT: tuple[Notice, ...] = (
    MoveRejected(1, PLAY, "beaten", 0, 12_000),
    SeatSaid(0, "psst"),
    SeatTaken(1, "Bea", own=False),
)


@pytest.mark.parametrize("notice", NEEDS_ME, ids=lambda notice: type(notice).__name__)
def test_what_needs_a_person_rings_and_flashes_where_that_is_on(notice: Notice) -> None:
    assert OFF.after(notice, 0, 5) == OFF
    assert Alerts(bell=True).after(notice, 0, 5).rings == 1
    assert not Alerts(bell=True).after(notice, 0, 5).flashes(6)
    flashing = Alerts(flash=True).after(notice, 0, 5)
    assert flashing.rings == 0
    assert flashing.flashes(5 + FLASH_US - 1)
    assert not flashing.flashes(5 + FLASH_US)


@pytest.mark.parametrize("notice", NEEDS_ME_NOT, ids=lambda notice: type(notice).__name__)
def test_what_does_not_need_a_person_is_quiet(notice: Notice) -> None:
    both = Alerts(bell=True, flash=True)
    assert both.after(notice, 0, 5) == both


def test_however_much_happens_it_calls_once_a_second() -> None:
    alerts = Alerts(bell=True, flash=True)
    for now_us in range(0, 5 * PAUSE_US, 10_000):
        alerts = alerts.after(NEEDS_ME[-1], 0, now_us)
    assert alerts.rings == 5


async def test_a_key_switches_from_neither_to_both_and_back(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.open_with("Bea")
        seen = []
        for _ in range(4):
            await ada.type("b")
            seen.append(ada.view.notice)
        assert ["bell" in line for line in seen] == [True, False, True, True]
        assert ["flash" in line for line in seen] == [False, True, True, True]
        assert seen[-1] == "neither bell nor flash"


async def test_a_message_flashes_for_a_moment_and_rings_once(autojump_clock: MockClock) -> None:
    async with Program(alerts=Alerts(bell=True, flash=True)).running() as ada:
        (bea,) = await ada.open_with("Bea")
        bea.submit(Say("psst"))
        await ada.settle()
        assert (ada.view.rings, ada.view.flash) == (1, True)
        await trio.sleep(FLASH_US / 1_000_000 + 0.01)
        await ada.settle()
        assert (ada.view.rings, ada.view.flash) == (1, False)


async def test_by_default_nothing_rings_or_flashes_in_a_whole_round(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        (bea,) = await ada.deal("Bea")
        bea.submit(Say("psst"))
        await ada.settle()
        assert (ada.view.rings, ada.view.flash) == (0, False)


def reversed_cells(view: View) -> int:
    """How many cells a terminal without colours shows reversed."""
    style = Style.from_dict(style_classes(MONO, ColorDepth.DEPTH_1_BIT))
    screen = pyte.Screen(80, 24)
    for number, line in enumerate(render(view, 80, 24, Look(filled=False))):
        screen.cursor_position(number + 1, 1)
        for run in line:
            reverse = style.get_attrs_for_style_str(run.style).reverse
            screen.select_graphic_rendition(7 if reverse else 27)
            screen.draw(run.text)
    return sum(screen.buffer[y][x].reverse for y in range(24) for x in range(80))


def test_a_flash_reverses_all_cells_without_colours_too() -> None:
    assert reversed_cells(View(game(4))) < 200
    assert reversed_cells(View(game(4), flash=True)) == 80 * 24

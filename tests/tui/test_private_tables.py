"""Private tables on the full screen: opened in the form, the code asked for in a dialog and shown to who sits there."""

import pytest
import trio
from trio.testing import MockClock

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.node.intents import Admit, JoinTable, LeaveTable, OpenTable, ShowCode, WatchTable
from p2p_ligretto.node.notices import CallerAsks, CallerGone, CodeWaits, CodeWanted, JoinAsks, JoinFailed, SeatTaken
from p2p_ligretto.node.readiness import bot
from p2p_ligretto.node.table import Phase
from p2p_ligretto.tui.cells import width
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.surroundings import AtOwnTable, AtTable, Start
from p2p_ligretto.tui.views import View
from tests.tui.fake_program import Program


async def at_the_door(ada: Program) -> None:
    """Ada wants to join a private table."""
    ada.neighbour(1, "Bea")
    await ada.settle()
    ada.seated.answers = False
    await ada.type("enter")
    assert ada.seated.asked == [JoinTable(bytes([1]) * 16)]
    ada.seated.tell(CodeWanted(wrong=False))
    await ada.settle()


async def test_a_table_is_opened_for_friends_in_the_form(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.type("o", *["down"] * 10, "right", "right", "enter")
        [opened] = [intent for intent in ada.seated.asked if isinstance(intent, OpenTable)]
        assert opened.admission == "code"
        await ada.type("q")


async def test_a_table_is_open_to_everybody_if_nothing_else_is_said(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.type("o", "enter")
        assert ada.seated.asked[0] == OpenTable("Ada", OFFICIAL, "open")


async def test_host_private_opens_it_so(autojump_clock: MockClock) -> None:
    async with Program(Start("Ada", AtOwnTable("Attic", OFFICIAL, "code"))).running() as ada:
        assert ada.seated.asked == [OpenTable("Attic", OFFICIAL, "code")]


async def test_who_sits_there_sees_the_code_before_the_first_round_and_between_rounds(
    autojump_clock: MockClock,
) -> None:
    async with Program().running() as ada:
        await ada.open_with("Bea")
        assert "private" not in [option.name for option in ada.table_lobby.options]
        ada.seated.node.code = "k7m2xq"
        ada.seated.change()
        await ada.settle()
        assert ada.table_lobby.options[0].name == "private"
        assert ada.table_lobby.options[0].value == "k7m-2xq"
        ada.table.set_phase(Phase.BETWEEN)
        await ada.settle()
        assert ada.scores.code == "k7m-2xq"
        assert "code k7m-2xq" in drawn(ada.view)


def drawn(view: View) -> str:
    picture = render(view, 80, 24, Look())
    lines = ["".join(run.text for run in line) for line in picture]
    assert all(width(line) == 80 for line in lines)
    return "\n".join(lines)


async def test_the_code_is_asked_for_in_a_dialog_and_shown(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await at_the_door(ada)
        assert ada.view.form is not None
        assert ada.view.form.title == "A private table"
        await trio.sleep(20)
        await ada.settle()
        assert ada.view.form is not None, "it waits as long as the person needs"
        await ada.text("K7m-2xq")
        await ada.type("enter")
        assert ada.seated.asked[-1] == ShowCode("k7m2xq")
        assert ada.view.form is None
        ada.seated.node.at_table = True
        ada.seated.answers = True
        ada.table.ask(ada.seated, JoinTable(bytes(16)))
        ada.seated.tell(SeatTaken(0, "Ada", own=True))
        await ada.settle()
        assert ada.table_lobby.title == "Kitchen"


async def test_what_can_be_no_code_is_said_in_the_dialog(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await at_the_door(ada)
        await ada.text("hello")
        await ada.type("enter")
        assert ada.view.form is not None
        assert "6 letters and digits" in ada.view.form.fields[0].fault
        await ada.text("1")
        await ada.type("enter")
        assert ada.view.form is not None
        assert "never has 1, l, o" in ada.view.form.fields[0].fault
        assert not any(isinstance(intent, ShowCode) for intent in ada.seated.asked)


async def test_a_wrong_code_is_asked_for_again_with_the_wait(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await at_the_door(ada)
        await ada.text("222222")
        await ada.type("enter")
        ada.seated.tell(CodeWanted(wrong=True, wait_s=4))
        await ada.settle()
        assert ada.view.form is not None
        assert "in 4 s" in ada.view.form.fields[0].fault
        await ada.text("333333")
        await ada.type("enter")
        ada.seated.tell(CodeWaits(3))
        await ada.settle()
        assert ada.view.form is not None
        assert "in 3 s" in ada.view.form.text


async def test_going_back_from_the_dialog_gives_it_up(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await at_the_door(ada)
        await ada.type("escape")
        assert ada.view.form is None
        assert ada.seated.asked[-1] == LeaveTable()
        assert ada.lobby.busy == ""


@pytest.mark.parametrize("watch", [False, True])
async def test_a_code_that_was_given_at_the_start_goes_along(watch: bool, autojump_clock: MockClock) -> None:
    errand = AtTable("Kitchen", watch=watch, code="k7m2xq")
    async with Program(Start("Ada", errand)).running() as ada:
        wanted = WatchTable if watch else JoinTable
        assert ada.seated.asked == [wanted(bytes(16), "k7m2xq")]


async def test_who_only_watches_is_asked_too(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        ada.neighbour(1, "Bea")
        await ada.settle()
        ada.seated.answers = False
        await ada.type("w")
        ada.seated.tell(CodeWanted(wrong=False))
        await ada.settle()
        await ada.text("k7m2xq")
        await ada.type("enter")
        assert ada.seated.asked[-1] == ShowCode("k7m2xq")


# ---- tables where somebody has to say yes


async def test_who_sits_there_is_asked_and_answers(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.open_with("Bea")
        for number, name in ((1, "Cai"), (2, "Dov")):
            ada.seated.tell(CallerAsks(bytes([number]) * 16, name))
        await ada.settle()
        assert ada.view.form is not None
        assert ada.view.form.title.startswith("May Cai (0101")
        await ada.type("y")
        assert ada.seated.asked[-1] == Admit(bytes([1]) * 16, True)
        assert ada.view.form is not None
        assert ada.view.form.title.startswith("May Dov")
        await ada.type("enter", " ")
        assert ada.seated.asked[-1] == Admit(bytes([1]) * 16, True), "a yes is never said by a slip"
        await ada.type("n")
        assert ada.seated.asked[-1] == Admit(bytes([2]) * 16, False)
        assert ada.view.form is None


async def test_a_question_waits_for_another_dialog_and_goes_with_who_asks(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.open_with("Bea")
        await ada.type("k")
        ada.seated.tell(CallerAsks(bytes(16), "Cai"))
        await ada.settle()
        await ada.type("escape")
        ada.seated.change()
        await ada.settle()
        assert ada.view.form is not None
        assert ada.view.form.title.startswith("May Cai")
        ada.seated.tell(CallerGone(bytes(16)))
        await ada.settle()
        assert ada.view.form is None
        assert not any(isinstance(intent, Admit) for intent in ada.seated.asked)


async def test_a_bot_at_the_own_place_says_yes(autojump_clock: MockClock) -> None:
    start = Start("Ada", AtOwnTable("Attic", OFFICIAL), bot(), BotPlayer(LEVELS["easy"], bytes(32)))
    async with Program(start).running() as ada:
        ada.seated.tell(CallerAsks(bytes(16), "Cai"))
        await ada.settle()
        assert ada.seated.asked[-1] == Admit(bytes(16), True)
        assert ada.view.form is None


async def test_who_waits_for_a_yes_sees_it_and_a_no(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await at_the_door(ada)
        ada.seated.tell(JoinAsks())
        await ada.settle()
        assert ada.view.form is not None
        assert "asked whether you may join" in ada.view.form.text
        ada.seated.tell(JoinFailed("declined"))
        await ada.settle()
        assert ada.view.form is None
        assert "has said no" in ada.view.notice


async def test_a_table_where_newcomers_are_asked_about_is_opened_in_the_form(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.type("o", *["down"] * 10, "right", "enter")
        assert ada.seated.asked[0] == OpenTable("Ada", OFFICIAL, "approval")

"""Coming in, in the line interface: a code that is asked for and typed, a yes that is waited for and given."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.game.options import OFFICIAL
from p2p_ligretto.node.intents import Admit, JoinTable, OpenTable, ShowCode
from p2p_ligretto.node.notices import CallerAsks, CallerGone, CodeWaits, CodeWanted, JoinAsks, JoinFailed, SeatTaken
from p2p_ligretto.node.readiness import bot
from p2p_ligretto.plain.code_asking import CodeAsking
from p2p_ligretto.plain.session import Ending, Seating, run_session
from tests.plain.people import Reading, Typing
from tests.runtime.fake_table import FakeSeated, FakeTable

JOIN = (JoinTable(bytes(16)),)
ASKED = "this table is private: type its code"


class Door(FakeTable):
    """A table that gives no seat by itself."""

    def ask(self, seated: FakeSeated, intent: object) -> None:
        if not isinstance(intent, Admit | JoinTable | ShowCode):
            super().ask(seated, intent)  # type: ignore[arg-type]


class Guest:
    def __init__(self, table: FakeTable) -> None:
        self.seated, self.typing, self.reading = table.sit("Bea"), Typing(), Reading()
        self.ending: Ending | None = None

    async def run(self, seating: Seating) -> None:
        self.ending = await run_session(self.seated, seating, self.typing, self.reading)

    async def told(self, notice: CodeWanted | CodeWaits | SeatTaken) -> list[str]:
        before = len(self.reading.lines)
        self.seated.tell(notice)
        await trio.testing.wait_all_tasks_blocked()
        return self.reading.lines[before:]

    async def type(self, line: str) -> list[str]:
        before = len(self.reading.lines)
        self.typing.type(line)
        await trio.testing.wait_all_tasks_blocked()
        return self.reading.lines[before:]


@asynccontextmanager
async def at_the_door(seating: Seating = Seating(JOIN)) -> AsyncIterator[Guest]:  # noqa: B008 - a frozen value
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            guest = Guest(Door())
            nursery.start_soon(guest.run, seating)
            await trio.testing.wait_all_tasks_blocked()
            yield guest


async def test_the_next_line_is_the_code(autojump_clock: MockClock) -> None:
    async with at_the_door() as bea:
        [line] = await bea.told(CodeWanted(wrong=False))
        assert ASKED in line
        assert await bea.type("K7M-2XQ") == []
        assert bea.seated.asked[-1] == ShowCode("k7m2xq")
        [line] = await bea.told(CodeWanted(wrong=True))
        assert line == "that is not the code of this table: try again"
        [line] = await bea.type("r")
        assert "6 letters and digits" in line
        [line] = await bea.type("k7m-0xo")
        assert line == "a code never has 0, o in it; it is like k7m-2xq"
        assert bea.seated.asked[-1] == ShowCode("k7m2xq")
        await bea.type("222222")
        assert bea.seated.asked[-1] == ShowCode("222222")
        [line] = await bea.told(CodeWanted(wrong=True, wait_s=4))
        assert "in 4 s" in line
        [line] = await bea.told(CodeWaits(3))
        assert "in 3 s" in line
        await bea.type("q")
    assert bea.ending is Ending.LEFT


async def test_with_a_seat_lines_are_commands_again_and_the_code_is_told(autojump_clock: MockClock) -> None:
    async with at_the_door() as bea:
        await bea.told(CodeWanted(wrong=False))
        bea.seated.node.code = "k7m2xq"
        lines = await bea.told(SeatTaken(0, "Bea", own=True))
        assert lines[-1].endswith("asked for its code: k7m-2xq")
        assert (await bea.type("who"))[-1].endswith("k7m-2xq")
        await bea.type("q")


async def test_a_table_for_everybody_has_no_code_to_tell(autojump_clock: MockClock) -> None:
    async with at_the_door(Seating((OpenTable("Kitchen", OFFICIAL),))) as bea:
        assert not any("code" in line for line in (*bea.reading.lines, *await bea.type("who")))
        await bea.type("q")


@pytest.mark.parametrize("asked_first", [True, False])
async def test_a_bot_without_anybody_to_type_the_code_gets_no_seat(
    asked_first: bool, autojump_clock: MockClock
) -> None:
    player = BotPlayer(LEVELS["easy"], bytes(32))
    async with at_the_door(Seating(JOIN, bot(), player)) as bea:
        if asked_first:
            await bea.told(CodeWanted(wrong=False))
            bea.typing.hang_up()
        else:
            bea.typing.hang_up()
            await trio.testing.wait_all_tasks_blocked()
            await bea.told(CodeWanted(wrong=False))
    assert bea.ending is Ending.NO_SEAT
    assert "--code-file" in bea.reading.lines[-1]


# ---- before there is a session


@asynccontextmanager
async def asking() -> AsyncIterator[tuple[Guest, CodeAsking]]:
    guest = Guest(Door())
    asked = CodeAsking(guest.seated, guest.typing, guest.reading)
    async with guest.seated.open_notices() as notices, trio.open_nursery() as nursery:
        nursery.start_soon(asked.run, notices)
        await trio.testing.wait_all_tasks_blocked()
        yield guest, asked
        nursery.cancel_scope.cancel()


async def test_who_wants_to_watch_is_asked_in_a_line(autojump_clock: MockClock) -> None:
    async with asking() as (bea, asked):
        assert ASKED in (await bea.told(CodeWanted(wrong=False)))[0]
        assert asked.asks
        assert "6 letters and digits" in (await bea.type("hello"))[0]
        await bea.type("k7m 2xq")
        assert bea.seated.asked == [ShowCode("k7m2xq")]
        assert not asked.asks
        await bea.told(CodeWaits(8))
        await bea.told(CodeWanted(wrong=True))
        await bea.type("q")
        assert asked.left
        assert not asked.input_ended


async def test_the_end_of_input_is_no_code(autojump_clock: MockClock) -> None:
    async with asking() as (bea, asked):
        await bea.told(CodeWanted(wrong=False))
        bea.typing.hang_up()
        await trio.testing.wait_all_tasks_blocked()
        assert asked.input_ended
        assert bea.seated.asked == []


# ---- who asks at the own table


async def test_who_asks_for_a_seat_is_answered_in_the_order_of_asking(autojump_clock: MockClock) -> None:
    async with at_the_door(Seating((OpenTable("Kitchen", OFFICIAL),))) as ada:
        ada.seated.tell(CallerAsks(b"\x3f\x9a" + bytes(14), "Cai"))
        ada.seated.tell(CallerAsks(bytes(16), "Dov"))
        await trio.testing.wait_all_tasks_blocked()
        assert "Cai (3f9a" in ada.reading.lines[-2]
        assert ada.reading.lines[-2].endswith("type yes or no")
        await ada.type("yes")
        await ada.type("no")
        assert ada.seated.asked[-2:] == [Admit(b"\x3f\x9a" + bytes(14), True), Admit(bytes(16), False)]
        assert await ada.type("yes") == ["nobody asks for a seat"]
        await ada.type("q")


async def test_who_asks_no_more_is_not_answered(autojump_clock: MockClock) -> None:
    async with at_the_door(Seating((OpenTable("Kitchen", OFFICIAL),))) as ada:
        for notice in (CallerAsks(bytes(16), "Dov"), CallerGone(bytes(16)), CallerGone(bytes(16))):
            ada.seated.tell(notice)
        await trio.testing.wait_all_tasks_blocked()
        assert await ada.type("yes") == ["nobody asks for a seat"]
        await ada.type("q")


async def test_a_bot_says_yes(autojump_clock: MockClock) -> None:
    player = BotPlayer(LEVELS["easy"], bytes(32))
    async with at_the_door(Seating((OpenTable("Kitchen", OFFICIAL),), bot(), player)) as ada:
        ada.seated.tell(CallerAsks(bytes(16), "Dov"))
        await trio.testing.wait_all_tasks_blocked()
        assert ada.seated.asked[-1] == Admit(bytes(16), True)
        assert not any("Dov" in line for line in ada.reading.lines)
        await ada.type("q")


async def test_who_waits_for_a_yes_is_told(autojump_clock: MockClock) -> None:
    async with at_the_door() as bea:
        bea.seated.tell(JoinAsks())
        bea.seated.tell(JoinFailed("declined"))
        await trio.testing.wait_all_tasks_blocked()
        assert bea.reading.lines[0] == "waiting for somebody at the table to say yes"
        assert "has said no" in bea.reading.lines[1]
    assert bea.ending is Ending.NO_SEAT

"""What people do about the others at the table, in the line interface: each command, and why it may not be."""

import trio
from trio.testing import MockClock

from p2p_ligretto.game.moves import Fill
from p2p_ligretto.node.intents import AgreeToEnd, GoOnWithout, JoinTable, Pause, Vote
from p2p_ligretto.node.notices import ActRefused, Frozen, KickedOut
from p2p_ligretto.plain.session import Ending, Seating
from p2p_ligretto.wire.messages import TableCard
from tests.plain.test_session import person_at, play_from_row, started_round
from tests.runtime.fake_table import FakeTable


async def test_a_round_is_paused_and_goes_on_with_a_countdown(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        assert await ada.type("pause") == ["you pause the round", "type resume to go on"]
        assert "the round is paused: type resume to go on" in await ada.type("who")
        before = len(ada.reading.lines)
        assert await ada.type("resume") == ["you go on with the round: it starts again in 3 s"]
        await trio.sleep(2.9)
        assert "go!" not in ada.reading.lines[before:]
        await ada.reading.see("go!", after=before)
        assert ada.seated.asked[-2:] == [Pause(True), Pause(False)]


async def test_p_does_either(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        await ada.type("p", "p")
        assert ada.seated.asked[-2:] == [Pause(True), Pause(False)]


async def test_a_pause_in_the_countdown_takes_the_start_back(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        await ada.type("pause", "resume")
        await trio.sleep(1)
        before = len(ada.reading.lines)
        await ada.type("pause")
        await trio.sleep(5)
        assert "go!" not in ada.reading.lines[before:]


async def test_a_gap_waits_for_the_end_of_a_pause(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, table):
        await ada.type("fill off")
        slot = await play_from_row(ada, table)
        await ada.type("pause", "fill on")
        before = len(ada.seated.moves)
        table.change()
        await trio.sleep(5)
        assert ada.seated.moves[before:] == []
        await ada.type("resume")
        await trio.sleep(2.9)
        assert ada.seated.moves[before:] == []
        await trio.sleep(0.2)
        assert [type(move) for move in ada.seated.moves[before:]] == [Fill]
        assert table.dealer.area(0).row[slot]


async def test_the_end_of_a_round_is_agreed_and_taken_back(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, table):
        assert (await ada.type("agree"))[0] == "you want to end this round: it ends when all who play agree"
        assert "Ada: you, wants to end the round, total 0" in await ada.type("who")
        assert await ada.type("disagree") == ["you no longer want to end this round"]
        table.all[1].submit(AgreeToEnd(True))
        await ada.reading.see("type agree if you want it too")
        assert ada.seated.asked[-2:] == [AgreeToEnd(True), AgreeToEnd(False)]


async def test_votes_are_cast_by_name_and_taken_back(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        assert (await ada.type("kick be"))[:2] == [
            "you vote to kick Bea out",
            "kick Bea out? you say yes (1 of 2 needed)",
        ]
        assert "kick Bea out? you say yes (1 of 2 needed)" in await ada.type("who")
        await ada.type("vote absent bea")
        assert await ada.type("keep bea") == [
            "you take back your vote that Bea counts as absent",
            "you take back your vote to kick Bea out",
        ]
        assert ada.seated.asked[-4:] == [
            Vote("kick", 1, True),
            Vote("absent", 1, True),
            Vote("absent", 1, False),
            Vote("kick", 1, False),
        ]
        assert await ada.type("keep bea") == ["you have no vote about Bea: nothing to take back"]
        assert "nobody here is called 'zoe'" in (await ada.type("kick zoe"))[0]


async def test_going_on_without_is_asked_twice_and_never_by_itself(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        assert await ada.type("go on") == ["nothing to decide: enough laptops of this table are reached"]
        ada.seated.node.frozen = Frozen((1,), False)
        assert "not possible" in (await ada.type("go on"))[0]
        ada.seated.node.frozen = Frozen((1,), True)
        ada.seated.tell(ada.seated.node.frozen)
        await ada.reading.see("wait, or type go on to play on without")
        await ada.type("l")
        (line,) = await ada.type("go on")
        assert "never join again" in line
        await ada.type("who")
        assert await ada.type("go on") == [line], "something else in between takes it back"
        assert GoOnWithout() not in ada.seated.asked
        await ada.type("go on")
        assert ada.seated.asked[-1] == GoOnWithout()


async def test_without_a_seat_nothing_can_be_decided(autojump_clock: MockClock) -> None:
    async with person_at(FakeTable(), Seating()) as ada:
        for command in ("pause", "agree", "kick bea", "go on"):
            assert await ada.type(command) == ["you have no seat yet: wait for one, or q to leave"]
        await ada.type("q")


async def test_a_refused_wish_says_what_to_do(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        ada.seated.refuse = "not_yet"
        assert "wait, then try again" in (await ada.type("vote absent bea"))[0]
        ada.seated.refuse = None
        ada.seated.tell(ActRefused("paused"))
        await ada.reading.see("p goes on with it")


async def test_who_is_kicked_out_is_told_and_the_program_ends(autojump_clock: MockClock) -> None:
    table = FakeTable()
    async with person_at(table) as ada:
        table.sit("Bea").submit(JoinTable(bytes(16)))
        ada.seated.tell(KickedOut())
        await ada.reading.see("you were kicked out of this table")
    assert ada.ending is Ending.KICKED_OUT
    assert ada.ending.exit_code == 1


async def test_a_table_that_has_parted_is_told_of_once_and_on_asking(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, table):
        before = len(ada.reading.lines)
        ada.seated.node.parted = (TableCard(bytes.fromhex("77c0") + bytes(14), "Kitchen", "playing", ("Bea",)),)
        for _ in range(3):
            table.change()
            await trio.testing.wait_all_tasks_blocked()
        (line,) = ada.reading.lines[before:]
        assert line.startswith("this table has parted: Kitchen (77c0) goes on with Bea")
        assert line in await ada.type("who")

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.bots.policy import choose
from p2p_ligretto.game.cards import PileId
from p2p_ligretto.game.moves import Fill, Move, Play, Turn, row
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.node.intents import Act, ForceStart, JoinTable, OpenTable, SetReady
from p2p_ligretto.node.notices import (
    ActRefused,
    DialFailed,
    JoinFailed,
    Left,
    MatchEnded,
    Misbehaved,
    MoveRejected,
    PeerGone,
    PeerSeen,
    RoundEnded,
    RoundStarts,
    SeatAway,
    SeatLost,
    SeatReturned,
)
from p2p_ligretto.node.readiness import bot, host_with_seats
from p2p_ligretto.node.table import Phase
from p2p_ligretto.plain.session import Ending, Seating, run_session
from p2p_ligretto.runtime.bot_session import run_bot
from tests.plain.people import Reading, Typing
from tests.runtime.fake_table import FakePeer, FakeSeated, FakeTable

OPEN = (OpenTable("Kitchen", OFFICIAL),)
HOST = Seating(OPEN)
JOIN = (JoinTable(bytes(16)),)


class Person:
    def __init__(self, seated: FakeSeated) -> None:
        self.seated, self.typing, self.reading = seated, Typing(), Reading()
        self.ending: Ending | None = None

    async def run(self, seating: Seating) -> None:
        self.ending = await run_session(self.seated, seating, self.typing, self.reading)

    async def type(self, *lines: str) -> list[str]:
        """Type lines; what is printed at once."""
        before = len(self.reading.lines)
        self.typing.type(*lines)
        await trio.testing.wait_all_tasks_blocked()
        return self.reading.lines[before:]


@asynccontextmanager
async def person_at(table: FakeTable, seating: Seating = HOST) -> AsyncIterator[Person]:
    """Ada at the line interface; her session has to end by itself."""
    with trio.fail_after(3_600):
        async with trio.open_nursery() as nursery:
            person = Person(table.sit("Ada"))
            nursery.start_soon(person.run, seating)
            await trio.testing.wait_all_tasks_blocked()
            yield person


@asynccontextmanager
async def started_round(options: Options = OFFICIAL) -> AsyncIterator[tuple[Person, FakeTable]]:
    """Ada and Bea in a round that has just started; Bea sits still."""
    table = FakeTable(options)
    async with person_at(table) as ada:
        bea = table.sit("Bea")
        for intent in (*JOIN, SetReady(True)):
            bea.submit(intent)
        await ada.type("r")
        await trio.sleep(3.1)
        yield ada, table
        await ada.type("q", "q")


def command_for(move: Move) -> str:
    match move:
        case Turn():
            return ""
        case Play():
            return {"stack": "s", "discard": "d"}.get(move.source.place, str(move.source.slot + 1))
        case Fill():
            return f"f{move.slot + 1}"
    raise AssertionError(move)


async def test_a_person_plays_a_match_against_bots_and_leaves(autojump_clock: MockClock) -> None:
    table = FakeTable(Options(rounds=2))
    async with person_at(table) as ada, trio.open_nursery() as bots:
        for name in ("Bea", "Cas"):
            player = BotPlayer(LEVELS["easy"], name.encode())
            bots.start_soon(run_bot, table.sit(name), player, bot(rematch=True), JOIN)
        await ada.reading.see("Cas sits down")
        for number in (1, 2):
            await ada.type("r")
            await ada.reading.see(f"round {number} starts in 3 s")
            await ada.reading.see("go!", after=len(ada.reading.lines))
            while table.state is not None and table.state.phase is Phase.PLAYING:
                move = choose(table.dealer.state, 0)
                if move is not None:
                    await ada.type(command_for(move))
                await trio.sleep(1.2)
            await ada.reading.see(f"score of round {number}:")
        await ada.reading.see("type r for another match at this table, q to leave")
        lines = ada.reading.lines
        assert lines.count("type r when you are ready for the next round") == 1
        header = next(place for place, line in enumerate(lines) if ": total " in line and "round 2: " in line)
        assert sum(", winner (" in line for line in lines[header:]) >= 1
        await ada.type("r")
        await ada.reading.see("round 1 starts in 3 s", after=header)
        await ada.type("q", "q")
        bots.cancel_scope.cancel()
    assert ada.ending is Ending.LEFT
    assert ada.ending.exit_code == 0


async def test_the_start_is_told_with_the_own_place_and_the_centre(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        lines = ada.reading.lines
        starts = lines.index("round 1 starts in 3 s")
        assert lines[starts + 1].startswith("stack ")
        assert lines[starts + 2] == "centre R none, Y none, G none, B none"
        assert lines[starts + 3] == "go!"
        assert "you have a seat at the table" in lines
        assert "type r when you are ready, ? for the commands" in lines


async def test_a_guided_game_tells_a_lesson_a_line_and_the_last_one_with_the_result(autojump_clock: MockClock) -> None:
    table = FakeTable(Options(rounds=1))
    async with person_at(table, Seating((OpenTable("Kitchen", table.options),), guided=True)) as ada:
        bea = table.sit("Bea")
        for intent in (*JOIN, SetReady(True)):
            bea.submit(intent)
        assert "the last lesson" not in " ".join(await ada.type("r"))
        assert sum("lesson 1 of 8: This is your place" in line for line in ada.reading.lines) == 1
        await trio.sleep(3.1)
        (told,) = await ada.type("next")
        assert told.startswith("lesson 2 of 8: ")
        assert any(line.startswith("lesson 3 of 8: ") for line in await ada.type(""))
        for _ in range(3, 7):
            await ada.type("next")
        assert await ada.type("next") == ["the last lesson comes when the round is over"]
        table.tell(RoundEnded(1, "blocked", None))
        table.tell(MatchEnded((0, 0), (0, 1)))
        await trio.testing.wait_all_tasks_blocked()
        assert ada.reading.lines[-1].startswith("lesson 8 of 8: The score: ")
        await ada.type("q", "q")


async def test_there_are_no_lessons_in_other_games(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        assert not any("lesson" in line for line in ada.reading.lines)
        assert await ada.type("next") == ["there are no lessons here: p2p-ligretto learn has them"]


async def test_a_turn_shows_the_own_place_once(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, table):
        printed = await ada.type("")
        area = table.dealer.area(0)
        assert [line for line in printed if line.startswith("stack ")] == [printed[0]]
        assert printed[0].endswith(f"discard {area.discard[-1]}, hand 22")
        assert printed[1].startswith("centre ")


async def test_a_gap_fills_itself_unless_told_otherwise(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, table):
        slot = await play_from_row(ada, table)
        assert [type(move) for move in ada.seated.moves[-2:]] == [Play, Fill]
        assert table.dealer.area(0).row[slot]
        assert await ada.type("fill off") == ["gaps stay until you fill them"]
        slot = await play_from_row(ada, table)
        assert not table.dealer.area(0).row[slot]
        assert any("gap" in line for line in ada.reading.lines[-4:])
        await ada.type(f"f{slot + 1}")
        assert table.dealer.area(0).row[slot]
        assert await ada.type("fill on") == ["gaps fill themselves"]


async def play_from_row(ada: Person, table: FakeTable) -> int:
    """Turn and play until a row card went to the centre; its slot."""
    for _ in range(500):
        move = choose(table.dealer.state, 0)
        if move is None:
            other = choose(table.dealer.state, 1)
            assert other is not None
            table.all[1].submit(Act(other))
            continue
        await ada.type(command_for(move))
        if isinstance(move, Play) and move.source.place == "row":
            return move.source.slot
    raise AssertionError("no row card was played")


async def test_a_gap_that_could_not_be_filled_is_tried_again_later(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, table):
        await ada.type("fill off")
        slot = await play_from_row(ada, table)
        ada.seated.refuse = "busy"
        await ada.type("fill on")
        table.change()
        await trio.testing.wait_all_tasks_blocked()
        for _ in range(20):
            table.change()
            await trio.testing.wait_all_tasks_blocked()
        assert sum(isinstance(move, Fill) for move in ada.seated.moves[-20:]) == 1
        ada.seated.refuse = None
        await trio.sleep(1.1)
        table.change()
        await trio.testing.wait_all_tasks_blocked()
        assert table.dealer.area(0).row[slot]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("6", "slots are 1 to 5"),
        ("greetings", "'greetings' is no command"),
        ("d", "your discard is empty"),
        ("stop", "nobody calls at this table"),
        ("?", "lay the card of that row slot"),
        ("l", "you: stack"),
        ("who", "Bea: total 0"),
        ("r", "not possible now"),
    ],
)
async def test_every_line_is_answered_and_nothing_is_lost(autojump_clock: MockClock, text: str, part: str) -> None:
    async with started_round() as (ada, table):
        before = table.dealer.state
        assert any(part in line for line in await ada.type(text))
        assert table.dealer.state is before


async def test_leaving_in_a_round_is_asked_once_more(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        assert await ada.type("q") == ["a round is being played: type q once more to leave it"]
        await ada.type("who")
        assert await ada.type("q") == ["a round is being played: type q once more to leave it"]
        assert ada.ending is None
    assert ada.ending is Ending.LEFT


async def test_leaving_before_a_round_is_not_asked(autojump_clock: MockClock) -> None:
    async with person_at(FakeTable()) as ada:
        await ada.type("q")
    assert ada.ending is Ending.LEFT


async def test_a_lost_race_is_told(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, table):
        card = table.dealer.area(0).row[0][-1]
        move = Play(card, row(0), PileId(card.colour, 1), card.number)
        ada.seated.tell(MoveRejected(0, move, "beaten", 1, 12_000))
        line = await ada.reading.see("too late")
        assert line == f"too late: Bea's {card} was first by 12 ms; yours is back in row 1"


async def test_before_a_round_moves_say_what_is_missing(autojump_clock: MockClock) -> None:
    table = FakeTable()
    async with person_at(table, Seating()) as ada:
        assert await ada.type("1") == ["you are at no table yet: wait until one is found, or q to leave"]
        assert await ada.type("l") == ["no round is being played; type who to see who is at the table"]
        assert await ada.type("who") == ["nobody else was found on this network yet"]
        ada.seated.submit(OPEN[0])
        await ada.reading.see("you have a seat")
        assert await ada.type("1") == ["no round is being played: type r when you are ready"]
        await ada.type("r")
        assert await ada.type("1") == ["no round is being played yet: type who to see what the table waits for"]
        table.set_phase(Phase.OPENING)
        assert await ada.type("1") == ["not now: cards are being dealt or counted"]
        table.set_phase(Phase.LOBBY)
        await ada.type("q")


async def test_a_slow_link_is_told_before_a_round_and_by_who(autojump_clock: MockClock) -> None:
    table = FakeTable()
    async with person_at(table) as ada:
        table.sit("Bea").submit(JOIN[0])
        ada.seated.node.peers = {b"\1" * 16: FakePeer("Bea", 400_000)}
        ada.seated.tell(RoundStarts(1, 0))
        await trio.testing.wait_all_tasks_blocked()
        assert ada.reading.lines[-1] == "the link to Bea is slow: cards from there show late"
        assert (await ada.type("who"))[1] == "Bea: not ready, slow link, 200 ms"
        await ada.type("q")


async def test_who_is_here(autojump_clock: MockClock) -> None:
    table = FakeTable()
    async with person_at(table) as ada:
        assert await ada.type("who") == ["Ada: you, not ready", "the table waits for a second player"]
        bea = table.sit("Bea")
        bea.submit(JOIN[0])
        bea.submit(SetReady(True))
        ada.seated.node.peers = {
            b"\1" * 16: FakePeer("Bea", 3_000),
            b"x" * 16: FakePeer("Dirk"),
            b"y" * 16: FakePeer(""),
        }
        await trio.testing.wait_all_tasks_blocked()
        assert await ada.type("who") == [
            "Ada: you, not ready",
            "Bea: ready, link 1 ms",
            "the table waits until these are ready: you",
            "also on this network: Dirk",
        ]
        ada.seated.node.clock_error_us = 1_500
        assert (await ada.type("who"))[0] == "Ada: you, not ready, clock within 2 ms"
        ada.seated.node.clock_error_us = None
        ada.seated.tell(SeatAway(1))
        await trio.testing.wait_all_tasks_blocked()
        assert (await ada.type("who"))[1:3] == [
            "Bea: away, link 1 ms",
            "no answer from the laptop of Bea: the table decides how to go on",
        ]
        ada.seated.tell(SeatReturned(1))
        await trio.testing.wait_all_tasks_blocked()
        assert (await ada.type("who"))[1] == "Bea: ready, link 1 ms"
        ada.seated.node.warned = frozenset({1})
        assert (await ada.type("who"))[1] == "Bea: silent, link 1 ms"
        assert table.state is not None
        gone = replace(table.state.seats[1], present=False)
        table.state = replace(table.state, seats=(table.state.seats[0], gone), totals=(4, None))
        assert (await ada.type("who"))[:2] == ["Ada: you, not ready, total 4", "Bea: has left, link 1 ms"]
        ada.seated.tell(SeatLost(1))
        await trio.testing.wait_all_tasks_blocked()
        assert "Bea: laptop gone, may return" in (await ada.type("who"))[1]
        await ada.type("q")


async def test_a_host_with_seats_is_ready_by_itself_for_the_first_round_only(autojump_clock: MockClock) -> None:
    table = FakeTable(Options(rounds=2))
    async with person_at(table, Seating(OPEN, host_with_seats(3))) as ada:
        await ada.reading.see("the first round starts when all seats are taken")
        others = [table.sit("Bea"), table.sit("Cas")]
        for other in others:
            assert SetReady(True) not in ada.seated.asked
            other.submit(JOIN[0])
            other.submit(SetReady(True))
            await trio.testing.wait_all_tasks_blocked()
        assert SetReady(True) in ada.seated.asked
        ada.seated.asked.clear()
        table.set_phase(Phase.BETWEEN)
        await trio.sleep(10)
        assert SetReady(True) not in ada.seated.asked
        await ada.type("q")


async def test_start_deals_whoever_is_ready(autojump_clock: MockClock) -> None:
    table = FakeTable()
    async with person_at(table) as ada:
        table.sit("Bea").submit(JOIN[0])
        await ada.type("start")
        assert ForceStart() in ada.seated.asked
        await ada.reading.see("round 1 starts in 3 s")
        await ada.type("q", "q")


async def test_auto_plays_to_the_end_of_the_match_without_any_input(autojump_clock: MockClock) -> None:
    table = FakeTable(Options(rounds=2))
    player = BotPlayer(LEVELS["instant"], b"Ada")
    async with person_at(table, Seating(OPEN, bot(seats=3), player)) as ada, trio.open_nursery() as bots:
        ada.typing.hang_up()
        for name in ("Bea", "Cas"):
            bots.start_soon(run_bot, table.sit(name), BotPlayer(LEVELS["instant"], name.encode()), bot(), JOIN)
    assert ada.ending is Ending.MATCH_OVER
    assert ada.ending.exit_code == 0
    lines = ada.reading.lines
    assert lines[-3].count(", winner (round 1: ") == 1
    assert not any("type " in line for line in lines)


async def test_auto_answers_what_is_typed_and_keeps_its_refusals_to_itself(autojump_clock: MockClock) -> None:
    table = FakeTable()
    async with person_at(table, Seating(OPEN, bot(seats=2), BotPlayer(LEVELS["easy"], b"Ada"))) as ada:
        ada.seated.tell(ActRefused("busy"))
        ada.seated.tell(Misbehaved(bytes(16), "garbage"))
        assert await ada.type("1") == ["a bot plays here: type l to look, who to see who is here, q to leave"]
        assert await ada.type("r") == ["a bot plays here, and is ready by itself"]
        await ada.type("q")
    assert ada.ending is Ending.LEFT


async def test_the_end_of_input_leaves(autojump_clock: MockClock) -> None:
    async with person_at(FakeTable()) as ada:
        ada.typing.hang_up()
    assert ada.ending is Ending.INPUT_ENDED
    assert ada.ending.exit_code == 0


async def test_an_output_that_nobody_reads_leaves(autojump_clock: MockClock) -> None:
    async with person_at(FakeTable()) as ada:
        ada.reading.hang_up()
    assert ada.ending is Ending.OUTPUT_GONE


async def test_a_terminal_that_stopped_does_not_hold_up_the_end(autojump_clock: MockClock) -> None:
    async with person_at(FakeTable()) as ada:
        ada.reading.stuck = True
        await ada.type("q")
    assert ada.ending is Ending.LEFT


@pytest.mark.parametrize(
    ("notice", "ending"),
    [(JoinFailed("full"), Ending.NO_SEAT), (DialFailed("nobody"), Ending.NO_SEAT), (Left(), Ending.LEFT)],
)
async def test_without_a_seat_it_ends(autojump_clock: MockClock, notice: object, ending: Ending) -> None:
    async with person_at(FakeTable(), Seating()) as ada:
        ada.seated.tell(notice)  # type: ignore[arg-type]
    assert ada.ending is ending
    assert ada.ending.exit_code == (1 if ending is Ending.NO_SEAT else 0)


async def test_a_dial_that_fails_at_a_table_ends_nothing(autojump_clock: MockClock) -> None:
    async with person_at(FakeTable()) as ada:
        ada.seated.tell(DialFailed("nobody"))
        await ada.reading.see("no table reached: nobody")
        assert ada.ending is None
        await ada.type("q")


async def test_a_node_that_stops_ends_the_session(autojump_clock: MockClock) -> None:
    async with person_at(FakeTable()) as ada:
        ada.seated.close_notices()
    assert ada.ending is Ending.LEFT


async def test_a_link_to_somebody_at_the_table_is_no_news(autojump_clock: MockClock) -> None:
    table = FakeTable()
    async with person_at(table) as ada:
        await ada.type("who")
        assert table.state is not None
        before = len(ada.reading.lines)
        ada.seated.tell(PeerGone(table.state.seats[0].peer, "Ada"))
        ada.seated.tell(PeerGone(b"z" * 16, "Dirk"))
        await trio.testing.wait_all_tasks_blocked()
        assert ada.reading.lines[before:] == ["Dirk is no longer on this network"]
        await ada.type("q")


async def test_nodes_are_told_of_while_a_table_gathers_only(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        before = len(ada.reading.lines)
        ada.seated.tell(PeerSeen(b"z" * 16, "Dirk"))
        ada.seated.tell(PeerSeen(b"z" * 16, ""))
        await trio.testing.wait_all_tasks_blocked()
        assert ada.reading.lines[before:] == []

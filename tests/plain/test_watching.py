from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from trio.testing import MockClock

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.presets import PRESETS
from p2p_ligretto.node.intents import JoinTable
from p2p_ligretto.node.notices import Left
from p2p_ligretto.node.readiness import bot
from p2p_ligretto.plain.session import Ending
from p2p_ligretto.plain.watching import run_watching
from p2p_ligretto.runtime.bot_session import run_bot
from p2p_ligretto.speech.table_rules import rules_lines
from p2p_ligretto.wire.messages import TableCard
from tests.plain.people import Reading, Typing
from tests.runtime.fake_table import FakePeer, FakeSeated, FakeTable

JOIN = (JoinTable(bytes(16)),)
CARD = TableCard(bytes(16), "Kitchen", "lobby", ("Bea", "Cas"))


class Watcher:
    def __init__(self, seated: FakeSeated) -> None:
        self.seated, self.typing, self.reading = seated, Typing(), Reading()
        self.ending: Ending | None = None

    async def run(self) -> None:
        self.ending = await run_watching(self.seated, self.typing, self.reading)

    async def type(self, line: str) -> list[str]:
        before = len(self.reading.lines)
        self.typing.type(line)
        await trio.testing.wait_all_tasks_blocked()
        return self.reading.lines[before:]


@asynccontextmanager
async def watched(table: FakeTable) -> AsyncIterator[Watcher]:
    """Bea and Cas sit at the table; Wim looks on, and has to end by himself."""
    for name in ("Bea", "Cas"):
        table.sit(name).submit(JOIN[0])
    wim = table.sit("Wim")
    wim.node.peers = {bytes(16): FakePeer("Bea", card=CARD)}
    with trio.fail_after(3_600):
        async with trio.open_nursery() as nursery:
            watcher = Watcher(wim)
            nursery.start_soon(watcher.run)
            await trio.testing.wait_all_tasks_blocked()
            yield watcher


async def test_a_whole_match_is_told_to_who_looks_on(autojump_clock: MockClock) -> None:
    table = FakeTable(Options(rounds=1))
    async with watched(table) as wim:
        async with trio.open_nursery() as bots:
            for seated in table.all[:2]:
                bots.start_soon(run_bot, seated, BotPlayer(LEVELS["easy"], seated.name.encode()), bot())
        lines = wim.reading.lines
        assert "round 1 starts in 3 s" in lines
        assert any(line.startswith("Bea: stack") for line in lines)
        assert any(" lays " in line for line in lines)
        assert any("wins with" in line or "win with" in line for line in lines)
        assert not any("type r" in line for line in lines)
        wim.typing.hang_up()
        await trio.sleep(60)
        assert wim.ending is None
        wim.seated.tell(Left())
    assert wim.ending is Ending.LEFT


async def test_who_looks_on_is_told_what_is_played(autojump_clock: MockClock) -> None:
    async with watched(FakeTable(PRESETS["family"])) as wim:
        assert wim.reading.lines[1:] == list(rules_lines(PRESETS["family"]))
        await wim.type("q")


async def test_looking_is_all_that_can_be_done(autojump_clock: MockClock) -> None:
    async with watched(FakeTable()) as wim:
        assert any("Bea" in line for line in await wim.type("who"))
        assert await wim.type("l") == ["no round is being played; type who to see who is at the table"]
        assert "q leaves" in (await wim.type("?"))[0]
        assert "storing: none (no card is laid on a card of the row)" in await wim.type("rules")
        for line in ("1", "", "r", "start", "hello"):
            assert "only look on" in (await wim.type(line))[0]
        assert wim.seated.asked == []
        await wim.type("q")
    assert wim.ending is Ending.LEFT


async def test_it_ends_when_nobody_at_the_table_answers(autojump_clock: MockClock) -> None:
    async with watched(FakeTable()) as wim:
        wim.seated.node.peers = {}
        await wim.reading.see("nobody at this table answers any more")
    assert wim.ending is Ending.LEFT


async def test_it_goes_on_while_others_who_look_on_hand_it_what_happens(autojump_clock: MockClock) -> None:
    async with watched(FakeTable()) as wim:
        wim.seated.node.peers, wim.seated.node.is_fed = {}, True
        await trio.sleep(60)
        assert wim.ending is None
        wim.seated.node.is_fed = False
        await wim.reading.see("nobody at this table answers any more")
    assert wim.ending is Ending.LEFT


async def test_it_ends_when_nobody_reads(autojump_clock: MockClock) -> None:
    async with watched(FakeTable()) as wim:
        wim.reading.hang_up()
    assert wim.ending is Ending.OUTPUT_GONE

import pytest
import trio
from trio.testing import MockClock

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.game.options import OFFICIAL, Options
from p2p_ligretto.node.intents import Act, AgreeToEnd, JoinTable, OpenTable, Pause, SetReady
from p2p_ligretto.node.notices import Left
from p2p_ligretto.node.readiness import bot
from p2p_ligretto.node.table import Phase
from p2p_ligretto.runtime.bot_session import run_bot
from tests.runtime.fake_table import COUNTDOWN_US, FakeTable

OPEN = (OpenTable("Kitchen", OFFICIAL),)
JOIN = (JoinTable(bytes(16)),)


def player(name: str, level: str = "instant") -> BotPlayer:
    return BotPlayer(LEVELS[level], name.encode())


@pytest.mark.parametrize("level", ["instant", "easy"])
async def test_bots_play_a_match_and_leave(autojump_clock: MockClock, level: str) -> None:
    table = FakeTable(Options(rounds=2))
    with trio.fail_after(3_600):
        async with trio.open_nursery() as nursery:
            for number, name in enumerate(["Ada", "Bea", "Cas"]):
                seated = table.sit(name)
                first = JOIN if number else OPEN
                nursery.start_soon(run_bot, seated, player(name, level), bot(seats=3), first)
    assert table.state is not None
    assert table.state.phase is Phase.FINISHED
    assert table.state.number == 2


async def test_a_bot_keeps_its_hands_still_until_the_start(autojump_clock: MockClock) -> None:
    table = FakeTable(Options(rounds=1))
    ada, bea = table.sit("Ada"), table.sit("Bea")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run_bot, ada, player("Ada"), bot(seats=2), OPEN)
        nursery.start_soon(run_bot, bea, player("Bea"), bot(seats=2), JOIN)
        await trio.testing.wait_all_tasks_blocked()
        await trio.sleep(COUNTDOWN_US / 1e6 - 0.001)
        assert not ada.moves
        assert not bea.moves
        await trio.sleep(0.002)
        assert ada.moves
        assert bea.moves


async def test_a_bot_waits_in_a_pause_and_until_the_round_goes_on(autojump_clock: MockClock) -> None:
    table = FakeTable(Options(rounds=1))
    ada, bea = table.sit("Ada"), table.sit("Bea")
    async with trio.open_nursery() as nursery:
        for seated, name, first in ((ada, "Ada", OPEN), (bea, "Bea", JOIN)):
            nursery.start_soon(run_bot, seated, player(name, "easy"), bot(seats=2), first)
        await trio.sleep(COUNTDOWN_US / 1e6 + 3)
        bea.submit(Pause(True))
        moves = [*ada.moves, *bea.moves]
        assert moves
        await trio.sleep(60)
        bea.submit(Pause(False))
        await trio.sleep(COUNTDOWN_US / 1e6 - 0.001)
        assert [*ada.moves, *bea.moves] == moves
        await trio.sleep(5)
        assert len(ada.moves) + len(bea.moves) > len(moves)
        nursery.cancel_scope.cancel()


async def test_a_bot_agrees_to_end_a_round_when_all_others_do(autojump_clock: MockClock) -> None:
    table = FakeTable(Options(rounds=2))
    ada, bea, cas = table.sit("Ada"), table.sit("Bea"), table.sit("Cas")
    async with trio.open_nursery() as nursery:
        for seated, name, first in ((ada, "Ada", OPEN), (bea, "Bea", JOIN), (cas, "Cas", JOIN)):
            nursery.start_soon(run_bot, seated, player(name, "easy"), bot(seats=3), first)
        await trio.sleep(COUNTDOWN_US / 1e6 + 1)
        assert table.state is not None
        assert table.state.phase is Phase.PLAYING
        ada.submit(AgreeToEnd(True))
        await trio.sleep(1)
        assert table.state.agreed == {ada.node.own_seat}, "two of three have not agreed yet"
        bea.submit(AgreeToEnd(True))
        await trio.sleep(1)
        assert table.state.agreed == {0, 1, 2}
        nursery.cancel_scope.cancel()


async def test_a_bot_for_rematches_stays_and_follows_who_wants_one(autojump_clock: MockClock) -> None:
    table = FakeTable(Options(rounds=1))
    ada, bea = table.sit("Ada"), table.sit("Bea")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run_bot, ada, player("Ada"), bot(seats=2, rematch=True), OPEN)
        nursery.start_soon(run_bot, bea, player("Bea"), bot(rematch=True), JOIN)
        await trio.sleep(100)
        assert table.state is not None
        assert table.state.phase is Phase.FINISHED
        assert table.state.ready == frozenset(), "two bots would play for ever"
        ada.submit(SetReady(True))
        await trio.sleep(1)
        assert table.state.phase is not Phase.FINISHED
        ada.tell(Left())
        bea.tell(Left())


async def test_a_bot_ends_when_there_is_no_seat(autojump_clock: MockClock) -> None:
    table = FakeTable(seats=0)
    with trio.fail_after(1):
        await run_bot(table.sit("Ada"), player("Ada"), bot(), JOIN)


async def test_what_is_refused_is_asked_again_but_not_in_a_loop(autojump_clock: MockClock) -> None:
    table = FakeTable(Options(rounds=1))
    ada, bea = table.sit("Ada"), table.sit("Bea")
    bea.submit(OpenTable("Kitchen", OFFICIAL))
    ada.submit(JoinTable(bytes(16)))
    ada.refuse = "wedged"
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run_bot, ada, player("Ada"), bot())
        await trio.sleep(10.25)
        assert 10 < sum(isinstance(intent, SetReady) for intent in ada.asked) < 30
        ada.refuse = None
        bea.submit(SetReady(True))
        await trio.sleep(3.25)
        assert table.state is not None
        assert table.state.phase is Phase.PLAYING
        ada.asked.clear()
        ada.refuse = "busy"
        await trio.sleep(10)
        assert 10 < sum(isinstance(intent, Act) for intent in ada.asked) < 60
        nursery.cancel_scope.cancel()

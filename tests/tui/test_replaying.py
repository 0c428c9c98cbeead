"""A replay on the screen: every key, by a virtual clock, over a recorded match in which everything happens."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
import trio
from trio.testing import MockClock

from p2p_ligretto.game.moves import STACK
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.table import Phase
from p2p_ligretto.playback.playhead import Playhead
from p2p_ligretto.playback.reading import read_recording
from p2p_ligretto.playback.recording import Recording
from p2p_ligretto.tui.actions import Move, PlayFrom
from p2p_ligretto.tui.replaying import run_replay
from p2p_ligretto.tui.view_model.replay import replay_view
from p2p_ligretto.tui.views import CurvesView, GameView, ReplayView, ScoresView
from tests.random_match import Writer, dumps
from tests.tui.fake_program import LIMIT_S, Screen

OPTIONS = Options(rounds=2, penalty="stack_to_hand", row_storage="descending")
LINES = [dumps(line) for line in Writer(1, OPTIONS, 5).lines]
RECORDING = read_recording(LINES)
FIRST, LAST = RECORDING.rounds


@dataclass
class Replay:
    """Somebody looks at a replay."""

    screen: Screen = field(default_factory=Screen)
    interrupted: int = 0
    code: int | None = None

    @property
    def view(self) -> ReplayView:
        assert isinstance(self.screen.view.screen, ReplayView)
        return self.screen.view.screen

    @property
    def game(self) -> GameView:
        assert isinstance(self.view.shown, GameView)
        return self.view.shown

    @property
    def scores(self) -> ScoresView:
        assert isinstance(self.view.shown, ScoresView)
        return self.view.shown

    @property
    def curves(self) -> CurvesView:
        assert isinstance(self.view.shown, CurvesView)
        return self.view.shown

    @property
    def step(self) -> str:
        return self.view.status[2]

    async def type(self, *keys: str) -> ReplayView:
        self.screen.type(*keys)
        await trio.testing.wait_all_tasks_blocked()
        return self.view

    def interrupt(self) -> None:
        self.interrupted += 1


@asynccontextmanager
async def replaying(recording: Recording = RECORDING, own_seat: int | None = None) -> AsyncIterator[Replay]:
    replay = Replay()

    async def run() -> None:
        replay.code = await run_replay(replay.screen, recording, own_seat, replay.interrupt)

    with trio.fail_after(LIMIT_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            await trio.testing.wait_all_tasks_blocked()
            yield replay
            await replay.type("q")
            assert replay.code == 0


async def test_it_begins_with_the_first_deal_and_stands(autojump_clock: MockClock) -> None:
    async with replaying() as replay:
        assert replay.game.own is None
        assert len(replay.game.others) == 5
        assert (replay.game.piles, replay.game.message) == ((), "round 1 begins")
        await trio.sleep(60)
        assert replay.step == f"step 0/{len(FIRST.steps)}"
        assert replay.view.status[0] == "standing"


async def test_it_runs_as_fast_as_the_match_did_and_stands_at_the_end(autojump_clock: MockClock) -> None:
    async with replaying() as replay:
        await replay.type(" ")
        assert replay.view.playing
        await trio.sleep(FIRST.end_us / 1_000_000 - 0.1)
        assert isinstance(replay.view.shown, GameView)
        await trio.sleep(0.2)
        assert replay.scores.title == "match-1: after round 1 of 2"
        totals = [row.total or 0 for row in replay.scores.rows]
        assert totals == sorted(totals, reverse=True)
        await trio.sleep(5)
        assert "round 2 of 2" in replay.game.round_text
        await trio.sleep(10)
        assert replay.scores.finished
        assert not replay.view.playing


async def test_faster_and_slower(autojump_clock: MockClock) -> None:
    async with replaying() as replay:
        await replay.type("+", "+", " ")
        assert "speed 4" in replay.view.status
        await trio.sleep(1.02)
        assert replay.view.status[1][:6] in ("0:03.9", "0:04.0")
        await replay.type(*"----", " ")
        assert "speed 0.25" in replay.view.status


async def test_step_by_step_each_says_what_happened(autojump_clock: MockClock) -> None:
    async with replaying() as replay:
        said = []
        for place, step in enumerate(FIRST.steps, start=1):
            await replay.type("right")
            assert replay.step == f"step {place}/{len(FIRST.steps)}"
            if step.table.phase is not Phase.BETWEEN:
                said.append(replay.game.message)
        assert all(said)
        for part in (
            "Zoë 3 turns hand cards",
            "is not at the table any more",
            "counts as absent",
            "pauses the round",
        ):
            assert any(part in line for line in said), part
        await replay.type("left", "left")
        assert replay.step == f"step {len(FIRST.steps) - 2}/{len(FIRST.steps)}"


async def test_contested_cards_are_told_with_their_margin(autojump_clock: MockClock) -> None:
    async with replaying() as replay:
        await replay.type("n")
        assert (replay.game.message, replay.game.urgent) == ("Zoë 0 is too late: Zoë 3's R2 was first by 20 ms", True)
        assert replay.view.status[-1] == "contested 1/2"
        await replay.type("tab")
        assert replay.game.message == "too late: Zoë 3's R2 was first by 20 ms; yours is back on your stack"
        await replay.type("n", "n")
        assert replay.view.status[-1] == "contested 2/2"
        assert replay.game.message == "no contested card after this"
        await replay.type("N", "N")
        assert replay.game.message == "no contested card before this"
        await replay.type("right")
        assert "contested" not in replay.game.message


async def test_a_seats_view_shows_it_in_the_own_place_and_nothing_that_lay_face_down(autojump_clock: MockClock) -> None:
    async with replaying() as replay:
        seats = {each.name: each for each in replay.game.others}
        names = []
        for _place in range(5):
            await replay.type("tab")
            own = replay.game.own
            assert own is not None
            names.append(own.name)
            assert len(replay.game.others) == 4
            open_cards = [each.card for each in (*own.row, own.stack_top, own.discard)]
            beside = seats[own.name]
            assert open_cards == [each.card for each in (*beside.row, beside.stack_top, beside.discard)]
            assert replay.view.status[4] == f"view {own.name}"
        assert names == sorted(seats)
        await replay.type("tab")
        assert replay.game.own is None
        await replay.type("s-tab")
        assert replay.game.own is not None
        assert replay.game.own.name == "Zoë 4"


async def test_no_key_of_the_game_is_offered(autojump_clock: MockClock) -> None:
    async with replaying(own_seat=3) as replay:
        for _step in FIRST.steps:
            await replay.type("right")
            if isinstance(replay.view.shown, GameView):
                assert replay.game.replayed
                assert replay.game.banner is None or replay.game.banner.text == ""
                assert "press" not in replay.game.message
            else:
                assert replay.scores.hint == ""
        before = replay.view
        replay.screen.click(PlayFrom(STACK))
        assert await replay.type("1", "s", "p", "r") == before


async def test_a_pause_is_seen_with_who_wanted_it() -> None:
    paused = next(place for place, step in enumerate(FIRST.steps, start=1) if step.table.paused)
    view = replay_view(Playhead(RECORDING, shown=paused, time_us=FIRST.times_us[paused - 1]), None)
    assert isinstance(view.shown, GameView)
    assert view.shown.banner is not None
    assert "has paused the round" in view.shown.banner.title


async def test_to_the_ends_and_from_round_to_round(autojump_clock: MockClock) -> None:
    async with replaying() as replay:
        await replay.type("G")
        assert replay.scores.finished
        assert any(row.winner for row in replay.scores.rows)
        assert [len(row.history) for row in replay.scores.rows] == [2] * 5
        await replay.type("pageup")
        assert (replay.game.round_text, replay.step) == ("round 2 of 2", f"step 0/{len(LAST.steps)}")
        await replay.type("pageup")
        assert replay.game.round_text == "round 1 of 2"
        await replay.type("pagedown", "g")
        assert replay.game.round_text == "round 1 of 2"


async def test_the_wheel_steps_and_ctrl_c_is_passed_on(autojump_clock: MockClock) -> None:
    async with replaying() as replay:
        replay.screen.click(Move(1))
        await replay.type("right")
        assert replay.step.startswith("step 2/")
        await replay.type("c-c")
        assert replay.interrupted == 1


async def test_curves_show_all_players_and_the_round_at_hand(autojump_clock: MockClock) -> None:
    async with replaying() as replay:
        await replay.type("c")
        points, cards = replay.curves.graphs
        assert replay.curves.names == tuple(f"{seat + 1} Zoë {seat}" for seat in range(5))
        totals = LAST.table_at(len(LAST.steps)).totals
        assert [line.points[-1][1] for line in points.lines] == list(totals)
        assert "round 1" in cards.heading
        await replay.type("pagedown", "tab")
        points, cards = replay.curves.graphs
        assert "round 2" in cards.heading
        assert [line.own for line in points.lines] == [True, *[False] * 4]
        await replay.type("escape")
        assert replay.game.round_text == "round 2 of 2"


async def test_the_page_of_keys_lets_nothing_through(autojump_clock: MockClock) -> None:
    async with replaying() as replay:
        await replay.type("?")
        assert replay.screen.view.help
        await replay.type("right")
        replay.screen.click(Move(1))
        await replay.type("?")
        assert replay.step.startswith("step 0/")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (LINES[:40], "the record ends here, before the end of the match"),
        ([*LINES[:40], "{"], "line 41 of the record is wrong"),
        ([line for line in LINES if '"result"' not in line], "the record ends here, before the end of the match"),
    ],
)
async def test_where_a_record_breaks_off_it_says_so(lines: list[str], told: str, autojump_clock: MockClock) -> None:
    async with replaying(read_recording(lines)) as replay:
        await replay.type("G")
        shown = replay.view.shown
        assert told in (shown.hint if isinstance(shown, ScoresView) else replay.game.message)
        await replay.type("c")
        assert len(replay.curves.graphs) == 2

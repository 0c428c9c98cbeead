"""The program on the screen as a person uses it, by a virtual clock and over nodes without a network."""

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.bots.player import BotPlayer
from p2p_ligretto.bots.policy import choose
from p2p_ligretto.game.cards import PileId
from p2p_ligretto.game.legal import legal_moves
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Play, Store, Turn, row
from p2p_ligretto.game.options import Options
from p2p_ligretto.game.presets import PRESETS
from p2p_ligretto.node.intents import (
    Act,
    ForceStart,
    JoinTable,
    LeaveTable,
    OpenTable,
    SetReady,
    WatchTable,
)
from p2p_ligretto.node.notices import (
    ActRefused,
    DialFailed,
    JoinFailed,
    JoinWaiting,
    MoveRejected,
    RoundEnded,
    SeatAway,
    SeatReturned,
)
from p2p_ligretto.node.readiness import bot, host_with_seats
from p2p_ligretto.node.table import Phase
from p2p_ligretto.runtime.bot_session import run_bot
from p2p_ligretto.runtime.problems import OtherVersion
from p2p_ligretto.speech.lessons import LESSONS
from p2p_ligretto.tui.actions import FillSlot, PlayFrom, PlayOn, Quit, Select
from p2p_ligretto.tui.surroundings import AgainstBots, AtOwnTable, AtTable, NodeWish, Start
from p2p_ligretto.tui.views import GameView, LobbyView, ScoresView
from tests.tui.fake_program import Program, ScreenSeated

KEY_OF = {"stack": "s", "discard": "d"}


def key_for(move: object) -> str:
    match move:
        case Turn():
            return " "
        case Play(source=source):
            return KEY_OF.get(source.place, str(source.slot + 1))
        case Fill(slot=slot):
            return str(slot + 1)
    raise AssertionError(move)


# ---- the lobby


async def test_the_lobby_shows_who_is_there_and_what_is_wrong(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        assert ada.lobby.own_name == "Ada"
        assert ada.lobby.addresses == ("192.168.1.20:4711",)
        ada.neighbour(1, "Bea")
        ada.seated.unfit = (OtherVersion("Old", "another version"),)
        ada.seated.discovery_problem = "no multicast here"
        await trio.sleep(1.1)
        await ada.settle()
        assert [entry.title for entry in ada.lobby.tables] == ["Bea's", "Old"]
        assert ada.lobby.tables[1].refused == "another version"
        assert ada.lobby.people == ("Bea (at Bea's)",)
        assert ada.lobby.problem == "no multicast here"


async def test_a_key_that_is_used_twice_is_told_in_a_dialog_and_stays_in_the_lobby(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        ada.seated.twin_problem = "another program uses your key: p2p-ligretto profile new"
        ada.hear(ada.seated.twin_problem)
        await ada.settle()
        form = ada.view.form
        assert form is not None
        assert "profile new" in form.text
        await ada.type("escape")
        assert ada.view.form is None
        assert ada.lobby.problem == ada.seated.twin_problem


async def test_a_table_is_chosen_and_joined(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        for number, name in enumerate(("Bea", "Cas", "Dirk"), start=1):
            ada.neighbour(number, name)
        await ada.settle()
        assert ada.lobby.chosen == 0
        await ada.type("down", "down")
        assert ada.lobby.chosen == 2
        await ada.type("up")
        assert ada.lobby.chosen == 1
        await ada.click(Select(2))
        await ada.type("enter")
        assert ada.seated.asked[-1] == JoinTable(bytes([3]) * 16)
        assert ada.table_lobby.seats[0].own


async def test_without_a_choice_it_says_what_to_do(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        view = await ada.type("enter")
        assert "no table is chosen" in view.notice
        await trio.sleep(6)
        await ada.settle()
        assert ada.view.notice == ""


async def test_a_full_table_can_be_watched_instead(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        ada.neighbour(1, "Bea", tuple(f"P{number}" for number in range(12)))
        await ada.settle()
        view = await ada.type("enter")
        assert view.form is not None
        assert "watch" in view.form.confirm
        await ada.type("escape")
        assert ada.view.form is None
        await ada.type("enter", "enter")
        assert ada.seated.asked == [WatchTable(bytes([1]) * 16)]


async def test_a_table_that_turns_out_to_be_full_can_be_watched_instead(autojump_clock: MockClock) -> None:
    async with Program(before=lambda seated: setattr(seated, "answers", False)).running() as ada:
        ada.neighbour(1, "Bea")
        await ada.settle()
        await ada.type("enter")
        assert ada.lobby.busy == "looking for a seat"
        ada.seated.tell(JoinFailed("full"))
        await ada.settle()
        assert ada.view.form is not None
        assert "Bea's" in ada.view.form.text
        assert ada.lobby.busy == ""
        ada.seated.answers = True
        await ada.type("y")
        assert ada.seated.asked[-1] == WatchTable(bytes([1]) * 16)


async def test_waiting_for_a_seat_is_told_and_can_be_stopped(autojump_clock: MockClock) -> None:
    async with Program(before=lambda seated: setattr(seated, "answers", False)).running() as ada:
        ada.neighbour(1, "Bea", phase="playing")
        await ada.settle()
        await ada.type("enter")
        ada.seated.tell(JoinWaiting())
        await ada.settle()
        assert ada.view.form is not None
        assert "when it is over" in ada.view.form.text
        await ada.type("enter")
        assert ada.view.form is not None
        await ada.type("escape")
        assert ada.view.form is None
        assert ada.seated.asked[-1] == LeaveTable()
        assert ada.lobby.busy == ""


async def test_a_seat_that_is_given_at_last_closes_the_dialog(autojump_clock: MockClock) -> None:
    async with Program(before=lambda seated: setattr(seated, "answers", False)).running() as ada:
        ada.neighbour(1, "Bea")
        await ada.settle()
        await ada.type("enter")
        await trio.sleep(2)
        await ada.settle()
        assert ada.view.form is not None
        ada.seated.answers = True
        ada.seated.submit(JoinTable(bytes([1]) * 16))
        await ada.settle()
        assert ada.view.form is None
        assert ada.table_lobby.seats[0].own


async def test_a_table_of_which_nobody_tells_any_more_is_given_up(autojump_clock: MockClock) -> None:
    async with Program(before=lambda seated: setattr(seated, "answers", False)).running() as ada:
        ada.neighbour(1, "Bea")
        await ada.settle()
        await ada.type("enter")
        ada.seated.node.peers = {}
        ada.seated.change()
        await trio.sleep(12)
        await ada.settle()
        assert "gone" in ada.view.notice
        assert ada.lobby.busy == ""


async def test_opening_a_table_asks_for_name_and_rules(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        view = await ada.type("o")
        assert view.form is not None
        assert view.form.fields[0].value == "Ada"
        await ada.type(*["backspace"] * 3)
        await ada.text("Küche")
        await ada.type("down", "down", "backspace", "5", "down", "down", "right", "enter")
        (opened,) = ada.seated.asked
        assert opened == OpenTable("Küche", Options(rounds=5, reshuffle=False))
        assert ada.table_lobby.title == "Küche"


@pytest.mark.parametrize(
    ("keys", "field", "part"),
    [
        (["down", "down", "backspace"], 2, "a number from 1 to 1000"),
        (["down", "down", "9", "9", "9"], 2, "a number from 1 to 1000"),
        (["down", "down", "down", "x"], 3, "or nothing"),
        ([*["down"] * 3, *"999", "up", *["backspace"] * 2, "2"], 2, "at most 80 points: allow 25"),
        (["backspace"] * 3, 0, "it needs a name"),
    ],
)
async def test_a_field_that_makes_no_sense_says_so(
    autojump_clock: MockClock, keys: list[str], field: int, part: str
) -> None:
    async with Program().running() as ada:
        view = await ada.type("o", *keys, "enter")
        assert ada.seated.asked == []
        assert view.form is not None
        assert view.form.chosen == field
        assert part in view.form.fields[field].fault
        view = await ada.type("1")
        assert view.form is not None
        assert view.form.fields[field].fault == ""
        await ada.type("escape")
        assert ada.view.form is None


async def test_a_target_score_alone_lifts_the_limit_of_rounds(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.type("o", "down", "down", "down", "9", "9", "enter")
        (opened,) = ada.seated.asked
        assert isinstance(opened, OpenTable)
        assert (opened.options.target_score, opened.options.rounds) == (99, 50)


async def test_a_preset_is_taken_in_the_form_and_shown_at_the_table(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.type("o", "down", "right", "enter")
        (opened,) = ada.seated.asked
        assert opened == OpenTable("Ada", PRESETS["advanced"])
        assert ada.table_lobby.preset == "advanced"
        assert [(option.name, option.value) for option in ada.table_lobby.options if option.changed] == [
            ("storing", "descending")
        ]


async def test_joining_by_address_takes_a_seat_or_asks_again(autojump_clock: MockClock) -> None:
    async with Program(finds_after_s=2.0).running() as ada:
        await ada.type("j")
        ada.screen.paste("10.0.0.1:\n4711")
        ada.found = "nobody answers at 10.0.0.1:4711"
        await ada.type("enter")
        assert ada.lobby.busy == "looking for the table"
        await trio.sleep(1.6)
        await ada.settle()
        assert ada.view.form is not None
        assert ada.view.form.back == "stop waiting"
        await trio.sleep(1)
        await ada.settle()
        assert ada.view.form is not None
        assert ada.view.form.fields[0].value == "10.0.0.1:4711"
        assert ada.view.form.fields[0].fault == "nobody answers at 10.0.0.1:4711"
        ada.found = bytes([7]) * 16
        await ada.type("enter")
        await trio.sleep(2.1)
        await ada.settle()
        assert ada.seated.asked[-1] == JoinTable(bytes([7]) * 16)
        assert ada.table_lobby.seats


async def test_looking_for_an_address_can_be_stopped(autojump_clock: MockClock) -> None:
    async with Program(finds_after_s=9.0).running() as ada:
        await ada.type("j", "x", "enter")
        await trio.sleep(2)
        await ada.type("escape")
        await trio.sleep(20)
        await ada.settle()
        assert ada.lobby.busy == ""
        assert ada.view.form is None
        assert not any(isinstance(intent, JoinTable) for intent in ada.seated.asked)


async def test_another_name_is_taken_by_another_node(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.type("n", "backspace", "backspace", "backspace")
        await ada.text("Zoe")
        await ada.type("enter")
        assert [wish.name for wish in ada.opened] == ["Ada", "Zoe"]
        assert ada.lobby.own_name == "Zoe"
        await ada.type("n", "enter")
        assert len(ada.opened) == 2, "the same name changes nothing"


async def test_what_is_wrong_with_the_machine_is_said(autojump_clock: MockClock) -> None:
    async with Program(start=Start("Ada", AtTable(None))).running() as ada:
        assert ada.seated.asked == [JoinTable(bytes(16))]
        ada.seated.tell(DialFailed("nothing there"))
        await ada.settle()
        assert "nothing there" in ada.view.notice


# ---- the table before a round


async def test_ready_and_not_ready_and_dealing_now(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.open_with("Bea", "Cas")
        await ada.type("r")
        assert ada.table_lobby.seats[0].ready
        await ada.type("r", "r", "r")
        assert ada.table_lobby.seats[0].ready, "a held key doesn't take it back"
        await trio.sleep(1.1)
        await ada.type("r")
        assert not ada.table_lobby.seats[0].ready
        await ada.type("f")
        assert ada.seated.asked[-1] == ForceStart()
        assert ada.game.countdown == "3"


async def test_leaving_a_table_before_a_round_goes_back_to_the_lobby(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.open_with("Bea")
        await ada.type("l")
        assert ada.seated.asked[-1] == LeaveTable()
        assert isinstance(ada.view.screen, LobbyView)
        assert len(ada.opened) == 1


async def test_keys_are_shown_and_hidden(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        assert (await ada.type("?")).help
        await ada.type("o")
        assert ada.view.form is None
        assert not (await ada.type("?")).help


# ---- the game


async def test_a_match_is_played_by_keys_to_a_rematch(autojump_clock: MockClock) -> None:
    async with Program().running() as ada, trio.open_nursery() as bots:
        others = await ada.open_with("Bea", "Cas", options=Options(rounds=2))
        for number, seated in enumerate(others):
            player = BotPlayer(LEVELS["easy"], bytes([number]))
            bots.start_soon(run_bot, seated, player, bot(rematch=True))
        for number in (1, 2):
            await trio.sleep(1.5)
            await ada.type("r")
            assert ada.game.countdown == "3"
            assert await ada.type("1") is not None
            assert "wait for the start" in ada.game.message
            await trio.sleep(3.1)
            while ada.table.state is not None and ada.table.state.phase is Phase.PLAYING:
                move = choose(ada.table.dealer.state, 0)
                if move is not None:
                    await ada.type(key_for(move))
                await trio.sleep(1.2)
            await ada.settle()
            assert len(ada.scores.rows) == 3
            assert ada.scores.finished == (number == 2)
            assert len(ada.scores.rows[0].history) == number
        assert any(row.winner for row in ada.scores.rows)
        await trio.sleep(1.5)
        await ada.type("r")
        assert ada.game.round_text == "round 1 of 2"
        bots.cancel_scope.cancel()


async def test_gaps_fill_themselves_from_the_stack(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        (bea,) = await ada.deal("Bea")
        slot = await play_from_row(ada, bea)
        assert isinstance(ada.seated.moves[-1], Fill)
        assert ada.table.dealer.area(0).row[slot]


async def test_a_gap_that_was_refused_is_filled_by_its_key(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        (bea,) = await ada.deal("Bea")
        submit = ada.seated.submit

        def refuse_fills(intent: object) -> None:
            if isinstance(intent, Act) and isinstance(intent.move, Fill):
                ada.seated.asked.append(intent)
                ada.seated.tell(ActRefused("busy"))
            else:
                submit(intent)  # type: ignore[arg-type]

        ada.seated.submit = refuse_fills  # type: ignore[method-assign]
        slot = await play_from_row(ada, bea)
        assert "too many of your moves" in ada.game.message
        for _ in range(20):
            ada.table.change()
            await ada.settle()
        assert sum(isinstance(move, Fill) for move in ada.seated.moves) == 1
        ada.seated.submit = submit  # type: ignore[method-assign]
        await ada.click(FillSlot(slot))
        assert ada.table.dealer.area(0).row[slot]


async def play_from_row(ada: Program, bea: ScreenSeated) -> int:
    """Turn and play by keys until a row card went to the centre; its slot."""
    for _ in range(500):
        move = choose(ada.table.dealer.state, 0)
        if move is None:
            other = choose(ada.table.dealer.state, 1)
            assert other is not None
            bea.submit(Act(other))
            continue
        await ada.type(key_for(move))
        if isinstance(move, Play) and move.source.place == "row":
            return move.source.slot
    raise AssertionError("no row card was played")


async def test_a_click_on_a_pile_lays_a_card_that_fits(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        (bea,) = await ada.deal("Bea")
        await ada.click(PlayOn("R", 11))
        assert ada.game.message == "none of your cards fits that pile"
        for _ in range(500):
            state = ada.table.dealer.state
            fitting = [move for move in legal_moves(state, 0) if isinstance(move, Play) and move.height > 1]
            if fitting:
                pile = fitting[0].pile
                await ada.click(PlayOn(*pile))
                laid = next(move for move in reversed(ada.seated.moves) if isinstance(move, Play))
                assert laid.pile == pile
                assert ada.game.message == ""
                return
            for seat, seated in ((0, ada.seated), (1, bea)):
                if (move := choose(state, seat)) is not None:
                    seated.submit(Act(move))
                    break
        raise AssertionError("nothing ever fitted")


def marks(program: Program) -> list[bool]:
    place = program.game.own
    assert place is not None
    return [card.playable for card in (*place.row, place.stack_top, place.discard)]


async def test_hints_are_switched_by_a_key(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea")
        for _ in range(50):
            if any(marks(ada)):
                break
            await ada.type(" ")
        assert any(marks(ada)), "one of all hand cards is a 1"
        await ada.type("h")
        assert ada.game.message == "no card is marked any more"
        assert not any(marks(ada))
        await ada.type("h")
        assert ada.game.message == "cards that fit are marked"
        assert any(marks(ada))


async def test_a_table_may_be_without_hints(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea", options=Options(hints=False))
        await ada.type("h")
        assert ada.game.message == "this table plays without hints: nobody is shown which cards fit"


async def test_a_guided_game_goes_from_lesson_to_lesson(autojump_clock: MockClock) -> None:
    guided = Start("Ada", AgainstBots(1, "slow", Options(rounds=1), guided=True), host_with_seats(2))
    async with Program(guided).running() as ada:
        assert ada.opened == [NodeWish("Ada", alone=True)]
        await trio.sleep(4)
        await ada.settle()
        assert lesson(ada) == 1
        await ada.type("n")
        assert lesson(ada) == 2
        await ada.type(" ")
        assert lesson(ada) == 3
        assert ada.table.state is not None
        ada.table.state = replace(ada.table.state, phase=Phase.FINISHED)
        ada.table.tell(RoundEnded(1, "blocked", None))
        await trio.sleep(1.1)
        await ada.settle()
        assert ada.scores.finished
        assert lesson(ada) == len(LESSONS)
        await ada.type("n")
        assert lesson(ada) == len(LESSONS)


async def test_the_lobby_leads_to_a_guided_game(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.type("l")
        await trio.sleep(4)
        await ada.settle()
        assert ada.opened[-1] == NodeWish("Ada", alone=True)
        assert lesson(ada) == 1


def lesson(program: Program) -> int:
    assert program.view.lesson is not None
    return program.view.lesson.number


async def test_storing_takes_two_keys_or_none(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        (bea,) = await ada.deal("Bea", options=Options(row_storage="descending"))
        for _ in range(500):
            stores = [move for move in legal_moves(ada.table.dealer.state, 0) if isinstance(move, Store)]
            if stores:
                break
            move = choose(ada.table.dealer.state, 1)
            bea.submit(Act(move)) if move is not None else await ada.type(" ")
        store = stores[0]
        key = {"stack": "S", "discard": "D"}[store.source.place]
        await ada.type(key)
        assert ada.game.storing == store.source.place
        await ada.type("escape")
        assert ada.game.storing == ""
        await ada.type(key, str(store.slot + 1))
        assert ada.seated.moves[-1] == store


async def test_a_table_without_storage_says_so(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea")
        await ada.type("S")
        assert ada.game.storing == ""
        assert ada.game.message == "this table does not store cards in the row"


async def test_what_does_not_fit_is_said_until_the_next_move(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea")
        await ada.click(PlayFrom(DISCARD))
        assert "your discard is empty" in ada.game.message
        await ada.type(" ")
        assert ada.game.message == ""


async def test_a_lost_race_stands_out_and_goes(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea")
        card = ada.table.dealer.area(0).row[0][-1]
        move = Play(card, row(0), PileId(card.colour, 1), card.number)
        ada.seated.tell(MoveRejected(0, move, "beaten", 1, 12_000))
        await ada.settle()
        assert ada.game.message == f"too late: Bea's {card} was first by 12 ms; yours is back in row 1"
        assert ada.game.urgent
        await ada.type(" ")
        assert ada.game.urgent, "a key does not take it away"
        await trio.sleep(6)
        await ada.settle()
        assert ada.game.message == ""


async def test_marks_of_what_has_just_changed_go_by_themselves(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea")
        await ada.type(" ")
        assert ada.game.own is not None
        assert ada.game.own.discard.fresh
        await trio.sleep(0.31)
        await ada.settle()
        assert ada.game.own is not None
        assert not ada.game.own.discard.fresh


async def test_the_countdown_and_the_clock_run(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        seats = await ada.open_with("Bea")
        seats[0].submit(SetReady(True))
        await ada.type("r")
        seen = []
        for _ in range(60):
            seen.append((ada.game.countdown, ada.game.clock))
            await trio.sleep(0.1)
        assert list(dict.fromkeys(countdown for countdown, _clock in seen)) == ["3", "2", "1", ""]
        assert list(dict.fromkeys(clock for _countdown, clock in seen)) == ["00:00", "00:01", "00:02"]


async def test_who_is_away_is_shown_since_when(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea", "Cas")
        ada.seated.tell(SeatAway(1))
        await trio.sleep(12.6)
        await ada.settle()
        assert ada.game.others[0].away == "away since 12 s"
        assert "no answer from the laptop of Bea" in ada.game.message
        ada.seated.tell(SeatReturned(1))
        await ada.settle()
        assert ada.game.others[0].away == ""
        assert ada.game.message == "Bea's laptop answers again"


async def test_keys_after_the_end_of_a_round_say_nothing_by_mistake(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea")
        assert ada.table.state is not None
        ada.table.state = replace(ada.table.state, phase=Phase.BETWEEN, totals=(0, 0))
        ada.table.change()
        for _ in range(4):
            await ada.type(" ", "s", "enter", "1")
            await trio.sleep(0.5)
        assert isinstance(ada.view.screen, ScoresView)
        assert not ada.scores.rows[0].ready
        await ada.type("r")
        assert next(row for row in ada.scores.rows if row.own).ready, "r is no key of the round"


async def test_space_is_ready_once_the_hands_have_rested(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea")
        assert ada.table.state is not None
        ada.table.state = replace(ada.table.state, phase=Phase.BETWEEN, totals=(0, 0))
        ada.table.change()
        await ada.type(" ")
        await trio.sleep(1.1)
        assert not ada.scores.rows[0].ready
        await ada.type(" ")
        assert next(row for row in ada.scores.rows if row.own).ready


async def test_only_what_changed_is_drawn(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        drawn = ada.screen.drawn
        await trio.sleep(60)
        await ada.settle()
        assert ada.screen.drawn == drawn


# ---- leaving


async def test_quitting_in_mid_round_asks_first(autojump_clock: MockClock) -> None:
    program = Program()
    async with program.running() as ada:
        await ada.deal("Bea")
        view = await ada.type("q")
        assert view.form is not None
        assert view.form.back == "play on"
        await ada.type("escape")
        assert isinstance(ada.view.screen, GameView)
        assert ada.view.form is None
        await ada.click(Quit())
        await ada.type("enter")
    assert program.code == 0
    assert program.closed_before_leaving == [True]


async def test_the_question_goes_with_the_round_that_it_asks_about(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea")
        await ada.type("q")
        assert ada.view.form is not None
        assert ada.table.state is not None
        ada.table.state = replace(ada.table.state, phase=Phase.BETWEEN, totals=(0, 0))
        ada.table.change()
        await ada.settle()
        assert isinstance(ada.view.screen, ScoresView)
        assert ada.view.form is None


async def test_leaving_a_round_for_the_lobby_asks_too(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.deal("Bea")
        ada.screen.click(Quit())
        await ada.type("n")
        assert ada.code is None
        assert isinstance(ada.view.screen, GameView)


async def test_quitting_anywhere_else_does_not_ask(autojump_clock: MockClock) -> None:
    program = Program()
    async with program.running() as ada:
        await ada.type("q")
    assert program.code == 0
    assert program.closed_before_leaving == [True]
    assert program.goodbyes == 1


async def test_ctrl_c_interrupts_whatever_is_on_screen(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.type("o", "c-c")
        assert ada.interrupted == 1


async def test_the_terminal_is_given_back_before_the_table_is_left_when_it_is_cancelled(
    autojump_clock: MockClock,
) -> None:
    program = Program()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(program.run)
        await program.settle()
        nursery.cancel_scope.cancel()
    assert program.closed_before_leaving == [True]


# ---- what it was started for


async def test_against_bots_it_starts_by_itself_and_leads_to_the_lobby(autojump_clock: MockClock) -> None:
    start = Start("Ada", AgainstBots(2, "easy", Options(rounds=1)), host_with_seats(3))
    async with Program(start=start).running() as ada:
        assert ada.opened == [NodeWish("Ada", alone=True)]
        assert ada.bots == [(2, "easy")]
        await trio.sleep(1)
        await ada.settle()
        assert len(ada.game.others) == 2
        await ada.type("q", "escape")
        assert ada.table.state is not None
        ada.table.state = replace(ada.table.state, phase=Phase.FINISHED)
        ada.table.change()
        await trio.sleep(1.1)
        await ada.type("l")
        assert isinstance(ada.view.screen, LobbyView)
        assert ada.opened[1:] == [NodeWish("Ada")]


async def test_bots_are_chosen_in_the_lobby(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.type("p", "left", "down", "right", "down", "down", "backspace", "1", "enter")
        assert ada.opened == [NodeWish("Ada"), NodeWish("Ada", alone=True)]
        assert ada.bots == [(2, "sharp")]
        assert ada.seated.asked[0] == OpenTable("Ada", Options(rounds=1))


async def test_an_own_table_is_open_at_once(autojump_clock: MockClock) -> None:
    async with Program(start=Start("Ada", AtOwnTable("Kitchen", Options(rounds=7)))).running() as ada:
        assert ada.table_lobby.title == "Kitchen"
        assert ada.seated.asked == [OpenTable("Kitchen", Options(rounds=7))]


async def test_a_wrong_address_at_the_start_leads_to_the_lobby_with_the_reason(autojump_clock: MockClock) -> None:
    start = Start("Ada", AtTable("10.0.0.1:1", discovery=False))
    async with Program(start=start, found="nobody answers there").running() as ada:
        assert ada.opened == [NodeWish("Ada", discovery=False), NodeWish("Ada")]
        assert ada.view.notice == "nobody answers there"


@pytest.mark.parametrize("temporary", ["", "this profile is in use"])
async def test_what_the_lobby_shows_all_the_time_hides_no_reason(temporary: str, autojump_clock: MockClock) -> None:
    start = Start("Ada", AtTable("10.0.0.1:1", discovery=False))
    program = Program(start=start, found="nobody answers there")

    def offline(seated: ScreenSeated) -> None:
        if temporary:
            program.hear(temporary)
        seated.discovery_problem = "this machine is on no network"
        program.hear(seated.discovery_problem)

    program.before = offline
    async with program.running() as ada:
        assert ada.lobby.problem == "this machine is on no network"
        assert ada.view.notice == (temporary or "nobody answers there")


async def test_a_name_that_no_table_has_leads_to_the_lobby_with_the_reason(autojump_clock: MockClock) -> None:
    async with Program(start=Start("Ada", AtTable("Attic")), found="no table is called Attic").running() as ada:
        assert len(ada.opened) == 1
        assert ada.view.notice == "no table is called Attic"


async def test_who_looks_on_can_do_nothing_but_leave(autojump_clock: MockClock) -> None:
    start = Start("Wim", AtTable(None, watch=True))
    async with Program(start=start).running() as wim:
        bea, cas = (wim.table.sit(name) for name in ("Bea", "Cas"))
        for seated in (bea, cas):
            seated.submit(JoinTable(bytes(16)))
        for seated in (bea, cas):
            seated.submit(SetReady(True))
        await wim.settle()
        assert wim.game.countdown == "3"
        await trio.sleep(3.2)
        await wim.settle()
        assert wim.game.countdown == ""
        assert wim.game.own is None
        assert [seat.name for seat in wim.game.others] == ["Bea", "Cas"]
        asked = list(wim.seated.asked)
        await wim.type("1", "s", " ", "r", "f", "enter")
        await wim.click(PlayFrom(STACK))
        assert wim.seated.asked == asked
        await wim.type("l")
        assert wim.seated.asked[-1] == LeaveTable()


async def test_who_looks_on_is_told_when_nobody_answers_any_more(autojump_clock: MockClock) -> None:
    async with Program(start=Start("Wim", AtTable(None, watch=True))).running() as wim:
        bea = wim.table.sit("Bea")
        bea.submit(JoinTable(bytes(16)))
        await trio.sleep(11)
        await wim.settle()
        assert "what you see is old" in wim.view.notice


async def test_a_bot_at_the_own_place_plays_and_the_program_ends_with_the_match(autojump_clock: MockClock) -> None:
    start = Start(
        "Ada", AtOwnTable("Kitchen", Options(rounds=1)), bot(seats=2), BotPlayer(LEVELS["easy"], b"player of Ada")
    )
    program = Program(start=start)
    async with program.running() as ada:
        bea = ada.table.sit("Bea")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(
                run_bot, bea, BotPlayer(LEVELS["easy"], b"player of Bea"), bot(), (JoinTable(bytes(16)),)
            )
            await trio.sleep(5)
            await ada.type("1")
            assert ada.game.message == "a bot plays here: q leaves"
        await ada.settle()
        assert ada.scores.finished
        await trio.sleep(6)
    assert program.code == 0

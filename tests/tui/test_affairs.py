"""What a person does about the others, on the screen: pauses, an end by agreement, votes, going on without."""

import pytest
import trio
from msgspec import structs
from msgspec.structs import replace
from trio.testing import MockClock

from p2p_ligretto.game.moves import STACK
from p2p_ligretto.node.intents import Act, AgreeToEnd, GoOnWithout, Pause, Vote
from p2p_ligretto.node.notices import (
    Frozen,
    KickedOut,
    SeatAway,
    SeatBack,
    SeatLost,
    SeatReturned,
    SeatWarned,
    Thawed,
)
from p2p_ligretto.node.table import Phase
from p2p_ligretto.runtime.seated import now_us
from p2p_ligretto.tui.actions import PlayFrom
from p2p_ligretto.tui.views import Form, ScoresView
from p2p_ligretto.wire.messages import TableCard
from tests.tui.fake_program import Program, ScreenSeated

KINDS = (Act, AgreeToEnd, GoOnWithout, Pause, Vote)


def wishes(seated: ScreenSeated) -> list[object]:
    """What was asked of the node about the round and the others."""
    return [intent for intent in seated.asked if isinstance(intent, KINDS)]


async def dealt(program: Program, *others: str) -> list[ScreenSeated]:
    """A round is being played, and nothing is left to be told of how it began."""
    seats = await program.deal(*others)
    await trio.sleep(6)
    await program.settle()
    return seats


def form(program: Program) -> Form:
    assert program.view.form is not None
    return program.view.form


# ---- pauses


async def test_a_round_is_paused_by_a_key_and_goes_on_with_a_countdown(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        await ada.type("p")
        assert ada.game.banner is not None
        assert ada.game.banner.title == "you have paused the round"
        await ada.type("p")
        assert ada.game.banner is not None, "a held key does not take it back"
        await trio.sleep(1.1)
        await ada.type("p")
        assert ada.game.banner is None
        assert ada.game.message == "you go on with the round: it starts again in 3 s"
        seen = []
        for _ in range(40):
            seen.append(ada.game.countdown)
            await trio.sleep(0.1)
        assert list(dict.fromkeys(seen)) == ["3", "2", "1", ""]
        assert wishes(ada.seated) == [Pause(True), Pause(False)]


async def test_who_has_paused_the_round_is_named_and_no_card_is_played(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        (bea,) = await dealt(ada, "Bea")
        bea.submit(Pause(True))
        await ada.settle()
        assert ada.game.banner is not None
        assert ada.game.banner.title == "Bea has paused the round"
        for key in ("1", "s", " "):
            await ada.type(key)
            assert "the round is paused" in ada.game.message
        await ada.click(PlayFrom(STACK))
        assert wishes(ada.seated) == []
        assert ada.game.banner is not None


async def test_the_clock_stands_still_in_a_pause(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        before = ada.game.clock
        await ada.type("p")
        await trio.sleep(60)
        await ada.settle()
        assert ada.game.clock == before
        await ada.type("p")
        await trio.sleep(2.9)
        await ada.settle()
        assert ada.game.clock == before
        await trio.sleep(2)
        await ada.settle()
        assert ada.game.clock > before


async def test_who_learns_only_later_that_a_countdown_runs_has_a_clock_that_waits_for_it(
    autojump_clock: MockClock,
) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        assert ada.game.clock > "00:00"
        ada.table.start_us = now_us() + 2_500_000
        ada.seated.change()
        await trio.sleep(2)
        await ada.settle()
        assert ada.game.clock == "00:00"
        await trio.sleep(4)
        await ada.settle()
        assert "00:03" <= ada.game.clock <= "00:04"


async def test_the_clock_catches_up_with_what_has_happened_in_the_meantime(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        assert ada.game.clock < "00:10"
        assert ada.table.state is not None
        ada.table.state = replace(ada.table.state, started_us=5_000_000, latest_us=95_000_000)
        ada.seated.change()
        await ada.settle()
        assert ada.game.clock == "01:30"


async def test_a_gap_is_filled_when_the_pause_and_its_countdown_are_over(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        await ada.type("p")
        with_a_gap(ada)
        await trio.sleep(3)
        await ada.type("p")
        await trio.sleep(2.9)
        await ada.settle()
        assert not any(isinstance(intent, Act) for intent in ada.seated.asked)
        await trio.sleep(0.2)
        await ada.settle()
        assert sum(isinstance(intent, Act) for intent in ada.seated.asked) == 1


def with_a_gap(program: Program) -> None:
    """The own row has a single slot, and nothing lies there."""
    state = program.table.state
    assert state is not None
    assert state.round is not None
    own = state.round.areas[0]
    assert own is not None
    areas = (structs.replace(own, row=((),)), *state.round.areas[1:])
    program.table.state = replace(state, round=structs.replace(state.round, areas=areas))
    program.table.change()


# ---- the end of a round


async def test_ending_a_round_is_asked_and_taken_back_by_the_same_key(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        _bea, cas = await ada.deal("Bea", "Cas")
        assert ada.game.message == "Cas sits down"
        cas.submit(AgreeToEnd(True))
        await ada.settle()
        assert ada.game.message == "Cas wants to end this round (1 of 3): e agrees"
        assert ada.game.urgent
        await ada.type("e")
        assert form(ada).title == "End this round?"
        assert "Cas wants to end this round (1 of 3)" in form(ada).text
        await ada.type("enter", " ", "s", "1")
        assert wishes(ada.seated) == [], "only its own key says yes"
        await ada.type("y")
        assert ada.view.form is None
        assert wishes(ada.seated) == [AgreeToEnd(True)]
        assert ada.game.message == "you and Cas want to end this round (2 of 3)"
        await ada.type("e")
        assert wishes(ada.seated)[1:] == [AgreeToEnd(False)]


async def test_the_question_to_end_a_round_goes_with_the_round(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        await ada.type("e")
        assert form(ada)
        assert ada.table.state is not None
        ada.table.state = replace(ada.table.state, phase=Phase.BETWEEN, totals=(0, 0))
        ada.table.change()
        await ada.settle()
        assert isinstance(ada.view.screen, ScoresView)
        assert ada.view.form is None


# ---- votes


async def test_kicking_somebody_asks_whom_and_then_once_more(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        _bea, cas, _dirk = await dealt(ada, "Bea", "Cas", "Dirk")
        cas.submit(Vote("kick", 3, True))
        await ada.settle()
        assert ada.game.message == "kick Dirk out? Cas says yes (1 of 3 needed): k votes"
        await ada.type("k")
        assert form(ada).title == "Kick whom?"
        assert form(ada).fields[0].value == "Dirk", "who is voted about already comes to mind first"
        assert form(ada).fields[0].explanation == "Cas says yes (1 of 3 needed)"
        await ada.type("right")
        assert form(ada).fields[0].value == "Bea"
        assert form(ada).fields[0].explanation == "nobody says yes (3 needed)"
        await ada.type("left")
        await ada.type("enter")
        assert form(ada).title == "Kick Dirk out?"
        assert wishes(ada.seated) == []
        await ada.type("enter", "n")
        assert ada.view.form is None
        assert wishes(ada.seated) == []
        await ada.type("k", "enter", "y")
        assert wishes(ada.seated) == [Vote("kick", 3, True)]
        await ada.type("k", "enter")
        assert form(ada).title == "Take your vote about Dirk back?"
        await ada.type("y")
        assert wishes(ada.seated)[1:] == [Vote("kick", 3, False)]


async def test_with_two_at_the_table_it_is_clear_whom_a_vote_is_about(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        await ada.type("k")
        assert form(ada).title == "Kick Bea out?"


async def test_alone_at_a_table_there_is_nobody_to_kick(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.open_with()
        await ada.type("k")
        assert ada.view.form is None
        assert ada.view.notice == "nobody else is at this table"


async def test_only_who_has_not_played_for_a_minute_is_voted_absent(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea", "Cas")
        await ada.type("v")
        assert ada.view.form is None
        assert "not yet" in ada.game.message
        ada.seated.node.idle = frozenset({0, 1})
        await ada.type("v")
        assert form(ada).title == "Does Bea count as absent?"
        await ada.type("y")
        assert wishes(ada.seated) == [Vote("absent", 1, True)]
        ada.seated.node.idle = frozenset()
        await ada.type("p", "v")
        assert "the round is paused" in ada.game.message


async def test_in_a_deal_who_holds_it_up_is_voted_out_of_the_round(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea", "Cas")
        assert ada.table.state is not None
        ada.table.state = replace(ada.table.state, phase=Phase.REVEALING, round=None)
        ada.table.change()
        await ada.settle()
        await ada.type("v")
        assert ada.view.form is None
        assert "not yet" in ada.game.message
        ada.seated.node.idle = frozenset({2})
        await trio.sleep(6)
        assert ada.game.message == "the deal waits for Cas: v asks whether to go on without"
        await ada.type("v")
        assert form(ada).title == "Does Cas count as absent?"
        assert "sits this round out" in form(ada).text
        await ada.type("y")
        assert wishes(ada.seated) == [Vote("absent", 2, True)]


async def test_who_counts_as_absent_is_told_how_to_come_back(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea", "Cas")
        assert ada.table.state is not None
        ada.table.state = replace(ada.table.state, out=frozenset({0, 1}))
        ada.table.change()
        await ada.settle()
        assert ada.game.message == "you count as absent in this round: a card that you play brings you back"
        assert ada.game.others[0].away == "counts as absent"
        await ada.type(" ")
        assert isinstance(wishes(ada.seated)[0], Act)


async def test_who_is_kicked_out_reads_it_until_it_is_put_away(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        ada.seated.tell(KickedOut())
        await trio.sleep(20)
        await ada.settle()
        assert form(ada).title == "Kicked out"
        assert form(ada).confirm == ""
        await ada.type("enter")
        assert ada.view.form is None


# ---- who can be reached


async def test_a_silent_laptop_is_marked_before_anybody_draws_a_conclusion(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea", "Cas")
        ada.seated.node.warned = frozenset({1})
        ada.seated.tell(SeatWarned(1))
        await ada.settle()
        assert [seat.silent for seat in ada.game.others] == [True, False]
        assert ada.game.message == ""
        ada.seated.node.warned = frozenset()
        ada.seated.tell(SeatReturned(1))
        await ada.settle()
        assert not ada.game.others[0].silent
        assert ada.game.message == ""


async def test_a_laptop_that_is_gone_says_so_until_it_is_back(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea", "Cas")
        ada.seated.tell(SeatAway(1))
        await ada.settle()
        assert ada.game.others[0].away == "away since 0 s"
        set_present(ada, 1, present=False)
        ada.seated.tell(SeatLost(1))
        await ada.settle()
        assert ada.game.others[0].away == "laptop gone, may return"
        assert ada.game.message == "Bea's laptop is gone: the game goes on, and the seat is kept"
        set_present(ada, 1, present=True)
        ada.seated.tell(SeatBack(1))
        await ada.settle()
        assert ada.game.others[0].away == ""
        assert ada.game.message == "Bea takes the old seat again"


def set_present(program: Program, seat: int, *, present: bool) -> None:
    assert program.table.state is not None
    seats = list(program.table.state.seats)
    seats[seat] = replace(seats[seat], present=present)
    program.table.state = replace(program.table.state, seats=tuple(seats))
    program.table.change()


# ---- a minority


async def freeze(program: Program, *seats: int, may_go_on: bool) -> None:
    frozen = Frozen(seats, may_go_on)
    program.seated.node.frozen = frozen
    program.seated.tell(frozen)
    await program.settle()


async def test_a_minority_sees_for_whom_it_waits_and_has_no_choice(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea", "Cas", "Dirk")
        await freeze(ada, 1, 2, may_go_on=False)
        assert ada.game.banner is not None
        assert ada.game.banner.title == "waiting for the laptop of Bea or Cas"
        assert ada.view.form is None
        await ada.type("g")
        assert ada.view.form is None
        assert "not possible" in ada.game.message
        ada.seated.node.frozen = None
        ada.seated.tell(Thawed())
        await ada.settle()
        assert ada.game.banner is None
        assert ada.game.message == "the wait is over: the game goes on"
        await ada.type("g")
        assert "nothing to decide" in ada.game.message
        assert wishes(ada.seated) == []


async def test_a_gap_waits_while_nothing_counts(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        await freeze(ada, 1, may_go_on=False)
        with_a_gap(ada)
        await trio.sleep(5)
        ada.table.change()
        await ada.settle()
        assert wishes(ada.seated) == []
        ada.seated.node.frozen = None
        ada.table.change()
        await ada.settle()
        assert len(wishes(ada.seated)) == 1


async def test_the_junior_of_two_is_asked_and_no_other_key_says_yes(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        await freeze(ada, 1, may_go_on=True)
        assert form(ada).title == "Go on without Bea?"
        assert "never join again" in form(ada).text
        await ada.type("enter", " ", "1", "s", "d")
        assert wishes(ada.seated) == []
        await ada.type("n")
        assert ada.view.form is None
        assert ada.game.banner is not None
        assert "g asks whether to go on without" in ada.game.banner.text
        await ada.type("g")
        assert form(ada).title == "Go on without Bea?"
        await ada.type("y")
        assert wishes(ada.seated) == [GoOnWithout()]
        assert ada.view.form is None


async def test_the_question_is_withdrawn_when_the_other_is_back(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        await freeze(ada, 1, may_go_on=True)
        assert form(ada)
        ada.seated.node.frozen = None
        ada.seated.tell(Thawed())
        await ada.settle()
        assert ada.view.form is None


async def test_the_question_does_not_push_another_one_away(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        await ada.type("q")
        await freeze(ada, 1, may_go_on=True)
        assert form(ada).title == "Leave the round?"
        await ada.type("escape", "g")
        assert form(ada).title == "Go on without Bea?"


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.BETWEEN])
async def test_a_minority_is_told_of_between_rounds_too(autojump_clock: MockClock, phase: Phase) -> None:
    async with Program().running() as ada:
        await ada.open_with("Bea", "Cas")
        ada.table.set_phase(phase)
        await freeze(ada, 1, 2, may_go_on=False)
        screen = ada.scores if phase is Phase.BETWEEN else ada.table_lobby
        assert screen.hint == "you are with the minority of this table: it waits for the laptop of Bea or Cas"
        assert screen.urgent


# ---- without a seat, or without cards


async def test_who_has_a_seat_and_no_cards_may_pause_and_vote(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea", "Cas")
        assert ada.table.state is not None
        ada.table.state = replace(ada.table.state, players=(1, 2))
        ada.table.change()
        await ada.settle()
        assert ada.game.own is None
        await ada.type("p", "e")
        await ada.type("k", "enter", "y")
        assert wishes(ada.seated) == [Pause(True), Vote("kick", 1, True)]


async def test_a_table_that_has_parted_is_shown_with_both_its_names(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        assert ada.game.title == "Kitchen"
        ada.seated.node.parted = (TableCard(bytes.fromhex("77c0") + bytes(14), "Kitchen", "playing", ("Bea",)),)
        ada.seated.change()
        await ada.settle()
        assert ada.game.title == "Kitchen (0000)"
        assert "Kitchen (77c0) goes on with Bea" in ada.game.message
        await trio.sleep(6)
        ada.seated.change()
        await ada.settle()
        assert ada.game.message == "", "it is said once"


async def test_who_is_left_alone_in_a_round_is_told_how_to_end_it(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        set_present(ada, 1, present=False)
        await ada.settle()
        assert ada.game.message == "nobody else is left in this round: wait for somebody to come back, or e ends it"

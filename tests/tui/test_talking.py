"""What people say to one another, on the screen: in the last line, over no card; and whom they don't want to hear."""

import trio
from trio.testing import MockClock

from p2p_ligretto.node.intents import Act, LeaveTable, Mute, Say
from p2p_ligretto.node.notices import SeatSaid
from p2p_ligretto.tui.actions import Emote
from p2p_ligretto.tui.layout import render
from p2p_ligretto.tui.layout.message import Message, with_message
from p2p_ligretto.tui.picture import Run
from p2p_ligretto.tui.style import Look
from p2p_ligretto.tui.views import Spoken, View
from p2p_ligretto.wire.messages import MAX_SAID
from tests.tui.fake_program import Program, ScreenSeated
from tests.tui.samples import SAYING, SAYING_ON, SPOKEN, game


def lines(view: View, columns: int = 80, rows: int = 24) -> list[str]:
    return ["".join(run.text for run in line) for line in render(view, columns, rows, Look())]


def asked(seated: ScreenSeated) -> list[object]:
    """What was asked of the node about talk and cards."""
    return [intent for intent in seated.asked if isinstance(intent, Say | Mute | Act)]


async def dealt(program: Program, *others: str) -> list[ScreenSeated]:
    """A round is being played, and all gaps are filled."""
    seats = await program.deal(*others)
    await trio.sleep(6)
    await program.settle()
    program.seated.asked.clear()
    return seats


async def test_two_keys_say_an_emote(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        await ada.type("m", "1")
        assert ada.view.form is None
        assert ada.view.talk == (Spoken("you", "well played :)", own=True),)
        assert asked(ada.seated) == [Say(emote=0)]
        await ada.type("m")
        await ada.click(Emote(4))
        assert ada.view.talk[0].text == "thanks <3"


async def test_what_is_typed_is_said_and_plays_no_card(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        await ada.type("m")
        await ada.text("s1 d q Close!")
        assert ada.view.form is not None
        await ada.type("enter")
        assert asked(ada.seated) == [Say("s1 d q Close!")]
        await ada.type("m")
        await ada.text("never mind")
        await ada.type("escape")
        await ada.type("m", "enter")
        assert asked(ada.seated) == [Say("s1 d q Close!")], "nothing typed is nothing said"
        assert ada.view.form is None
        await ada.type("m")
        ada.screen.paste("x" * 500)
        await ada.type("enter")
        assert asked(ada.seated)[-1] == Say("x" * MAX_SAID)


async def test_it_stays_while_cards_are_played_and_goes_by_itself(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        (bea,) = await dealt(ada, "Bea")
        bea.submit(Say("hurry"))
        await ada.settle()
        await ada.type(" ", "1")
        assert ada.view.talk == (Spoken("Bea", "hurry"),)
        bea.submit(Say(emote=1))
        await ada.settle()
        assert [spoken.text for spoken in ada.view.talk] == ["ouch :(", "hurry"]
        await trio.sleep(9)
        await ada.settle()
        assert ada.view.talk == ()


async def test_somebody_is_muted_and_heard_again(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        bea, _cas = await dealt(ada, "Bea", "Cas")
        bea.submit(Say("this goes, too"))
        await ada.settle()
        await ada.type("M")
        assert ada.view.form is not None
        assert ada.view.form.fields[0].value == "Bea"
        await ada.type("enter")
        assert ada.game.message == "you hear Bea no more; nobody is told"
        assert ada.view.talk == ()
        bea.submit(Say("hello?"))
        await ada.settle()
        assert ada.view.talk == ()
        await ada.type("M")
        assert ada.view.form is not None
        assert "you hear nothing of it now" in ada.view.form.fields[0].explanation
        await ada.type("enter")
        await ada.type("M", "left", "enter")
        await ada.type("M", "left", "enter")
        assert asked(ada.seated) == [Mute(1, True), Mute(1, False), Mute(None, True), Mute(None, False)]


async def test_alone_there_is_nobody_to_mute(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.open_with()
        await ada.type("M")
        assert ada.view.form is None
        assert ada.view.notice == "nobody else is at this table"


async def test_who_says_too_much_is_told_to_wait(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        ada.seated.refuse = "talk"
        await ada.type("m", "2")
        assert ada.game.message == "too much at once: wait a few seconds, then say it again"


async def test_away_from_the_table_nobody_is_asked_what_to_say(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await ada.open_with("Bea")
        await ada.type("m", "x")
        ada.seated.submit(LeaveTable())
        await ada.settle()
        assert ada.view.form is None
        assert await ada.type("m") == ada.view
        assert ada.view.form is None


def test_asking_what_to_say_covers_the_last_line_only() -> None:
    plain = lines(View(game(4)))
    for form in (SAYING, SAYING_ON):
        assert lines(View(game(4), form=form))[:-1] == plain[:-1]


def test_a_whole_message_fits_beside_a_name_of_any_length() -> None:
    longest = Spoken("N" * 16, "x" * MAX_SAID)
    assert longest.text in lines(View(game(12, message="", urgent=False), talk=(longest,)))[-1]


def test_what_is_urgent_comes_before_what_is_said() -> None:
    last = lines(View(game(4, message="too late: R4 is back", urgent=True), talk=SPOKEN))[-1]
    assert last.index("too late") < last.index("Bea: well played")
    last = lines(View(game(4, message="Cas has left", urgent=False), talk=SPOKEN))[-1]
    assert last.index("Bea: well played") < last.index("Cas has left")


def test_where_a_line_has_no_room_for_all_what_was_said_first_gives_way() -> None:
    newest, older = Spoken("Bea", "that was quick"), Spoken("Cem", "x" * 50)
    text = "Dora has left the table for good"
    for message in (Message(text, talk=(newest, older)), Message(text, urgent=True, talk=(newest, older))):
        (line,) = with_message([], message, 80, Look())
        shown = "".join(run.text for run in line)
        assert text in shown
        assert newest.text in shown
        assert "Cem" not in shown
    (line,) = with_message([], Message("", talk=(newest, older)), 80, Look())
    assert "Cem: xxx" in "".join(run.text for run in line), "alone it has room"


def test_a_blank_line_above_is_taken_for_what_is_said_where_the_message_has_no_room_beside_it() -> None:
    message = Message("Dora has left the table for good", talk=(Spoken("Bea", "y" * 60),))
    card, *below = with_message([(Run("", "a card"),), ()], message, 80, Look())
    assert ["".join(run.text for run in line).strip() for line in below] == [f"Bea: {'y' * 60}", message.text]
    assert card == (Run("", "a card"),)


async def test_nothing_of_a_message_is_obeyed_by_the_terminal(autojump_clock: MockClock) -> None:
    async with Program().running() as ada:
        await dealt(ada, "Bea")
        ada.seated.tell(SeatSaid(1, "\x1b[2J\x07\u202e"))
        await ada.settle()
        assert ada.view.talk[0].text == "\\x1b[2J\\x07\\u202e"

"""What people say to one another in the line interface, and whom they don't want to hear."""

import pytest
import trio
from trio.testing import MockClock

from p2p_ligretto.node.intents import Mute, Say
from p2p_ligretto.node.notices import SeatSaid
from p2p_ligretto.plain.commands import HearOrNot, SayEmote, SayWords, Unclear, parse
from p2p_ligretto.plain.session import Seating
from tests.plain.test_session import person_at, started_round
from tests.runtime.fake_table import FakeTable


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("say Well done,  Bea!", SayWords("Well done,  Bea!")),
        ("  SAY s1", SayWords("s1")),
        ("well played", SayEmote(0)),
        ("Hello", SayEmote(5)),
        ("mute Bea", HearOrNot("Bea", muted=True)),
        ("unmute all", HearOrNot("all", muted=False)),
        ("MUTE  Eva Maria", HearOrNot("Eva Maria", muted=True)),
    ],
)
def test_what_is_typed(text: str, command: object) -> None:
    assert parse(text) == command


@pytest.mark.parametrize(("text", "part"), [("say", "say what"), ("mute ", "mute whom"), ("unmute", "unmute whom")])
def test_what_is_missing_is_said(text: str, part: str) -> None:
    found = parse(text)
    assert isinstance(found, Unclear)
    assert part in found.line


async def test_words_and_emotes_are_lines_with_a_name(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, table):
        assert await ada.type("say  Close\tone ") == ["you say: Close one"]
        assert await ada.type("ouch") == ["you say: ouch"]
        before = len(ada.reading.lines)
        table.all[1].submit(Say("sorry, Ada"))
        table.all[1].submit(Say(emote=0))
        await ada.reading.see("Bea says: well played", after=before)
        assert ada.reading.lines[before:] == ["Bea says: sorry, Ada", "Bea says: well played"]
        assert ada.seated.asked[-2:] == [Say("Close one"), Say(emote=1)]


async def test_nothing_of_a_message_is_obeyed_by_the_terminal(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        ada.seated.tell(SeatSaid(1, "\x1b[2J\x07bang"))
        assert await ada.reading.see("Bea says") == "Bea says: \\x1b[2J\\x07bang"
        assert await ada.type("say \x07\x1b") == ["nothing of this can be shown: use letters"]


async def test_who_says_too_much_is_told_to_wait(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, _table):
        ada.seated.refuse = "talk"
        assert await ada.type("say it again") == ["too much at once: wait a few seconds, then say it again"]


async def test_somebody_is_muted_by_name_and_heard_again(autojump_clock: MockClock) -> None:
    async with started_round() as (ada, table):
        assert await ada.type("mute be") == ["you hear Bea no more; nobody is told"]
        assert "muted by you" in next(line for line in await ada.type("who") if line.startswith("Bea"))
        before = len(ada.reading.lines)
        table.all[1].submit(Say("can you hear me?"))
        await trio.testing.wait_all_tasks_blocked()
        assert ada.reading.lines[before:] == []
        assert await ada.type("unmute bea") == ["you hear Bea again"]
        await ada.type("mute all", "unmute all")
        assert ada.seated.asked[-4:] == [Mute(1, True), Mute(1, False), Mute(None, True), Mute(None, False)]
        assert "that is you" in (await ada.type("mute ada"))[0]
        assert "nobody here is called 'zoe'" in (await ada.type("mute zoe"))[0]


async def test_without_a_seat_nothing_is_said(autojump_clock: MockClock) -> None:
    async with person_at(FakeTable(), Seating()) as ada:
        for command in ("say hello", "hello", "mute bea"):
            assert await ada.type(command) == ["you have no seat yet: wait for one, or q to leave"]
        await ada.type("q")

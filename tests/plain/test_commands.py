import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.game.moves import DISCARD, STACK, row
from p2p_ligretto.plain.commands import (
    AgreeEnd,
    AutoFill,
    CastVote,
    Command,
    ForceDeal,
    GoOn,
    Help,
    Look,
    PauseRound,
    Quit,
    SayReady,
    Unclear,
    Who,
    help_lines,
    parse,
)
from p2p_ligretto.speech.wanted import CallStop, FillGap, Lay, StoreCard, TurnHand


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("", TurnHand()),
        ("   ", TurnHand()),
        ("1", Lay(row(0))),
        (" 5 ", Lay(row(4))),
        ("1 2", Lay(row(0), 2)),
        ("s", Lay(STACK)),
        ("S 2", Lay(STACK, 2)),
        ("d", Lay(DISCARD)),
        ("d 12", Lay(DISCARD, 12)),
        ("s1", StoreCard(STACK, 0)),
        ("D5", StoreCard(DISCARD, 4)),
        ("f2", FillGap(1)),
        ("f 2", FillGap(1)),
        ("fill on", AutoFill(True)),
        ("Fill  OFF", AutoFill(False)),
        ("stop", CallStop()),
        ("r", SayReady()),
        ("ready", SayReady()),
        ("start", ForceDeal()),
        ("l", Look()),
        ("look", Look()),
        ("who", Who()),
        ("?", Help()),
        ("help", Help()),
        ("q", Quit()),
        ("QUIT", Quit()),
        ("p", PauseRound()),
        ("pause", PauseRound(True)),
        ("Resume", PauseRound(False)),
        ("e", AgreeEnd(True)),
        ("agree", AgreeEnd(True)),
        ("disagree", AgreeEnd(False)),
        ("kick bea", CastVote("kick", "bea")),
        ("Kick  Eva Maria", CastVote("kick", "Eva Maria")),
        ("vote absent bea (3f9a)", CastVote("absent", "bea (3f9a)")),
        ("keep bea", CastVote(None, "bea")),
        ("go on", GoOn()),
        ("turn", TurnHand()),
        ("row 1", Lay(row(0))),
        ("Row 2  3", Lay(row(1), 3)),
        ("stack", Lay(STACK)),
        ("stack 2", Lay(STACK, 2)),
        ("discard", Lay(DISCARD)),
        ("store stack 1", StoreCard(STACK, 0)),
        ("store discard on row 5", StoreCard(DISCARD, 4)),
        ("fill 2", FillGap(1)),
        ("centre", Look("centre")),
        ("mine", Look("own")),
        ("fits", Look("fits")),
    ],
)
def test_commands(text: str, command: Command) -> None:
    assert parse(text) == command


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("6", "slots are 1 to 5"),
        ("kick", "type kick and a name"),
        ("vote absent", "type vote absent and a name"),
        ("keep ", "type keep and a name"),
        ("vote", "vote absent and a name"),
        ("vote bea", "vote absent and a name"),
        ("go", "type go on"),
        ("0", "no slot 0"),
        ("s9", "no slot 9"),
        ("f0", "no slot 0"),
        ("f", "as f2"),
        ("fill", "fill on, fill off"),
        ("1 0", "piles are counted from 1"),
        ("1 2 3", "'1 2 3' is no command"),
        ("play r4", "type 1 to 5, s or d"),
        ("x" * 500, "'xxxxxxxxxxxxxxxxxxxx...' is no command"),
        ("\x1b[A", "'\\x1b[A' is no command"),
        ("९", "is no command"),
        ("9" * 5000, "no slot 99999999999999999999 "),
    ],
)
def test_bad_input_is_told_what_to_type(text: str, part: str) -> None:
    command = parse(text)
    assert isinstance(command, Unclear)
    assert part in command.line


@given(st.text(max_size=60))
def test_any_text_is_read_and_answered_printably(text: str) -> None:
    command = parse(text)
    if isinstance(command, Unclear):
        assert command.line.isprintable()


def test_help_names_every_command() -> None:
    text = "\n".join(help_lines())
    for name in (
        "1 to 5",
        "row 1",
        "s or stack",
        "d or discard",
        "turn",
        "fits",
        "mine",
        "centre",
        "enter",
        "f2",
        "fill off",
        "s1",
        "d1",
        "stop",
        "r ",
        "start",
        "l ",
        "who",
        "q ",
    ):
        assert name in text
    assert all(len(line) <= 100 for line in help_lines())

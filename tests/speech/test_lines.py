import pytest

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.moves import DISCARD, STACK, Fill, Play, Stop, Store, Turn, row
from p2p_ligretto.node import notices
from p2p_ligretto.node.notices import (
    ActRefused,
    ClockOff,
    Dealing,
    DialFailed,
    Frozen,
    JoinFailed,
    JoinWaiting,
    Left,
    MatchEnded,
    Misbehaved,
    Moved,
    MoveRejected,
    Notice,
    PeerGone,
    PeerSeen,
    ReadyChanged,
    RoundEnded,
    RoundScored,
    RoundStarts,
    SeatAway,
    SeatBack,
    SeatLeft,
    SeatLost,
    SeatReturned,
    SeatTaken,
    SeatWarned,
    Thawed,
)
from p2p_ligretto.node.table import Phase
from p2p_ligretto.speech.lines import line_for
from tests.speech.samples import area, round_of, table_of

TABLE = table_of("Ada Bea Cas", round_of([area(), area(), area()], "R2:1 R4:0"))
PLAY = Play(Card("R", 5), row(0), PileId("R", 0), 5)
PEER = bytes(16)


@pytest.mark.parametrize(
    ("notice", "line"),
    [
        (Moved(1, PLAY), "Bea lays R5 on red pile 2"),
        (Moved(0, PLAY), "you lay R5 on red pile 2"),
        (Moved(1, Fill(Card("Y", 3), 1)), "Bea fills row 2 with Y3"),
        (Moved(0, Fill(Card("Y", 3), 1)), "you fill row 2 with Y3"),
        (Moved(1, Store(Card("Y", 3), STACK, 1)), "Bea stores Y3 on row 2"),
        (Moved(0, Store(Card("Y", 3), STACK, 1)), "you store Y3 on row 2"),
        (Moved(1, Turn(9, 0)), None),
        (Moved(0, Turn(9, 0)), None),
        (Moved(1, Stop()), "Bea calls stop"),
        (Moved(0, Stop()), "you call stop"),
    ],
)
def test_moves(notice: Notice, line: str | None) -> None:
    assert line_for(notice, TABLE, 0) == line


FROM_STACK = Play(Card("R", 5), STACK, PileId("R", 0), 5)
FROM_DISCARD = Play(Card("R", 5), DISCARD, PileId("R", 0), 5)


@pytest.mark.parametrize(
    ("notice", "line"),
    [
        (
            MoveRejected(0, PLAY, "beaten", 1, 11_800),
            "too late: Bea's R5 was first by 11 ms; yours is back in row 1",
        ),
        (
            MoveRejected(0, FROM_STACK, "beaten", 1, 300),
            "too late: Bea's R5 was first by 0.3 ms; yours is back on your stack",
        ),
        (
            MoveRejected(0, PLAY, "beaten", 1, 11_800, 11_799),
            "too late: Bea's R5 was first by 11 ms; yours is back in row 1",
        ),
        (
            MoveRejected(0, PLAY, "beaten", 1, 11_800, 11_800),
            "too close to be sure: Bea's R5 counts; yours is back in row 1",
        ),
        (MoveRejected(0, PLAY, "over"), "too late: the round had ended; R5 is back in row 1"),
        (
            MoveRejected(0, PLAY, "wrong"),
            "wrong: R5 does not fit there; it is back in row 1, and it costs you a card",
        ),
        (
            MoveRejected(0, FROM_DISCARD, "follows"),
            "R5 is back on your discard: it followed a move that did not count",
        ),
        (MoveRejected(0, PLAY, "illegal"), "R5 is back in row 1: it does not fit there any more"),
        (
            MoveRejected(0, Fill(Card("Y", 3), 1), "follows"),
            "Y3 is back on your stack: it followed a move that did not count",
        ),
        (
            MoveRejected(0, Turn(9, 0), "follows"),
            "your turned cards are back in your hand: that turn followed a move that did not count",
        ),
        (MoveRejected(0, Turn(9, 0), "over"), "too late: the round had ended"),
        (MoveRejected(0, Turn(9, 0), "paused"), "the round was paused just before: that does not count"),
        (MoveRejected(0, PLAY, "paused"), "the round was paused just before: R5 is back in row 1"),
        (MoveRejected(0, Stop(), "illegal"), "your stop does not count: your stack was not empty"),
        (MoveRejected(1, PLAY, "beaten", 0, 8_000), "Bea is too late: your R5 was first by 8 ms"),
        (MoveRejected(1, PLAY, "beaten", 2, 8_000), "Bea is too late: Cas's R5 was first by 8 ms"),
        (MoveRejected(1, PLAY, "beaten", 0, 0, 500), "too close to be sure: your R5 counts, Bea's does not"),
        (MoveRejected(1, PLAY, "beaten", 2, 0, 500), "too close to be sure: Cas's R5 counts, Bea's does not"),
        (MoveRejected(1, PLAY, "wrong"), "Bea lays R5 where it does not fit, takes it back and pays a card"),
        (MoveRejected(1, PLAY, "over"), None),
        (MoveRejected(1, Turn(9, 0), "follows"), None),
    ],
)
def test_rejections(notice: Notice, line: str | None) -> None:
    assert line_for(notice, TABLE, 0) == line


@pytest.mark.parametrize(
    ("notice", "line"),
    [
        (PeerSeen(PEER, "Bea"), "Bea is on this network"),
        (PeerGone(PEER, "Bea"), "Bea is no longer on this network"),
        (DialFailed("nobody answers at 10.0.0.9"), "no table reached: nobody answers at 10.0.0.9"),
        (JoinWaiting(), "a round is being played at that table: you get a seat when it is over"),
        (JoinFailed("full"), "that table is full: it has twelve seats; leave with q, then join another or host one"),
        (JoinFailed("gone"), "that table is no longer there; leave with q, then join another or host one"),
        (JoinFailed("odd"), "no seat at that table: odd"),
        (SeatTaken(0, "Ada", True), "you have a seat at the table"),
        (SeatTaken(1, "Bea", False), "Bea sits down"),
        (SeatLeft(1), "Bea has left the table"),
        (SeatLeft(0), None),
        (SeatBack(1), "Bea takes the old seat again"),
        (SeatBack(0), "you have your seat again"),
        (JoinFailed("banned"), "you were kicked out of that table; leave with q, then join another or host one"),
        (SeatWarned(1), None),
        (SeatAway(1), "Bea's laptop does not answer: the others go on in a moment if it stays so"),
        (SeatReturned(1), "Bea's laptop answers again"),
        (ClockOff(1, 204_000), "Bea's clock is 204 ms ahead of the others': it does not count until it is right"),
        (ClockOff(1, -3_600_000_000), "Bea's clock is 3600 s behind the others': it does not count until it is right"),
        (ClockOff(0, 204_000), "your clock was 204 ms ahead of the others': it waits until it is right"),
        (ClockOff(0, -10_000), "your clock was 10 ms behind the others': it was set right"),
        (SeatLost(1), "Bea's laptop is gone: the game goes on, and the seat is kept"),
        (SeatLost(0), "the others went on without this laptop: it asks for your seat again"),
        (Frozen((1,), True), "the laptop of Bea can't be reached: the game waits for it"),
        (Frozen((1, 2), False), "you are with the minority of this table: it waits for the laptop of Bea or Cas"),
        (Frozen((), False), "you are with the minority of this table: it waits for the laptop of somebody else"),
        (Thawed(), "the wait is over: the game goes on"),
        (ReadyChanged(1, True), "Bea is ready"),
        (ReadyChanged(0, True), "you are ready"),
        (ReadyChanged(1, False), "Bea is not ready"),
        (ReadyChanged(0, False), "you are not ready"),
        (Dealing(2), "round 2: everybody shuffles"),
        (RoundStarts(2, 3_000_000), "round 2 starts in 3 s"),
        (RoundStarts(2, 2_960_000), "round 2 starts in 3 s"),
        (RoundStarts(2, 40_000), "round 2 starts in 1 s"),
        (RoundStarts(2, 0), "round 2 has started"),
        (RoundEnded(2, "stop", 1), "round 2 is over: Ligretto stop, by Bea"),
        (RoundEnded(2, "stop", 0), "round 2 is over: Ligretto stop, by you"),
        (RoundEnded(2, "blocked", None), "round 2 is over: nobody can play any more"),
        (RoundEnded(2, "agreed", None), "round 2 is over: the table agreed to end it"),
        (RoundScored(2, (1,), (1,), (-1,), (-1,)), "score of round 2:"),
        (MatchEnded((28, 3, 1), (0,)), "the match is over: you win with 28 points"),
        (MatchEnded((3, 28, 1), (1,)), "the match is over: Bea wins with 28 points"),
        (MatchEnded((1, 1, 0), (0, 1)), "the match is over: you and Bea win with 1 point each"),
        (MatchEnded((), ()), "the match is over"),
        (Left(), "you have left the table"),
        (Misbehaved(PEER, "garbage"), None),
    ],
)
def test_table_and_people(notice: Notice, line: str | None) -> None:
    assert line_for(notice, TABLE, 0) == line


def test_who_sits_a_round_out_is_told_so() -> None:
    line = line_for(ActRefused("no_round"), TABLE, 0)
    assert line == "you sit this round out: you play from the next one on; wait for its end"


BETWEEN = table_of("Ada Bea Cas", phase=Phase.BETWEEN)
REASONS = [
    "no_table",
    "not_seated",
    "no_round",
    "countdown",
    "over",
    "away",
    "alone",
    "illegal",
    "busy",
    "paused",
    "not_yet",
    "own_seat",
    "phase",
    "wedged",
]


@pytest.mark.parametrize("reason", REASONS)
def test_each_refusal_says_what_to_do(reason: str) -> None:
    line = line_for(ActRefused(reason), BETWEEN, 0)
    assert line is not None
    assert reason not in line or reason in {"over", "away", "alone", "paused"}
    assert any(
        word in line for word in ("wait", "r says", "p goes", "q leaves", "look at", "see who", "try", "you get one")
    )


def test_the_refusals_are_those_that_a_node_gives() -> None:
    assert notices.ActRefused.__doc__ is not None
    for reason in REASONS:
        assert reason in notices.ActRefused.__doc__


def test_a_refusal_names_who_is_away() -> None:
    line = line_for(ActRefused("away", 1), TABLE, 0)
    assert line == "not now: Bea is away and the game waits for that laptop; nothing is lost"


def test_an_unknown_refusal_is_told_too() -> None:
    assert line_for(ActRefused("new\x1b"), TABLE, 0) == "not possible now (new\\x1b); ? shows what is"


@pytest.mark.parametrize("table", [None, table_of("\x1b[2J \u202e"), TABLE])
def test_no_line_holds_what_a_terminal_obeys(table: object) -> None:
    evil = "\x1b]0;x\x07\n\u202e"
    for notice in (
        PeerSeen(PEER, evil),
        PeerGone(PEER, evil),
        DialFailed(evil),
        JoinFailed(evil),
        SeatTaken(1, evil, False),
        Moved(1, PLAY),
        SeatAway(0),
        MoveRejected(2, PLAY, "beaten", 1, 5),
        MoveRejected(2, PLAY, evil),
        RoundEnded(1, "stop", 1),
        MatchEnded((1, 1), (0, 1)),
    ):
        line = line_for(notice, table, 2)  # type: ignore[arg-type]
        assert line is None or line.isprintable()

import pytest

from p2p_ligretto.node.notices import (
    EndAgreed,
    KickedOut,
    Notice,
    RoundPaused,
    RoundResumed,
    SeatKicked,
    SeatVotedAbsent,
    VoteCast,
)
from p2p_ligretto.speech.lines import line_for
from tests.speech.samples import table_of

TABLE = table_of("Ada Bea Cas", players=(0, 1, 2))
KICKED_OUT = "you were kicked out of this table, by a vote: you can't come back to it, but join another or host one"


@pytest.mark.parametrize(
    ("notice", "line"),
    [
        (RoundPaused(1), "Bea pauses the round"),
        (RoundPaused(0), "you pause the round"),
        (RoundResumed(1, 3_000_000), "Bea goes on with the round: it starts again in 3 s"),
        (RoundResumed(0, 2_960_000), "you go on with the round: it starts again in 3 s"),
        (RoundResumed(0, 0), "you go on with the round: it starts again in 1 s"),
        (EndAgreed(1, True), "Bea wants to end this round"),
        (EndAgreed(0, True), "you want to end this round: it ends when all who play agree"),
        (EndAgreed(1, False), "Bea no longer wants to end this round"),
        (EndAgreed(0, False), "you no longer want to end this round"),
        (VoteCast("kick", 1, 2, True), "Bea votes to kick Cas out"),
        (VoteCast("kick", 1, 2, False), "Bea takes back the vote to kick Cas out"),
        (VoteCast("kick", 0, 2, True), "you vote to kick Cas out"),
        (VoteCast("kick", 0, 2, False), "you take back your vote to kick Cas out"),
        (VoteCast("kick", 1, 0, True), "Bea votes to kick you out"),
        (VoteCast("kick", 1, 0, False), "Bea takes back the vote to kick you out"),
        (VoteCast("absent", 1, 2, True), "Bea votes that Cas counts as absent"),
        (VoteCast("absent", 1, 2, False), "Bea takes back the vote that Cas counts as absent"),
        (VoteCast("absent", 0, 2, True), "you vote that Cas counts as absent"),
        (VoteCast("absent", 0, 2, False), "you take back your vote that Cas counts as absent"),
        (VoteCast("absent", 1, 0, True), "Bea votes that you count as absent: play a card if you can"),
        (VoteCast("absent", 1, 0, False), "Bea takes back the vote that you count as absent"),
        (SeatVotedAbsent(2), "Cas counts as absent until the next card: points and cards stay"),
        (SeatVotedAbsent(0), "you count as absent in this round: the next card that you play brings you back"),
        (SeatKicked(2), "Cas was kicked out of this table, by a vote"),
        (SeatKicked(0), KICKED_OUT),
        (KickedOut(), KICKED_OUT),
    ],
)
def test_what_people_decide(notice: Notice, line: str) -> None:
    assert line_for(notice, TABLE, 0) == line


@pytest.mark.parametrize(
    ("own_seat", "line"),
    [
        (0, "Cas counts as absent and sits this round out: points stay"),
        (2, "you count as absent and sit this round out: you play from the next one on"),
    ],
)
def test_who_was_voted_out_of_a_deal_can_not_come_back_to_the_round(own_seat: int, line: str) -> None:
    assert line_for(SeatVotedAbsent(2), table_of("Ada Bea Cas", players=(0, 1)), own_seat) == line


@pytest.mark.parametrize("table", [None, table_of("\x1b[2J \u202e")])
def test_no_line_holds_what_a_terminal_obeys(table: object) -> None:
    for notice in (RoundPaused(0), VoteCast("kick", 0, 1, True), SeatVotedAbsent(1), SeatKicked(0)):
        line = line_for(notice, table, 2)  # type: ignore[arg-type]
        assert line is not None
        assert line.isprintable()

import dataclasses

from msgspec.structs import replace

from p2p_ligretto.game.cards import Card, PileId
from p2p_ligretto.game.moves import Play, row
from p2p_ligretto.node.notices import (
    EndAgreed,
    Frozen,
    MatchEnded,
    MoveRejected,
    RoundPaused,
    RoundScored,
    RoundStarts,
    SeatAway,
    SeatReturned,
    SeatTaken,
    SeatWarned,
    VoteCast,
)
from p2p_ligretto.node.races import Race
from p2p_ligretto.node.readiness import BY_HAND, bot, host_with_seats
from p2p_ligretto.node.table import Phase
from p2p_ligretto.plain.company import company_lines
from p2p_ligretto.plain.reporter import Reporter, own_lines
from p2p_ligretto.speech.presence import ALL_HERE
from tests.runtime.fake_table import FakeNode, FakeTable
from tests.speech.samples import area, round_of, table_of

SCORED = RoundScored(1, (5, 6), (1, 0), (3, 6), (3, 6))


def test_a_newcomer_who_watches_the_round_has_no_place_to_show() -> None:
    table = table_of("Ada Bea Cas", round_of([area(), area(), None]), players=(0, 1))
    assert own_lines(table, 2) == ()
    assert own_lines(table, None) == ()
    assert own_lines(None, 0) == ()
    assert Reporter(BY_HAND, auto=False).lines(RoundStarts(1, 0), table, 2) == ("round 1 has started",)
    assert company_lines(table, 2, ALL_HERE, FakeNode(FakeTable()))[2] == "Cas: you, plays from the next round on"


def test_hints_for_a_person_only() -> None:
    between = table_of("Ada Bea", phase=Phase.BETWEEN)
    hint = "type r when you are ready for the next round"
    assert Reporter(BY_HAND, auto=False).lines(SCORED, between, 0)[-1] == hint
    assert Reporter(host_with_seats(2), auto=False).lines(SCORED, between, 0)[-1] == hint
    assert Reporter(bot(), auto=True).lines(SCORED, between, 0)[-1].startswith("Bea")
    taken = SeatTaken(0, "Ada", True)
    told = Reporter(BY_HAND, auto=False).lines(taken, between, 0)
    assert told[-1] == "type r when you are ready, ? for the commands"
    assert Reporter(bot(), auto=True).lines(taken, between, 0) == told[:-1]


def test_no_hint_for_a_next_round_after_the_last_one() -> None:
    finished = table_of("Ada Bea", phase=Phase.FINISHED)
    assert Reporter(BY_HAND, auto=False).lines(SCORED, finished, 0)[-1].startswith("Bea")


def test_a_rematch_starts_a_new_score() -> None:
    reporter, finished = Reporter(BY_HAND, auto=False), table_of("Ada Bea", phase=Phase.FINISHED)
    for _match in range(2):
        reporter.lines(SCORED, finished, 0)
        lines = reporter.lines(MatchEnded((3, 6), (1,)), finished, 0)
        assert lines[:2] == ("the match is over: Bea wins with 6 points", "Bea: total 6, winner (round 1: 6)")
    assert reporter.lines(MatchEnded((3, 6), (1,)), None, 0) == ("the match is over: seat 2 wins with 6 points",)


PLAYING = table_of("Ada Bea Cas", round_of([area(), area(), area()]), players=(0, 1, 2))


def test_a_laptop_that_is_silent_for_a_moment_is_not_told_of() -> None:
    reporter = Reporter(BY_HAND, auto=False)
    assert reporter.lines(SeatWarned(1), PLAYING, 0) == ()
    assert reporter.lines(SeatReturned(1), PLAYING, 0) == ()
    assert reporter.lines(SeatAway(1), PLAYING, 0) != ()
    assert reporter.lines(SeatReturned(1), PLAYING, 0) == ("Bea's laptop answers again",)


def test_a_pause_says_how_it_ends() -> None:
    assert Reporter(BY_HAND, auto=False).lines(RoundPaused(1), replace(PLAYING, paused=True), 0) == (
        "Bea pauses the round",
        "type resume to go on",
    )
    assert Reporter(bot(), auto=True).lines(RoundPaused(1), PLAYING, 0) == ("Bea pauses the round",)


def test_an_end_that_somebody_wants_says_how_to_agree() -> None:
    one = replace(PLAYING, agreed=frozenset({1}))
    assert Reporter(BY_HAND, auto=False).lines(EndAgreed(1, True), one, 0) == (
        "Bea wants to end this round",
        "Bea wants to end this round (1 of 3)",
        "type agree if you want it too",
    )
    assert Reporter(BY_HAND, auto=False).lines(EndAgreed(1, False), PLAYING, 0) == (
        "Bea no longer wants to end this round",
    )
    assert Reporter(BY_HAND, auto=False).lines(EndAgreed(0, True), replace(PLAYING, agreed=frozenset({0})), 0)[1:] == (
        "you want to end this round (1 of 3)",
    )


def test_a_vote_says_how_it_stands_and_how_to_join_in() -> None:
    kick, absent = ("kick", 2, 1), ("absent", 2, 1)
    table = replace(PLAYING, votes=frozenset({kick, absent}))
    assert Reporter(BY_HAND, auto=False).lines(VoteCast("kick", 1, 2, True), table, 0)[1:] == (
        "kick Cas out? Bea says yes (1 of 2 needed)",
        "type kick Cas if you say yes too",
    )
    assert Reporter(BY_HAND, auto=False).lines(VoteCast("absent", 1, 2, True), table, 0)[2:] == (
        "type vote absent Cas if you say yes too",
    )
    assert len(Reporter(BY_HAND, auto=False).lines(VoteCast("kick", 1, 2, True), table, 2)) == 2
    assert len(Reporter(BY_HAND, auto=False).lines(VoteCast("kick", 1, 2, True), table, 1)) == 2
    assert len(Reporter(BY_HAND, auto=False).lines(VoteCast("kick", 1, 2, True), PLAYING, 0)) == 1


def test_the_junior_of_two_is_told_of_its_choice_and_a_larger_minority_has_none() -> None:
    two = table_of("Ada Bea", phase=Phase.PLAYING)
    assert Reporter(BY_HAND, auto=False).lines(Frozen((0,), True), two, 1)[1:] == (
        "wait, or type go on to play on without",
    )
    assert len(Reporter(BY_HAND, auto=False).lines(Frozen((0, 1), False), PLAYING, 2)) == 1


def test_after_a_round_the_contested_cards_are_told_to_all() -> None:
    between = table_of("Ada Bea", round_of([area(), area()], "R6:1"), phase=Phase.BETWEEN)
    races = (
        Race(Card("R", 5), PileId("R", 1), 1, 0, 300, 1_000),
        Race(Card("R", 6), PileId("R", 1), 0, 1, 8_000, 1_000),
    )
    told = (
        "contested cards, closest first:",
        "R5 on red pile 1: Bea before Ada by 0.3 ms, too close to be sure",
        "R6 on red pile 1: Ada before Bea by 8.0 ms +-1.0 ms",
    )
    scored = dataclasses.replace(SCORED, races=races)
    assert Reporter(BY_HAND, auto=False).lines(scored, between, 0)[-4:-1] == told
    assert Reporter(bot(), auto=True).lines(scored, between, None)[-3:] == told


def test_a_lost_race_that_was_too_close_says_so() -> None:
    late = MoveRejected(0, Play(Card("R", 5), row(0), PileId("R", 1), 5), "beaten", 1, 300, 1_000)
    line = "too close to be sure: Bea's R5 counts; yours is back in row 1"
    assert Reporter(BY_HAND, auto=False).lines(late, PLAYING, 0) == (line,)

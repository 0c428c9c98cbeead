from p2p_ligretto.node.notices import MatchEnded, RoundScored, RoundStarts, SeatTaken
from p2p_ligretto.node.readiness import BY_HAND, bot, host_with_seats
from p2p_ligretto.node.table import Phase
from p2p_ligretto.plain.company import company_lines
from p2p_ligretto.plain.reporter import Reporter, own_lines
from tests.speech.samples import area, round_of, table_of

SCORED = RoundScored(1, (5, 6), (1, 0), (3, 6), (3, 6))


def test_a_newcomer_who_watches_the_round_has_no_place_to_show() -> None:
    table = table_of("Ada Bea Cas", round_of([area(), area(), None]), players=(0, 1))
    assert own_lines(table, 2) == ()
    assert own_lines(table, None) == ()
    assert own_lines(None, 0) == ()
    assert Reporter(BY_HAND, auto=False).lines(RoundStarts(1, 0), table, 2) == ("round 1 has started",)
    assert company_lines(table, 2, (), {})[2] == "Cas: you, plays from the next round on"


def test_hints_for_a_person_only() -> None:
    between = table_of("Ada Bea", phase=Phase.BETWEEN)
    hint = "type r when you are ready for the next round"
    assert Reporter(BY_HAND, auto=False).lines(SCORED, between, 0)[-1] == hint
    assert Reporter(host_with_seats(2), auto=False).lines(SCORED, between, 0)[-1] == hint
    assert Reporter(bot(), auto=True).lines(SCORED, between, 0)[-1].startswith("Bea")
    taken = SeatTaken(0, "Ada", True)
    assert len(Reporter(BY_HAND, auto=False).lines(taken, between, 0)) == 2
    assert len(Reporter(bot(), auto=True).lines(taken, between, 0)) == 1


def test_no_hint_for_a_next_round_after_the_last_one() -> None:
    finished = table_of("Ada Bea", phase=Phase.FINISHED)
    assert Reporter(BY_HAND, auto=False).lines(SCORED, finished, 0)[-1].startswith("Bea")


def test_a_rematch_starts_a_new_score() -> None:
    reporter, finished = Reporter(BY_HAND, auto=False), table_of("Ada Bea", phase=Phase.FINISHED)
    for _match in range(2):
        reporter.lines(SCORED, finished, 0)
        lines = reporter.lines(MatchEnded((3, 6), (1,)), finished, 0)
        assert lines[:2] == ("the match is over: Bea wins with 6 points", "player  round 1  total")
    assert reporter.lines(MatchEnded((3, 6), (1,)), None, 0) == ("the match is over: seat 2 wins with 6 points",)

from p2p_ligretto.node.notices import MatchEnded, RoundScored
from p2p_ligretto.plain.scores import match_lines, round_lines
from tests.speech.samples import table_of

FIRST = RoundScored(1, (17, 14, None), (4, 0, None), (9, 14, None), (9, 14, 0))
SECOND = RoundScored(2, (7, 0, 12), (5, 10, 3), (-3, -20, 6), (6, -6, 6))


def test_a_round() -> None:
    assert round_lines(table_of(), FIRST) == (
        "Ada: 9 points, total 9 (centre 17, left 4)",
        "Bea: 14 points, total 14 (centre 14, left 0)",
        "Cas: total 0, not in this round",
    )


def test_the_match_best_first_with_all_winners() -> None:
    assert match_lines(table_of(), MatchEnded((6, -6, 6), (0, 2)), [FIRST, SECOND]) == (
        "Ada: total 6, winner (round 1: 9, round 2: -3)",
        "Cas: total 6, winner (round 1: none, round 2: 6)",
        "Bea: total -6 (round 1: 14, round 2: -20)",
    )


def test_a_seat_that_came_after_a_round_and_one_without_a_score() -> None:
    early = RoundScored(1, (1,), (0,), (1,), (1,))
    assert match_lines(table_of("Ada Bea Cas"), MatchEnded((1, 0, None), (0,)), [early]) == (
        "Ada: total 1, winner (round 1: 1)",
        "Bea: total 0 (round 1: none)",
    )
    assert round_lines(table_of("Ada"), RoundScored(1, (None,), (None,), (None,), (None,))) == ()


def test_of_a_long_match_the_last_rounds_are_told() -> None:
    rounds = [RoundScored(number, (5,), (0,), (5,), (5 * number,)) for number in range(1, 51)]
    (line,) = match_lines(table_of("Ada"), MatchEnded((250,), (0,)), rounds)
    assert line == "Ada: total 250, winner (round 47: 5, round 48: 5, round 49: 5, round 50: 5)"

from wcwidth import wcswidth

from p2p_ligretto.node.notices import MatchEnded, RoundScored
from p2p_ligretto.plain.scores import match_table, round_table
from tests.speech.samples import table_of

FIRST = RoundScored(1, (17, 14, None), (4, 0, None), (9, 14, None), (9, 14, 0))
SECOND = RoundScored(2, (7, 0, 12), (5, 10, 3), (-3, -20, 6), (6, -6, 6))


def test_a_round() -> None:
    assert round_table(table_of(), FIRST) == (
        "player  centre  left  points  total",
        "Ada         17     4       9      9",
        "Bea         14     0      14     14",
        "Cas          -     -       -      0",
    )


def test_the_match_best_first_with_all_winners() -> None:
    assert match_table(table_of(), MatchEnded((6, -6, 6), (0, 2)), [FIRST, SECOND]) == (
        "player  round 1  round 2  total",
        "Ada           9       -3      6  winner",
        "Cas           -        6      6  winner",
        "Bea          14      -20     -6",
    )


def test_a_seat_that_came_after_a_round_and_one_without_a_score() -> None:
    early = RoundScored(1, (1,), (0,), (1,), (1,))
    assert match_table(table_of("Ada Bea Cas"), MatchEnded((1, 0, None), (0,)), [early]) == (
        "player  round 1  total",
        "Ada           1      1  winner",
        "Bea           -      0",
    )
    assert round_table(table_of("Ada"), RoundScored(1, (None,), (None,), (None,), (None,))) == (
        "player  centre  left  points  total",
    )


def test_twelve_players_with_wide_names_stay_aligned_and_fit_80_cells() -> None:
    names = " ".join(f"王小明{chr(0x4E00 + seat)}大大大大"[: 3 + seat % 6] for seat in range(12))
    per_seat = tuple(range(12))
    rounds = [RoundScored(number, per_seat, per_seat, per_seat, per_seat) for number in range(1, 51)]
    lines = match_table(table_of(names), MatchEnded(tuple(range(-12, 0)), (11,)), rounds)
    assert len(lines) == 13
    assert {wcswidth(line.removesuffix("  winner")) for line in lines} == {wcswidth(lines[0])}
    assert all(wcswidth(line) <= 80 for line in lines)
    assert all(line.isprintable() for line in lines)

"""What is drawn of a recording: totals over rounds, cards in the centre over time."""

from p2p_ligretto.game.options import Options
from p2p_ligretto.playback.curves import card_curves, score_curves
from p2p_ligretto.playback.reading import read_recording
from tests.random_match import Writer, dumps


def test_points_begin_with_nothing_and_go_to_the_result() -> None:
    lines = Writer(8, Options(rounds=4), 5).lines
    curves = score_curves(read_recording(map(dumps, lines)))
    assert {curve.seat: curve.points[-1][1] for curve in curves} == dict(enumerate(lines[-1]["totals"]))
    totals = {line["number"]: line["totals"] for line in lines if line["kind"] == "score"}
    for curve in curves:
        (first, nothing), *points = curve.points
        assert (first, nothing) == (points[0][0] - 1, 0)
        assert points == [(number, of[curve.seat]) for number, of in totals.items() if of[curve.seat] is not None]


def test_cards_grow_one_by_one_to_what_the_score_counts() -> None:
    recording = read_recording(map(dumps, Writer(8, Options(rounds=1), 5).lines))
    (played,) = recording.rounds
    assert played.scored is not None
    curves = card_curves(played)
    assert [curve.seat for curve in curves] == [0, 1, 2, 3, 4]
    for curve in curves:
        times, cards = zip(*curve.points, strict=True)
        assert list(times) == sorted(times)
        assert list(cards) == [*range(cards[-1] + 1), cards[-1]]
        assert cards[-1] == played.scored.centre[curve.seat]
        assert (times[0], times[-1]) == (0, played.end_us)


def test_a_match_that_broke_off_has_curves_too() -> None:
    recording = read_recording(map(dumps, Writer(8, Options(rounds=2), 3).lines[:2]))
    assert score_curves(recording) == ()
    assert [curve.points for curve in card_curves(recording.rounds[0])] == [((0, 0), (1_000_000, 0))] * 3

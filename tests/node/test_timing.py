"""How far clocks at a table may be apart: never less than they are, whatever the ways of pings, and no guess."""

from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.node.timing import ANSWERS, Timing
from p2p_ligretto.replication.peer_clock import PingSample, measure

ME, ADA, BEA = b"m" * 16, b"a" * 16, b"b" * 16
OFFSET_US = 5_000_000
"""What makes own clock readings table time."""


def sample(round_trip_us: int, offset_us: int) -> PingSample:
    """Of a laptop whose own clock shows what this one's does."""
    return PingSample(0, round_trip_us, -(round_trip_us // 2), -(-round_trip_us // 2), offset_us)


def timing(**answers: PingSample) -> Timing:
    made = Timing(ME, lambda: 0)
    for name, sample in answers.items():
        made.compare({"ada": ADA, "bea": BEA}[name], sample, OFFSET_US)
    return made


def test_who_was_never_asked_is_not_judged() -> None:
    at = timing(ada=sample(2_000, OFFSET_US))
    assert at.apart_us(BEA) is None
    assert at.race_error_us(ADA, BEA) is at.race_error_us(BEA, ME) is None
    assert at.apart_us(ME) == 0


def test_an_own_race_counts_the_way_to_the_other_and_one_of_two_others_both_ways() -> None:
    at = timing(ada=sample(2_001, OFFSET_US), bea=sample(600, OFFSET_US - 50))
    assert at.race_error_us(ME, ADA) == at.race_error_us(ADA, ME) == 1_001
    assert at.race_error_us(BEA, ME) == 350
    assert at.race_error_us(ADA, BEA) == 1_351


def test_the_quickest_of_the_last_answers_counts() -> None:
    at = timing(ada=sample(1_000, OFFSET_US))
    at.compare(ADA, sample(60_000, OFFSET_US + 29_000), OFFSET_US)
    assert at.apart_us(ADA) == 500
    for _ in range(ANSWERS):
        at.compare(ADA, sample(60_000, OFFSET_US + 29_000), OFFSET_US)
    assert at.apart_us(ADA) == 59_000


def test_a_clock_that_was_set_anew_is_not_measured_by_what_it_was() -> None:
    at = timing(ada=sample(1_000, OFFSET_US))
    at.compare(ADA, sample(30_000, OFFSET_US + 80_000), OFFSET_US)
    assert at.apart_us(ADA) == 95_000


ways = st.integers(0, 200_000)


@given(
    st.integers(-500_000, 500_000),
    st.integers(-500_000, 500_000),
    st.lists(st.tuples(st.sampled_from([ADA, BEA]), ways, ways), min_size=1, max_size=12),
)
def test_the_bound_holds_for_clocks_that_keep_their_distance(
    ada: int, bea: int, pings: list[tuple[bytes, int, int]]
) -> None:
    """Whatever part of a round trip each way takes. ``ada`` and ``bea``: how far their table time is ahead."""
    at, sent = Timing(ME, lambda: 0), 7_000_000
    for peer, there, back in pings:
        received = sent + there + OFFSET_US + (ada if peer == ADA else bea)
        at.compare(peer, measure(sent, received, received, received, sent + there + back), OFFSET_US)
    for peer, ahead in ((ADA, ada), (BEA, bea)):
        bound = at.apart_us(peer)
        assert bound is None or abs(ahead) <= bound
    bound = at.race_error_us(ADA, BEA)
    assert bound is None or abs(ada - bea) <= bound

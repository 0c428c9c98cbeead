"""What pings tell of another's clock: bounds that hold whatever the ways took, and that give way with time."""

from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.replication.peer_clock import DRIFT_PARTS, PeerClock, PingSample, measure
from p2p_ligretto.replication.peer_clocks import HURRY_US, WINDOW, PeerClocks

SECOND = 1_000_000
ANN, BOB = b"A" * 16, b"B" * 16

ways = st.integers(0, 50_000)


@given(st.integers(-SECOND, SECOND), st.integers(-SECOND, 9 * SECOND), ways, ways, st.integers(0, 1_000))
def test_a_ping_is_wrong_by_half_of_its_round_trip_at_most(
    ahead: int, table: int, there: int, back: int, busy: int
) -> None:
    sent = 5 * SECOND
    clock = sent + there + ahead
    sample = measure(sent, clock, clock + table, clock + table + busy, sent + there + busy + back)
    assert sample.low_us <= ahead <= sample.high_us
    assert sample.round_trip_us == there + back
    assert sample.ahead_us == table
    middle = PeerClock(sample).table_offset(sample.arrived_us).middle_us
    assert abs(middle - ahead - table) <= abs(there - back) // 2 + 1 + (there + back) // DRIFT_PARTS


def test_a_reply_that_claims_to_be_quicker_than_nothing_counts_as_nothing() -> None:
    assert measure(100, 50, 7_000, 7_900, 200).round_trip_us == 0


pings = st.lists(
    st.tuples(st.integers(0, 2 * SECOND), ways, ways, st.integers(-SECOND, SECOND)), min_size=1, max_size=30
)


@given(pings, st.integers(-1_000, 1_000).map(lambda each: each * 499 // 1_000), st.integers(0, 3 * SECOND))
def test_bounds_hold_for_clocks_that_part_and_for_what_they_add(
    pings: list[tuple[int, int, int, int]], ppm: int, later: int
) -> None:
    def other(now: int) -> int:
        return 77 * SECOND + now + now * ppm // 1_000_000

    known: PeerClock | None = None
    now = 0
    for pause, there, back, ahead in pings:
        now += pause
        sent, received = now, now + there
        now = received + back
        sample = measure(sent, other(received), other(received) + ahead, other(received) + ahead, now)
        known = PeerClock(sample) if known is None else known
        known.take(sample)
        for moment in (now, now + later):
            bounds = known.table_offset(moment)
            assert bounds.low_us - 1 <= other(moment) + ahead - moment <= bounds.high_us + 1


def sample(now: int, middle: int, half: int) -> PingSample:
    return PingSample(now, now, middle - half, middle + half, 0)


def test_of_many_the_best_of_each_way_counts_until_it_is_too_old() -> None:
    clock = PeerClock(sample(0, 0, 500))
    clock.take(PingSample(0, 0, -50, 900, 0))
    clock.take(PingSample(0, 0, -900, 60, 0))
    assert clock.table_offset(0).low_us == -50
    assert clock.table_offset(0).high_us == 60
    assert clock.round_trip_us(0) == 950, "what the link is worth is not what is left of the bounds"
    clock.take(sample(4 * SECOND, 300, 1_000))
    assert clock.table_offset(4 * SECOND).high_us == 1_300, "60, and 2,000 for four seconds, is more"
    assert clock.table_offset(4 * SECOND).low_us == -700, "-50 - 2,000 is less"


def test_what_was_measured_before_a_clock_jumped_is_forgotten() -> None:
    clock = PeerClock(sample(0, 0, 100))
    for _ in range(WINDOW):
        clock.take(sample(0, 0, 100))
    clock.take(sample(SECOND, 60 * SECOND, 900))
    assert clock.samples == 1
    assert clock.table_offset(SECOND).half_us == 900, "however quick the older ones were"


def test_who_answers_is_asked_in_a_hurry_until_enough_is_known() -> None:
    clocks = PeerClocks()
    assert clocks.settled
    for number in range(WINDOW - 1):
        clocks.take(ANN, sample(number, 0, 100))
    assert clocks.wanting(0) == {ANN}
    assert not clocks.settled
    assert clocks.wanting(WINDOW + HURRY_US) == set(), "it does not answer any more"
    clocks.take(ANN, sample(WINDOW, 0, 100))
    assert clocks.wanting(0) == set()
    assert clocks.settled


def test_the_better_link_counts_for_more_and_an_unknown_clock_for_nothing() -> None:
    clocks = PeerClocks()
    for _ in range(WINDOW):
        clocks.take(ANN, sample(0, 0, 200))
        clocks.take(BOB, sample(0, 0, 20_000))
    both = frozenset({ANN, BOB})
    assert 490 <= clocks.part_of(ANN, both, 1_000, 0) <= 500, "half way, the other half is what is known here"
    assert clocks.part_of(BOB, both, 1_000, 0) == 0
    assert clocks.part_of(ANN, both, -1_000, 0) == -clocks.part_of(ANN, both, 1_000, 0)
    clocks.take(ANN, sample(0, SECOND, 200))
    assert clocks.part_of(ANN, both, 1_000, 0) == 0, "it has jumped"
    assert clocks.part_of(BOB, both, 1_000, 0) > 0
    assert clocks.part_of(ANN, frozenset({ANN}), 1_000, 0) > 0, "where nobody else is known"


def test_once_a_clock_has_jumped_all_others_are_asked_whose_it_was() -> None:
    clocks = PeerClocks()
    for peer in (ANN, BOB):
        for now in range(WINDOW):
            clocks.take(peer, sample(now, 0, 100))
    clocks.take(ANN, sample(SECOND, -SECOND, 100))
    assert clocks.doubtful(SECOND) == {BOB}
    assert clocks.wanting(SECOND) == {ANN, BOB}
    assert clocks.doubtful(SECOND + HURRY_US) == set(), "it does not answer"
    clocks.take(BOB, sample(SECOND + 9, -SECOND, 100))
    assert clocks.doubtful(SECOND + 9) == set(), "it was the own one, and both have shown it"

"""Whatever the network does with the order of things, every replica ends with the same log and the same state."""

from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.replica import Replica
from tests.replication.mesh import TABLE, Claims, Mesh, claim, folded, next_event, tie, view_of

steps = st.lists(
    st.one_of(
        st.tuples(st.just("author"), st.integers(0, 3), st.integers(0, 5)),
        st.tuples(st.just("beat"), st.integers(0, 3), st.just(0)),
        st.tuples(st.just("time"), st.integers(0, 3), st.sampled_from([1, 7, 5_000, 300_000])),
        st.tuples(st.just("deliver"), st.integers(0, 3), st.integers(0, 3)),
        st.tuples(st.just("deliver"), st.integers(0, 3), st.integers(0, 3)),
        st.tuples(st.just("overtake"), st.integers(0, 3), st.integers(0, 3)),
    ),
    min_size=15,
    max_size=80,
)


def played(count: int, plan: list[tuple[str, int, int]]) -> Mesh:
    mesh = Mesh(count)
    for kind, one, other in plan:
        number, target = one % count, other % count
        before = [list(peer.final) for peer in mesh.peers]
        if kind == "author":
            mesh.author(number, other)
        elif kind == "beat":
            mesh.beat(number)
        elif kind == "time":
            mesh.times[number] += other
        elif number != target:
            mesh.deliver(number, target, overtaking=int(kind == "overtake"))
        check(mesh, before)
    return mesh


def check(mesh: Mesh, before: list[list[Event]]) -> None:
    finals = [peer.final for peer in mesh.peers]
    assert all(now[: len(then)] == then for now, then in zip(finals, before, strict=True)), "a final event changed"
    longest = max(finals, key=len)
    assert all(longest[: len(final)] == final for final in finals), "finals are prefixes of one another"


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 4), steps)
def test_finals_are_prefixes_of_one_another_and_everything_becomes_final(
    count: int, plan: list[tuple[str, int, int]]
) -> None:
    mesh = played(count, plan)
    mesh.settle()
    order, state = folded(mesh.events)
    for peer in mesh.peers:
        assert peer.final == order
        assert peer.replica.final == peer.replica.predicted == state
        assert not peer.replica.tail
    assert len({tuple(peer.outcomes) for peer in mesh.peers}) == 1


@settings(max_examples=100, deadline=None)
@given(st.integers(2, 4), steps)
def test_a_final_event_is_held_by_more_than_half_of_the_members(count: int, plan: list[tuple[str, int, int]]) -> None:
    mesh = played(count, plan)
    for peer in mesh.peers:
        for event in peer.final:
            holders = sum(each.log.head(event.author).seq >= event.seq for each in mesh.peers)
            assert 2 * holders > count


@settings(max_examples=100, deadline=None)
@given(st.integers(2, 4), steps)
def test_nobody_stamps_at_or_below_what_it_promised(count: int, plan: list[tuple[str, int, int]]) -> None:
    mesh = Mesh(count)
    promised = [0] * count
    for kind, one, other in plan:
        number = one % count
        if kind == "author":
            mesh.author(number, other)
            assert mesh.events[-1].time > promised[number]
        elif kind == "beat":
            beat = mesh.peers[number].beat(mesh.times[number])
            assert beat.promise >= promised[number]
            promised[number] = beat.promise
            mesh.send(number, beat)
        elif number != other % count:
            mesh.deliver(number, other % count)


@st.composite
def chains(draw: st.DrawFn) -> list[Event]:
    """Events of three authors who know nothing of one another, with many equal times."""
    log = Log(TABLE, view_of(3))
    events = []
    for author in log.view.members:
        for pause in draw(st.lists(st.integers(1, 3), max_size=6)):
            time = log.head(author.peer).time + pause
            event = next_event(log, author, time, bytes([draw(st.integers(0, 4))]))
            log.add(event)
            events.append(event)
    return events


@given(chains(), st.data())
def test_any_order_of_arrival_with_repetitions_gives_one_log_and_one_state(
    events: list[Event], data: st.DataObject
) -> None:
    arrivals = data.draw(st.permutations(events))
    arrivals += data.draw(st.lists(st.sampled_from(events), max_size=5)) if events else []
    log = Log(TABLE, view_of(3))
    replica: Replica[Claims] = Replica((), claim, tie)
    for arrival in arrivals:
        for event in log.add(arrival)[1]:
            replica.insert(event)
    order, state = folded(events)
    assert [each.event for each in replica.tail] == order
    assert replica.predicted == state
    assert replica.final == ()
    assert sum(log.have()) == len(events)


@given(chains(), st.data())
def test_final_early_or_late_a_state_is_the_same(events: list[Event], data: st.DataObject) -> None:
    """Where the order of a stretch is settled it doesn't matter when it is folded for good."""
    order, state = folded(events)
    replica: Replica[Claims] = Replica((), claim, tie)
    for event in order:
        replica.insert(event)
        later = [each for each in order if each not in order[: order.index(event) + 1] and each.time == event.time]
        if not later and data.draw(st.booleans()):
            replica.finalise(len(replica.tail))
    assert replica.predicted == state


@given(chains(), st.data())
def test_what_is_void_leaves_no_trace(events: list[Event], data: st.DataObject) -> None:
    replica: Replica[Claims] = Replica((), claim, tie)
    for event in data.draw(st.permutations(events)):
        replica.insert(event)
    keep = data.draw(st.lists(st.booleans(), min_size=len(events), max_size=len(events)))
    kept = [event for event, kept in zip(events, keep, strict=True) if kept]
    replica.keep_only(kept)
    order, state = folded(kept)
    assert [each.event for each in replica.tail] == order
    assert replica.predicted == state

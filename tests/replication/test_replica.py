"""The predicted tail: late events fold again what lies behind them; a rollback is counted where something changed."""

from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.replica import Replica
from tests.replication.mesh import TABLE, Claims, claim, folded, next_event, tie, view_of


def chain(author: int, *claims: tuple[int, int]) -> list[Event]:
    """Events of (time, thing claimed) of one author."""
    log = Log(TABLE, view_of(4))
    events = []
    for time, thing in claims:
        events.append(next_event(log, log.view.members[author], time, bytes([thing])))
        log.add(events[-1])
    return events


def replica_of(*events: Event) -> Replica[Claims]:
    replica: Replica[Claims] = Replica((), claim, tie)
    for event in events:
        replica.insert(event)
    return replica


def test_a_late_event_wins_what_was_taken_after_it_and_that_is_a_rollback() -> None:
    (bea,), (ada,) = chain(1, (20, 7)), chain(0, (10, 7))
    replica = replica_of(bea)
    assert replica.predicted == ((7, bea.author),)
    assert replica.rollbacks == 0
    replica.insert(ada)
    assert replica.predicted == ((7, ada.author),)
    assert [each.outcome for each in replica.tail] == [True, False]
    assert replica.rollbacks == 1


def test_a_late_event_that_changes_nothing_for_others_is_no_rollback() -> None:
    replica = replica_of(*chain(1, (20, 7)), *chain(0, (10, 8)))
    assert len(replica.predicted) == 2
    assert replica.rollbacks == 0


def test_a_late_event_changes_nothing_before_its_place() -> None:
    early, late = chain(0, (10, 1), (30, 2)), chain(1, (20, 2))
    replica = replica_of(*early)
    before = replica.tail[0]
    replica.insert(*late)
    assert replica.tail[0] is before
    assert replica.rollbacks == 1


def test_what_is_final_leaves_the_tail_and_stays_as_it_is() -> None:
    events = chain(0, (10, 1), (20, 1), (30, 2))
    replica = replica_of(*events)
    done = replica.finalise(2)
    assert [(each.event, each.outcome) for each in done] == [(events[0], True), (events[1], False)]
    assert replica.final == ((1, events[0].author),)
    assert [each.event for each in replica.tail] == [events[2]]
    assert replica.finalise(0) == ()
    assert [each.event for each in replica.finalise(5)] == [events[2]]
    assert replica.final == replica.predicted


def test_the_state_of_a_new_view_lies_behind_all_events_of_the_old_one() -> None:
    kept, void = chain(0, (10, 1)), chain(1, (5, 1))
    replica = replica_of(*kept, *void)
    replica.keep_only(kept)
    assert replica.finalise(len(replica.tail))[0].outcome, "the void event never took anything"
    replica.change(lambda state: (*state, (9, b"view")))
    assert replica.predicted == ((1, kept[0].author), (9, b"view"))


def test_nothing_void_means_nothing_folded_again() -> None:
    events = chain(0, (10, 1), (20, 2))
    replica = replica_of(*events)
    before = replica.tail
    replica.keep_only(events)
    assert all(one is other for one, other in zip(before, replica.tail, strict=True))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3), st.integers(0, 3)), max_size=12), st.data())
def test_many_at_once_are_the_same_as_one_by_one(plan: list[tuple[int, int, int]], data: st.DataObject) -> None:
    times = [0] * 4
    claims: list[list[tuple[int, int]]] = [[] for _ in times]
    for author, pause, thing in plan:
        times[author] += pause
        claims[author].append((times[author], thing))
    events = [event for author, made in enumerate(claims) for event in chain(author, *made)]
    first = data.draw(st.integers(0, len(events)))
    replica = replica_of(*events[:first])
    replica.insert(*events[first:])
    replica.insert()
    order, state = folded(events)
    assert [each.event for each in replica.tail] == order
    assert replica.predicted == state


def test_a_long_log_that_is_handed_over_is_folded_once() -> None:
    """Chains come author by author: folding again for each event would take a joiner minutes."""
    count = 0

    def counted(state: int, event: Event) -> tuple[int, None]:
        nonlocal count
        count += 1
        return state + 1, None

    events = [
        event for author in range(4) for event in chain(author, *((10 * each + author, 0) for each in range(1, 101)))
    ]
    replica: Replica[int] = Replica(0, counted, lambda state, event: b"")
    replica.insert(*events)
    assert replica.predicted == count == 400

"""An event is final when all members of the view promise past it, and enough of them hold it and all before it."""

import pytest

from p2p_ligretto.replication.events import NO_EVENT, Event, event_hash
from p2p_ligretto.replication.finality import Finality
from p2p_ligretto.replication.identifiers import END_OF_TIME, HEAD_BYTES
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.messages import Holding, holdings
from tests.replication.mesh import TABLE, next_event, peer_id, view_of

PEERS = [peer_id(number) for number in range(5)]


class Table:
    """A log of ``count`` members with what they let know; events in the order of their times."""

    def __init__(self, count: int) -> None:
        self.log = Log(TABLE, view_of(count))
        self.finality = Finality(self.log)
        self.events: list[Event] = []

    def said(self, author: int, time: int) -> Event:
        event = next_event(self.log, self.log.view.members[author], time, b"x")
        self.log.add(event)
        self.events.append(event)
        self.finality.grown(event)
        return event

    def heard(self, who: int, promise: int, last_seq: int, *have: int, heads: tuple[bytes, ...] | None = None) -> None:
        """``heads`` are those of the events held here, if nothing else is said."""
        names = (self.log.hash_at(peer, seq) or NO_EVENT for peer, seq in zip(PEERS, have, strict=False))
        claimed = tuple(name[:HEAD_BYTES] for name in names) if heads is None else heads
        self.finality.heard(PEERS[who], promise, last_seq, holdings(have, claimed[: len(have)]))

    def heads_with(self, author: int, time: int) -> tuple[bytes, ...]:
        """What the heads are once ``author`` has said its next event, at ``time``."""
        name = event_hash(next_event(self.log, self.log.view.members[author], time, b"x"))[:HEAD_BYTES]
        return (*self.log.heads()[:author], name, *self.log.heads()[author + 1 :])

    def final(self) -> int:
        count = self.finality.count(self.events)
        self.finality.mark(self.events[:count])
        del self.events[:count]
        return count


@pytest.mark.parametrize(
    ("count", "promises", "holders", "final"),
    [
        (1, [10], 1, True),
        (2, [10, 10], 2, True),
        (2, [10, 9], 2, False),
        (2, [10, 10], 1, False),  # exactly half, the senior among them
        (3, [10, 10, 10], 2, False),  # its maker and one of the two others
        (3, [10, 10, 10], 3, True),
        (3, [99, 99, 0], 3, False),  # one member that was never heard
        (3, [10, 10, 10], 1, False),
        (4, [10, 10, 10, 10], 2, False),  # exactly half
        (4, [10, 10, 10, 10], 3, True),
        (4, [99, 99, 99, 9], 4, False),
        (5, [10] * 5, 3, False),  # two of the four others
        (5, [10] * 5, 4, True),
    ],
)
def test_all_must_promise_and_more_than_half_must_hold(
    count: int, promises: list[int], holders: int, final: bool
) -> None:
    table = Table(count)
    table.said(0, 10)
    for who, promise in enumerate(promises):
        held = 1 if who < holders else 0
        table.heard(who, promise, 1 if who == 0 else 0, held, *[0] * (count - 1))
    assert (table.final() == 1) is final


def test_an_event_is_a_promise_of_its_author_who_holds_it() -> None:
    table = Table(2)
    table.said(0, 10)
    assert table.finality.promise_of(PEERS[0]) == 10
    assert table.finality.holds(PEERS[0], (1, 0))
    table.heard(1, 10, 0, 1, 0)
    assert table.final() == 1, "no beat of the author is needed"


def test_an_event_takes_nothing_back_that_a_beat_has_said() -> None:
    table = Table(2)
    table.said(0, 10)
    table.heard(0, 50, 3, 3, 0)
    table.said(0, 20)
    assert table.finality.promise_of(PEERS[0]) == 20, "one more is under way, and may lie before 50"
    table.said(0, 30)
    assert table.finality.promise_of(PEERS[0]) == 50
    assert table.finality.holds(PEERS[0], (3, 0))


def test_a_promise_counts_once_the_events_that_came_before_it_are_held() -> None:
    table = Table(2)
    table.said(0, 10)
    for who in (0, 1):
        table.heard(who, 20, 1, 1, 1, heads=table.heads_with(1, 9))
    assert table.final() == 0, "something of the other's is under way, and may lie before"
    table.said(1, 9)
    table.events.sort(key=lambda event: event.time)
    assert table.final() == 2


def test_the_promise_before_still_counts_while_a_later_one_waits() -> None:
    table = Table(2)
    table.said(0, 10)
    table.heard(0, 30, 1, 1, 0)
    table.heard(1, 15, 0, 1, 0)
    table.heard(1, 30, 1, 1, 1)
    assert table.final() == 1


def test_who_lacks_an_earlier_event_does_not_count_for_a_later_one() -> None:
    table = Table(4)
    table.said(0, 10)
    table.said(1, 20)
    table.heard(0, 99, 1, 1, 1, 0, 0)
    table.heard(1, 99, 1, 0, 1, 0, 0)
    table.heard(2, 99, 0, 0, 1, 0, 0)
    table.heard(3, 99, 0, 1, 1, 0, 0)
    assert table.final() == 0, "four hold the second, two of them the first"
    table.heard(2, 99, 0, 1, 1, 0, 0)
    assert table.final() == 2


def test_who_holds_another_event_of_that_number_does_not_count() -> None:
    table = Table(3)
    table.said(0, 10)
    for who in (1, 2):
        table.heard(who, 99, 0, 1, 0, 0, heads=(bytes(HEAD_BYTES),) * 3)
    assert table.final() == 0
    assert not table.finality.holds(PEERS[1], (1, 0, 0))


def test_what_others_hold_counts_once_it_is_seen_to_be_the_same() -> None:
    table = Table(3)
    heads = table.heads_with(0, 10)
    table.heard(1, 99, 0, 1, 0, 0, heads=heads)
    table.heard(2, 99, 0, 1, 0, 0, heads=(bytes(HEAD_BYTES), *heads[1:]))
    table.said(0, 10)
    assert table.finality.holds(PEERS[1], (1, 0, 0))
    assert not table.finality.holds(PEERS[2], (1, 0, 0))


def test_no_two_events_of_one_number_are_final_for_two_who_are_told_different_things() -> None:
    """Whatever the author of both says it holds, and whoever else has heard of which."""
    for count in range(3, 6):
        for holders in range(count):
            one, other = Table(count), Table(count)
            one.said(0, 10)
            other.said(0, 11)
            for table, members in ((one, range(1, 1 + holders)), (other, range(1 + holders, count))):
                for who in range(count):
                    table.heard(who, 99, int(who == 0), int(who in members or who == 0), *[0] * (count - 1))
            assert one.final() + other.final() <= 1


def test_finality_stops_at_the_first_event_that_is_not() -> None:
    table = Table(2)
    for time in (10, 20, 30):
        table.said(0, time)
    table.heard(0, 99, 3, 3, 0)
    table.heard(1, 20, 0, 3, 0)
    assert table.final() == 2
    table.heard(1, 30, 0, 3, 0)
    assert table.final() == 1


def test_an_old_beat_takes_nothing_back() -> None:
    table = Table(2)
    table.said(0, 10)
    table.heard(0, 99, 1, 1, 0)
    table.heard(1, 50, 0, 1, 0)
    table.heard(1, 5, 0, 0, 0)
    assert table.finality.promise_of(PEERS[1]) == 50
    assert table.finality.holds(PEERS[1], (1, 0))
    assert not table.finality.holds(PEERS[1], (2, 0))
    assert table.final() == 1


def test_strangers_do_not_count() -> None:
    table = Table(2)
    table.said(0, 10)
    table.heard(0, 99, 1, 1, 0)
    table.heard(3, 99, 0, 1, 0)
    assert table.final() == 0
    assert table.finality.least_promise() == 0


def test_what_was_told_before_need_not_be_told_again() -> None:
    table = Table(3)
    early, late = table.said(0, 10), table.said(0, 20)
    table.heard(0, 20, 2, 2, 0, 0)
    for who in (1, 2):
        table.finality.heard(PEERS[who], 10, 0, [Holding(0, 1, event_hash(early)[:HEAD_BYTES])])
    assert table.final() == 1
    for who in (1, 2):
        table.finality.heard(PEERS[who], 20, 0, [])
    assert table.final() == 0, "they have promised, and hold no more than they did"
    for who in (1, 2):
        table.finality.heard(PEERS[who], 20, 0, [Holding(0, 2, event_hash(late)[:HEAD_BYTES])])
    assert table.final() == 1


def test_a_goodbye_holds_nobody_up() -> None:
    table = Table(2)
    table.heard(1, END_OF_TIME, 0, 0, 0)
    table.said(0, 10)
    table.heard(0, 10, 1, 1, 0)
    table.heard(1, 0, 0, 1, 0)
    assert table.final() == 1


def test_a_view_begins_with_nothing_promised_and_nothing_held() -> None:
    table = Table(2)
    for who in (0, 1):
        table.heard(who, 99, 0, 0, 0)
    assert Finality(Log(TABLE, view_of(2, number=1))).least_promise() == 0


@pytest.mark.parametrize(("time", "kept", "taken_back"), [(30, True, False), (30, False, False), (5, True, True)])
def test_the_end_of_a_view_takes_something_back_if_it_puts_something_before_what_was_final(
    time: int, kept: bool, taken_back: bool
) -> None:
    table = Table(2)
    first = table.said(0, 10)
    table.heard(0, 10, 1, 1, 0)
    table.heard(1, 20, 0, 1, 0)
    assert table.final() == 1
    other = next_event(table.log, table.log.view.members[1], time, b"y")
    ended = ([first, other], []) if kept else ([first], [other])
    assert table.finality.is_taken_back(*ended) is taken_back
    assert table.finality.is_taken_back([], [first]), "or leaves it out"

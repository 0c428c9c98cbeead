"""The order of the log: view, time, tie, author, seq; and nothing that depends on who came first."""

import hashlib
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from p2p_ligretto.replication.events import NO_EVENT, Event
from p2p_ligretto.replication.order import in_order, rough_key
from tests.replication.mesh import TABLE, peer_id


def event(author: int, time: int, seq: int = 1, view: int = 0) -> Event:
    return Event(TABLE, view, peer_id(author), bytes(8), seq, time, NO_EVENT, b"%d" % author)


def by_payload(state: bytes, one: Event) -> bytes:
    return hashlib.sha256(state + one.payload).digest()


def test_the_view_comes_before_the_time_and_the_time_before_everything_else() -> None:
    wanted = [event(0, 9, view=0), event(1, 1, view=1), event(0, 2, seq=1, view=1), event(0, 3, seq=2, view=1)]
    for mixed in permutations(wanted):
        assert sorted(mixed, key=rough_key) == wanted


@given(st.permutations(range(6)), st.binary(max_size=4))
def test_events_of_one_time_have_one_order_whoever_puts_them_in_it(mixed: list[int], state: bytes) -> None:
    assert in_order(state, [event(author, 5) for author in mixed], by_payload) == in_order(
        state, [event(author, 5) for author in range(6)], by_payload
    )


def test_the_tie_depends_on_the_state_before_so_nobody_is_always_first() -> None:
    firsts = {in_order(bytes([seed]), [event(0, 5), event(1, 5)], by_payload)[0].author for seed in range(20)}
    assert firsts == {peer_id(0), peer_id(1)}


def test_equal_ties_are_settled_by_author_and_seq() -> None:
    pair = [event(0, 5), event(1, 5)]
    ordered = in_order(b"", pair, lambda state, one: b"")
    assert ordered == in_order(b"", pair[::-1], lambda state, one: b"") == sorted(pair, key=lambda one: one.author)

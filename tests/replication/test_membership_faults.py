"""View changes with every fault that a table survives: nothing is lost, and all come together again."""

from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.replication.arena import Arena

SECOND = 1_000_000

numbers = st.integers(0, 30)
actions = st.one_of(
    st.tuples(st.just("author"), numbers, numbers),
    st.tuples(st.just("deliver"), numbers, numbers),
    st.tuples(st.just("deliver"), numbers, numbers),
    st.tuples(st.just("deliver"), numbers, numbers),
    st.tuples(st.just("suspect"), numbers, numbers),
    st.tuples(st.just("suspect"), numbers, numbers),
    st.tuples(st.just("wait"), numbers, numbers),
    st.tuples(st.just("ask"), numbers, numbers),
    st.tuples(st.just("crash"), numbers, numbers),
    st.tuples(st.just("start"), numbers, numbers),
)
one_lost_disk = st.tuples(st.just("lose"), numbers, numbers)


def play(arena: Arena, plan: list[tuple[str, int, int]]) -> None:
    peers = arena.peers
    for kind, number, other in plan:
        peer = peers[number % len(peers)]
        if kind == "author":
            arena.author(peer)
        elif kind == "deliver":
            for _ in range(1 + other % 4):
                arena.deliver(number)
        elif kind == "suspect" and peer not in arena.down:
            arena.suspect(peer, frozenset(one for rank, one in enumerate(peers) if other >> rank & 1))
        elif kind == "wait":
            arena.wait(other * SECOND // 8)
        elif kind == "ask":
            arena.beat()
            arena.ask_for_seats()
        elif kind == "crash":
            arena.crash(peer)
        elif kind == "start":
            arena.start(peer)
        elif kind == "lose":
            arena.crash(peer)
            arena.start(peer, lost_disk=True)


@settings(max_examples=250, deadline=None)
@given(st.integers(1, 5), st.lists(actions, min_size=10, max_size=80))
def test_whatever_happens_nothing_is_lost_and_all_come_together_again(
    size: int, plan: list[tuple[str, int, int]]
) -> None:
    arena = Arena(size)
    play(arena, plan)
    took_us = arena.heal(limit_us=30 * SECOND)
    assert took_us is not None
    event(f"views {min(len(arena.decided), 6)}")
    event(f"took {took_us // SECOND} s")


@settings(max_examples=150, deadline=None)
@given(
    st.integers(2, 5),
    st.lists(actions, min_size=5, max_size=40),
    one_lost_disk,
    st.lists(actions, min_size=5, max_size=40),
)
def test_a_disk_may_be_lost_as_long_as_a_quorum_has_theirs(
    size: int, before: list[tuple[str, int, int]], loss: tuple[str, int, int], after: list[tuple[str, int, int]]
) -> None:
    arena = Arena(size)
    play(arena, [*before, loss, *after])
    event("healed" if arena.heal(limit_us=30 * SECOND) is not None else "for want of disks it can't be")

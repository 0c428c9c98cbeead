"""What proves that an author has said two different things, and what is left of its chain in a log then."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import Fork, ForkFound, check_forks, contradict
from p2p_ligretto.replication.log import Log, Place
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.signing import KeyedHashSigner, signed
from tests.replication.mesh import TABLE, member, next_event, view_of

ADA, BEA, CAI = (member(number) for number in range(3))
SIGNER = KeyedHashSigner(BEA.peer)


def chain(*times: int, payload: bytes = b"x") -> list[Event]:
    """Ada's events in a view of three."""
    log = Log(TABLE, view_of(3))
    for time in times:
        log.add(next_event(log, ADA, time, payload))
    return list(log.events(ADA.peer, 1, len(times)))


ONE, TWO, THREE = chain(10, 20, 30)
OTHER_ONE, OTHER_TWO = chain(10, 20, payload=b"y")


def resigned(event: Event, **changes: object) -> Event:
    return signed(replace(event, **changes), KeyedHashSigner(event.author))


@pytest.mark.parametrize(
    ("first", "second", "proves"),
    [
        (TWO, OTHER_TWO, True),
        (ONE, OTHER_TWO, True),  # it continues something else
        (TWO, resigned(TWO, time=21), True),
        (ONE, TWO, False),
        (TWO, TWO, False),
        (TWO, replace(TWO, signature=b""), False),  # the same said twice
        (ONE, THREE, False),  # nothing is known of what lies between
        (TWO, ONE, False),  # the later one first
        (TWO, resigned(OTHER_TWO, view=1), False),  # void in one view, said anew in the next
        (TWO, resigned(OTHER_TWO, incarnation=b"newstart"), False),
        (TWO, resigned(OTHER_TWO, table=bytes(16)), False),
        (TWO, replace(OTHER_TWO, author=CAI.peer), False),
    ],
)
def test_what_contradicts_what(first: Event, second: Event, proves: bool) -> None:
    assert contradict(first, second) is proves
    if proves:
        check_forks((Fork(first, second),), SIGNER)
    else:
        with pytest.raises(Misconduct, match="contradict"):
            check_forks((Fork(first, second),), SIGNER)


@pytest.mark.parametrize(
    "forge",
    [
        lambda fork: replace(fork, first=replace(fork.first, signature=bytes(32))),
        lambda fork: replace(fork, second=replace(fork.second, signature=bytes(32))),
    ],
)
def test_what_its_author_has_not_signed_proves_nothing(forge: Callable[[Fork], Fork]) -> None:
    with pytest.raises(Misconduct, match="not signed"):
        check_forks((forge(Fork(TWO, OTHER_TWO)),), SIGNER)


def held(*events: Event) -> Log:
    log = Log(TABLE, view_of(3))
    for event in events:
        log.add(event)
    return log


@pytest.mark.parametrize("offered", [OTHER_ONE, OTHER_TWO, resigned(THREE, previous=bytes(32))])
def test_a_log_holds_no_two_events_that_contradict_one_another(offered: Event) -> None:
    log = held(ONE, TWO)
    with pytest.raises(ForkFound) as found:
        log.add(offered)
    assert contradict(found.value.fork.first, found.value.fork.second)
    assert log.have() == (2, 0, 0)


def test_of_who_is_condemned_stays_what_has_to_and_comes_in_what_is_asked_for() -> None:
    log = held(ONE, TWO, THREE)
    bea = next_event(log, BEA, 15, b"x")
    log.add(bea)
    assert log.condemn(Fork(TWO, OTHER_TWO), 1) == (TWO, THREE)
    assert (log.have(), log.heads()[0]) == ((1, 1, 0), held(ONE).heads()[0])
    assert log.add(TWO) == (Place.CONDEMNED, ())
    log.want(ADA.peer, 2)
    assert log.add(TWO) == (Place.ADDED, (TWO,))
    assert log.add(THREE) == (Place.CONDEMNED, ())
    assert log.add(OTHER_TWO) == (Place.DUPLICATE, ()), "it is known to have forked"
    assert log.cut_back(ADA.peer) == (TWO,)
    assert log.cut_back(ADA.peer) == ()
    assert log.events(BEA.peer, 1, 1) == (bea,), "the others' chains stay"


def test_what_waits_beyond_a_gap_of_who_is_condemned_is_dropped() -> None:
    log = held(ONE)
    log.add(THREE)
    log.condemn(Fork(ONE, OTHER_ONE), 1)
    log.want(ADA.peer, 2)
    assert log.add(TWO) == (Place.ADDED, (TWO,))


def test_heads_that_differ_are_found_but_for_who_is_condemned() -> None:
    log, other = held(ONE, TWO), held(OTHER_ONE, OTHER_TWO)
    assert list(log.differing(other.have(), other.heads())) == [(ADA.peer, 2)]
    assert list(log.differing((9, 0, 0), other.heads())) == [], "what is not held can't be told apart"
    log.condemn(Fork(ONE, OTHER_ONE), 0)
    assert list(log.differing(other.have(), other.heads())) == []

"""What proves that an author has said two different things, and what is left of its chain in a log then."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from p2p_ligretto.replication.effects import Tell
from p2p_ligretto.replication.events import Event
from p2p_ligretto.replication.forks import Fork, ForkFound, check_forks, contradict
from p2p_ligretto.replication.log import Log, Place
from p2p_ligretto.replication.messages import Accept, Ack, Fetch, Message, State, Wedge, holdings
from p2p_ligretto.replication.misconduct import Misconduct
from p2p_ligretto.replication.proposer import ANSWER_US, RETRY_US
from p2p_ligretto.replication.signing import KeyedHashSigner, signed
from p2p_ligretto.replication.views import Ballot, Member, Proposal, View
from tests.replication.machines import Process
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
    assert list(log.differing(other.holdings())) == [(ADA.peer, 2)]
    assert list(log.differing(holdings((9, 0, 0), other.heads()))) == [], "what is not held can't be told apart"
    assert list(log.differing(holdings((0, 0, 0), other.heads()))) == [], "there is no event that could be asked for"
    log.condemn(Fork(ONE, OTHER_ONE), 0)
    assert list(log.differing(other.holdings())) == []


# ---- in a view change


def claim(author: Member, ballot: Ballot, log: Log) -> State:
    """The answer of ``author`` to a wedge, if it holds ``log``."""
    return State(TABLE, 0, ballot, None, log.have(), log.heads(), (), author.incarnation, author.disk)


def told(process: Process, kind: type[Message]) -> list[Message]:
    """What ``process`` says of that kind now."""
    tells = (effect.message for effect in process.running.effects() if isinstance(effect, Tell))
    return [message for message in tells if isinstance(message, kind)]


def proposing(*held_of_ada: Event) -> Process:
    """Bea proposes a view without Cai, who leaves; she holds these events of Ada's."""
    bea = Process(BEA, held(*held_of_ada))
    bea.running.surroundings(frozenset({ADA.peer, CAI.peer}), frozenset({ADA.peer}))
    bea.running.leave_wanted(CAI.peer)
    bea.running.advance(0)
    return bea


def test_who_proposes_asks_to_be_shown_what_contradicts_its_log_and_begins_anew_when_it_is() -> None:
    bea = proposing(ONE, TWO)
    assert told(bea, Wedge)[-1] == Wedge(TABLE, 0, Ballot(1, 1))
    bea.running.receive(CAI.peer, claim(CAI, Ballot(1, 1), held(ONE, resigned(TWO, time=21))), 0)
    bea.running.advance(0)
    assert told(bea, Message) == [Fetch(TABLE, 0, ADA.peer, 2, 2)], "nothing is proposed meanwhile"
    bea.running.condemn(Fork(TWO, resigned(TWO, time=21)), 1)
    bea.running.advance(0)
    assert told(bea, Wedge)[-1] == Wedge(TABLE, 0, Ballot(2, 1), (Fork(TWO, resigned(TWO, time=21)),))
    bea.running.receive(CAI.peer, claim(CAI, Ballot(2, 1), held(ONE)), 0)
    bea.running.advance(0)
    (accept, *_) = told(bea, Accept)
    assert isinstance(accept, Accept)
    assert accept.proposal.cut == (1, 0, 0)
    assert [fork.author for fork in accept.proposal.forks] == [ADA.peer]


def test_who_proposes_does_not_wait_for_ever_for_what_nobody_can_show() -> None:
    bea = proposing(ONE, TWO)
    bea.running.receive(CAI.peer, claim(CAI, Ballot(1, 1), held(ONE, resigned(TWO, time=21))), 0)
    bea.running.advance(0)
    assert not told(bea, Accept)
    bea.running.advance(2 * ANSWER_US)
    assert told(bea, Accept)


def test_who_proposes_changes_over_to_the_chain_that_a_replier_has_told_of() -> None:
    """Whatever comes in between, from whomever."""
    bea = proposing(ONE, TWO)
    fork = Fork(TWO, resigned(TWO, time=21))
    bea.running.condemn(fork, 1)
    bea.running.advance(0)
    bea.running.receive(CAI.peer, claim(CAI, Ballot(2, 1), held(ONE, fork.second)), 0)
    bea.running.advance(0)
    assert told(bea, Fetch) == [Fetch(TABLE, 0, ADA.peer, 2, 2)]
    bea.log.add(TWO)
    bea.running.advance(RETRY_US)
    assert told(bea, Accept | Fetch) == [Fetch(TABLE, 0, ADA.peer, 2, 2)], "that was not the one"  # type: ignore[arg-type]
    bea.log.add(fork.second)
    bea.running.advance(RETRY_US)
    assert told(bea, Accept)


def test_who_is_asked_to_accept_changes_over_too() -> None:
    fork = Fork(TWO, resigned(TWO, time=21))
    cai, wanted = Process(CAI, held(ONE, TWO)), held(ONE, fork.second)
    cai.running.surroundings(frozenset({ADA.peer, BEA.peer}), frozenset())
    proposal = Proposal(View(TABLE, 1, (BEA, CAI)), (2, 0, 0), (fork,))
    accept = Accept(TABLE, 0, Ballot(1, 1), proposal, wanted.hash_to(proposal))
    cai.running.condemn(fork, 1)
    cai.running.receive(BEA.peer, accept, 0)
    cai.running.advance(0)
    assert told(cai, Fetch) == [Fetch(TABLE, 0, ADA.peer, 2, 2)]
    cai.log.add(TWO)
    cai.running.receive(BEA.peer, accept, RETRY_US)
    cai.running.advance(RETRY_US)
    assert told(cai, Fetch | Ack) == [Fetch(TABLE, 0, ADA.peer, 2, 2)]  # type: ignore[arg-type]
    cai.log.add(fork.second)
    cai.running.advance(RETRY_US)
    assert told(cai, Ack) == [Ack(TABLE, 0, Ballot(1, 1), wanted.hash_to(proposal), CAI.disk)]

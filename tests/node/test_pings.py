"""Answers to pings: only those to what this process has asked, soon after it has asked, say anything of a clock."""

import pickle

import pytest

from p2p_ligretto.node.intents import JoinTable
from p2p_ligretto.node.pings import ANSWER_US, Pings
from p2p_ligretto.wire.messages import Ping, Pong
from tests.node.company import SECOND, Company

ANN, BOB = b"A" * 16, b"B" * 16
AT = 5 * SECOND


@pytest.mark.parametrize(
    ("peer", "sent", "now", "counts"),
    [
        (ANN, AT, AT, True),
        (ANN, AT, AT + ANSWER_US, True),
        (ANN, AT, AT + ANSWER_US + 1, False),
        (ANN, AT - 1, AT + 1, False),
        (ANN, AT + 1, AT + 1, False),
        (ANN, AT, AT - 1, False),
        (BOB, AT, AT + 1, False),
    ],
)
def test_an_answer_counts_from_who_was_asked_in_time(peer: bytes, sent: int, now: int, counts: bool) -> None:
    pings = Pings()
    pings.ask((ANN,), AT)
    assert pings.answered(peer, sent, now) is counts


def test_an_answer_counts_once() -> None:
    pings = Pings()
    pings.ask((ANN, BOB), AT)
    assert [pings.answered(ANN, AT, AT + 1) for _ in range(2)] == [True, False]
    assert pings.answered(BOB, AT, AT + 1)


def test_several_may_be_under_way_and_are_answered_in_any_order() -> None:
    pings = Pings()
    for at in (AT, AT + 1, AT + 2):
        pings.ask((ANN,), at)
    assert [pings.answered(ANN, sent, AT + 3) for sent in (AT + 2, AT, AT + 1)] == [True, True, True]


def test_what_can_not_be_answered_any_more_is_forgotten() -> None:
    pings = Pings()
    kept: list[int] = []
    for at in range(0, 100 * ANSWER_US, ANSWER_US // 2):
        pings.ask((ANN,), 2**40 + at)
        kept.append(len(pickle.dumps(pings)))
    assert max(kept) == max(kept[:5])


@pytest.mark.parametrize("asked_before_us", [-1, 1, 700 * SECOND])
def test_an_answer_to_nothing_that_was_asked_sets_no_clock(asked_before_us: int) -> None:
    """As of a ping of an earlier start, by another clock, or from a liar: table time and delay stay what they are."""
    company = Company(2)
    table = company.sit()
    company.held_back = lambda source, target, message: isinstance(message, Ping | Pong)
    company.crash(1)
    company.start(1)
    company.link(1, 0)
    company.submit(1, JoinTable(table))
    node = company[1].node
    assert node.session is not None
    link = company.link_to(1, 0)
    company.say(1, link, Pong(company.now + asked_before_us, 900 * SECOND, 900 * SECOND, company.now))
    assert not node.session.clock.synchronised
    assert node.peers[company.peer(0)].round_trip_us is None

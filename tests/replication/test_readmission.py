"""How long who came and went without a word waits before it is let in again."""

import pytest

from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.readmission import (
    FIRST_WAIT_US,
    LONGEST_WAIT_US,
    MAX_DOUBLINGS,
    MAX_KNOWN,
    Readmission,
)
from p2p_ligretto.replication.views import Decision, Member, Proposal, View
from tests.replication.mesh import TABLE, member, next_event, view_of

ADA, BEA, CAI = (member(number) for number in range(3))
SECOND = 1_000_000


def table() -> Log:
    """Ada has opened it, and sits there alone."""
    return Log(TABLE, view_of(1))


def change(log: Log, *members: Member) -> None:
    """All that was said counts, and ``members`` are those of the next view."""
    proposal = Proposal(View(TABLE, log.view.number + 1, members), log.have())
    log.close(Decision(proposal, log.hash_to(proposal)))


def comes_and_goes(log: Log, one: Member, times: int = 1) -> None:
    for _ in range(times):
        change(log, ADA, one)
        change(log, ADA)


@pytest.mark.parametrize("times", range(1, MAX_DOUBLINGS + 4))
def test_each_time_it_waits_twice_as_long_up_to_a_bound(times: int) -> None:
    log, readmission = table(), Readmission()
    comes_and_goes(log, BEA, times)
    readmission.look(log, SECOND)
    wait_us = min(FIRST_WAIT_US * 2 ** (times - 1), LONGEST_WAIT_US)
    assert readmission.waits(BEA.peer)
    readmission.look(log, SECOND + wait_us - 1)
    assert readmission.waits(BEA.peer)
    readmission.look(log, SECOND + wait_us)
    assert not readmission.waits(BEA.peer)


def test_views_that_end_one_after_the_other_count_like_those_that_are_found_together() -> None:
    log, readmission = table(), Readmission()
    for _ in range(3):
        comes_and_goes(log, BEA)
        readmission.look(log, 0)
    readmission.look(log, 4 * FIRST_WAIT_US - 1)
    assert readmission.waits(BEA.peer)


def test_who_is_there_waits_for_nothing_and_nobody_else_does() -> None:
    log, readmission = table(), Readmission()
    change(log, ADA, BEA)
    change(log, ADA, BEA, CAI)
    change(log, ADA, BEA)
    readmission.look(log, 0)
    assert [readmission.waits(one.peer) for one in (ADA, BEA, CAI)] == [False, False, True]


@pytest.mark.parametrize("later", [False, True])
def test_who_has_said_something_once_waits_for_nothing(later: bool) -> None:
    log, readmission = table(), Readmission()
    change(log, ADA, BEA)
    log.add(next_event(log, BEA, 1, b"x"))
    change(log, ADA)
    comes_and_goes(log, BEA, 3 if later else 0)
    readmission.look(log, 0)
    assert not readmission.waits(BEA.peer)


def test_what_no_cut_has_kept_was_not_said() -> None:
    log, readmission = table(), Readmission()
    change(log, ADA, BEA)
    log.add(next_event(log, BEA, 1, b"x"))
    proposal = Proposal(View(TABLE, log.view.number + 1, (ADA,)), (0, 0))
    log.close(Decision(proposal, log.hash_to(proposal)))
    readmission.look(log, 0)
    assert readmission.waits(BEA.peer)


def test_starting_the_program_anew_is_coming_anew() -> None:
    log, readmission = table(), Readmission()
    change(log, ADA, BEA)
    change(log, ADA, Member(BEA.peer, b"newstart", BEA.disk))
    readmission.look(log, 0)
    assert readmission.waits(BEA.peer)


def test_who_opened_the_table_was_let_in_by_nobody() -> None:
    log, readmission = table(), Readmission()
    change(log, ADA, BEA)
    change(log, BEA)
    readmission.look(log, 0)
    assert not readmission.waits(ADA.peer)


def test_only_the_last_ones_are_remembered() -> None:
    log, readmission = table(), Readmission()
    for number in range(1, MAX_KNOWN + 2):
        comes_and_goes(log, member(number))
    readmission.look(log, 0)
    assert [readmission.waits(member(number).peer) for number in (1, 2, MAX_KNOWN + 1)] == [False, True, True]

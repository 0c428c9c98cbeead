"""Seniority and quorums of a view."""

from itertools import combinations

import pytest

from p2p_ligretto.replication.views import NO_BALLOT, Ballot, Proposal, View
from tests.replication.mesh import TABLE, member, view_of


@pytest.mark.parametrize("count", range(1, 8))
def test_any_two_quorums_of_a_view_share_a_member(count: int) -> None:
    view = view_of(count)
    groups = [frozenset(group) for size in range(count + 1) for group in combinations(view.peers(), size)]
    quorums = [group for group in groups if view.is_quorum(group)]
    assert all(one & other for one in quorums for other in quorums)
    assert frozenset(view.peers()) in quorums


def test_exactly_half_is_a_quorum_only_with_the_most_senior() -> None:
    view = view_of(4)
    first, second, third, fourth = view.peers()
    assert view.is_quorum(frozenset({first, fourth}))
    assert not view.is_quorum(frozenset({second, third}))
    assert not view.is_quorum(frozenset({second, third, b"a stranger"}))


def test_more_than_half_is_a_majority_and_exactly_half_never_is() -> None:
    assert [view_of(4).is_majority_of_others(count) for count in range(4)] == [False, False, True, True]
    assert [view_of(3).is_majority_of_others(count) for count in range(3)] == [False, False, True]
    assert view_of(1).is_majority_of_others(0)


def test_members_are_known_by_their_key_and_ranked_by_seniority() -> None:
    view = view_of(3)
    assert view.rank(member(2).peer) == 2
    assert view.member(member(2).peer) == member(2)
    assert view.rank(b"a stranger") is None
    assert view.member(b"a stranger") is None


def test_ballots_are_ordered_and_no_two_proposers_share_one() -> None:
    assert NO_BALLOT < Ballot(1, 0) < Ballot(1, 1) < Ballot(2, 0)


def test_a_proposal_follows_one_view_of_one_lineage() -> None:
    view = view_of(2, number=4)
    assert Proposal(View(TABLE, 5, view.members), (0, 0)).follows(view)
    assert not Proposal(View(TABLE, 6, view.members), (0, 0)).follows(view)
    assert not Proposal(View(bytes(16), 5, view.members), (0, 0)).follows(view)
    assert not Proposal(View(TABLE, 5, view.members), (0,)).follows(view)

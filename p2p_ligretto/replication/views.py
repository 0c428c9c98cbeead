"""Views: who is a member of the table, in order of seniority, and what a quorum of them is.

The first view of a table holds its creator alone; each further one is chosen by the members of the one
before (protocol/spec/05). A ballot orders attempts to choose the next view; (0, 0) is none.
"""

import hashlib
from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct

from p2p_ligretto.replication.forks import Forks
from p2p_ligretto.replication.identifiers import (
    MAX_MEMBERS,
    DiskId,
    Hash,
    Incarnation,
    PeerId,
    Sequence,
    TableId,
    ViewNumber,
)


class Member(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One process at the table. A restart gives it a new incarnation; losing its disk a new disk id."""

    peer: PeerId
    incarnation: Incarnation
    disk: DiskId


class View(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, dict=True):
    """``members`` most senior first. ``lineage`` names the unbroken chain of views this one belongs to.

    It is asked for its members many times a step, so what is worked out of them is kept beside the fields.
    """

    lineage: TableId
    number: ViewNumber
    members: Annotated[tuple[Member, ...], Meta(min_length=1, max_length=MAX_MEMBERS)]

    def member(self, peer: bytes) -> Member | None:
        """The member with this peer id, if there is one."""
        rank = self._ranks.get(peer)
        return None if rank is None else self.members[rank]

    def rank(self, peer: bytes) -> int | None:
        """0 for the most senior member, None for one that is no member."""
        return self._ranks.get(peer)

    def peers(self) -> tuple[bytes, ...]:
        """The members' peer ids, most senior first."""
        return self._peers

    def others(self, peer: bytes) -> tuple[bytes, ...]:
        """The peer ids of all members but ``peer``, most senior first."""
        others = self._others.get(peer)
        if others is None:
            others = self._others[peer] = tuple(other for other in self._peers if other != peer)
        return others

    @cached_property
    def _others(self) -> dict[bytes, tuple[bytes, ...]]:
        return {}

    @cached_property
    def _peers(self) -> tuple[bytes, ...]:
        return tuple(member.peer for member in self.members)

    @cached_property
    def _ranks(self) -> dict[bytes, int]:
        return {peer: rank for rank, peer in enumerate(self._peers)}

    def is_quorum(self, peers: frozenset[bytes]) -> bool:
        """More than half of the members, or exactly half with the most senior one."""
        inside = sum(member.peer in peers for member in self.members)
        return 2 * inside > len(self.members) or (2 * inside == len(self.members) and self.members[0].peer in peers)

    def is_majority_of_others(self, count: int) -> bool:
        """More than half of the members but one: what finality asks for besides that one. Who is alone asks nobody."""
        others = len(self.members) - 1
        return 2 * count > others or others == 0


def parted_lineage(view: View) -> bytes:
    """The lineage that the junior of the two members of ``view`` begins when it goes on without the senior one."""
    name = b"ligretto lineage" + view.lineage + view.number.to_bytes(8, "big") + view.members[1].peer
    return hashlib.sha256(name).digest()[:16]


class Ballot(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, order=True):
    """``counter`` first, then the proposer's rank in the view: no two proposers share one."""

    counter: Annotated[int, Meta(ge=0, le=2**31)]
    rank: Annotated[int, Meta(ge=0, lt=MAX_MEMBERS)]


NO_BALLOT = Ballot(0, 0)


class Proposal(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The value that a ballot chooses: the next view, and how much of each old member's chain counts.

    ``cut`` is in the order of the old view's members: the last seq of each that is kept. ``forks`` are why members
    of the old view are put out for good.
    """

    view: View
    cut: Annotated[tuple[Sequence, ...], Meta(min_length=1, max_length=MAX_MEMBERS)]
    forks: Forks = ()

    def follows(self, view: View) -> bool:
        """Whether the members of ``view`` can choose this as its end."""
        following = (self.view.lineage, self.view.number) == (view.lineage, view.number + 1)
        return following and len(self.cut) == len(view.members) and self._puts_out(view)

    def parts(self, view: View) -> bool:
        """Whether this is how the junior of the two members of ``view`` goes on without the senior one.

        Nobody votes on it: it is another lineage, beside the one that the senior one goes on with.
        """
        if len(view.members) != 2 or len(self.cut) != 2 or self.view.number != view.number + 1:
            return False
        goes_on = self.view.lineage == parted_lineage(view) and self.view.peers() == (view.members[1].peer,)
        return goes_on and self._puts_out(view)

    def _puts_out(self, view: View) -> bool:
        """Whether everybody who is put out was a member, and is none any more."""
        return all(view.member(fork.author) and not self.view.member(fork.author) for fork in self.forks)


class Accepted(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A proposal that a member has accepted, with the ballot that carried it."""

    ballot: Ballot
    proposal: Proposal


class Decision(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A chosen proposal with the hash of the log up to its cut (``log.log_hash``)."""

    proposal: Proposal
    log_hash: Hash

"""Who wants to be at the table and who doesn't any more: what the next view is wanted for.

Invariants:
- A joiner can be reached: who lost its way here asks again when it has one, so nobody is admitted who went elsewhere.
- A joiner is another process or disk than the member of its key in the open view, if there is one.
- Who was let in before and said nothing is let in again only after a while (``readmission``).
- Who has gone has said so. It answers nothing any more, whether a link to its node is up or not.
"""

from collections.abc import Callable

from p2p_ligretto.replication.identifiers import MAX_MEMBERS
from p2p_ligretto.replication.log import Log
from p2p_ligretto.replication.readmission import Readmission
from p2p_ligretto.replication.views import Member, View


class Wishes:
    """What is wanted of the next view, as far as this node has heard."""

    def __init__(self, own: bytes, admissible: Callable[[Member], bool]) -> None:
        self.joiners: dict[bytes, Member] = {}
        self.leavers: set[bytes] = set()
        self.left: set[bytes] = set()
        """Who is no member any more because it wanted to leave."""
        self.reachable: frozenset[bytes] = frozenset()
        self._own = own
        self._admissible = admissible
        self._readmission = Readmission()
        self._with_log: set[bytes] = set()
        self._gone: set[bytes] = set()
        self._out: set[bytes] = set()

    def look(self, log: Log, now: int) -> None:
        """It is ``now``, and this is the log: who has come and gone in it without a word has to wait."""
        self._readmission.look(log, now)

    def can_reach(self, reachable: frozenset[bytes]) -> None:
        """The peers that can be told something now."""
        if reachable is self.reachable or reachable == self.reachable:
            return
        self.reachable = reachable
        self.joiners = {peer: member for peer, member in self.joiners.items() if peer in reachable}
        self._with_log &= self.joiners.keys()
        self._out &= reachable

    def join(self, member: Member, view: View, *, has_log: bool) -> None:
        """``member`` wants to be in the view after ``view``; what its key wanted before is forgotten.

        ``has_log``: it holds the table's log to some view, and catches up by itself.
        """
        if member.peer in self.reachable and view.member(member.peer) != member:
            self.joiners[member.peer] = member
            self.leavers.discard(member.peer)
            self.left.discard(member.peer)
            self._gone.discard(member.peer)
            self._out.discard(member.peer)
            self._with_log.discard(member.peer)
            if has_log:
                self._with_log.add(member.peer)

    def forget_joiners(self) -> None:
        """This is another lineage than they have asked to join."""
        self.joiners = {}
        self._with_log = set()

    def heard_of(self, joiner: Member, view: View) -> None:
        """Somebody else says that ``joiner`` wants to be in the next view: what it said itself counts more."""
        if joiner.peer not in self.joiners.keys() | self.leavers | self._out:
            self.join(joiner, view, has_log=False)

    def told(self) -> tuple[Member, ...]:
        """The joiners to tell a proposer of."""
        return tuple(self.joiners.values())[:MAX_MEMBERS]

    def holds_log(self, peer: bytes) -> bool:
        """Whether a joiner has said that it holds the table's log to some view."""
        return peer in self._with_log

    def leave(self, peer: bytes) -> None:
        """``peer`` wants the next view without itself; it still votes."""
        self.joiners.pop(peer, None)
        self.leavers.add(peer)

    def stay_out(self, peer: bytes) -> None:
        """``peer`` does not want to be admitted any more."""
        self.joiners.pop(peer, None)
        self._out.add(peer)

    def go(self, peer: bytes) -> None:
        """A leaver has said its last word."""
        if peer in self.leavers:
            self._gone.add(peer)

    def installed(self, view: View) -> None:
        """``view`` is the open one now. A newer process of one of its members asks again."""
        for peer in view.peers():
            self.joiners.pop(peer, None)
        self.left |= self.leavers - set(view.peers())
        self.leavers &= set(view.peers())
        self._gone &= self.leavers

    def welcome(self, member: Member) -> bool:
        """Whether the next view may admit ``member`` now."""
        return member.peer in self.reachable and not self.has_to_wait(member.peer) and self._admissible(member)

    def has_to_wait(self, peer: bytes) -> bool:
        """Whether ``peer`` has come before and said nothing, not long enough ago."""
        return self._readmission.waits(peer)

    def any_to_fulfil(self) -> bool:
        """Whether there is something that a next view would change."""
        return bool(self.leavers or (self.joiners and any(map(self.welcome, self.joiners.values()))))

    def has_gone(self, peer: bytes) -> bool:
        """Whether a leaver can't be asked any more."""
        return peer in self._gone or (peer in self.leavers and peer not in self.reachable and peer != self._own)

    def replaced(self, member: Member) -> bool:
        """Whether a member's process is known to have ended: its key has come back in another incarnation."""
        joiner = self.joiners.get(member.peer)
        return joiner is not None and joiner.incarnation != member.incarnation

    def without_disk(self, member: Member) -> bool:
        """Whether a member is known to have lost what it had written, and its vote with it."""
        joiner = self.joiners.get(member.peer)
        return joiner is not None and joiner.disk != member.disk

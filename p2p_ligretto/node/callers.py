"""Who asks for a seat at a table where somebody who sits there has to say yes, as one member hears of it.

Invariants:
- Everybody who sits there is asked, between two rounds; the first answer counts. A yes makes it a wish like any other,
  which the members tell one another. After a no the key is refused for ``DECLINED_US``.
- Who stops asking, or is let in by somebody else, is asked about no more.
"""

from dataclasses import dataclass
from typing import Final, Literal

from p2p_ligretto.node import notices as say
from p2p_ligretto.node.keeping_last import keep_last
from p2p_ligretto.node.links import Links
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.session import Session
from p2p_ligretto.node.table import WAITING
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.replication.messages import JoinRefused
from p2p_ligretto.replication.views import Member

SILENT_US: Final = 5_000_000
"""Who wants a seat says so every second."""
DECLINED_US: Final = 60_000_000
MAX_CALLERS: Final = 16
MAX_ANSWERED: Final = 256


@dataclass(frozen=True, slots=True)
class _Caller:
    member: Member
    holds: int
    heard_at: int


class Callers:
    """At most ``MAX_CALLERS`` are asked about at a time; others have to ask again."""

    def __init__(self, links: Links, outbox: Outbox) -> None:
        self._links = links
        self._outbox = outbox
        self._callers: dict[bytes, _Caller] = {}
        self._approved: dict[bytes, None] = {}
        self._declined: dict[bytes, int] = {}
        """By key: until when it is refused."""

    @property
    def wake_at(self) -> int:
        """When ``look`` may have something to do."""
        if not self._callers:
            return END_OF_TIME
        return min(caller.heard_at for caller in self._callers.values()) + SILENT_US

    def has_to_ask(self, session: Session, peer: bytes) -> bool:
        """Whether somebody has to say yes before ``peer`` gets a seat."""
        return session.final.admission == "approval" and peer not in self._approved and not session.belongs(peer)

    def call(self, session: Session, member: Member, holds: int, now: int) -> None:
        """``member`` asks for a seat: it is told how it stands, and who sits here is asked."""
        peer = member.peer
        if session.final.phase not in WAITING:
            self._answer(session, peer, "waiting")
        elif now < self._declined.get(peer, 0):
            self._answer(session, peer, "declined")
        else:
            link = self._links.by_peer.get(peer)
            known = peer in self._callers
            if known or (link is not None and link.name and len(self._callers) < MAX_CALLERS):
                self._callers[peer] = _Caller(member, holds, now)
                if not known and link is not None:
                    self._outbox.notify(say.CallerAsks(peer, link.name))
            self._answer(session, peer, "asking")

    def decide(self, session: Session | None, peer: bytes, now: int, *, yes: bool) -> None:
        """Somebody who sits here has answered."""
        caller = self._callers.pop(peer, None)
        if session is None or caller is None:
            # It is let in already, or asks no more.
            return
        if yes:
            keep_last(self._approved, peer, None, MAX_ANSWERED)
            session.membership.join_wanted(caller.member, has_log=caller.holds > 0)
            session.membership.pass_on_wish(caller.member, caller.holds, wants=True)
        else:
            keep_last(self._declined, peer, now + DECLINED_US, MAX_ANSWERED)
            self._answer(session, peer, "declined")

    def look(self, session: Session, now: int) -> None:
        """Forget who has been let in, or asks no more."""
        if not self._callers:
            return
        for peer, caller in list(self._callers.items()):
            over = now >= caller.heard_at + SILENT_US or session.final.phase not in WAITING
            if over or not self.has_to_ask(session, peer):
                self._forget(peer)

    def leave(self) -> None:
        """This node is at the table no more."""
        for peer in list(self._callers):
            self._forget(peer)
        self._approved, self._declined = {}, {}

    def _forget(self, peer: bytes) -> None:
        del self._callers[peer]
        self._outbox.notify(say.CallerGone(peer))

    def _answer(self, session: Session, peer: bytes, reason: Literal["asking", "declined", "waiting"]) -> None:
        self._outbox.send((peer,), JoinRefused(session.log.table, reason))

"""Leaving a table politely: linger for the closed log, a view without oneself, goodbye (protocol/spec/05).

1. After the end of a round, until all members are known to hold the log as this node holds it, ``LINGER_US`` at most.
2. A view change without this node, in which it votes, ``VOTE_US`` at most. If everybody leaves, nothing is voted on.
3. Goodbye, with an endless promise, to who is still reachable.
"""

from typing import Final

from p2p_ligretto.node.session import Session
from p2p_ligretto.node.table import Phase

LINGER_US: Final = 5_000_000
VOTE_US: Final = 2_000_000
_LINGERING: Final = frozenset({Phase.CLOSING, Phase.BETWEEN, Phase.FINISHED})


class Departure:
    """How far a leaving node has come."""

    def __init__(self, now: int) -> None:
        self._since = now
        self._leaving_since: int | None = None

    @property
    def wake_at(self) -> int:
        """When this step has taken long enough."""
        return self._since + LINGER_US if self._leaving_since is None else self._leaving_since + VOTE_US

    def advance(self, session: Session, reachable: frozenset[bytes], now: int) -> bool:
        """Take the next step if its time has come; True when the node may go."""
        if self._leaving_since is None:
            if now < self._since + LINGER_US and not _log_is_safe(session, reachable):
                return False
            self._leaving_since = now
            session.membership.leave_wanted(session.own.peer)
        others = set(session.peers) & reachable
        left = session.membership.mute
        return left or not others - session.membership.wishes.leavers or now >= self._leaving_since + VOTE_US


def _log_is_safe(session: Session, reachable: frozenset[bytes]) -> bool:
    """Whether nobody who can be reached needs this node for the closed log."""
    if session.table.phase not in _LINGERING or session.membership.mute:
        return True
    if session.final.phase is Phase.CLOSING:
        return False
    have = session.log.have()
    return all(session.finality.holds(peer, have) for peer in session.peers if peer in reachable)

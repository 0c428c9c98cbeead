"""Who has asked for a seat and has none yet: whether it answers, before anything is done about it.

A newcomer is pinged first. What it answers with is the time at which it was asked, by a clock that it does not know, so
it can't have said it blindly. Only then its wish is looked at further; who is admitted and does not answer would hold
the table up.

Invariants:
- An answer counts once, for the wish that was asked about, and no longer than ``UNANSWERED_US`` after the question.
- Only the last ``MAX_ASKED`` are remembered: strangers can be as many as they like.
"""

from typing import Final

from msgspec import Struct

from p2p_ligretto.node.keeping_last import keep_last
from p2p_ligretto.node.sender import Sender
from p2p_ligretto.node.session import Session
from p2p_ligretto.replication.messages import Join
from p2p_ligretto.replication.views import Member

UNANSWERED_US: Final = 5_000_000
"""A round trip that takes longer is of no use at a table."""
MAX_ASKED: Final = 64


class _Asked(Struct, frozen=True):
    sender: Sender
    wish: Join
    sent: int


def has_to_answer(session: Session, member: Member) -> bool:
    """Whether ``member``, which asks for a seat, has to answer first: it owns none here, and is no wish yet."""
    has_seat = session.final.seat_of(member.peer) is not None
    return not has_seat and session.membership.wishes.joiners.get(member.peer) != member


class Newcomers:
    """Who was asked, and has not answered yet, by key."""

    def __init__(self) -> None:
        self._asked: dict[bytes, _Asked] = {}

    def ask(self, sender: Sender, wish: Join, now: int) -> int:
        """``sender`` wants a seat: what to ask it with, the same as before while an answer to that may still come."""
        known = self._asked.get(sender.peer)
        sent = now if known is None or now >= known.sent + UNANSWERED_US or not _same(known.wish, wish) else known.sent
        keep_last(self._asked, sender.peer, _Asked(sender, wish, sent), MAX_ASKED)
        return sent

    def answered(self, peer: bytes, sent: int, now: int) -> tuple[Sender, Join] | None:
        """The wish of ``peer``, and how it came, if this is the answer to what it was asked with."""
        asked = self._asked.get(peer)
        if asked is None or asked.sent != sent or now >= asked.sent + UNANSWERED_US:
            return None
        del self._asked[peer]
        return asked.sender, asked.wish


def _same(one: Join, other: Join) -> bool:
    """Whether two wishes are of one process, for one table; it may hold more of the log by now."""
    return (one.table, one.incarnation, one.disk) == (other.table, other.incarnation, other.disk)

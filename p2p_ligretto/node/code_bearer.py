"""Showing the code of a private table to its members, one at a time, until one of them lets this node in.

Invariants:
- A member is shown the code only after it has asked for it, and told nothing that it could try a list of codes with.
- One exchange is under way at a time, and a code that one member calls wrong is shown to nobody else: a slip is one
  wrong code, whatever the number of members. But a code that one of them has known is right.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from p2p_ligretto.node import notices as say
from p2p_ligretto.node.links import Link, Links
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.wire.bounds import SECOND_US
from p2p_ligretto.wire.code_exchange import CodeExchange, Confirmations, Meeting
from p2p_ligretto.wire.messages import AnyCodeMessage, CodeProof, CodeRefused, CodeShare
from p2p_ligretto.wire.violations import ProtocolViolation

PATIENCE_US: Final = 3_000_000
"""So long a member may take to answer before another one is shown the code."""
AGAIN_US: Final = 1_000_000
"""From one exchange with a member to the next."""
IGNORANT_US: Final = 10_000_000
"""From one exchange to the next with a member that can't tell: it came back without its data folder."""
TOLD_FROM_S: Final = 2
"""A shorter wait is not worth a line."""


@dataclass(slots=True)
class _UnderWay:
    link: Link
    exchange: CodeExchange
    begun_at: int
    confirmations: Confirmations | None = None


class CodeBearer:
    """For one table that this node wants to join or watch; ``code`` is "" until a person has said it.

    ``entropy``: 32 bytes that no other bearer has.
    """

    def __init__(self, table: bytes, code: str, entropy: bytes, links: Links, outbox: Outbox) -> None:
        self.table = table
        self.code = code
        self.shown: set[bytes] = set()
        """The members that have found the code right, and have shown that they know it."""
        self.proved = False
        """Whether any has: from then on nobody who calls it wrong is believed."""
        self._entropy = entropy
        self._links = links
        self._outbox = outbox
        self._asked_by: dict[bytes, int] = {}
        """Who asks for the code, and from when on it may be shown to it."""
        self._not_again_before: dict[bytes, int] = {}
        self._impostors: set[bytes] = set()
        self._begun = 0
        self._under_way: _UnderWay | None = None
        self._not_before = 0
        self._told = False

    def give(self, code: str, now: int) -> None:
        """The person has said the code."""
        self.code, self._told = code, False
        wait_us = self._not_before - now
        if wait_us > 0:
            self._outbox.notify(say.CodeWaits(-(-wait_us // SECOND_US)))

    def asked_for(self, peer: bytes) -> None:
        """A member lets nobody in who has not shown the code to it."""
        if peer in self._impostors:
            return
        self.shown.discard(peer)
        self._asked_by.setdefault(peer, self._not_again_before.get(peer, 0))
        if not self.code and not self._told:
            self._told = True
            self._outbox.notify(say.CodeWanted(wrong=False))

    def awaits(self, link: Link) -> bool:
        """Whether an exchange is under way on ``link``."""
        return self._under_way is not None and self._under_way.link is link

    @property
    def wake_at(self) -> int:
        """When ``advance`` has something to do."""
        if self._under_way is not None:
            return self._under_way.begun_at + PATIENCE_US
        linked = [at for peer, at in self._asked_by.items() if peer in self._links.by_peer]
        return max(min(linked), self._not_before) if self.code and linked else END_OF_TIME

    def advance(self, now: int) -> None:
        """Show the code to the next one who asks for it."""
        under_way = self._under_way
        if under_way is not None:
            peer = under_way.link.peer.peer
            if self._links.by_peer.get(peer) is under_way.link and now < under_way.begun_at + PATIENCE_US:
                return
            self._under_way = None
            if under_way.confirmations is not None:
                # It has had its guess, and says nothing: it may be no member.
                self._asked_by[peer] = now + IGNORANT_US
        if not self.code or now < self._not_before:
            return
        due = [peer for peer, at in self._asked_by.items() if at <= now and peer in self._links.by_peer]
        if due:
            self._begin(self._links.by_peer[due[0]], now)

    def _begin(self, link: Link, now: int) -> None:
        peer = link.peer.peer
        # Behind the others, should it not answer.
        del self._asked_by[peer]
        self._asked_by[peer] = now + PATIENCE_US
        self._not_again_before[peer] = now + AGAIN_US
        self._begun += 1
        drawn = sha256(self._entropy + self._begun.to_bytes(8, "big")).digest()
        meeting = Meeting(self.table, self._links.own, peer, link.peer.binding)
        exchange = CodeExchange("asker", self.code, meeting, drawn)
        self._under_way = _UnderWay(link, exchange, now)
        self._outbox.send_on_links((peer,), CodeShare(self.table, exchange.share))

    # ---- what a member answers

    def take(self, link: Link, message: AnyCodeMessage, now: int) -> bool:
        """Whether a member has found the code right.

        Raises ProtocolViolation for a share that is none, and for a member that does not know the code itself.
        """
        under_way = self._under_way
        if under_way is None or under_way.link is not link:
            return False
        match message:
            case CodeShare():
                self._take_share(under_way, message)
            case CodeProof():
                return self._take_proof(under_way, message)
            case CodeRefused():
                self._take_refusal(link.peer.peer, message, now)
        return False

    def _take_share(self, under_way: _UnderWay, message: CodeShare) -> None:
        """The member's half: now it can be shown that the code is known."""
        if under_way.confirmations is None:
            under_way.confirmations = under_way.exchange.meet(message.share)
            proof = CodeProof(self.table, under_way.confirmations.own)
            self._outbox.send_on_links((under_way.link.peer.peer,), proof)

    def _take_proof(self, under_way: _UnderWay, message: CodeProof) -> bool:
        if under_way.confirmations is None:
            return False
        peer = under_way.link.peer.peer
        self._under_way = None
        self._asked_by.pop(peer, None)
        if not under_way.confirmations.confirmed_by(message.confirmation):
            self._impostors.add(peer)
            raise ProtocolViolation("a member of a private table that does not know its code")
        self.shown.add(peer)
        self.proved = True
        return True

    def _take_refusal(self, peer: bytes, message: CodeRefused, now: int) -> None:
        """Nothing came of it."""
        self._under_way = None
        wait_us = message.wait_s * SECOND_US
        if message.reason == "wrong" and not self.proved:
            self.code, self._told = "", True
            self._not_before = now + wait_us
            self._asked_by[peer] = self._not_again_before[peer]
            self._outbox.notify(say.CodeWanted(wrong=True, wait_s=message.wait_s))
        elif message.reason == "wait":
            self._asked_by[peer] = now
            self._not_before = now + max(wait_us, AGAIN_US)
            if message.wait_s >= TOLD_FROM_S:
                self._outbox.notify(say.CodeWaits(message.wait_s))
        else:
            self._asked_by[peer] = now + IGNORANT_US

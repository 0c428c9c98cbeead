"""The door of a private table, at one member: who has shown the code to it, and who has to wait after wrong ones.

Invariants:
- Only who holds the key of a peer can have shown the code as that peer, on its own link (protocol/spec/07).
- Each exchange tells the other side about one guess at most, and about none before it has told its own.
- Exchanges cost some milliseconds each: of all strangers together no more are begun than ``exchange_us`` allows.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from p2p_ligretto.node.keeping_last import keep_last
from p2p_ligretto.node.links import Link
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.wrong_codes import Name, WrongCodes
from p2p_ligretto.wire.bounds import SECOND_US
from p2p_ligretto.wire.code_exchange import CodeExchange, Confirmations, Meeting
from p2p_ligretto.wire.messages import CodeProof, CodeRefused, CodeShare

EXCHANGE_US: Final = 250_000
EXCHANGE_BESIDE_US: Final = 2_000_000
"""The same for who looks on: they can be many, and a guess with each of them is worth as much."""
BURST: Final = 8
"""So many may be begun at once: a table fills."""
MAX_OPEN: Final = 16
MAX_SHOWN: Final = 256


@dataclass(frozen=True, slots=True)
class _Open:
    """An exchange that waits for the other side's confirmation."""

    link: int
    confirmations: Confirmations


class CodeKeeper:
    """``code`` is the table's, "" as long as this node does not know it."""

    def __init__(self, own: bytes, entropy: bytes, outbox: Outbox) -> None:
        self.code = ""
        self.exchange_us = EXCHANGE_US
        self._own = own
        self._entropy = entropy
        self._outbox = outbox
        self._wrong = WrongCodes()
        self._shown: dict[bytes, None] = {}
        self._open: dict[bytes, _Open] = {}
        self._begun = 0
        self._busy_until = 0

    def leave(self) -> None:
        """This node is at the table no more; who has shown wrong codes is not forgotten."""
        self.code, self.exchange_us = "", EXCHANGE_US
        self._shown, self._open = {}, {}

    def has_shown(self, peer: bytes) -> bool:
        """Whether ``peer`` has shown the code to this member."""
        return peer in self._shown

    def take_share(self, link: Link, message: CodeShare, now: int) -> None:
        """Somebody wants to show the code. Raises ProtocolViolation for a share that is none."""
        peer = link.peer.peer
        self._open.pop(peer, None)
        wait_us = max(self._wrong.wait_us(_names(link), now), self._busy_until - now - (BURST - 1) * self.exchange_us)
        if not self.code:
            self.refuse(peer, message.table, "unknown")
        elif wait_us > 0:
            self.refuse(peer, message.table, "wait", wait_us)
        else:
            self._busy_until = max(self._busy_until, now) + self.exchange_us
            self._begun += 1
            drawn = sha256(self._entropy + b"ligretto keeper" + self._begun.to_bytes(8, "big")).digest()
            meeting = Meeting(message.table, peer, self._own, link.peer.binding)
            exchange = CodeExchange("keeper", self.code, meeting, drawn)
            confirmations = exchange.meet(message.share)
            keep_last(self._open, peer, _Open(link.id, confirmations), MAX_OPEN)
            self._outbox.send_on_links((peer,), CodeShare(message.table, exchange.share))

    def take_proof(self, link: Link, message: CodeProof, now: int) -> None:
        """Somebody shows that it knows the code, or doesn't."""
        peer = link.peer.peer
        begun = self._open.pop(peer, None)
        wait_us = self._wrong.wait_us(_names(link), now)
        if wait_us > 0 or begun is None or begun.link != link.id:
            # Several exchanges that were begun at once are worth no more guesses than one after the other.
            self.refuse(peer, message.table, "wait", max(wait_us, SECOND_US))
        elif begun.confirmations.confirmed_by(message.confirmation):
            self._wrong.forget(peer)
            keep_last(self._shown, peer, None, MAX_SHOWN)
            self._outbox.send_on_links((peer,), CodeProof(message.table, begun.confirmations.own))
        else:
            self.refuse(peer, message.table, "wrong", self._wrong.add(_names(link), now))

    def refuse(
        self, peer: bytes, table: bytes, reason: Literal["banned", "unknown", "wait", "wrong"], wait_us: int = 0
    ) -> None:
        """Say that nothing comes of it; what ``peer`` had begun is over."""
        self._open.pop(peer, None)
        self._outbox.send_on_links((peer,), CodeRefused(table, reason, -(-wait_us // SECOND_US)))


def _names(link: Link) -> tuple[Name, ...]:
    return (link.peer.peer, link.peer.host) if link.peer.host else (link.peer.peer,)

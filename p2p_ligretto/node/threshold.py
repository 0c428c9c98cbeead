"""All that has to do with the code of a private table at one node: at the door of its own, and before that of another.

The code stands in no event and goes over no link. Who opens the table makes it, every other member has shown it once,
so each member knows it; each keeps it in its own folder, and after it has left too: it needs none to come back.
"""

from collections.abc import Mapping
from hashlib import sha256

from p2p_ligretto.node.code_bearer import CodeBearer
from p2p_ligretto.node.code_keeper import EXCHANGE_BESIDE_US, CodeKeeper
from p2p_ligretto.node.kept import CODE, KeptCode, encode, recall
from p2p_ligretto.node.links import Link, Links
from p2p_ligretto.node.outbox import Outbox
from p2p_ligretto.node.table import TableState
from p2p_ligretto.node.table_code import make_code
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.wire.messages import AnyCodeMessage, CodeRefused, CodeShare


class Threshold:
    """``keeper`` lets others in; ``bearer`` shows the code where this node wants in, None where it doesn't."""

    def __init__(self, entropy: bytes, links: Links, outbox: Outbox) -> None:
        self.keeper = CodeKeeper(links.own, entropy, outbox)
        self.bearer: CodeBearer | None = None
        self._entropy = entropy
        self._links = links
        self._outbox = outbox
        self._tables = 0
        self._kept: KeptCode | None = None
        """The last private table that this node was let in to, whatever table it is at now."""

    def remember(self, remembered: Mapping[str, bytes]) -> None:
        """What an earlier start of this node had kept."""
        self._kept = recall(remembered, CODE, KeptCode)

    @property
    def wake_at(self) -> int:
        """When ``advance`` has something to do."""
        return END_OF_TIME if self.bearer is None else self.bearer.wake_at

    def advance(self, now: int) -> None:
        """Show the code where it is asked for."""
        if self.bearer is not None:
            self.bearer.advance(now)

    # ---- at the own table

    def open(self, table: bytes) -> None:
        """A private table is opened: make its code."""
        self._keep(table, make_code(self._drawn(b"ligretto table code")))

    def sit_down(self, opened: bytes) -> None:
        """This node holds the log of the table that was opened as ``opened``: its code, too, if it is private."""
        if self.bearer is not None and self.bearer.shown:
            self._keep(opened, self.bearer.code)
        else:
            self.keeper.code = self.known(opened)

    def look_on(self) -> None:
        """This node has shown the code to who feeds it: who wants to be fed by it has to show it the code, too."""
        if self.bearer is not None:
            self.keeper.code, self.keeper.exchange_us = self.bearer.code, EXCHANGE_BESIDE_US

    def stand_up(self) -> None:
        """This node has left its table."""
        self.keeper.leave()

    def known(self, table: bytes) -> str:
        """The code of ``table`` that this node has kept, "" if it has kept none."""
        return self._kept.code if self._kept is not None and self._kept.table == table else ""

    def _keep(self, opened: bytes, code: str) -> None:
        self.keeper.code = code
        self._kept = KeptCode(opened, code)
        self._outbox.save(CODE, encode(self._kept))

    # ---- before the door of another table

    def come_to(self, table: bytes, code: str) -> None:
        """This node wants to join or watch ``table``; ``code`` is "" until a person has said it."""
        self.bearer = CodeBearer(table, code, self._drawn(b"ligretto bearer"), self._links, self._outbox)

    def go_away(self) -> None:
        """It is in, or does not want to be any more."""
        self.bearer = None

    def awaits(self, link: Link) -> bool:
        """Whether a member is being shown the code on ``link``."""
        return self.bearer is not None and self.bearer.awaits(link)

    def take(self, link: Link, message: AnyCodeMessage, now: int) -> bool:
        """What that member answers; True if it has found the code right. Raises ProtocolViolation."""
        bearer = self.bearer
        return bearer is not None and bearer.table == message.table and bearer.take(link, message, now)

    def answer(self, link: Link, message: AnyCodeMessage, own: TableState | None, now: int) -> None:
        """What somebody says at the door of the ``own`` table. Raises ProtocolViolation for a share that is none."""
        peer = link.peer.peer
        if isinstance(message, CodeRefused):
            return
        if own is None or own.table != message.table or not own.private:
            self.keeper.refuse(peer, message.table, "unknown")
        elif peer in own.banned:
            self.keeper.refuse(peer, message.table, "banned")
        elif isinstance(message, CodeShare):
            self.keeper.take_share(link, message, now)
        else:
            self.keeper.take_proof(link, message, now)

    def _drawn(self, what: bytes) -> bytes:
        self._tables += 1
        return sha256(self._entropy + what + self._tables.to_bytes(8, "big")).digest()

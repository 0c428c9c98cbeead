"""Where the parts of a node put what it asks of its surroundings, in order."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from p2p_ligretto.node.links import Links
from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.outputs import Append, Connect, Disconnect, Notify, Output, Record, Save, Send
from p2p_ligretto.node.record import begins_record
from p2p_ligretto.node.routes import Routes
from p2p_ligretto.replication.signing import Signer, signature_for
from p2p_ligretto.wire.codec import encode
from p2p_ligretto.wire.framing import HEADER_BYTES
from p2p_ligretto.wire.messages import MAX_PEERS_PER_MESSAGE, Address, AnyMessage, KnownPeer, Passed, Peers

MAX_HOPS: Final = 11
"""With twelve at a table nobody is further away."""


class Outbox:
    """Outputs since the last ``drain``.

    Messages go to peers: on the link to each, if there is one, and over others to whom ``routes`` knows a way. Who
    can't be reached at all is left out.
    """

    def __init__(self, links: Links, routes: Routes, signer: Signer) -> None:
        self._links = links
        self._signer = signer
        self.routes = routes
        self._outputs: list[Output] = []

    def drain(self) -> list[Output]:
        """Everything since the last call."""
        outputs, self._outputs = self._outputs, []
        return outputs

    def send(self, peers: Iterable[bytes], message: AnyMessage) -> None:
        """Send one message to all ``peers`` that can be reached."""
        peers = tuple(peers)
        self.send_on_links(peers, message)
        if self.routes.any:
            self._send_over_others(peers, message)

    def _send_over_others(self, peers: Iterable[bytes], message: AnyMessage) -> None:
        by_peer = self._links.by_peer
        ways = [(peer, way) for peer in peers if (way := self.routes.first_step(peer)) in by_peer]
        content = encode(message)[HEADER_BYTES:] if ways else b""
        for peer, way in ways:
            signature = signature_for(peer, content, self._signer)
            self._outputs.append(Send((by_peer[way].id,), Passed(self._links.own, peer, MAX_HOPS, content, signature)))

    def send_on_links(self, peers: Iterable[bytes], message: AnyMessage) -> None:
        """Send what concerns the link, or is not worth a way over others, to ``peers`` that there is a link to."""
        by_peer = self._links.by_peer
        links = tuple([by_peer[peer].id for peer in peers if peer in by_peer])
        if links:
            self._outputs.append(Send(links, message))

    def introduce(self, peers: Iterable[bytes], others: Iterable[bytes]) -> None:
        """Tell ``peers`` where ``others`` are, as far as this node has heard."""
        known = ((other, self._links.addresses_of(other)) for other in dict.fromkeys(others))
        told = tuple(KnownPeer(other, addresses) for other, addresses in known if addresses)
        if told:
            self.send_on_links(peers, Peers(told[:MAX_PEERS_PER_MESSAGE]))

    def pass_on(self, message: Passed, sender: bytes) -> None:
        """Hand on what is for somebody else, unless it would go back to ``sender``."""
        by_peer = self._links.by_peer
        # A way is known to who has a link too, if that is not a good one.
        step = self.routes.first_step(message.target) or message.target
        if step != sender and step in by_peer and message.hops > 0:
            self._outputs.append(Send((by_peer[step].id,), replace(message, hops=message.hops - 1)))

    def connect(self, peer: bytes | None, addresses: tuple[Address, ...]) -> None:
        """Dial."""
        self._outputs.append(Connect(peer, addresses))

    def disconnect(self, link: int, reason: str = "") -> None:
        """Close a link."""
        self._outputs.append(Disconnect(link, reason))

    def save(self, key: str, value: bytes | None) -> None:
        """Durable."""
        self._outputs.append(Save(key, value))

    def append(self, journal: str, entry: bytes) -> None:
        """Behind."""
        self._outputs.append(Append(journal, entry))

    def record(self, match: str, lines: tuple[str, ...]) -> None:
        """Behind; the first line of a record begins it anew."""
        if lines:
            self._outputs.append(Record(match, lines, restart=begins_record(lines)))

    def notify(self, notice: Notice) -> None:
        """Tell the person or program at this node."""
        self._outputs.append(Notify(notice))

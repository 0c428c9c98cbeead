"""Where the parts of a node put what it asks of its surroundings, in order."""

from collections.abc import Iterable

from p2p_ligretto.node.links import Links
from p2p_ligretto.node.notices import Notice
from p2p_ligretto.node.outputs import Append, Connect, Disconnect, Notify, Output, Record, Save, Send
from p2p_ligretto.node.record import begins_record
from p2p_ligretto.wire.messages import Address, AnyMessage


class Outbox:
    """Outputs since the last ``drain``. Messages go to peers; whom there is no link to is passed over."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._outputs: list[Output] = []

    def drain(self) -> list[Output]:
        """Everything since the last call."""
        outputs, self._outputs = self._outputs, []
        return outputs

    def send(self, peers: Iterable[bytes], message: AnyMessage) -> None:
        """Send one message to all ``peers`` that there is a link to."""
        links = tuple(self._links.by_peer[peer].id for peer in peers if peer in self._links.by_peer)
        if links:
            self._outputs.append(Send(links, message))

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

"""A node that does what a test tells it, and writes down what it is told."""

from collections.abc import Mapping, Sequence
from typing import Any

from p2p_ligretto.node.identity import LinkPeer, NodeIdentity
from p2p_ligretto.node.intents import Act, Dial, Intent, LeaveTable, Listening
from p2p_ligretto.node.node import Figures
from p2p_ligretto.node.outputs import Connect, Output
from p2p_ligretto.wire.messages import AnyMessage

NEVER = 2**63 - 1


class ScriptedNode:
    """``says`` are outputs for the next moment; ``heard`` is every input."""

    predicted = final = own_seat = None
    figures = Figures()
    peers: Mapping[bytes, object] = {}

    def __init__(
        self,
        identity: NodeIdentity,
        name: str,
        entropy: bytes,
        remembered: Mapping[str, bytes],
        journals: Mapping[str, Sequence[bytes]],
    ) -> None:
        self.identity, self.entropy = identity, entropy
        self.remembered, self.journals = dict(remembered), dict(journals)
        self.wake_at = NEVER
        self.says: list[Output] = []
        self.heard: list[tuple[Any, ...]] = []
        self.heard_at: list[int] = []

    def _hear(self, now: int, *what: Any) -> None:
        self.heard.append(what)
        self.heard_at.append(now)

    def link_up(self, link: int, peer: LinkPeer, now: int) -> None:
        self._hear(now, "up", link, peer)

    def link_down(self, link: int, now: int) -> None:
        self._hear(now, "down", link)

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        self._hear(now, "message", link, message)

    def dial_failed(self, peer: bytes | None, reason: str, now: int) -> None:
        self._hear(now, "failed", peer, reason)

    def submit(self, intent: Intent, now: int) -> None:
        if isinstance(intent, Dial):
            self.says.append(Connect(None, intent.addresses))
        elif isinstance(intent, Act):
            self._hear(now, "act", intent.move)
        else:
            assert isinstance(intent, Listening | LeaveTable)

    def tick(self, now: int) -> None:
        self._hear(now, "tick")
        self.wake_at = NEVER

    def outputs(self) -> list[Output]:
        says, self.says = self.says, []
        return says

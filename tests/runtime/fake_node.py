"""A scripted node: notes its inputs and asks for whatever the test puts into ``asks``."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from p2p_ligretto.node.identity import LinkPeer, NodeIdentity
from p2p_ligretto.node.intents import Intent, LeaveTable
from p2p_ligretto.node.notices import Left
from p2p_ligretto.node.outputs import Notify, Output
from p2p_ligretto.replication.identifiers import END_OF_TIME
from p2p_ligretto.wire.messages import AnyMessage


class FakeNode:
    def __init__(
        self,
        identity: NodeIdentity,
        name: str,
        entropy: bytes,
        remembered: Mapping[str, bytes],
        journals: Mapping[str, Sequence[bytes]],
    ) -> None:
        self.identity, self.name, self.entropy = identity, name, entropy
        self.remembered, self.journals = remembered, journals
        self.inputs: list[tuple[Any, ...]] = []
        self.asks: list[Output] = []
        self.predicted: Any = None
        self.final: Any = None
        self.watching = False
        self.own_seat: int | None = None
        self.peers: dict[bytes, Any] = {}
        self.tablemates: frozenset[bytes] = frozenset()
        self.figures = "figures"
        self.wake_at = END_OF_TIME
        self.leaves_at_once = True
        self.on_tick: Callable[[int], None] | None = None

    def outputs(self) -> list[Output]:
        asked, self.asks = self.asks, []
        return asked

    def tick(self, now: int) -> None:
        self.inputs.append(("tick", now))
        if self.on_tick:
            self.on_tick(now)
        else:
            self.wake_at = END_OF_TIME

    def link_up(self, link: int, peer: LinkPeer, now: int) -> None:
        self.inputs.append(("link_up", link, peer))

    def link_down(self, link: int, now: int) -> None:
        self.inputs.append(("link_down", link))

    def dial_failed(self, peer: bytes | None, reason: str, now: int) -> None:
        self.inputs.append(("dial_failed", peer, reason))

    def receive(self, link: int, message: AnyMessage, now: int) -> None:
        self.inputs.append(("receive", link, message))

    def submit(self, intent: Intent, now: int) -> None:
        self.inputs.append(("submit", intent))
        if isinstance(intent, LeaveTable) and self.leaves_at_once:
            self.asks.append(Notify(Left()))

    def of(self, kind: str) -> list[tuple[Any, ...]]:
        return [given for given in self.inputs if given[0] == kind]

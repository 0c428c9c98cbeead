"""What a table costs in play, and after how long a move is final: bots at tables of any size.

When moves are final is measured in the simulator, whose links are what they are said to be, with the nodes that the
program runs; so is what they send. What that costs of a processor is measured with real processes on loopback, with
signatures and encryption, each of which would have a laptop of its own: their processor time counts, and not how long
anything takes on a machine that has fewer processors than nodes.
"""

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Final

from benchmarks.lobby import processor_s
from benchmarks.spread import table_of
from p2p_ligretto.bots.levels import LEVELS
from p2p_ligretto.game.options import Options
from p2p_ligretto.node.identity import NodeIdentity
from p2p_ligretto.node.node import Node
from p2p_ligretto.node.outputs import Output, Send
from p2p_ligretto.node.table import Phase
from p2p_ligretto.replication.messages import EventSent
from p2p_ligretto.sim.cluster import Cluster
from p2p_ligretto.sim.host import Conditions
from p2p_ligretto.sim.match import NAMES, SEATING_LIMIT_US, expect, join_table, open_table
from p2p_ligretto.sim.network import LinkDelay
from p2p_ligretto.sim.player import SeatedBot
from p2p_ligretto.wire.codec import encode

LEVEL: Final = "sharp"
SETTLING_S: Final = 1.0
"""Of real processes, before measuring begins."""


@dataclass(frozen=True, slots=True)
class Play:
    """``final_ms``: from the key press of each move until it is final, at each of the members, sorted."""

    final_ms: tuple[float, ...]
    sent_kb_s: float
    """What one node puts on all its links in a second, without what TLS and TCP add."""
    sent_events_kb_s: float
    """That of it which events are: what can't be left out."""
    moves_s: float
    """Of all together."""


@dataclass(slots=True)
class Tally:
    """What the nodes of one table have made and sent since they are counted, and what they know to be final."""

    cluster: Cluster | None = None
    """None while they are not counted."""
    made_us: dict[int, int] = field(default_factory=dict)
    """By stamp."""
    pending: dict[bytes, set[int]] = field(default_factory=lambda: defaultdict(set))
    """What each of them does not know to be final yet."""
    final_us: list[int] = field(default_factory=list)
    sent_bytes: int = 0
    sent_event_bytes: int = 0


class CountedNode(Node):
    """A node that is looked at after each input."""

    def __init__(  # noqa: PLR0913, PLR0917 - those of a node, and the tally
        self,
        tally: Tally,
        identity: NodeIdentity,
        name: str,
        entropy: bytes,
        remembered: Mapping[str, bytes],
        journals: Mapping[str, Sequence[bytes]],
    ) -> None:
        super().__init__(identity, name, entropy, remembered, journals)
        self._tally = tally
        self._latest_us = 0

    def outputs(self) -> list[Output]:
        """Those of any node."""
        outputs = super().outputs()
        if self._tally.cluster is not None:
            self._count(outputs, self._tally.cluster.now_us)
        return outputs

    def _count(self, outputs: Sequence[Output], now: int) -> None:
        tally, own = self._tally, self.identity.peer
        for output in outputs:
            if isinstance(output, Send):
                size = len(output.links) * len(encode(output.message))
                tally.sent_bytes += size
                if isinstance(output.message, EventSent) and output.message.event.author == own:
                    tally.sent_event_bytes += size
                    tally.made_us[output.message.event.time] = now
                    for pending in tally.pending.values():
                        pending.add(output.message.event.time)
        latest_us = 0 if self.final is None else self.final.latest_us
        if latest_us != self._latest_us:
            self._latest_us = latest_us
            known = {stamp for stamp in tally.pending[own] if stamp <= latest_us}
            tally.pending[own] -= known
            tally.final_us += [now - tally.made_us[stamp] for stamp in known]


def simulate_play(players: int, delay: LinkDelay, seconds: float, seed: int = 0) -> Play:
    """So many simulated seconds of a round, or as many as it has, from when the first move is legal."""
    tally = Tally()
    cluster = Cluster(seed, Conditions(delay=delay), lambda *given: CountedNode(tally, *given))
    for number in range(players):
        cluster.add_host(NAMES[number], lambda entropy: SeatedBot(LEVELS[LEVEL], players, entropy))
    table = open_table(cluster, Options(rounds=1))
    for number in range(1, players):
        join_table(cluster, table, number)
    expect(cluster, Phase.PLAYING, SEATING_LIMIT_US)
    nodes = [host.running().node for host in cluster.hosts]
    cluster.run_for(max(node.starts_in_us for node in nodes))
    for host in cluster.hosts:
        tally.pending[host.peer] = set()
    tally.cluster, began_us = cluster, cluster.now_us
    cluster.run_until(
        lambda _: any(node.final is None or node.final.phase is not Phase.PLAYING for node in nodes),
        round(seconds * 1e6),
    )
    took_s = (cluster.now_us - began_us) / 1e6
    return Play(
        tuple(sorted(us / 1000 for us in tally.final_us)),
        tally.sent_bytes / players / took_s / 1000,
        tally.sent_event_bytes / players / took_s / 1000,
        len(tally.made_us) / took_s,
    )


def processor_in_play(players: int, seconds: float) -> float:
    """What a node with a bot takes of one processor, in per cent, over so many seconds of a round; the mean of all."""
    with table_of(players) as nodes:
        for node in nodes:
            node.tell(f"bot {LEVEL}")
        time.sleep(min(SETTLING_S, seconds))
        before = [processor_s(node.process.pid) for node in nodes]
        time.sleep(seconds)
        after = [processor_s(node.process.pid) for node in nodes]
    return 100 * mean(late - early for early, late in zip(before, after, strict=True)) / seconds

"""Who of a contest is first in the log: the order of production, with its ties, over events that bear the stamps."""

from collections.abc import Sequence
from typing import Final

from p2p_ligretto.dealing.keyed_stream import KeyedStream
from p2p_ligretto.game.cards import COLOURS, NUMBERS
from p2p_ligretto.node.seen import Seen, tie_of
from p2p_ligretto.node.table import Seat, TableState
from p2p_ligretto.replication.events import NO_EVENT, Event
from p2p_ligretto.replication.order import in_order
from p2p_ligretto.wire.payload_codec import encode_payload
from p2p_ligretto.wire.payloads import Moved, PlayMove

CONTESTS_PER_ROUND: Final = 50
"""Each round has another joint seed."""
SEED_BYTES: Final = 32
TABLE: Final = bytes(16)
INCARNATION: Final = bytes(8)


class Order:
    """The order of one table whose members are ``peers``; which pile is contested is drawn."""

    def __init__(self, peers: Sequence[bytes], draws: KeyedStream) -> None:
        self._peers = peers
        self._draws = draws
        self._decided = 0
        self._joint_seed = b""

    def next_pile(self) -> bytes:
        """What a play on the next contested pile says."""
        if self._decided % CONTESTS_PER_ROUND == 0:
            self._joint_seed = self._draws.take(SEED_BYTES)
        self._decided += 1
        colour = self._draws.below(len(COLOURS))
        height = 2 + self._draws.below(len(NUMBERS) - 1)
        opener = self._draws.below(len(self._peers))
        card = colour * len(NUMBERS) + height - 1
        move = PlayMove(card, "stack", -1, COLOURS[colour], opener, height, ())  # type: ignore[arg-type]
        return encode_payload(Moved(1, move))

    def first(self, pile: bytes, hosts: Sequence[int], times: Sequence[int], seats: Sequence[int]) -> int:
        """Which of ``hosts`` is first; their plays on ``pile`` have these ``times``, ``seats`` are of all hosts."""
        events = [
            Event(TABLE, 1, self._peers[host], INCARNATION, 1, time, NO_EVENT, pile)
            for host, time in zip(hosts, times, strict=True)
        ]
        earliest = min(times)
        tied = [event for event in events if event.time == earliest]
        if len(tied) > 1:
            tied = in_order(Seen(self._table(seats)), tied, tie_of)
        return self._peers.index(tied[0].author)

    def _table(self, seats: Sequence[int]) -> TableState:
        taken = sorted(range(len(seats)), key=seats.__getitem__)
        return TableState(
            TABLE,
            seats=tuple(Seat(self._peers[host], "") for host in taken),
            joint_seed=self._joint_seed,
        )
